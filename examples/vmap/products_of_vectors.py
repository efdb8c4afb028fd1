"""Inner, outer and cross products: areas and angles of many triangles in space."""

import torch


def inputs():
    """Return the corners of 300 triangles, shape (300, 3, 3): triangle, corner, coordinate."""
    generator = torch.Generator().manual_seed(0)
    return (torch.randn(300, 3, 3, generator=generator, dtype=torch.float64),)


def triangle(corners):
    """Return the area and the angle in degrees at the first corner; corners has shape (3, 3)."""
    u, v = corners[1] - corners[0], corners[2] - corners[0]
    area = torch.linalg.norm(torch.linalg.cross(u, v)) / 2
    cosine = torch.dot(u, v) / torch.sqrt(torch.dot(u, u) * torch.dot(v, v))
    return area, torch.rad2deg(torch.acos(cosine))


def loop(corners):
    """Return areas and angles, one triangle after the other, each of shape (300,)."""
    found = [triangle(each) for each in corners]
    return torch.stack([area for area, _ in found]), torch.stack([angle for _, angle in found])


def batched(corners):
    """Return the same in one call."""
    return torch.vmap(triangle)(corners)


def heron(corners):
    """Return the areas by Heron's formula, which knows the sides alone, shape (300,)."""
    a, b, c = torch.linalg.norm(corners - corners.roll(1, dims=1), dim=-1).unbind(-1)
    s = (a + b + c) / 2
    return torch.sqrt(s * (s - a) * (s - b) * (s - c))


def projections(directions):
    """Return u u^T / (u . u) of each row, shape (N, 3) to (N, 3, 3)."""
    return torch.vmap(lambda u: torch.outer(u, u) / torch.dot(u, u))(directions)


def draw(path, language="en"):
    """Draw the area of each triangle against its angle."""
    import matplotlib.pyplot as plt

    words = {"en": ("angle, degrees", "area"), "ja": ("角度（度）", "面積")}[language]
    areas, angles = batched(*inputs())
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    panel.scatter(angles, areas, s=9)
    panel.set(xlabel=words[0], ylabel=words[1], xlim=(0, 180), ylim=(0, None))
    figure.savefig(path)


def main():
    """Check areas against Heron, angles against their sum, projections by doing them twice."""
    (corners,) = inputs()
    areas, angles = batched(corners)
    assert torch.allclose(areas, loop(corners)[0])
    assert torch.allclose(areas, heron(corners))
    every = sum(batched(corners.roll(shift, dims=1))[1] for shift in range(3))
    assert torch.allclose(every, torch.full_like(every, 180))
    projected = projections(corners[:, 0])
    assert torch.allclose(projected @ projected, projected)
    right = torch.tensor([[0.0, 0, 0], [3, 0, 0], [0, 4, 0]])
    area, angle = triangle(right)
    print("legs 3 and 4:", f"area {area:.1f}, angle {angle:.1f}")
    print("mean area of the 300:", f"{areas.mean():.3f}")
    print("obtuse at the first corner:", int((angles > 90).sum()))


if __name__ == "__main__":
    main()
