"""Blur, median and edges of images, each blurred with a strength of its own."""

import numpy as np
import scipy.ndimage
import torch
from torch.nn import functional as F

RADIUS = 8


def inputs():
    """Return 24 noisy images, shape (24, 64, 64), and a sigma in pixels for each."""
    generator = torch.Generator().manual_seed(0)
    y, x = torch.meshgrid(torch.arange(64.0), torch.arange(64.0), indexing="ij")
    image = 0.2 + 0.6 * ((x - 26) ** 2 + (y - 30) ** 2 < 15**2) + 0.3 * (x + y > 90)
    noise = torch.randn(24, 64, 64, generator=generator)
    strength = torch.linspace(0, 0.3, 24)
    # The noisier an image is, the more it is blurred.
    return image + strength[:, None, None] * noise, 0.5 + 7 * strength


def padded(image, width):
    """Return the image with its edge pixels repeated on all sides, shape (1, 1, height, width)."""
    return F.pad(image[None, None], (width,) * 4, mode="replicate")


def blur(image, sigma):
    """Return the image blurred with a Gaussian of that standard deviation, in pixels."""
    offsets = torch.arange(-RADIUS, RADIUS + 1)
    weights = torch.exp(-(offsets**2) / (2 * sigma**2))
    weights = weights / weights.sum()
    # A Gaussian in two dimensions is one along the rows after one along the columns.
    rows = F.conv2d(padded(image, RADIUS), weights[None, None, None, :])
    return F.conv2d(rows, weights[None, None, :, None])[0, 0]


def median(image):
    """Return the median of the 3 x 3 pixels around each pixel."""
    windows = padded(image, 1)[0, 0].unfold(0, 3, 1).unfold(1, 3, 1)
    return windows.flatten(-2).median(-1).values


def edges(image):
    """Return the length of the gradient by Sobel's two kernels."""
    kernel = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]])
    across, down = F.conv2d(padded(image, 1), torch.stack([kernel, kernel.T])[:, None])[0]
    return torch.sqrt(across**2 + down**2)


def filters(image, sigma):
    """Return the blurred image, its edges, and the median of the image."""
    smooth = blur(image, sigma)
    return smooth, edges(smooth), median(image)


def loop(images, sigmas):
    """Return three stacks of shape (24, 64, 64), filled one image after the other."""
    results = [filters(image, sigma) for image, sigma in zip(images, sigmas, strict=True)]
    return tuple(torch.stack(stack) for stack in zip(*results, strict=True))


def batched(images, sigmas):
    """Return the same in one call."""
    return torch.vmap(filters)(images, sigmas)


def draw(path, language="en"):
    """Draw a little, a middling and a very noisy image, and what the filters make of them."""
    import matplotlib.pyplot as plt

    images, sigmas = inputs()
    smooth, lines, middle = batched(images, sigmas)
    words = {
        "en": ("image", "median", "blurred", "edges"),
        "ja": ("元の画像", "中央値", "ぼかし", "輪郭"),
    }[language]
    figure, panels = plt.subplots(3, 4, figsize=(8, 6.2), layout="constrained")
    for row, number in zip(panels, (1, 12, 23), strict=True):
        row[0].set_ylabel(f"σ = {sigmas[number]:.1f}")
        for panel, stack, top in zip(
            row, (images, middle, smooth, lines), (1.1, 1.1, 1.1, 3), strict=True
        ):
            panel.imshow(stack[number], cmap="gray", vmin=0, vmax=top, interpolation="none")
            panel.set(xticks=[], yticks=[])
    for panel, word in zip(panels[0], words, strict=True):
        panel.set_title(word)
    figure.savefig(path)


def main():
    """Check against scipy.ndimage and print."""
    images, sigmas = inputs()
    results = batched(images, sigmas)
    for image, sigma, smooth, lines, middle in zip(
        images.double().numpy(), sigmas, *results, strict=True
    ):
        expected = scipy.ndimage.gaussian_filter(image, sigma.item(), radius=RADIUS, mode="nearest")
        across, down = (scipy.ndimage.sobel(expected, axis, mode="nearest") for axis in (1, 0))
        assert np.allclose(smooth, expected, atol=1e-5)
        assert np.allclose(lines, np.hypot(across, down), atol=1e-5)
        assert np.allclose(middle, scipy.ndimage.median_filter(image, 3, mode="nearest"))
    for one, other in zip(results, loop(images, sigmas), strict=True):
        assert torch.allclose(one, other, atol=1e-5)
    print("shapes:", [tuple(stack.shape) for stack in results])
    clean = images[0]
    for name, stack in (("noisy", images), ("median", results[2]), ("blurred", results[0])):
        error = (stack[23] - clean).square().mean().sqrt()
        print(f"error of the last image, {name}: {error:.2f}")


if __name__ == "__main__":
    main()
