"""Puts the translator's models next to the pages that use them.

To keep the pages small, the models are in separate files. A figure loads its model when
the reader asks for the first translation. The chapter's model comes from the checkpoint
that the book is built with, and the first page's model comes with the package.
"""

from pathlib import Path

from sphinx.errors import ExtensionError

from lernformer.gpt import load
from lernformer.translator import checkpoint, release
from lernformer.translator.corpus import make_corpus
from lernformer.translator.export import export_web, write_script
from lernformer.translator.offered_words import following
from lernformer.widgets import gpt
from lernformer.widgets.translator import ADDRESS, EVERYDAY_ADDRESS, TranslatorDemo

CHECKPOINT = Path(__file__).parents[2] / "_build" / "translator"


def write_model(app, exception):
    """Export each model that a page uses."""
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    pages = [page.read_text("utf-8") for page in out.glob("*.html")]

    def is_shown(figure: type) -> bool:
        return any(f"{figure.__module__}.{figure.__qualname__}" in p for p in pages)

    if is_shown(gpt.GPTDemo):
        model, words, _ = load()
        write_script(gpt.VARIABLE, gpt.for_page(model, words), out / gpt.ADDRESS)
    if not is_shown(TranslatorDemo):
        return
    try:
        models = {ADDRESS: CHECKPOINT, EVERYDAY_ADDRESS: release.FOLDER}
        for address, folder in models.items():
            translator, found = checkpoint.load(folder)
            if address == ADDRESS:
                found["following"] = following(p.source for p in make_corpus().train)
            export_web(translator, out / address, found)
    except ValueError as error:
        raise ExtensionError(f"a page shows the translator, but {error}") from error


def setup(app):
    app.connect("build-finished", write_model)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
