"""Makes figures interactive in static pages, without a kernel and without RequireJS.

If a page has figures, MyST-NB embeds the state of their widgets, and then the scripts
that `nb_ipywidgets_js` names. By default, these are two scripts from a CDN. We inline
`widgets.js` instead.
"""

import json
from pathlib import Path

from myst_nb.core.render import sanitize_script_content
from myst_nb.sphinx_ import NbMetadataCollector

from lernformer import widgets


def set_loader(app, config):
    body = Path(__file__).with_suffix(".js").read_text("utf-8")
    config.nb_ipywidgets_js = {"": {"body": body}}  # no file name: Sphinx inlines it


LONG = 1000  # texts with more characters than this are stored separately


def embedded(states: dict) -> str:
    """Return the state of a page's widgets, with the shared style sheet only once.

    Long texts are stored together, each only once and the shortest first. If two
    figures share any text, gzip finds it, because it is within 32 kB.

    Args:
        states: what MyST-NB would embed, where each figure contains the sheet.
    """
    line = widgets.sheet()
    for model in states["state"].values():
        if line in (module := model["state"].get("_esm", "")):
            model["state"]["_esm"] = module.replace(line, widgets.NO_SHEET)
            states["sheet"] = widgets.css(widgets.SHARED)
    kept = [model["state"] for model in states["state"].values()]
    long = {x for state in kept for x in state.values() if is_long(x)}
    states["texts"] = sorted(long, key=lambda text: (len(text), text))
    for state in kept:
        for name, value in state.items():
            if is_long(value):
                state[name] = {"text": states["texts"].index(value)}
    return sanitize_script_content(json.dumps(states, separators=(",", ":")))


def is_long(value: object) -> bool:
    return isinstance(value, str) and len(value) > LONG


def share_sheet(app, page, *_):
    scripts = NbMetadataCollector.get_js_files(app.env, page)
    if "ipywidgets_state" in scripts:
        _, script = scripts["ipywidgets_state"]
        script["body"] = embedded(json.loads(script["body"]))


def setup(app):
    app.connect("config-inited", set_loader)
    app.connect("html-page-context", share_sheet, priority=400)  # before MyST-NB's
    return {"parallel_read_safe": True, "parallel_write_safe": True}
