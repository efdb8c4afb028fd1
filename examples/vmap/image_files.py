"""Load images from files, equalize the histogram of each in one call, and save them."""

import tempfile
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageOps

COUNT, HEIGHT, WIDTH = 16, 96, 128


def pictures():
    """Return dull grey pictures of hills, shape (16, 96, 128), uint8; each has its own haze."""
    generator = torch.Generator().manual_seed(0)
    y, x = torch.linspace(0, 1, HEIGHT)[:, None], torch.linspace(0, 1, WIDTH)
    phase, haze = torch.rand(2, COUNT, 4, generator=generator)
    images = torch.zeros(COUNT, HEIGHT, WIDTH) + (1 - y)
    for hill in range(4):
        ridge = 0.35 + 0.16 * hill + 0.08 * torch.sin(9 * x + 6.3 * phase[:, hill, None])
        shade = 0.7 - 0.2 * hill + 0.1 * torch.sin(40 * y + 25 * x)
        images = torch.where(y > ridge[:, None], shade, images)
    low, width = 20 + 120 * haze[:, 0], 30 + 60 * haze[:, 1]
    return (low[:, None, None] + width[:, None, None] * images).to(torch.uint8)


def save(image, path):
    """Write a grey image of shape (height, width); the name's ending decides the format."""
    Image.fromarray(image.numpy()).save(path)


def load(path):
    """Return a grey image of shape (height, width)."""
    with Image.open(path) as image:
        # np.asarray would give memory that must not be written to.
        return torch.from_numpy(np.array(image.convert("L")))


def inputs():
    """Write the pictures to files and load them again: one file at a time, then one stack."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number:02}.png" for number in range(COUNT)]
        for image, path in zip(pictures(), paths, strict=True):
            save(image, path)
        return (torch.stack([load(path) for path in paths]),)


def equalize(image):
    """Return an image whose grey levels are spread evenly, by the integer rule of Pillow."""
    levels = image.flatten().long()
    counts = torch.zeros(256, dtype=torch.long).scatter_add(0, levels, torch.ones_like(levels))
    darker = counts.cumsum(0) - counts
    # How many pixels share one new level; the brightest level of the image does not count.
    step = torch.where(counts > 0, darker, 0).max() // 255
    table = (darker + step // 2) // step.clamp(min=1)
    # An image of one level stays as it is: an if on a value is not possible under vmap.
    table = torch.where(step > 0, table, torch.arange(256)).clamp(max=255).to(torch.uint8)
    return table.gather(0, levels).reshape(image.shape)


def loop(images):
    """Return the equalized images, one after the other."""
    return torch.stack([equalize(image) for image in images])


def batched(images):
    """Return the same in one call."""
    return torch.vmap(equalize)(images)


def draw(path, language="en"):
    """Draw three images before and after."""
    import matplotlib.pyplot as plt

    (images,) = inputs()
    words = {"en": ("loaded", "equalized"), "ja": ("読み込んだ画像", "平坦化した画像")}[language]
    figure, panels = plt.subplots(2, 3, figsize=(8, 4.3), layout="constrained")
    for row, stack, word in zip(panels, (images, batched(images)), words, strict=True):
        for panel, number in zip(row, (0, 1, 2), strict=True):
            panel.imshow(stack[number], cmap="gray", vmin=0, vmax=255, interpolation="none")
            panel.set(xticks=[], yticks=[], title=f"{word} {number}")
    figure.savefig(path)


def main():
    """Check against Pillow and print."""
    (images,) = inputs()
    results = batched(images)
    expected = [np.array(ImageOps.equalize(Image.fromarray(image.numpy()))) for image in images]
    assert (results.numpy() == np.stack(expected)).all()
    assert torch.equal(results, loop(images))
    print("shape:", tuple(results.shape), results.dtype)
    for number in (0, 1):
        before, after = (stack[number].aminmax() for stack in (images, results))
        print(f"levels of image {number}: {before.min}-{before.max}, then {after.min}-{after.max}")
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("png", "jpg"):
            path = Path(folder) / f"0.{ending}"
            save(results[0], path)
            print(ending, "gives back the same:", torch.equal(load(path), results[0]))


if __name__ == "__main__":
    main()
