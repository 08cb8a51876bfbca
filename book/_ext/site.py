"""Decides where the book will be published, according to `lernformer.project_urls`.

If no address is set, links stay relative, so that the book works in any folder on any
server. In that case, pages have no buttons to open a notebook on a different site.
"""

import re
from pathlib import Path
from urllib.parse import quote, urlsplit

from lernformer import CHAPTERS, __version__, project_urls

BRANCH = "main"
ZIP = "lernformer-students.zip"  # `make html` puts it next to the pages


def launchers(notebook: str) -> dict[str, str]:
    """Return services that open a notebook from a GitHub repository, with addresses.

    Args:
        notebook: the notebook's path in the repository.
    """
    host, name = urlsplit(project_urls.repository())[1:3]
    if host != "github.com":
        return {}
    return {
        "Colab": "https://colab.research.google.com/github"
        f"{name}/blob/{BRANCH}/{notebook}",
        "Binder": f"https://mybinder.org/v2/gh{name}/{BRANCH}"
        f"?urlpath={quote(f'lab/tree/{notebook}', safe='')}",
    }


def set_addresses(app, config):
    config.ogp_site_url = config.html_baseurl = project_urls.book()
    config.notfound_urls_prefix = urlsplit(project_urls.book()).path or "/"
    if url := project_urls.repository():
        config.html_theme_options |= {
            "repository_url": url,
            "use_repository_button": True,
        }
    config.copyright += f" · Version {__version__}"
    config.myst_substitutions |= substitutions()


def substitutions() -> dict[str, str]:
    """Return the texts that replace ``{{ name }}`` in a page."""
    send, first = "send it to us", f"exercises/{CHAPTERS[0]}/{CHAPTERS[0]}.ipynb"
    services = " or ".join(f"[{name}]({url})" for name, url in launchers(first).items())
    url = project_urls.repository()
    return {
        "send_it_to_us": f"[{send}]({project_urls.issues()})"
        if project_urls.issues()
        else send,
        "or_report_it": project_urls.issues()
        and f"; otherwise, [report the problem]({project_urls.issues()})",
        "open_elsewhere": services
        and f"**Without installing anything:** open the first exercise in {services}.",
        # not one of Sphinx's pages, but written along with them
        "zip_of_exercises": f'<a href="{ZIP}" download>the exercises</a> (a zip file)',
        "or_clone": url
        and f" (Or clone the repository: `git clone {url}`; there, the script of the "
        "second step is `deploy/start.py`.)",
    }


def find_way_home(app, exception):
    """Make links in 404.html relative if we don't know which folder it will be in."""
    page = Path(app.outdir, "404.html")
    if exception is None and page.exists() and not project_urls.book():
        relative = re.sub(r'((?:href|src)=")/', r"\1", page.read_text("utf-8"))
        page.write_text(relative, "utf-8")


def setup(app):
    app.connect("config-inited", set_addresses)
    app.connect("build-finished", find_way_home)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
