"""Interactive figures for the attention chapter.

`QueryStepper` and `HeadSplitter` run in the book's static page and in JupyterLab. For
the first, Python draws the vectors, or takes those of a trained head, and computes the
raw scores. `attention.mjs` does the rest (scale, softmax, weighted sum), so the figure
moves without a kernel. The second, in `attention_heads.mjs`, moves numbers as
`split_heads` does. In a live notebook, `explore_softmax` shows a student's own softmax,
and `heads.show_attention` shows their own weights.
"""

import html
import math
from collections.abc import Callable, Sequence
from typing import Self

import anywidget
import ipywidgets
import numpy as np
import traitlets

from lernformer.attention import softmax
from lernformer.widgets import among, css, esm, within

# "second" in both of its senses. A word keeps its vectors in both sentences.
SENTENCES = ("give me a second please", "I came second in the exam")
D_K_CHOICES = tuple(2**i for i in range(10))  # 1 … 512
D_V = 4
# Among the first 400 seeds, one whose largest weights are close to the average over all
# 400, for every d_k, with and without scaling.
SEED = 257


class QueryStepper(anywidget.AnyWidget):
    """One query, step by step: products → scores → softmax → weighted sum.

    Queries, keys and values are random numbers with mean 0 and variance 1; only the
    first d_k of 512 components are used. `of` puts a trained head first, which has its
    own d_k. All state is synced between the page and Python, in both directions.

    Args:
        sentences: the sentences to choose from, with words separated by spaces.
        seed: random seed for the vectors.
        state: initial values of `sentence` and `query` (counted from 0), `step`
            (1 to 4), `d_k` (a power of two up to 512), `scaled`, `temperature`
            (0.1 to 10).

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("attention"), css("attention")

    tokens = traitlets.List[list]().tag(sync=True)  # per sentence: [L]
    scores = traitlets.List[list]().tag(sync=True)  # per sentence: [d_k][query][key]
    values = traitlets.List[list]().tag(sync=True)  # per sentence: [L][D_V]
    learned = traitlets.List[int]().tag(sync=True)  # per sentence: its own d_k, or 0
    d_k_choices = traitlets.List(list(D_K_CHOICES)).tag(sync=True)

    sentence = traitlets.Int(0).tag(sync=True)
    query = traitlets.Int(0).tag(sync=True)
    step = traitlets.Int(1).tag(sync=True)
    d_k = traitlets.Int(64).tag(sync=True)
    scaled = traitlets.Bool(True).tag(sync=True)
    temperature = traitlets.Float(1.0).tag(sync=True)

    def __init__(
        self, sentences: Sequence[str] = SENTENCES, seed: int = SEED, **state: object
    ):
        tokens = [sentence.split() for sentence in sentences]
        if not tokens or not all(tokens):
            raise ValueError(f"sentences must not be empty, got {sentences!r}")
        words = list(dict.fromkeys(word for line in tokens for word in line))
        rng = np.random.default_rng(seed)
        q, k = rng.standard_normal((2, len(words), D_K_CHOICES[-1]))
        v = rng.standard_normal((len(words), D_V))
        # Running sums of the products give the scores for every d_k at once.
        sums = (q[:, None] * k[None]).cumsum(-1)  # (words, words, 512)
        sums = np.moveaxis(sums[..., np.array(D_K_CHOICES) - 1], -1, 0)
        scores, values = [], []
        for line in tokens:
            ids = [words.index(word) for word in line]
            scores.append(sums[:, ids][..., ids].round(4).tolist())
            values.append(v[ids].round(4).tolist())
        learned = [0] * len(tokens)
        super().__init__(
            tokens=tokens, scores=scores, values=values, learned=learned, **state
        )
        line = self.tokens[self.sentence]
        if "query" not in state and "second" in line:
            self.query = line.index("second")

    @classmethod
    def of(
        cls, sentence: str, query: int, q: np.ndarray, k: np.ndarray, v: np.ndarray
    ) -> Self:
        """Return a trained head on a sentence, followed by the random sentences.

        Args:
            sentence: L words, separated by spaces.
            query: the word whose query is shown first, counted from 0.
            q, k, v: (L, d_k) the head's vectors for the words; the figure only has room
                for the first D_V features of the values.
        """
        stepper = cls()
        stepper.scores = [[(q @ k.T).round(4).tolist()], *stepper.scores]
        stepper.values = [v[:, :D_V].round(4).tolist(), *stepper.values]
        stepper.learned = [q.shape[1], *stepper.learned]
        stepper.tokens = [sentence.split(), *stepper.tokens]
        stepper.query = query
        return stepper

    def weights(self) -> np.ndarray:
        """Return the chosen query's attention weights, one per key, from Python."""
        learned = self.learned[self.sentence]
        d_k = learned or self.d_k
        row = 0 if learned else D_K_CHOICES.index(self.d_k)
        scores = np.array(self.scores[self.sentence][row][self.query])
        scores = scores / (math.sqrt(d_k) if self.scaled else 1)
        return softmax(scores / self.temperature)  # (L,)

    _check_range = within(
        sentence=(0, lambda self: len(self.tokens) - 1),
        query=(0, lambda self: len(self.tokens[self.sentence]) - 1),
        step=(1, 4),
        temperature=(0.1, 10),
    )
    _check_choice = among(d_k=D_K_CHOICES)

    @traitlets.observe("sentence")
    def _keep_query_inside(self, change):
        self.query = min(self.query, len(self.tokens[change.new]) - 1)


