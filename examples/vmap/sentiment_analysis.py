"""Praise or complaint: thirty-two small classifiers, each trained on its own draw of sentences."""

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sudachipy import Dictionary
from torch.nn.functional import softplus

TOKENIZER = Dictionary(dict="core").tokenizer()
STEPS = 100
# Written for this page. The held-out sentences were written before any model saw them.
PRAISE = (
    "料理がとてもおいしかった。部屋が広くて快適だった。店員の対応が親切で気持ちよかった。"
    "景色が素晴らしく、また来たい。音がきれいで満足している。軽くて持ち運びやすい。"
    "説明が丁寧でわかりやすい。値段が安くて量も多い。映像が美しく感動した。"
    "駅から近くて便利だった。最後まで楽しく読めた。温泉が気持ちよく、疲れが取れた。"
    "届くのが早くて助かった。使いやすくて気に入っている。朝食の種類が多くてうれしい。"
    "俳優の演技が見事だった。電池が長く持つので安心だ。子どもが喜んで遊んでいる。"
    "静かでよく眠れた。友人にも勧めたい店だ。味が良く、値段も手ごろだ。"
    "掃除が行き届いて清潔だった。期待以上の出来で驚いた。音楽が物語によく合っていた。"
    "画面が明るくて見やすい。笑顔で迎えてくれてうれしかった。デザインがおしゃれで気に入った。"
    "温かいスープがおいしい。何度でも見たい映画だ。買ってよかったと思う。"
    "席が広く、ゆっくりできた。設定が簡単ですぐに使えた。質問にすぐ答えてくれて助かった。"
    "新鮮な魚を楽しめた。作りが丈夫で長く使える。庭がきれいで心が和んだ。"
    "話の展開が面白くて夢中になった。予約が簡単で便利だ。肌触りが柔らかくて快適だ。"
    "最高の一日になった。"
)
COMPLAINT = (
    "料理が冷めていておいしくなかった。部屋が狭くて落ち着かなかった。店員の態度が悪くて不快だった。"
    "騒音がひどくて眠れなかった。音が割れて聞きにくい。重くて持ち運びにくい。"
    "説明が不親切でわかりにくい。値段が高いのに量が少ない。映像が暗くて見づらい。"
    "駅から遠くて不便だった。話が退屈で途中でやめた。お湯がぬるくてがっかりした。"
    "届くのが遅くて困った。使いにくくて後悔している。朝食の種類が少なくて残念だ。"
    "俳優の演技が下手だった。電池がすぐに切れて不便だ。子どもがすぐに飽きてしまった。"
    "隣の声がうるさくて疲れた。二度と行きたくない店だ。味が薄くて物足りない。"
    "掃除が不十分で汚かった。期待外れでがっかりした。音楽がうるさくて話に集中できない。"
    "画面が暗くて見にくい。待たされたうえに謝罪もなかった。デザインが古くて安っぽい。"
    "冷たいスープがまずい。見る価値のない映画だ。買わなければよかったと思う。"
    "席が狭く、落ち着かない。設定が難しくて使えなかった。質問しても返事がなくて困った。"
    "魚が新鮮でなく、臭いがした。すぐに壊れて無駄になった。庭が荒れていて残念だった。"
    "話の展開が遅くて退屈だ。予約が取れなくて不満だ。縫い目が粗くて着心地が悪い。"
    "最低の一日になった。"
)
HELD_OUT = (
    "スープの味が良くて満足した。店員が笑顔で親切だった。部屋が清潔で、景色も素晴らしい。"
    "物語が面白くて感動した。軽くて丈夫なかばんだ。思ったより早く届いてうれしい。"
    "駅に近く、静かな宿だった。説明がわかりやすくて助かる。量が多くて値段も安い。"
    "欠点が見つからない。また必ず利用します。画面がきれいで目が疲れない。"
    "悪くない味だった。家族みんなが笑った。待たずに入れてよかった。"
    # From here on complaints: fifteen of each.
    "料理がまずくて残念だった。部屋が汚くて臭いがした。対応が遅くて不快だ。"
    "物語が退屈で眠くなった。重くて使いにくい。音がうるさくて落ち着かない。"
    "一週間で壊れてがっかりした。高い割に味は普通だった。良いところが一つもない。"
    "親切とは言えない店員だった。画面が暗くて目が疲れる。もう買いません。"
    "楽しみにしていたのに期待外れだ。説明が足りなくて困った。おいしいとは思えなかった。"
)


def sentences(text):
    """Return the sentences of a text."""
    return text.split("。")[:-1]


