"""Add, subtract, multiply and divide: the monthly payments of many loans."""

import torch


def inputs():
    """Return amounts, monthly rates and numbers of months, each of shape (200,), float64."""
    generator = torch.Generator().manual_seed(0)
    kind = {"generator": generator, "dtype": torch.float64}
    amounts = 1000 + 9000 * torch.rand(200, **kind)
    rates = 0.001 + 0.01 * torch.rand(200, **kind)
    months = torch.randint(12, 121, (200,), generator=generator)
    return amounts, rates, months


def payment(amount, rate, months):
    """Return the payment a month of one loan: A r / (1 - (1 + r)^-n)."""
    return amount * rate / (1 - (1 + rate) ** -months)


def loop(amounts, rates, months):
    """Return the payments, one loan after the other, shape (200,)."""
    rows = zip(amounts, rates, months, strict=True)
    return torch.stack([payment(*row) for row in rows])


def batched(amounts, rates, months):
    """Return the same in one call."""
    return torch.vmap(payment)(amounts, rates, months)


def left_over(amount, rate, months, paid):
    """Return the debt after the last payment, month by month in Python floats."""
    debt = amount.item()
    for _ in range(months):
        debt += debt * rate.item() - paid.item()
    return debt


def draw(path, language="en"):
    """Draw the payment for 1000 against the rate, for three terms."""
    import matplotlib.pyplot as plt

    words = {"en": ("rate a month, %", "payment", "months"), "ja": ("月利（%）", "返済額", "か月")}
    rate, pay, unit = words[language]
    rates = torch.linspace(0.001, 0.011, 50, dtype=torch.float64)
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    for months in (12, 36, 120):
        every = torch.vmap(payment, in_dims=(None, 0, None))(1000.0, rates, months)
        panel.plot(100 * rates, every, label=f"{months} {unit}")
    panel.set(xlabel=rate, ylabel=pay, ylim=(0, None))
    panel.legend()
    figure.savefig(path)


def main():
    """Check that the payments clear the debts, and against broadcasting."""
    amounts, rates, months = inputs()
    paid = batched(amounts, rates, months)
    assert torch.allclose(paid, loop(amounts, rates, months))
    rows = zip(amounts, rates, months, paid, strict=True)
    worst = max(abs(left_over(*row)) for row in rows)
    assert worst < 1e-6
    # The operators broadcast already: the same line takes the vectors as they are.
    assert torch.equal(payment(amounts, rates, months), paid)
    print("1000 at 1 % in 12 months:", f"{payment(1000.0, torch.tensor(0.01), 12):.2f}")
    print("loans:", len(paid))
    print("left over after the last payment, below:", 1e-6)


if __name__ == "__main__":
    main()
