"""Lets readers download every page with code as a notebook of its text and cells."""

from pathlib import Path

import jupytext


def name_notebook(app, pagename, templatename, context, doctree):
    """Set the notebook's name, so that the theme shows a download button."""
    if "kernelspec" in (context.get("meta") or {}):
        context["ipynb_source"] = f"{pagename}.ipynb"


def write_notebooks(app, exception):
    if exception or app.builder.name != "html":
        return
    for page in app.env.found_docs:
        if "kernelspec" in app.env.metadata[page]:
            notebook = jupytext.read(app.env.doc2path(page), fmt="md:myst")
            target = Path(app.outdir, "_sources", f"{page}.ipynb")
            jupytext.write(notebook, target, fmt="ipynb")


def setup(app):
    app.connect("html-page-context", name_notebook, priority=100)
    app.connect("build-finished", write_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
