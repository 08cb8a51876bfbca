"""The interactive figure of the translator chapter: a model that runs in the page.

`translator.mjs` is what the reader sees; `translator_model.mjs` does the arithmetic, in
a Web Worker. The model is loaded when the reader first asks for a translation: in the
book from a script next to the page, in a notebook from a checkpoint through the state.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import torch
import traitlets

from lernformer.fast.decoding import greedy_decode
from lernformer.translator import checkpoint, release
from lernformer.translator.export import for_page
from lernformer.translator.maps import attention_maps
from lernformer.translator.translation import AHEAD, Translator
from lernformer.translator.vocabulary import BOS_ID
from lernformer.widgets import css, esm

ADDRESS = "_static/translator-model.js"  # in the book; its extension writes the file
EVERYDAY_ADDRESS = "_static/everyday-model.js"  # the same for the everyday one


class Example(NamedTuple):
    """An English sentence, what German does with it, and the word that shows it."""

    name: str
    english: str
    german: str
    look: str
    note: str


EXAMPLES = (
    Example(
        "a role has a gender",
        "anthony hopkins admired michael bay as a great director",
        "Anthony Hopkins hat Michael Bay als einen großartigen Regisseur bewundert .",
        "Regisseur",
        "A director is Regisseur or Regisseurin, and the name in front decides. Put "
        "“julia” in place of “michael bay”.",
    ),
    Example(
        "participle last",
        "yesterday the old man opened the window",
        "gestern hat der alte Mann das Fenster geöffnet .",
        "geöffnet",
        "German splits what English says in one word, opened: “hat” comes early and "
        "the participle “geöffnet” at the very end. Both look at the same word.",
    ),
    Example(
        "verb second",
        "in the evening the cat sleeps under the table",
        "am Abend schläft die Katze unter dem Tisch .",
        "schläft",
        "Whatever comes first, the verb is second. Here the time has taken the first "
        "place, so the subject comes after its verb.",
    ),
    Example(
        "gender and case",
        "the father gives the clever boy a green hat",
        "der Vater gibt dem klugen Jungen einen grünen Hut .",
        "einen",
        "Articles and adjectives change with gender and case: der Vater gives, dem "
        "klugen Jungen receives, einen grünen Hut is given. To say “einen”, the model "
        "must already know that a hat follows.",
    ),
    Example(
        "separable verb",
        "she calls her aunt every day",
        "sie ruft jeden Tag ihre Tante an .",
        "an",
        "To call is anrufen, and its prefix goes to the end. “ruft” and “an” look at "
        "the same English word.",
    ),
    Example(
        "nicht",
        "the dog does not sleep under the table",
        "der Hund schläft nicht unter dem Tisch .",
        "nicht",
        "English needs “does” to say no. German doesn't, so no word matches it here.",
    ),
    Example(
        "kein",
        "julia does not buy a hat",
        "Julia kauft keinen Hut .",
        "keinen",
        "“not” and “a” become one word, keinen, which has gender and case like an "
        "article.",
    ),
    Example(
        "dass",
        "the child believes that the king sleeps in the castle",
        "das Kind glaubt , dass der König im Schloss schläft .",
        "schläft",
        "After dass the verb goes to the end of its clause.",
    ),
    Example(
        "weil",
        "the girl laughs because her brother danced",
        "das Mädchen lacht , weil ihr Bruder getanzt hat .",
        "hat",
        "After weil the finite verb goes to the end, even after the participle.",
    ),
    Example(
        "question",
        "where did the cat sleep yesterday",
        "wo hat die Katze gestern geschlafen ?",
        "hat",
        "The question word is first, the finite verb second, and the mark at the end "
        "is a question mark.",
    ),
    Example(
        "who: wer, wen, wem",
        "who does the child thank",
        "wem dankt das Kind ?",
        "wem",
        "danken takes the dative, so “who” is wem. The first word depends on the last: "
        "try “see”, which takes the accusative.",
    ),
    Example(
        "pronoun agreement",
        "i bought the lamp because it was old",
        "ich habe die Lampe gekauft , weil sie alt war .",
        "sie",
        "“it” is sie, because Lampe is feminine. Try “table” (der Tisch) and “book” "
        "(das Buch).",
    ),
    Example(
        "time, manner, place",
        "anna worked quickly in the garden in the evening",
        "Anna hat am Abend schnell im Garten gearbeitet .",
        "am",
        "English says how, where, when; German when, how, where.",
    ),
    Example(
        "modal verb",
        "the boy wants to swim in the lake today",
        "der Junge will heute im See schwimmen .",
        "schwimmen",
        "The modal verb is second and the infinitive last.",
    ),
)


# examples for the everyday translator, on the first page
EVERYDAY_EXAMPLES = (
    Example(
        "don’t",
        "I don't want to go home.",
        "ich will nicht nach Hause gehen .",
        "gehen",
        "English says “to go” right after “want”; in German the infinitive “gehen” is "
        "last. “do” has no German word.",
    ),
    Example(
        "separable verb",
        "Please turn off the light.",
        "bitte schalte das Licht aus !",
        "aus",
        "To turn off is ausschalten, and its prefix goes to the end.",
    ),
    Example(
        "du, dich, dir",
        "I know that you are tired.",
        "ich weiß , dass du müde bist .",
        "bist",
        "After dass the verb goes to the end of its clause. “you” is du here: German "
        "also has ihr and Sie, and the English doesn't say which.",
    ),
    Example(
        "gender and case",
        "I bought a red dress.",
        "ich habe ein rotes Kleid gekauft .",
        "rotes",
        "Articles and adjectives change with gender and case. Put “hat” (der Hut) or "
        "“flower” (die Blume) in place of “dress”.",
    ),
    Example(
        "question",
        "Why did you leave?",
        "warum bist du gegangen ?",
        "bist",
        "German has no “did”. With du, the past of gehen is “bist gegangen”, "
        "otherwise “ging”: put “Tom” in place of “you”.",
    ),
)


class TranslatorDemo(anywidget.AnyWidget):
    """Type English, see German appear, and see where each head looked meanwhile.

    Args:
        checkpoint_folder: in a notebook, where `lernformer train` has left a
            translator. Without it, when the reader first translates, the page loads
            the script at `address`, which `lernformer export-web` writes.
        state: first values of `text` (the English), `layer` and `head` (counted from
            0; None means the last layer, and the mean of its heads).

    Raises:
        ValueError: if there is no checkpoint, or none that the page can use.
        traitlets.TraitError: if `layer` or `head` is negative; too high means the last.
    """

    _esm, _css = esm("translator"), css("translator")

    engine = traitlets.Unicode(esm("translator_model")).tag(sync=True)
    address = traitlets.Unicode(ADDRESS).tag(sync=True)
    exported = traitlets.Dict().tag(sync=True)  # empty: load it from `address`
    examples = traitlets.List([e._asdict() for e in EXAMPLES]).tag(sync=True)
    first = traitlets.Dict().tag(sync=True)  # what is shown before the model is loaded
    bigger = traitlets.Unicode().tag(sync=True)  # a page whose translator knows more

    text = traitlets.Unicode(EXAMPLES[0].english).tag(sync=True)
    translation = traitlets.Unicode().tag(sync=True)  # of `text`, by the page
    place = traitlets.Int(0, min=0).tag(
        sync=True
    )  # of the German word that is looked at
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
        """A figure that shows its first example translated before the model is loaded.

        Args:
            translator: the same one that the page will load.
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
        """The translator of everyday sentences, which comes with the package."""
        translator, _ = release.load()
        return cls.opened(translator, EVERYDAY_EXAMPLES, address=EVERYDAY_ADDRESS)


def translated(translator: Translator, english: str) -> dict[str, Any]:
    """A translation as the page's worker would send it: `begun`, and a step per word.

    Args:
        translator: translates greedily.
        english: one sentence of words that it knows.
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
