"""Japanese text split into words by SudachiPy, and a rule of thumb scored on tensors."""

import itertools
import unicodedata

import numpy as np
import torch
from sklearn.metrics import precision_recall_fscore_support
from sudachipy import Dictionary, SplitMode

SENTENCES = [
    "すもももももももものうち",
    "選挙管理委員会が開票を始めた。",
    "東京都に住んでいます。",
    "昨日買ったパンはもう食べてしまった。",
    "テンソルの形状を確かめる。",
    "雨が降りそうなので傘を持って出かけた。",
    "駅前の喫茶店でコーヒーを飲んだ。",
    "来週の会議は金曜日に変わりました。",
    "この本は難しいけれど面白い。",
    "GPUがなくてもプログラムは動く。",
    "庭には二羽にわとりがいる。",
    "国立国会図書館で古い新聞を読んだ。",
]
TOKENIZER = Dictionary(dict="core").tokenizer()
# From short units to long ones.
MODES = (SplitMode.A, SplitMode.B, SplitMode.C)
# First code points of punctuation, hiragana, katakana, other signs, kanji, the rest.
BLOCKS = torch.tensor([0x3000, 0x3040, 0x30A0, 0x3100, 0x4E00, 0xA000])


def split(sentence, mode=SplitMode.C):
    """Return the words of a sentence; this is work for Python, character by character."""
    return [word.surface() for word in TOKENIZER.tokenize(sentence, mode)]


def inputs():
    """Return code points (12, 19), filled up with 0, and the ends of words by mode (12, 3, 18)."""
    length = max(map(len, SENTENCES))
    codes = torch.zeros(len(SENTENCES), length, dtype=torch.long)
    ends = torch.zeros(len(SENTENCES), len(MODES), length - 1, dtype=torch.bool)
    for number, sentence in enumerate(SENTENCES):
        codes[number, : len(sentence)] = torch.tensor([ord(character) for character in sentence])
        for place, mode in enumerate(MODES):
            for end in itertools.accumulate(map(len, split(sentence, mode)[:-1])):
                ends[number, place, end - 1] = True
    return codes, ends


def guess(codes):
    """Return where the kind of character changes, shape (18,); the padding is left out."""
    kind = (codes[:, None] >= BLOCKS).sum(1)
    return (kind[1:] != kind[:-1]) & (codes[1:] > 0)


def score(codes, ends):
    """Return three counts for each mode (3, 3): guessed and right, guessed, right."""
    guessed = guess(codes)
    return torch.stack([(ends & guessed).sum(1), guessed.sum().expand(3), ends.sum(1)], 1)


def loop(codes, ends):
    """Return the counts, one sentence after the other, shape (12, 3, 3)."""
    return torch.stack([score(*one) for one in zip(codes, ends, strict=True)])


def batched(codes, ends):
    """Return the same in one call."""
    return torch.vmap(score)(codes, ends)


def by_groups(sentence):
    """Return the pieces of one kind, by the Unicode name of each character."""
    kinds = {"HIRAGANA": 1, "KATAKANA": 2, "KATAKANA-HIRAGANA": 2, "CJK": 3, "IDEOGRAPHIC": 4}
    groups = itertools.groupby(sentence, lambda c: kinds.get(unicodedata.name(c).split()[0], 0))
    return ["".join(group) for _, group in groups]


def draw(path, language="en"):
    """Draw six sentences, with the ends of words above and the guesses below."""
    import matplotlib.pyplot as plt

    words = {"en": ("dictionary", "rule"), "ja": ("辞書", "規則")}[language]
    codes, ends = inputs()
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    for row, number in enumerate((0, 1, 3, 6, 9, 10)):
        for place, character in enumerate(SENTENCES[number]):
            axes.text(place, -row, character, ha="center", va="center", fontsize=15)
        for found, color, side, label in (
            (ends[number, 2], "tab:blue", 0.36, words[0]),
            (guess(codes[number]), "tab:orange", -0.36, words[1]),
        ):
            at = found.nonzero()[:, 0] + 0.5
            axes.vlines(at, -row, side - row, color=color, lw=3, label=None if row else label)
    axes.set(xlim=(-1, 22), ylim=(-5.6, 0.6))
    axes.axis("off")
    axes.legend(frameon=False, loc="upper right")
    figure.savefig(path)


def main():
    """Check the guesses against Unicode names, and the counts against scikit-learn."""
    codes, ends = inputs()
    counts = batched(codes, ends)
    assert torch.equal(counts, loop(codes, ends))
    print(" / ".join(split(SENTENCES[0])))
    wanted = []
    for sentence in SENTENCES:
        places = list(itertools.accumulate(map(len, by_groups(sentence))))
        wanted.append([place + 1 in places[:-1] for place in range(codes.shape[1] - 1)])
    hits, guessed, right = counts.sum(0).double().unbind(1)
    for place, mode in enumerate("ABC"):
        precision, recall = (hits / guessed)[place], (hits / right)[place]
        expected = precision_recall_fscore_support(
            ends[:, place].flatten().numpy(), np.ravel(wanted), average="binary"
        )
        assert np.allclose([precision, recall], expected[:2])
        words = f"{right[place]:.0f} ends, precision {precision:.2f}, recall {recall:.2f}"
        print(f"mode {mode}: {words}")


if __name__ == "__main__":
    main()
