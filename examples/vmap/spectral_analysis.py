"""Spectrograms of sounds, each with a window of its own, and the loudest frequency in time."""

import numpy as np
import scipy.signal
import torch

RATE, WINDOW, HOP = 8000, 256, 64


def frequency():
    """Return the frequency of each sweep at each sample in Hz, shape (16, 8000)."""
    start, end = torch.linspace(500, 1500, 16)[:, None], torch.linspace(2500, 1500, 16)[:, None]
    return start + (end - start) * torch.arange(RATE) / RATE


def inputs():
    """Return 16 sweeps of a second (16, 8000), each with a weak tone of 3 kHz, and 16 betas."""
    # The phase is the sum of the frequency; double keeps it precise.
    phase = 2 * torch.pi * frequency().double().cumsum(1) / RATE
    weak = 0.001 * torch.sin(2 * torch.pi * 3000 * torch.arange(RATE, dtype=torch.double) / RATE)
    return (torch.sin(phase) + weak).float(), torch.linspace(0, 15, 16)


def kaiser(beta):
    """Return Kaiser's window of 256 samples: a greater beta has lower side lobes, a wider peak."""
    place = torch.arange(WINDOW) * 2 / WINDOW - 1
    return torch.special.i0(beta * torch.sqrt(1 - place**2)) / torch.special.i0(beta)


def spectrogram(sound, beta):
    """Return the size of each frequency in each frame, shape (122, 129); a sine of 1 gives 1."""
    window = kaiser(beta)
    frames = sound.unfold(0, WINDOW, HOP)
    return torch.fft.rfft(frames * window).abs() * 2 / window.sum()


def loudest(sizes):
    """Return the loudest frequency of each frame in Hz: the top of a parabola in decibels."""
    peak = sizes[:, 1:-1].argmax(1, keepdim=True) + 1
    left, middle, right = sizes.log().gather(1, peak + torch.tensor([-1, 0, 1])).unbind(1)
    return (peak[:, 0] + (left - right) / (2 * (left - 2 * middle + right))) * RATE / WINDOW


def analyse(sound, beta):
    """Return the spectrogram and the loudest frequencies of one sound."""
    sizes = spectrogram(sound, beta)
    return sizes, loudest(sizes)


def loop(sounds, betas):
    """Return the spectrograms (16, 122, 129) and frequencies (16, 122), one after the other."""
    results = [analyse(sound, beta) for sound, beta in zip(sounds, betas, strict=True)]
    return tuple(torch.stack(stack) for stack in zip(*results, strict=True))


def batched(sounds, betas):
    """Return the same in one call."""
    return torch.vmap(analyse)(sounds, betas)


def draw(path, language="en"):
    """Draw three spectrograms in decibels."""
    import matplotlib.pyplot as plt

    sounds, betas = inputs()
    sizes, _ = batched(sounds, betas)
    words = {"en": ("seconds", "kHz", "decibels"), "ja": ("秒", "kHz", "デシベル")}[language]
    figure, panels = plt.subplots(1, 3, figsize=(8, 3.2), sharey=True, layout="constrained")
    for panel, number in zip(panels, (0, 6, 12), strict=True):
        decibels = 20 * sizes[number].clamp(min=1e-6).log10().T
        picture = panel.imshow(
            decibels, origin="lower", extent=(0.012, 0.988, 0, 4), aspect="auto", vmin=-100, vmax=0
        )
        picture.set_interpolation("none")
        panel.set(title=f"β = {betas[number]:.0f}", xlabel=words[0])
    panels[0].set_ylabel(words[1])
    figure.colorbar(picture, label=words[2])
    figure.savefig(path)


def main():
    """Check against SciPy and the known frequencies and print."""
    sounds, betas = inputs()
    sizes, tracks = batched(sounds, betas)
    for sound, beta, size in zip(sounds.double().numpy(), betas, sizes, strict=True):
        window = scipy.signal.windows.kaiser(WINDOW, beta.item(), sym=False)
        transform = scipy.signal.ShortTimeFFT(window, HOP, RATE, scale_to="magnitude")
        # SciPy counts a frame by its middle: the first whole one is frame 2.
        expected = np.abs(transform.stft(sound, p0=2, p1=2 + len(size))).T * 2
        assert np.allclose(size, expected, atol=1e-5)
    for one, other in zip((sizes, tracks), loop(sounds, betas), strict=True):
        assert torch.allclose(one, other, rtol=1e-3, atol=1e-5)
    print("shapes:", tuple(sizes.shape), tuple(tracks.shape))
    middles = frequency()[:, WINDOW // 2 :: HOP][:, : tracks.shape[1]]
    errors = (tracks - middles).abs().amax(1)
    print("a bin is", RATE / WINDOW, "Hz wide")
    for number in (0, 6, 12):
        print(f"beta {betas[number]:.0f}: frequency within {errors[number]:.1f} Hz")


if __name__ == "__main__":
    main()
