"""Puts torch's global state back, so that no page depends on the page before it."""


def reset():
    """Set dtype, device, seed, gradient mode, determinism and Dynamo to their defaults."""
    import random
    import warnings

    import torch

    random.seed(0)
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)
    torch.use_deterministic_algorithms(False)
    torch.set_printoptions(profile="default")
    torch.compiler.reset()
    torch.compiler.set_stance("default")
    warnings.resetwarnings()
    warnings.simplefilter("ignore", DeprecationWarning)
