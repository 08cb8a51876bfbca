"""The interactive figure for the translator chapter: a model that runs in the page.

`translator.mjs` is what the reader sees; `translator_model.mjs` does the arithmetic, in
a Web Worker. The model is loaded when the reader first asks for a translation: in the
book, from a script next to the page; in a notebook, from a checkpoint via the state.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import torch
import traitlets

from lernformer.fast.decoding import greedy_decode
from lernformer.translator import checkpoint, release
from lernformer.translator.attention_maps import attention_maps
from lernformer.translator.export import for_page
from lernformer.translator.translation import AHEAD, Translator
from lernformer.translator.vocabulary import BOS_ID
from lernformer.widgets import FOLDER, css, esm

ADDRESS = "_static/translator-model.js"  # in the book, whose extension writes the file
EVERYDAY_ADDRESS = "_static/everyday-model.js"  # the same for the everyday translator


class Example(NamedTuple):
    """An English sentence, what German does with it, and the word that shows it."""

    name: str
    english: str
    german: str
    look: str
    note: str


def read_examples(name: str) -> tuple[Example, ...]:
    """Return the examples in a text file in this folder, which explains its format."""
    _, *blocks = (FOLDER / name).read_text("utf-8").split("\n\n")
    read = (block.splitlines() for block in blocks)
    return tuple(Example._make([*lines[:4], " ".join(lines[4:])]) for lines in read)


EXAMPLES = read_examples("toy_examples.txt")
EVERYDAY_EXAMPLES = read_examples("everyday_examples.txt")


class TranslatorDemo(anywidget.AnyWidget):
    """Type English, watch the German appear, and see where each head looked meanwhile.

    Args:
        checkpoint_folder: in a notebook, the folder in which `lernformer train` has
            saved a translator. Without it, the page loads the script at `address`,
            which `lernformer export-web` writes, when the reader first translates.
        state: initial values of `text` (the English), `layer` and `head` (counted from
            0; None means the last layer, and the mean of its heads).

    Raises:
        ValueError: if there is no checkpoint, or none that the page can use.
        traitlets.TraitError: if `layer` or `head` is negative; too high means the last.
    """

    _esm, _css = esm("translator"), css("translator")

    engine = traitlets.Unicode(esm("translator_model")).tag(sync=True)
    address = traitlets.Unicode(ADDRESS).tag(sync=True)
    exported = traitlets.Dict().tag(sync=True)  # empty: load the model from `address`
    examples = traitlets.List([e._asdict() for e in EXAMPLES]).tag(sync=True)
    first = traitlets.Dict().tag(sync=True)  # what is shown before the model is loaded
    bigger = traitlets.Unicode().tag(sync=True)  # a page whose translator knows more

    text = traitlets.Unicode(EXAMPLES[0].english).tag(sync=True)
    translation = traitlets.Unicode().tag(sync=True)  # the page's translation of `text`
    place = traitlets.Int(0, min=0).tag(sync=True)  # of the chosen German word
    layer = traitlets.Int(None, min=0, allow_none=True).tag(sync=True)
    head = traitlets.Int(None, min=0, allow_none=True).tag(sync=True)

    def __init__(self, checkpoint_folder: str | Path | None = None, **state: object):
        if checkpoint_folder is not None:
            translator, found = checkpoint.load(checkpoint_folder)
            state["exported"] = for_page(translator, found)
        super().__init__(**state)

    @classmethod
    def opened(
        cls,
        translator: Translator,
        examples: Sequence[Example] = EXAMPLES,
        **state: Any,
    ) -> "TranslatorDemo":
        """Return a figure that shows one translation before the model is loaded.

        Args:
            translator: the same translator that the page will load.
            examples: sentences that a click translates.
            state: as for the figure itself.
        """
        first = examples[0]
        return cls(
            examples=[example._asdict() for example in examples],
            text=first.english,
            place=first.german.split().index(first.look),
            first=translated(translator, first.english),
            **state,
        )

    @classmethod
    def everyday(cls) -> "TranslatorDemo":
        """Return the translator of everyday sentences, which comes with the package."""
        translator, _ = release.load()
        return cls.opened(translator, EVERYDAY_EXAMPLES, address=EVERYDAY_ADDRESS)


def translated(translator: Translator, english: str) -> dict[str, Any]:
    """Return a translation as the page's worker sends it: `begun`, and a step per word.

    Args:
        translator: a translator, which translates greedily.
        english: one sentence of words that the translator knows.
    """
    english = translator.as_in_corpus(english, several=False)
    words = translator.splitter.split(english).split()
    tokens = ["<bos>", *words, "<eos>"]
    src = translator.encode([english])
    tgt = greedy_decode(translator.model, src, src.size(1) + AHEAD)
    read = torch.cat([torch.tensor([[BOS_ID]]), tgt[:, :-1]], dim=1)
    with torch.no_grad():
        likeliest = translator.model(src, read)[0].softmax(-1).topk(3)
    maps = attention_maps(translator.model, src, read)
    layers = range(translator.model.config.n_layers)
    attention = [maps[f"decoder.layers.{i}.cross_attention"][0] for i in layers]
    steps = [
        {
            "word": translator.target.words[id_],
            "likeliest": [
                [translator.target.words[other], round(p, 4)]
                for p, other in zip(ps, others, strict=True)
            ],
            "attention": [layer[:, i].numpy().round(4).tolist() for layer in attention],
        }
        for i, (id_, ps, others) in enumerate(
            zip(tgt[0].tolist(), *(x.tolist() for x in likeliest), strict=True)
        )
    ]
    config = translator.model.config
    return {
        "shape": {"n_layers": config.n_layers, "n_heads": config.n_heads},
        "begun": {
            "words": words,
            "tokens": tokens,
            "names": tokens,
            "parts": [{"words": words}],
            "like": [],
        },
        "steps": steps,
    }
