"""Sine and cosine: a rotation in space for each of many axes and angles."""

import numpy as np
import torch
from scipy.spatial.transform import Rotation


def inputs():
    """Return 200 rotation vectors, shape (200, 3), float64: axis times angle in radians."""
    generator = torch.Generator().manual_seed(0)
    return (2 * torch.randn(200, 3, generator=generator, dtype=torch.float64),)


def rotation(vector):
    """Return the matrix of one rotation vector, shape (3, 3), by Rodrigues' formula."""
    angle = torch.linalg.norm(vector)
    x, y, z = (vector / angle).unbind()
    zero = torch.zeros_like(x)
    cross = torch.stack([zero, -z, y, z, zero, -x, -y, x, zero]).reshape(3, 3)
    one = torch.eye(3, dtype=vector.dtype)
    return one + torch.sin(angle) * cross + (1 - torch.cos(angle)) * (cross @ cross)


def loop(vectors):
    """Return the matrices, one after the other, shape (200, 3, 3)."""
    return torch.stack([rotation(vector) for vector in vectors])


def batched(vectors):
    """Return the same in one call."""
    return torch.vmap(rotation)(vectors)


def turning(angles):
    """Return the path of the point (1, 0, 0) about the axis (1, 1, 1), shape (N, 3)."""
    axis = torch.ones(3, dtype=torch.float64) / 3**0.5
    return torch.vmap(lambda angle: rotation(angle * axis)[:, 0])(angles)


def draw(path, language="en"):
    """Draw the three coordinates of a point that turns about (1, 1, 1)."""
    import matplotlib.pyplot as plt

    words = {"en": ("angle, degrees", "coordinate"), "ja": ("角度（度）", "座標")}[language]
    angles = torch.linspace(0.01, 2 * torch.pi, 100, dtype=torch.float64)
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    for values, name in zip(turning(angles).T, "xyz", strict=True):
        panel.plot(torch.rad2deg(angles), values, label=name)
    panel.set(xlabel=words[0], ylabel=words[1])
    panel.legend()
    figure.savefig(path)


def main():
    """Check against SciPy, and that each matrix is a rotation."""
    (vectors,) = inputs()
    matrices = batched(vectors)
    assert torch.allclose(matrices, loop(vectors))
    assert np.allclose(matrices, Rotation.from_rotvec(vectors.numpy()).as_matrix())
    assert torch.allclose(torch.linalg.det(matrices), torch.ones(200, dtype=torch.float64))
    # A third of a turn about (1, 1, 1) exchanges the axes: x becomes y.
    third = turning(torch.tensor([2 * torch.pi / 3], dtype=torch.float64))[0]
    # The formula divides by the angle: no turn at all gives NaN.
    still = rotation(torch.zeros(3, dtype=torch.float64))
    print("matrices:", tuple(matrices.shape))
    print("a third of a turn:", [round(value, 6) + 0.0 for value in third.tolist()])
    print("a rotation by 0 is NaN:", bool(still.isnan().any()))


if __name__ == "__main__":
    main()
