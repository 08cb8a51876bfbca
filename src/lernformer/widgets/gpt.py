"""The figure on the page about chat models: a small GPT writes German, word by word.

`gpt.mjs` is what the reader sees, and does the computing. In the book, the model comes
from a script next to the page, which is loaded when the reader first asks for a word.
Your own model is part of the state.
"""

from typing import Any

import anywidget
import torch
import traitlets

from lernformer.embedding import BOS_ID
from lernformer.gpt import GPT, attentions, load
from lernformer.translator.export import numbers_of
from lernformer.widgets import css, esm, within

ADDRESS = "_static/gpt-model.js"  # in the book, whose extension writes the file
VARIABLE = "lernformerGPT"
SHOWN = 8  # how many of the most likely next words to show
BEGINNINGS: list[list[str]] = [[], ["ich"], ["wenn"], ["warum"], ["der", "Hund"]]


class GPTDemo(anywidget.AnyWidget):
    """Draws words one by one, and shows the probabilities of the next one.

    Without arguments, it shows the model that comes with the course, which the book
    loads from `address`; `GPTDemo.of` shows a different model.

    Args:
        state: initial values of `words`, `temperature` (0.1 to 2) and `top_p` (0.05
            to 1).

    Raises:
        ValueError: if a slider's value is out of range.
    """

    _esm, _css = esm("gpt"), css("gpt")

    address = traitlets.Unicode(ADDRESS).tag(sync=True)
    exported = traitlets.Dict().tag(sync=True)  # empty: load the model from `address`
    beginnings = traitlets.List(traitlets.List(), BEGINNINGS).tag(sync=True)
    # the most likely words of an empty text
    first = traitlets.List(traitlets.List()).tag(sync=True)
    words = traitlets.List(traitlets.Unicode()).tag(sync=True)
    temperature = traitlets.Float(1.0).tag(sync=True)
    top_p = traitlets.Float(1.0).tag(sync=True)

    def __init__(self, **state: Any):
        if "first" not in state:
            model, words, _ = load()
            state["first"] = likeliest(model, words)
        super().__init__(**state)

    @classmethod
    def of(cls, model: GPT, vocabulary: list[str], **state: Any) -> "GPTDemo":
        """Return a figure of this model, with all of its numbers.

        Args:
            model: a model with the same parts as `GPT`, such as one that you trained.
            vocabulary: the word for each id.
            state: as for the figure itself.
        """
        return cls(
            exported=for_page(model, vocabulary),
            first=likeliest(model, vocabulary),
            **state,
        )

    _check_range = within(temperature=(0.1, 2.0), top_p=(0.05, 1.0))


def likeliest(model: GPT, words: list[str]) -> list[list[str | float]]:
    """Return the most likely first words of a text, with their probabilities."""
    with torch.no_grad():
        chances = model(torch.tensor([[BOS_ID]]))[0, -1].softmax(-1)
    found = chances.topk(SHOWN)
    return [
        [words[i], round(p, 4)]
        for p, i in zip(found.values.tolist(), found.indices.tolist(), strict=True)
    ]


def for_page(model: GPT, words: list[str]) -> dict[str, Any]:
    """Return everything that the page needs to compute with a model, ready for JSON."""
    return {
        "d_model": model.embedding.weight.size(1),
        "n_heads": attentions(model)[0].n_heads,
        "n_layers": len(model.decoder.layers),
        "words": words,
        **numbers_of(model),
    }