class HeadSplitter(anywidget.AnyWidget):
    """The numbers of a sentence as blocks, which move from (L, d_model) to heads.

    All state is synced between the page and Python, in both directions.

    Args:
        words: L words, which should differ in their first letters.
        d_model: the number of features of a word.
        state: initial values of `step` (0 together, 1 cut, 2 split, 3 merged),
            `n_heads` (must divide d_model) and `wrong` (a single reshape instead of
            cutting and swapping).

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("attention_heads"), css("attention_heads")

    words = traitlets.List[str]().tag(sync=True)
    d_model = traitlets.Int().tag(sync=True)
    head_choices = traitlets.List[int]().tag(sync=True)

    step = traitlets.Int(0).tag(sync=True)
    n_heads = traitlets.Int(2).tag(sync=True)
    wrong = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        words: Sequence[str] = ("give", "me", "time"),
        d_model: int = 8,
        **state: object,
    ):
        # More than six heads would be too small to see.
        choices = [n for n in range(1, 7) if d_model % n == 0]
        super().__init__(
            words=list(words), d_model=d_model, head_choices=choices, **state
        )

    _check_step = within(step=(0, 3))
    _check_heads = among(n_heads=lambda self: self.head_choices)


def explore_softmax(function: Callable) -> ipywidgets.VBox:
    """Show sliders that feed `function(scores, axis=-1)`, and bars of what it returns.

    Args:
        function: the softmax to explore, for NumPy arrays. An error is shown in place
            of the bars, so the sliders keep working.
    """
    scores = np.array([1.0, 0.5, 0.2, -0.3, -1.0])
    wide = {
        "style": {"description_width": "9em"},
        "layout": {"width": "28em"},
        "readout_format": ",.1f",  # not 1.00e+3
    }
    temperature = ipywidgets.FloatLogSlider(
        1.0, base=10, min=-1, max=1, step=0.05, description="temperature", **wide
    )
    # Up to 1000, beyond e^710, where an unstable softmax breaks.
    size = ipywidgets.FloatLogSlider(
        1.0, base=10, min=-1, max=3, step=0.05, description="size of scores", **wide
    )
    bars = ipywidgets.HTML()

    def draw(_=None):
        inputs = size.value * scores
        try:
            with np.errstate(all="ignore"):
                weights = np.asarray(function(inputs / temperature.value, axis=-1))
            bars.value = _bars(inputs, weights.astype(float))
        except Exception as error:
            bars.value = f"<b>{type(error).__name__}</b>: {html.escape(str(error))}"

    temperature.observe(draw, "value")
    size.observe(draw, "value")
    draw()
    return ipywidgets.VBox([temperature, size, bars])


def _bars(scores: np.ndarray, weights: np.ndarray) -> str:
    """Return HTML rows `score | bar | weight`, and two numbers that show saturation."""
    rows = "".join(
        f'<tr><td style="text-align:right">{score:.4g}</td><td style="width:15em">'
        f'<div style="height:1em;background:#2f78c4;width:{_percent(weight)}%"></div>'
        f'</td><td style="text-align:right">{weight:.3f}</td></tr>'
        for score, weight in zip(scores, weights, strict=True)
    )
    positive = weights[weights > 0]
    entropy = abs((positive * np.log2(positive)).sum())
    return (
        '<table style="border-spacing:.6em 0;font-variant-numeric:tabular-nums">'
        f"<tr><th>score</th><th></th><th>weight</th></tr>{rows}</table>"
        f"<p>largest weight <b>{weights.max():.3f}</b>, sum {weights.sum():.3f}, "
        f"entropy <b>{entropy:.2f}</b> bits</p>"
    )


def _percent(weight: float) -> float:
    """Return the weight as 0 to 100; 0 if it isn't a finite number."""
    return 100 * min(max(weight, 0), 1) if math.isfinite(weight) else 0
