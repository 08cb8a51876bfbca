"""A page to keep: who wrote the parts, how the loss fell, and what they translate.

The page needs no other file and no network. People type in the sentences, so the
template escapes everything that it is given, and a policy in its head lets nothing run
or load.
"""

import math
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from lernformer import atomic, figures
from lernformer.widgets import FOLDER
from lernformer.widgets.training import Pairs, Watch

PAGE = (FOLDER / "certificate.html").read_text("utf-8")


def certificate(
    parts: Any,
    watch: Watch,
    translations: Pairs,
    right: float,
    n_sentences: int,
    bleu: float | None = None,
    name: str = "",
    path: str | Path = "certificate.html",
) -> Path:
    """Write the page, completely or not at all, and return its path.

    Args:
        parts: the result of ``lernformer.parts.gather``.
        watch: the ``Watch`` of the training.
        translations: sentences to show, with their translations.
        right: the share of the sentences that were translated word for word.
        n_sentences: the number of sentences.
        bleu: the BLEU score on the same sentences.
        name: the name of the person whose page it is.
        path: the path of the page.
    """
    template = Environment(autoescape=True, undefined=StrictUndefined).from_string(PAGE)
    dark = "".join(f"--lf-{x}: {tone};" for x, (_, tone) in figures.PALETTE.items())
    page = template.render(
        title="This translator is my own",
        dark=Markup(dark.rstrip(";")),
        name=name,
        parts=parts.summary.replace("; these", ". These"),
        others=parts.why,
        steps=len(watch.losses),
        first=f"{watch.losses[0]:.2f}",
        last=f"{watch.recent:.2f}",
        words=watch.words,
        guessing=f"{math.log(watch.words):.2f}",
        curve=Markup(watch.curve()),
        n_sentences=n_sentences,
        exact=f"{100 * right:.0f}",
        bleu=None if bleu is None else f"{bleu:.1f}",
        translations=translations,
    )
    atomic.write(path, page)
    return Path(path)
