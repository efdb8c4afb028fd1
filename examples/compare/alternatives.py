"""Three jobs over a batch, each done with vmap and with what else people use."""

import warnings

import autograd
import autograd.numpy as anp
import jax
import jax.numpy as jnp
import numba
import numpy as np
import torch
from torch.func import grad, vmap

# The default backend needs a C++ compiler; the benchmark uses it where there is one.
BACKEND = "aot_eager"


# Elementwise: a damped wave of each value, shape (N, 16).


def wave(x):
    """Return the wave of a tensor of any shape."""
    return torch.sin(x) * torch.exp(-x)


@numba.njit
def wave_numba(x):
    """Return the wave of a NumPy array of shape (N, 16), one value at a time."""
    out = np.empty_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[i, j] = np.sin(x[i, j]) * np.exp(-x[i, j])
    return out


# Matrix product: N pairs of matrices, shapes (N, 4, 4) and (N, 4, 4).


@numba.njit
def product_numba(a, b):
    """Return the products of NumPy arrays, one pair at a time."""
    out = np.empty_like(a)
    for i in range(a.shape[0]):
        np.dot(a[i], b[i], out[i])
    return out


# Per-sample gradients of a squared error: weights (8,), inputs (N, 8), targets (N,).


def loss(w, x, y):
    """Return the squared error of one sample."""
    return (torch.tanh(x @ w) - y) ** 2


def loss_numpy(w, x, y, np=np):
    """Return the same for NumPy, HIPS autograd and JAX."""
    return (np.tanh(np.dot(x, w)) - y) ** 2


def gradient_by_hand(w, x, y):
    """Return the gradients from the formula, shape (N, 8); the chain rule was done on paper."""
    guess = torch.tanh(x @ w)
    return (2 * (guess - y) * (1 - guess**2)).unsqueeze(-1) * x


def gradient_in_loop(w, x, y):
    """Return the gradients from one backward pass a sample."""
    w = w.detach().requires_grad_()
    rows = [torch.autograd.grad(loss(w, *sample), w)[0] for sample in zip(x, y, strict=True)]
    return torch.stack(rows)


@numba.njit
def gradient_numba(w, x, y):
    """Return the gradients from the formula, one sample at a time."""
    out = np.empty_like(x)
    for i in range(x.shape[0]):
        guess = np.tanh(np.dot(x[i], w))
        for j in range(x.shape[1]):
            out[i, j] = 2 * (guess - y[i]) * (1 - guess**2) * x[i, j]
    return out


def scripted(function):
    """Return ``function`` as TorchScript, without its deprecation warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return torch.jit.script(function)


def ways(backend=BACKEND):
    """Return for each job the ways to do it; each takes and returns what its library works on."""
    wave_jax = jax.jit(jax.vmap(lambda x: jnp.sin(x) * jnp.exp(-x)))
    gradient = vmap(grad(loss), (None, 0, 0))
    gradient_jax = jax.grad(lambda w, x, y: loss_numpy(w, x, y, jnp))
    gradient_hips = autograd.grad(lambda w, x, y: loss_numpy(w, x, y, anp))
    return {
        "elementwise": {
            "loop": lambda x: torch.stack([wave(row) for row in x]),
            "broadcasting": wave,
            "torch.vmap": vmap(wave),
            "torch.compile": torch.compile(wave, backend=backend, dynamic=True),
            "TorchScript": scripted(wave),
            "numba": wave_numba,
            "HIPS autograd": lambda x: anp.sin(x) * anp.exp(-x),
            "JAX": wave_jax,
        },
        "matrix product": {
            "loop": lambda a, b: torch.stack([m @ n for m, n in zip(a, b, strict=True)]),
            "bmm": torch.bmm,
            "einsum": lambda a, b: torch.einsum("nij,njk->nik", a, b),
            "torch.vmap": vmap(torch.mm),
            "torch.compile": torch.compile(torch.bmm, backend=backend, dynamic=True),
            "TorchScript": scripted(lambda_free_bmm),
            "numba": product_numba,
            "HIPS autograd": anp.matmul,
            "JAX": jax.jit(jax.vmap(jnp.matmul)),
        },
        "per-sample gradients": {
            "loop": gradient_in_loop,
            "by hand": gradient_by_hand,
            "torch.vmap": gradient,
            "torch.compile": torch.compile(gradient, backend=backend, dynamic=True),
            "TorchScript": scripted(gradient_by_hand),
            "numba": gradient_numba,
            "HIPS autograd": lambda w, x, y: np.stack(
                [gradient_hips(w, *sample) for sample in zip(x, y, strict=True)]
            ),
            "JAX": jax.jit(jax.vmap(gradient_jax, (None, 0, 0))),
        },
    }


def lambda_free_bmm(a, b):
    """Return the products; TorchScript compiles no built-in function by itself."""
    return torch.bmm(a, b)


def inputs(job, size):
    """Return the tensors of ``job`` for a batch of ``size``."""
    generator = torch.Generator().manual_seed(0)
    shapes = {
        "elementwise": [(size, 16)],
        "matrix product": [(size, 4, 4), (size, 4, 4)],
        "per-sample gradients": [(8,), (size, 8), (size,)],
    }[job]
    return [torch.rand(shape, generator=generator) for shape in shapes]


def converted(way, tensors):
    """Return the inputs as the library wants them."""
    if way in ("numba", "HIPS autograd"):
        return [tensor.numpy() for tensor in tensors]
    return [jnp.asarray(tensor.numpy()) for tensor in tensors] if way == "JAX" else tensors


def main():
    """Check that every way gives the result of the loop."""
    for job, functions in ways().items():
        tensors = inputs(job, 5)
        expected = functions["loop"](*tensors)
        for way, function in functions.items():
            result = torch.tensor(np.asarray(function(*converted(way, tensors))))
            assert torch.allclose(result, expected, atol=1e-5), (job, way)
        print(f"{job}: {', '.join(functions)} agree, shape {tuple(expected.shape)}")


if __name__ == "__main__":
    main()
