"""Rotate, flip and crop images, each by its own angle, side and corner."""

import math

import numpy as np
import scipy.ndimage
import torch

SIZE, CROP = 64, 40


def inputs():
    """Return 32 images (32, 64, 64), angles in radians, flags and corners (32, 2) of the crop."""
    generator = torch.Generator().manual_seed(0)
    image = torch.zeros(SIZE, SIZE)
    # The letter F has no symmetry: each turn and flip shows.
    image[12:52, 20:28] = image[12:20, 20:46] = image[28:36, 20:40] = 1.0
    image = image * torch.linspace(0.4, 1, SIZE)[:, None]
    angles = torch.linspace(-math.pi / 2, math.pi / 2, 32)
    flips = torch.arange(32) % 2 == 1
    corners = torch.randint(0, SIZE - CROP + 1, (32, 2), generator=generator)
    return image.repeat(32, 1, 1), angles, flips, corners


def rotate(image, angle):
    """Return the image turned against the clock about its middle; outside is 0."""
    height, width = image.shape
    y = torch.arange(height) - (height - 1) / 2
    x = torch.arange(width) - (width - 1) / 2
    y, x = torch.meshgrid(y, x, indexing="ij")
    cos, sin = angle.cos(), angle.sin()
    # Where each pixel of the result comes from; grid_sample counts from -1 to 1, edge to edge.
    grid = torch.stack([(cos * x - sin * y) * 2 / width, (sin * x + cos * y) * 2 / height], -1)
    sample = torch.nn.functional.grid_sample
    return sample(image[None, None], grid[None], mode="bilinear", align_corners=False)[0, 0]


def flip(image, flag):
    """Return the image, mirrored left to right where the flag is set."""
    return torch.where(flag, image.flip(-1), image)


def crop(image, corner):
    """Return the window of 40 x 40 pixels whose first row and column are the corner."""
    # A slice needs Python numbers, an index does not.
    rows, columns = corner[:, None] + torch.arange(CROP)
    return image[rows[:, None], columns]


def change(image, angle, flag, corner):
    """Rotate, flip, then crop: shape (64, 64) becomes (40, 40)."""
    return crop(flip(rotate(image, angle), flag), corner)


def loop(images, angles, flips, corners):
    """Return the changed images, one after the other, shape (32, 40, 40)."""
    rows = zip(images, angles, flips, corners, strict=True)
    return torch.stack([change(*row) for row in rows])


def batched(images, angles, flips, corners):
    """Return the same in one call."""
    return torch.vmap(change)(images, angles, flips, corners)


def draw(path, language="en"):
    """Draw four of the images, with the window in red, and what is cut out."""
    import matplotlib.pyplot as plt

    images, angles, flips, corners = inputs()
    turned = torch.vmap(rotate)(images, angles)
    results = batched(images, angles, flips, corners)
    words = {"en": (", flipped", ", not flipped"), "ja": ("、反転あり", "、反転なし")}[language]
    figure, panels = plt.subplots(2, 4, figsize=(8, 4.4), layout="constrained")
    for column, number in enumerate((0, 9, 18, 31)):
        top, bottom = panels[:, column]
        picture = flip(turned[number], flips[number])
        for panel, pixels in ((top, picture), (bottom, results[number])):
            panel.imshow(pixels, cmap="gray", vmin=0, vmax=1, interpolation="none")
            panel.set(xticks=[], yticks=[])
        y, x = corners[number].tolist()
        top.add_patch(
            plt.Rectangle((x - 0.5, y - 0.5), CROP, CROP, fill=False, color="#d62728", lw=2)
        )
        degrees = math.degrees(angles[number])
        top.set_title(f"{degrees:.0f}°{words[0] if flips[number] else words[1]}", fontsize=11)
    figure.savefig(path)


def main():
    """Check against SciPy and NumPy and print."""
    arguments = inputs()
    results = batched(*arguments)
    for image, angle, flag, corner, result in zip(*arguments, results, strict=True):
        turned = scipy.ndimage.rotate(
            image.double().numpy(),
            math.degrees(angle),
            reshape=False,
            order=1,
            mode="grid-constant",
        )
        y, x = corner.tolist()
        expected = (np.fliplr(turned) if flag else turned)[y : y + CROP, x : x + CROP]
        assert np.abs(result.numpy() - expected).max() < 1e-4
    assert torch.allclose(results, loop(*arguments), atol=1e-6)
    print("shape:", tuple(results.shape))
    images, _, _, corners = arguments
    quarter = rotate(images[0], torch.tensor(math.pi / 2))
    print("a quarter turn equals rot90:", torch.allclose(quarter, images[0].rot90(), atol=1e-4))
    print("corners:", corners[:3].tolist())


if __name__ == "__main__":
    main()
