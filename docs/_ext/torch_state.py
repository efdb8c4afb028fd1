"""Puts torch's global state back, so that no page depends on the page before it."""


def reset():
    """Set dtype, device, seed, threads, gradient mode, determinism and Dynamo to their defaults."""
    import random
    import warnings

    import torch

    # The number that torch began with is known only to the first call.
    reset.threads = getattr(reset, "threads", torch.get_num_threads())
    torch.set_num_threads(reset.threads)
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
