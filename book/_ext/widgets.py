"""Interactive figures in the static page, without a kernel and without RequireJS.

MyST-NB embeds the widgets' state in a page that has figures, then the scripts of
`nb_ipywidgets_js`. In place of its two CDN scripts stands `widgets.js`, inlined.
"""

from pathlib import Path


def set_loader(app, config):
    body = Path(__file__).with_suffix(".js").read_text("utf-8")
    config.nb_ipywidgets_js = {"": {"body": body}}  # no file name: Sphinx inlines it


def setup(app):
    app.connect("config-inited", set_loader)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
