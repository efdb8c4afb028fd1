"""Products, transposes and inverses: the least-squares plane through each of many point clouds."""

import numpy as np
import torch


def inputs():
    """Return 50 clouds: positions with a 1, shape (50, 30, 3), and heights, shape (50, 30)."""
    generator = torch.Generator().manual_seed(0)
    kind = {"generator": generator, "dtype": torch.float64}
    positions = torch.cat(
        [torch.rand(50, 30, 2, **kind), torch.ones(50, 30, 1, dtype=torch.float64)], dim=-1
    )
    planes = torch.randn(50, 3, **kind)
    noise = 0.05 * torch.randn(50, 30, **kind)
    return positions, (positions @ planes[..., None])[..., 0] + noise


def plane(a, y):
    """Return the coefficients of one plane, (a^T a)^-1 a^T y, shape (3,)."""
    return torch.linalg.inv(a.T @ a) @ (a.T @ y)


def loop(positions, heights):
    """Return the planes, one cloud after the other, shape (50, 3)."""
    return torch.stack([plane(a, y) for a, y in zip(positions, heights, strict=True)])


def batched(positions, heights):
    """Return the same in one call."""
    return torch.vmap(plane)(positions, heights)


def error_of_inverse(n):
    """Return the condition number of the n by n Hilbert matrix and the error of its inverse."""
    i = torch.arange(n, dtype=torch.float64)
    hilbert = 1 / (i[:, None] + i + 1)
    error = (torch.linalg.inv(hilbert) @ hilbert - torch.eye(n, dtype=torch.float64)).abs().max()
    return torch.linalg.cond(hilbert).item(), error.item()


def draw(path, language="en"):
    """Draw the error of the inverse against the condition number."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("condition number", "largest error of the inverse"),
        "ja": ("条件数", "逆行列の最大誤差"),
    }[language]
    condition, error = zip(*(error_of_inverse(n) for n in range(2, 11)), strict=True)
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    panel.loglog(condition, error, "o-")
    panel.set(xlabel=words[0], ylabel=words[1])
    figure.savefig(path)


def main():
    """Check against NumPy's least squares, and against torch's, which takes batches itself."""
    positions, heights = inputs()
    planes = batched(positions, heights)
    assert torch.allclose(planes, loop(positions, heights))
    for a, y, found in zip(positions.numpy(), heights.numpy(), planes.numpy(), strict=True):
        assert np.allclose(np.linalg.lstsq(a, y, rcond=None)[0], found)
    # lstsq does not form a^T a, whose condition number is the square of that of a.
    assert torch.allclose(torch.linalg.lstsq(positions, heights[..., None])[0][..., 0], planes)
    errors = [error_of_inverse(n)[1] for n in (3, 10)]
    print("planes:", tuple(planes.shape))
    print("inverse of the 3 by 3 Hilbert matrix is good to 1e-10:", errors[0] < 1e-10)
    print("that of the 10 by 10 one is good to 1e-6:", errors[1] < 1e-6)


if __name__ == "__main__":
    main()
