"""The figure that looks inside the translator: heads to switch off or to paste into.

`inspector.mjs` is what the reader sees; `translator_model.mjs` does the computing, with
the same model as in the translator's own figure.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import anywidget
import traitlets

from lernformer.translator.inspection import Part, attentions, heads, look_inside
from lernformer.translator.translation import Translator
from lernformer.widgets import css, esm
from lernformer.widgets.translator import ADDRESS

GENDERED = {"er", "sie", "es", "ihn"}


def changed_words(before: str, after: str) -> list[tuple[str, str]]:
    """Return the words that differ in two sentences; none if the lengths differ."""
    a, b = before.split(), after.split()
    if len(a) != len(b):
        return []
    return [(x, y) for x, y in zip(a, b, strict=True) if x != y]


def other_pronoun(before: str, after: str) -> bool:
    """Return whether a pronoun has a different gender, and nothing else differs."""
    found = changed_words(before, after)
    return len(found) == 1 and set(found[0]) <= GENDERED


def verb_moves(before: str, after: str) -> bool:
    """Return whether the word that ends the sentence has moved forward in it."""
    a, b = before.split(), after.split()
    return len(b) > 2 and a[-2] in b[:-2] and b[-2] != a[-2] and len(a) - len(b) < 2


def other_article(before: str, after: str) -> bool:
    """Return whether just one or two articles differ, and only in their gender."""
    found = changed_words(before, after)
    return 0 < len(found) < 3 and all({x, y} <= {"der", "die", "das"} for x, y in found)


class Question(NamedTuple):
    """An experiment, and how to tell that it worked; ``others`` are for pasting."""

    name: str
    english: str
    others: tuple[str, ...]
    shows: Callable[[str, str], bool]
    note: str


QUESTIONS = (
    Question(
        "an article loses its noun’s gender",
        "the child believes that the king sleeps in the castle",
        (),
        other_article,
        "A part of the encoder is off. A German article shows its noun’s gender, but "
        "English “the” doesn’t: something has to look at the noun.",
    ),
    Question(
        "the pronoun’s gender",
        "i bought the lamp because it was old",
        ("he sold a lamp to the old man", "the man gives the lamp to him today"),
        other_pronoun,
        "The encoder looks where it looked in a different sentence, in which no “it” "
        "means a lamp. The words are the same, but the pronoun is not.",
    ),
    Question(
        "the verb at the end",
        "the girl laughs because her brother danced",
        ("the girl laughs and her brother danced",),
        verb_moves,
        "The decoder looks where it looked in a sentence with “and”, after which "
        "German puts the verb second.",
    ),
)


class Showcase(NamedTuple):
    """Something to see: switch ``off``, or ``paste`` from ``other``."""

    name: str
    english: str
    other: str
    off: list[str]
    paste: list[str]
    note: str


def showcases(
    translator: Translator, questions: Iterable[Question] = QUESTIONS
) -> list[Showcase]:
    """Find the smallest part that shows the answer to each question, if there is one.

    Chance in training decides which head learns what, so this tries all of them.
    """
    config = translator.model.config
    layers = range(config.n_layers)
    whole = [Part(stack, i) for stack in ("encoder", "decoder") for i in layers]
    parts = [*heads(config), *attentions(config), *whole]
    found = []
    for question in questions:
        words = " ".join([question.english, *question.others])
        if translator.source.unknown(words):
            continue
        before = look_inside(translator, question.english)
        tried = ((part, other) for other in question.others or ("",) for part in parts)
        for part, other in tried:
            off, paste = ([], [part]) if other else ([part], [])
            after = look_inside(translator, question.english, off, paste, other)
            if question.shows(before, after):
                name, english, _, _, note = question
                names = list(map(str, off)), list(map(str, paste))
                found.append(Showcase(name, english, other, *names, note))
                break
    return found


class HeadSwitches(anywidget.AnyWidget):
    """Switch off any head, attention or layer, or make it look as in another sentence.

    Args:
        translator: the translator that finds the examples. The page loads the same one
            from the script at ``address``; see ``TranslatorDemo``.
        state: initial values of ``text``, of the ``other`` sentence, and of the parts
            that are ``off`` or ``pasted``; or ``exported``, the model.
    """

    _esm, _css = esm("inspector"), css("inspector")

    engine = traitlets.Unicode(esm("translator_model")).tag(sync=True)
    address = traitlets.Unicode(ADDRESS).tag(sync=True)
    exported = traitlets.Dict().tag(sync=True)  # empty: load the model from `address`
    examples: traitlets.List = traitlets.List().tag(sync=True)
    n_layers = traitlets.Int(min=1).tag(sync=True)
    n_heads = traitlets.Int(min=1).tag(sync=True)

    text = traitlets.Unicode("the king admires her castle").tag(sync=True)
    other = traitlets.Unicode().tag(sync=True)
    off = traitlets.List(traitlets.Unicode()).tag(sync=True)
    pasted = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, translator: Translator, **state: object):
        config = translator.model.config
        state["n_layers"], state["n_heads"] = config.n_layers, config.n_heads
        found = showcases(translator)
        state["examples"] = [showcase._asdict() for showcase in found]
        if found:
            state = {"text": found[0].english, "other": found[0].other} | state
        super().__init__(**state)
