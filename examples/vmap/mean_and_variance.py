"""Mean, variance and standard deviation of many resamples: the bootstrap."""

import numpy as np
import torch


def inputs():
    """Return 1000 rows of indices, shape (1000, 40), and one sample, shape (40,), float64."""
    generator = torch.Generator().manual_seed(0)
    sample = -torch.rand(40, generator=generator, dtype=torch.float64).log()
    return torch.randint(0, 40, (1000, 40), generator=generator), sample


def statistics(index, sample):
    """Return mean, variance and standard deviation of one resample, shape (3,)."""
    resample = sample[index]
    # correction=1 divides by n - 1, the default of torch; NumPy's default is 0.
    return torch.stack([resample.mean(), resample.var(correction=1), resample.std(correction=1)])


def loop(indices, sample):
    """Return the statistics, one resample after the other, shape (1000, 3)."""
    return torch.stack([statistics(index, sample) for index in indices])


def batched(indices, sample):
    """Return the same in one call; the sample is not batched."""
    return torch.vmap(statistics, in_dims=(0, None))(indices, sample)


def interval(values, level=0.9):
    """Return the two quantiles that hold the middle ``level`` of the values, shape (2,)."""
    edge = (1 - level) / 2
    return torch.quantile(values, torch.tensor([edge, 1 - edge], dtype=values.dtype))


def draw(path, language="en"):
    """Draw the means of the resamples and the interval."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("mean of a resample", "count", "middle 90 %"),
        "ja": ("再標本の平均", "個数", "中央の90%"),
    }[language]
    means = batched(*inputs())[:, 0]
    low, high = interval(means).tolist()
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    panel.hist(means, bins=30)
    panel.axvspan(low, high, alpha=0.2, color="tab:orange", label=words[2])
    panel.set(xlabel=words[0], ylabel=words[1])
    panel.legend()
    figure.savefig(path)


def main():
    """Check against NumPy, and the spread of the means against its formula."""
    indices, sample = inputs()
    found = batched(indices, sample)
    assert torch.allclose(found, loop(indices, sample))
    rows = sample.numpy()[indices.numpy()]
    expected = np.stack([rows.mean(1), rows.var(1, ddof=1), rows.std(1, ddof=1)], axis=1)
    assert np.allclose(found.numpy(), expected)
    # The standard error of a mean is the standard deviation over the square root of n.
    formula = sample.std(correction=0) / len(sample) ** 0.5
    assert abs(found[:, 0].std() / formula - 1) < 0.1
    low, high = interval(found[:, 0]).tolist()
    print("mean of the sample:", f"{sample.mean():.3f}")
    print("90 % interval:", f"{low:.2f} to {high:.2f}")
    print("mean variance over that of the sample:", f"{found[:, 1].mean() / sample.var():.2f}")


if __name__ == "__main__":
    main()
