"""Logistic regression: five folds times nine strengths of the penalty, all fitted at once."""

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

STEPS = 12


def inputs():
    """Return features (569, 30), labels (569,), training masks (5, 569) and strengths (9,)."""
    # The data set is part of scikit-learn; label 1 is a benign tumour.
    features, labels = load_breast_cancer(return_X_y=True)
    generator = torch.Generator().manual_seed(0)
    fold = torch.randperm(len(labels), generator=generator) % 5
    masks = (fold != torch.arange(5)[:, None]).double()
    strengths = torch.logspace(-1, 3, 9, dtype=torch.float64)
    return torch.tensor(features), torch.tensor(labels).double(), masks, strengths


def fit(features, labels, mask, strength):
    """Return the coefficients (31,) by Newton steps, and loss and accuracy outside the mask."""
    # The scale is learnt from the training rows only, as everything else.
    mean = mask @ features / mask.sum()
    spread = (mask @ (features - mean) ** 2 / mask.sum()).sqrt()
    ones = torch.ones_like(labels)[:, None]
    design = torch.cat([ones, (features - mean) / spread], 1)
    # The intercept is not penalised.
    penalty = strength * (torch.arange(31) > 0)
    coefficients = torch.zeros(31, dtype=features.dtype)
    # vmap cannot stop at a value, so the number of steps is fixed.
    for _ in range(STEPS):
        chance = torch.sigmoid(design @ coefficients)
        gradient = design.T @ (mask * (chance - labels)) + penalty * coefficients
        curvature = design.T @ ((mask * chance * (1 - chance))[:, None] * design)
        step = torch.linalg.solve(curvature + torch.diag(penalty), gradient)
        coefficients = coefficients - step
    score = design @ coefficients
    rest = (1 - mask) / (1 - mask).sum()
    loss = rest @ torch.nn.functional.softplus(torch.where(labels > 0, -score, score))
    return coefficients, loss, rest @ ((score > 0) == (labels > 0)).double()


def loop(features, labels, masks, strengths):
    """Return the same three results, one fit after the other, each with the shape (5, 9, ...)."""
    fits = [[fit(features, labels, mask, s) for s in strengths] for mask in masks]
    return tuple(
        torch.stack([torch.stack([one[part] for one in row]) for row in fits]) for part in range(3)
    )


def batched(features, labels, masks, strengths):
    """Return coefficients (5, 9, 31), losses (5, 9) and accuracies (5, 9) in one call."""
    each_strength = torch.vmap(fit, in_dims=(None, None, None, 0))
    each_fold = torch.vmap(each_strength, in_dims=(None, None, 0, None))
    return each_fold(features, labels, masks, strengths)


def draw(path, language="en"):
    """Draw the loss on held-out rows, and the coefficients of the first fold."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("strength of the penalty", "held-out loss", "one fold", "mean", "coefficient"),
        "ja": ("正則化の強さ", "検証データの損失", "各分割", "平均", "係数"),
    }[language]
    *_, strengths = arguments = inputs()
    coefficients, losses, _ = batched(*arguments)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for fold, row in enumerate(losses):
        label = words[2] if fold == 0 else None
        left.plot(strengths, row, color="tab:orange", lw=1, alpha=0.7, label=label)
    left.plot(strengths, losses.mean(0), color="black", lw=2, label=words[3])
    left.legend(frameon=False, fontsize=10)
    left.set(xscale="log", xlabel=words[0], ylabel=words[1])
    right.plot(strengths, coefficients[0, :, 1:], lw=1)
    right.axhline(0, color="black", lw=0.6)
    right.set(xscale="log", xlabel=words[0], ylabel=words[4])
    figure.savefig(path)


def main():
    """Check against scikit-learn, which fits the training rows of each fold alone."""
    features, labels, masks, strengths = arguments = inputs()
    results = batched(*arguments)
    torch.testing.assert_close(results, loop(*arguments))
    coefficients, losses, accuracies = results
    for i, mask in enumerate(masks.bool()):
        for j, strength in enumerate(strengths.tolist()):
            model = LogisticRegression(C=1 / strength, solver="newton-cholesky", tol=1e-10)
            pipeline = make_pipeline(StandardScaler(), model)
            pipeline.fit(features[mask].numpy(), labels[mask].numpy())
            expected = torch.tensor([*model.intercept_, *model.coef_[0]])
            torch.testing.assert_close(coefficients[i, j], expected, rtol=1e-5, atol=1e-7)
            accuracy = pipeline.score(features[~mask].numpy(), labels[~mask].numpy())
            assert abs(float(accuracies[i, j]) - accuracy) < 1e-9
    best = int(losses.mean(0).argmin())
    print("coefficients:", tuple(coefficients.shape))
    print("held-out loss:", [round(x, 3) for x in losses.mean(0).tolist()])
    print(f"best strength: {strengths[best]:.2f}, accuracy {accuracies[:, best].mean():.3f}")


if __name__ == "__main__":
    main()