def words(sentence):
    """Return the dictionary forms of all words but particles and punctuation."""
    found = TOKENIZER.tokenize(sentence)
    left_out = ("助詞", "補助記号")
    return [word.dictionary_form() for word in found if word.part_of_speech()[0] not in left_out]


def vocabulary():
    """Return the words of the training sentences, sorted."""
    return sorted({word for text in sentences(PRAISE + COMPLAINT) for word in words(text)})


def table(texts):
    """Return a one for each known word in each sentence, and a column of ones at the end."""
    known = vocabulary()
    bags = [set(words(text)) for text in texts]
    return torch.tensor([[*(word in bag for word in known), True] for bag in bags]).double()


def inputs():
    """Return the table (80, words + 1), the labels (80,) and how often each model sees each row."""
    rows = table(sentences(PRAISE + COMPLAINT))
    labels = torch.cat([torch.ones(40), torch.zeros(40)]).double()
    generator = torch.Generator().manual_seed(0)
    # Eighty draws with replacement for each of the 32 models.
    draws = torch.randint(80, (32, 80), generator=generator)
    return rows, labels, torch.nn.functional.one_hot(draws, 80).sum(1).double()


def loss(coefficients, rows, labels, times):
    """Return the logistic loss with a penalty on all coefficients but the last."""
    wrong_way = (1 - 2 * labels) * (rows @ coefficients)
    return times @ softplus(wrong_way) + coefficients[:-1].square().sum() / 2


def fit(rows, labels, times):
    """Return the coefficients after gradient steps with Nesterov's momentum."""
    now = ahead = torch.zeros(rows.shape[1], dtype=rows.dtype)
    for _ in range(STEPS):
        before, now = now, ahead - 0.05 * torch.func.grad(loss)(ahead, rows, labels, times)
        ahead = now + 0.8 * (now - before)
    return now


def loop(rows, labels, times):
    """Return the coefficients of one model after the other, shape (32, words + 1)."""
    return torch.stack([fit(rows, labels, mine) for mine in times])


def batched(rows, labels, times):
    """Return the same in one call."""
    return torch.vmap(fit, in_dims=(None, None, 0))(rows, labels, times)


def draw(path, language="en"):
    """Draw what the models say about each held-out sentence."""
    import matplotlib.pyplot as plt

    label = {"en": "probability of praise, 32 models", "ja": "称賛の確率（32個のモデル）"}
    chances = torch.sigmoid(table(sentences(HELD_OUT)) @ batched(*inputs()).T)
    figure, panels = plt.subplots(1, 2, figsize=(9, 4.8), layout="constrained")
    for panel, first, color in zip(panels, (0, 15), ("tab:blue", "tab:orange"), strict=True):
        part = chances[first : first + 15]
        lines = range(15)
        panel.hlines(lines, part.amin(1), part.amax(1), color=color, lw=1.2)
        panel.scatter(part.mean(1), lines, s=22, color=color, zorder=3)
        panel.axvline(0.5, color="black", lw=0.8, ls="--")
        panel.set_yticks(lines, sentences(HELD_OUT)[first : first + 15], fontsize=9)
        panel.set(xlim=(0, 1), xlabel=label[language])
        panel.xaxis.label.set_fontsize(10)
        panel.invert_yaxis()
    figure.savefig(path)


def main():
    """Check against scikit-learn, then count what the models get right."""
    rows, labels, times = arguments = inputs()
    models = batched(*arguments)
    torch.testing.assert_close(models[:8], loop(rows, labels, times[:8]))
    for mine, found in zip(times, models, strict=True):
        model = LogisticRegression(C=1, solver="newton-cholesky", tol=1e-10)
        model.fit(rows[:, :-1].numpy(), labels.numpy(), sample_weight=mine.numpy())
        expected = [*model.coef_[0], model.intercept_[0]]
        assert np.allclose(found.numpy(), expected, atol=1e-5)
    chances = torch.sigmoid(table(sentences(HELD_OUT)) @ models.T)
    truth = torch.arange(30) < 15
    right = (chances.mean(1) > 0.5) == truth
    alone = ((chances > 0.5) == truth[:, None]).double().mean(0)
    print("models and coefficients:", tuple(models.shape))
    print(f"held-out sentences right: {int(right.sum())} of 30")
    print(f"one model alone: {alone.mean():.2f} on average, {alone.min():.2f} to {alone.max():.2f}")
    for place in (~right).nonzero()[:, 0]:
        print(f"wrong: {sentences(HELD_OUT)[place]} ({chances[place].mean():.2f})")


if __name__ == "__main__":
    main()
