"""Ten vowels by source and filter, each with its own pitch, formants and length."""

import wave

import numpy as np
import scipy.signal
import torch

RATE, SAMPLES, HARMONICS = 8000, 4000, 40
WIDTHS = torch.tensor([60, 90, 150], dtype=torch.double)
# Mean pitches and formants in Hz: Peterson and Barney (1952), J. Acoust. Soc. Am. 24.
VOWELS = "ieaou"
MEN = [[270, 2290, 3010], [530, 1840, 2480], [730, 1090, 2440], [570, 840, 2410], [300, 870, 2240]]
WOMEN = [
    [310, 2790, 3310],
    [610, 2330, 2990],
    [850, 1220, 2810],
    [590, 920, 2710],
    [370, 950, 2670],
]


def inputs():
    """Return pitches in Hz (10,), formants in Hz (10, 3) and lengths in seconds (10,)."""
    pitches = torch.tensor([136, 130, 124, 129, 141, 235, 223, 212, 216, 231], dtype=torch.double)
    lengths = torch.linspace(0.5, 0.3, 10, dtype=torch.double)
    return pitches, torch.tensor(MEN + WOMEN, dtype=torch.double), lengths


def resonator(formants):
    """Return what each of three filters takes of the input and of its last two outputs."""
    # The formulas are those of Klatt (1980), J. Acoust. Soc. Am. 67.
    c = -torch.exp(-2 * torch.pi * WIDTHS / RATE)
    b = 2 * torch.exp(-torch.pi * WIDTHS / RATE) * torch.cos(2 * torch.pi * formants / RATE)
    return 1 - b - c, b, c


def source(pitch):
    """Return frequencies and strengths of the overtones, both of shape (40,)."""
    number = torch.arange(1, HARMONICS + 1)
    frequencies = number * pitch
    # A number of overtones that depends on the pitch would be a shape that depends on a value.
    return frequencies, torch.where(frequencies < RATE / 2, 1 / number, 0)


def tone(pitch, formants):
    """Return the steady vowel, shape (4000,): each overtone as the three resonators pass it on."""
    frequencies, strengths = source(pitch)
    a, b, c = resonator(formants)
    z = torch.exp(-2j * torch.pi * frequencies / RATE)[:, None]
    passed = strengths * (a / (1 - b * z - c * z**2)).prod(1)
    turns = frequencies[:, None] * torch.arange(SAMPLES) / RATE
    return (passed[:, None] * torch.exp(2j * torch.pi * turns)).real.sum(0)


def vowel(pitch, formants, length):
    """Return a vowel that swells and dies away within its length; its peak is 0.9."""
    time = torch.arange(SAMPLES) / RATE
    shape = (torch.minimum(time, length - time) / 0.03).clamp(0, 1)
    sound = shape * tone(pitch, formants)
    return 0.9 * sound / sound.abs().max()


def loop(pitches, formants, lengths):
    """Return the vowels, one after the other, shape (10, 4000)."""
    return torch.stack([vowel(*row) for row in zip(pitches, formants, lengths, strict=True)])


def batched(pitches, formants, lengths):
    """Return the same in one call."""
    return torch.vmap(vowel)(pitches, formants, lengths)


def save(sounds, path):
    """Write the sounds one after the other to a WAV file of 16 bit."""
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", None))
        file.writeframes((sounds.flatten() * 32767).round().short().numpy().tobytes())


def draw(path, language="en"):
    """Draw wave and spectrum of three vowels."""
    import matplotlib.pyplot as plt

    arguments = inputs()
    sounds = batched(*arguments)
    words = {"en": ("seconds", "kHz", "decibels"), "ja": ("秒", "kHz", "デシベル")}[language]
    figure, panels = plt.subplots(2, 3, figsize=(8, 4.6), sharey="row", layout="constrained")
    for (top, bottom), number in zip(panels.T, (0, 2, 7), strict=True):
        pitch, formants = arguments[0][number], arguments[1][number]
        top.plot(torch.arange(1000, 1240) / RATE, sounds[number, 1000:1240], linewidth=1)
        top.set(title=f"/{VOWELS[number % 5]}/ {pitch:.0f} Hz", xlabel=words[0])
        spectrum = torch.fft.rfft(sounds[number] * torch.hann_window(SAMPLES)).abs()
        decibels = 20 * (spectrum / spectrum.max()).log10()
        bottom.plot(torch.linspace(0, 4, len(decibels))[::2], decibels[::2], linewidth=0.8)
        for formant in formants / 1000:
            bottom.axvline(formant, color="#d62728", linestyle="--", linewidth=1)
        bottom.set(xlabel=words[1], ylim=(-80, 5))
    panels[1, 0].set_ylabel(words[2])
    figure.savefig(path)


def main():
    """Check against the filters of SciPy and print."""
    pitches, formants, lengths = inputs()
    tones = torch.vmap(tone)(pitches, formants).numpy()
    time = np.arange(SAMPLES) / RATE
    for pitch, rows, steady in zip(pitches.numpy(), formants, tones, strict=True):
        number = np.arange(1, int(RATE / 2 / pitch) + 1)[:, None]
        sound = (np.cos(2 * np.pi * number * pitch * time) / number).sum(0)
        for a, b, c in zip(*(part.numpy() for part in resonator(rows)), strict=True):
            sound = scipy.signal.lfilter([a], [1, -b, -c], sound)
        # A filter begins from silence; after a quarter of a second that has died away.
        assert np.allclose(sound[2000:], steady[2000:], atol=1e-6)
    sounds = batched(pitches, formants, lengths)
    assert torch.allclose(sounds, loop(pitches, formants, lengths))
    print("shape:", tuple(sounds.shape), "peak:", round(float(sounds.abs().max()), 3))
    strongest = torch.fft.rfft(sounds).abs().argmax(1) * RATE / SAMPLES
    for number in (0, 2, 4):
        overtone = round(float(strongest[number] / pitches[number]))
        print(f"/{VOWELS[number]}/ is loudest in overtone {overtone} of {pitches[number]:.0f} Hz")


if __name__ == "__main__":
    main()
