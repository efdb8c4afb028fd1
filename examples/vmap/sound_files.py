"""Load sounds of different lengths, bring each to the same level in one call, and save them."""

import tempfile
from pathlib import Path

import numpy as np
import soundfile
import torch

RATE = 8000
LEVEL = 0.1
FADE = 40


def sounds():
    """Return 24 notes of 0.25 to 1 second; decay, loudness and offset differ, too."""
    generator = torch.Generator().manual_seed(0)
    length = torch.randint(RATE // 4, RATE, (24,), generator=generator)
    decay, loud, offset = torch.rand(3, 24, generator=generator)
    notes = []
    for number in range(24):
        t = torch.arange(length[number]) / RATE
        note = torch.exp(-(2 + 80 * decay[number]) * t) * torch.sin(
            2 * torch.pi * 220 * 2 ** (number / 12) * t
        )
        notes.append((0.05 + 0.7 * loud[number]) * note + 0.2 * offset[number] - 0.1)
    return notes


def save(sound, path, subtype="PCM_16"):
    """Write a sound of shape (samples,), values from -1 to 1, as WAV."""
    soundfile.write(path, sound.numpy(), RATE, subtype=subtype)


def load(path):
    """Return a sound of one channel, shape (samples,), values from -1 to 1."""
    samples, rate = soundfile.read(path, dtype="float32")
    assert rate == RATE
    return torch.from_numpy(samples)


def inputs():
    """Write the notes to files, load them one by one, fill up with 0; return stack and lengths."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number:02}.wav" for number in range(24)]
        for sound, path in zip(sounds(), paths, strict=True):
            save(sound, path)
        loaded = [load(path) for path in paths]
    lengths = torch.tensor([len(sound) for sound in loaded])
    return torch.nn.utils.rnn.pad_sequence(loaded, batch_first=True), lengths


def master(sound, length):
    """Take out the offset, fade in and out, bring effective value to 0.1, no peak above 1."""
    place = torch.arange(len(sound))
    inside = place < length
    # The filling is 0 and adds nothing to a sum. A mean would count it, so there is none here.
    sound = torch.where(inside, sound - sound.sum() / length, 0)
    from_edge = torch.minimum(place, length - 1 - place)
    sound = sound * (from_edge / FADE).clamp(0, 1)
    # Silence stays silence: the gain has a limit.
    gain = (LEVEL / (sound.square().sum() / length).sqrt()).clamp(max=100)
    return sound * torch.minimum(gain, 1 / sound.abs().max())


def loop(stack, lengths):
    """Return the mastered sounds, one after the other."""
    return torch.stack([master(*row) for row in zip(stack, lengths, strict=True)])


def batched(stack, lengths):
    """Return the same in one call."""
    return torch.vmap(master)(stack, lengths)


def draw(path, language="en"):
    """Draw three sounds before and after."""
    import matplotlib.pyplot as plt

    stack, lengths = inputs()
    en, ja = ("loaded", "mastered", "seconds"), ("読み込んだ音", "整えた音", "秒")
    words = {"en": en, "ja": ja}[language]
    figure, panels = plt.subplots(2, 3, figsize=(8, 4), sharex=True, sharey=True)
    figure.set_layout_engine("constrained")
    for row, sound, word in zip(panels, (stack, batched(stack, lengths)), words[:2], strict=True):
        for panel, number in zip(row, (3, 11, 2), strict=True):
            wave = sound[number, : lengths[number]]
            panel.plot(torch.arange(len(wave)) / RATE, wave, linewidth=0.4, rasterized=True)
            panel.set_title(f"{word} {number}")
    panels[1, 1].set_xlabel(words[2])
    figure.savefig(path, dpi=100)


def expected(sound):
    """Return what NumPy makes of one sound that was never filled up."""
    sound = sound - sound.mean()
    ramp = np.minimum(1, np.arange(len(sound)) / FADE)
    sound = sound * ramp * ramp[::-1]
    return sound * min(LEVEL / np.sqrt(np.mean(sound**2)), 100, 1 / np.abs(sound).max())


def main():
    """Check against NumPy, save, load again and print."""
    stack, lengths = inputs()
    results = batched(stack, lengths)
    for sound, result, length in zip(stack.double().numpy(), results, lengths, strict=True):
        assert np.allclose(result[:length], expected(sound[:length]), atol=1e-5)
        assert (result[length:] == 0).all()
    assert torch.allclose(results, loop(stack, lengths), atol=1e-6)
    print("shape:", tuple(stack.shape), "lengths:", lengths[:3].tolist(), "...")
    print("held back by the peak:", int((results.abs().amax(1) > 0.999).sum()))
    sound = results[0, : lengths[0]]
    with tempfile.TemporaryDirectory() as folder:
        for subtype in ("FLOAT", "PCM_16"):
            path = Path(folder) / f"{subtype}.wav"
            save(sound, path, subtype)
            error = (load(path) - sound).abs().max()
            assert error <= 2**-15
            print(subtype, "gives back the same:", bool(error == 0))


if __name__ == "__main__":
    main()
