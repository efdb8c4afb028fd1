"""Japanese text as vectors: bags of words, tf-idf weights and their similarity."""

import torch
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity
from sudachipy import Dictionary

TOKENIZER = Dictionary(dict="core").tokenizer()
# Four texts on the weather, four on cooking, four on music.
TEXTS = [
    "朝から雨が降り、午後は風も強くなった。",
    "明日は晴れて、風は弱いでしょう。",
    "台風が近づき、強い雨と風に注意が必要です。",
    "夜は雪になり、朝まで降り続く。",
    "鍋に水を入れ、野菜を弱い火で煮る。",
    "野菜を切って、塩と油で炒める。",
    "魚に塩を振り、強い火で焼く。",
    "鍋で魚と野菜を煮て、塩で味を調える。",
    "ピアノを弾きながら歌を歌う。",
    "静かな曲をピアノで弾いた。",
    "ギターの強い音が曲を支える。",
    "新しい曲の歌は、ピアノの音と合う。",
]


def words(text):
    """Return the dictionary forms of nouns, verbs and adjectives."""
    kinds = ("名詞", "動詞", "形容詞", "形状詞")
    found = TOKENIZER.tokenize(text)
    return [word.dictionary_form() for word in found if word.part_of_speech()[0] in kinds]


def vocabulary():
    """Return all words of the texts, sorted; the number of a word is its place, from 1."""
    return sorted({word for text in TEXTS for word in words(text)})


def inputs():
    """Return the numbers of the words of each text, filled up with 0: shape (12, longest)."""
    number = {word: place for place, word in enumerate(vocabulary(), 1)}
    rows = [torch.tensor([number[word] for word in words(text)]) for text in TEXTS]
    return (torch.nn.utils.rnn.pad_sequence(rows, batch_first=True),)


def count(ids, size):
    """Return how often each word occurs, shape (size,)."""
    counts = torch.zeros(size + 1, dtype=torch.float64)
    counts = counts.scatter_add(0, ids, torch.ones_like(ids, dtype=torch.float64))
    # Place 0 has counted the filling.
    return counts[1:]


def weigh(counts, idf):
    """Return the weighted counts as a vector of length one."""
    weighted = counts * idf
    return weighted / weighted.norm()


def inverse_frequency(counts):
    """Return ln((1 + n) / (1 + d)) + 1 for a word in d of n texts, as scikit-learn does."""
    return torch.log((1 + len(counts)) / (1 + (counts > 0).sum(0))) + 1


def loop(ids):
    """Return counts and tf-idf vectors, one text after the other, each (12, words)."""
    size = int(ids.max())
    counts = torch.stack([count(row, size) for row in ids])
    idf = inverse_frequency(counts)
    return counts, torch.stack([weigh(row, idf) for row in counts])


def batched(ids):
    """Return the same; between the two mapped steps stands one that needs all texts."""
    size = int(ids.max())
    counts = torch.vmap(count, in_dims=(0, None))(ids, size)
    return counts, torch.vmap(weigh, in_dims=(0, None))(counts, inverse_frequency(counts))


def similarities(vectors):
    """Return the cosine of each pair, shape (12, 12): the vectors have length one."""
    return vectors @ vectors.T


def draw(path, language="en"):
    """Draw the similarity of each pair of texts, by counts and by tf-idf."""
    import matplotlib.pyplot as plt

    titles, topics = {
        "en": (("counts", "tf-idf"), ("weather", "cooking", "music")),
        "ja": (("単語の数", "tf-idf"), ("天気", "料理", "音楽")),
    }[language]
    counts, weighted = batched(*inputs())
    lengths = counts.norm(dim=1, keepdim=True)
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.8), layout="constrained")
    for panel, vectors, title in zip(panels, (counts / lengths, weighted), titles, strict=True):
        image = panel.imshow(similarities(vectors), cmap="Blues", vmin=0, vmax=1)
        panel.set(title=title, xticks=(1.5, 5.5, 9.5), yticks=(1.5, 5.5, 9.5))
        panel.set_xticklabels(topics)
        panel.set_yticklabels(topics, rotation=90, va="center")
        panel.tick_params(length=0)
    figure.colorbar(image, ax=panels)
    figure.savefig(path)


def main():
    """Check against the vectorizers of scikit-learn, which split with the same function."""
    (ids,) = inputs()
    counts, weighted = batched(ids)
    torch.testing.assert_close((counts, weighted), loop(ids))
    counter, weigher = CountVectorizer(analyzer=words), TfidfVectorizer(analyzer=words)
    assert (counts.numpy() == counter.fit_transform(TEXTS).toarray()).all()
    assert counter.get_feature_names_out().tolist() == vocabulary()
    expected = weigher.fit_transform(TEXTS)
    torch.testing.assert_close(weighted, torch.tensor(expected.toarray()))
    alike = similarities(weighted)
    torch.testing.assert_close(alike, torch.tensor(cosine_similarity(expected)))
    print("texts and words:", tuple(counts.shape))
    heaviest = weighted[9].argsort(descending=True, stable=True)[:4]
    print(TEXTS[9], [vocabulary()[place] for place in heaviest])
    print("nearest text of each:", [int(row.argsort()[-2]) for row in alike])


if __name__ == "__main__":
    main()
