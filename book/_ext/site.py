"""Where the book will be published, as `lernformer.about` knows it.

Where it knows nothing, links stay relative, so that the book works in any folder of any
server, and pages have no buttons that open a notebook elsewhere.
"""

import re
from pathlib import Path
from urllib.parse import quote, urlsplit

from lernformer import about

BRANCH = "main"


def launchers(notebook: str) -> dict[str, str]:
    """Services that open a notebook of a repository on GitHub, and where they do.

    Args:
        notebook: its path in the repository.
    """
    host, name = urlsplit(about.repository())[1:3]
    if host != "github.com":
        return {}
    return {
        "Colab": "https://colab.research.google.com/github"
        f"{name}/blob/{BRANCH}/{notebook}",
        "Binder": f"https://mybinder.org/v2/gh{name}/{BRANCH}"
        f"?urlpath={quote(f'lab/tree/{notebook}', safe='')}",
    }


def set_addresses(app, config):
    config.ogp_site_url = config.html_baseurl = about.book()
    config.notfound_urls_prefix = urlsplit(about.book()).path or "/"
    if url := about.repository():
        config.html_theme_options |= {
            "repository_url": url,
            "use_repository_button": True,
        }
    # how {{ send_it_to_us }} reads in a page
    send = "send it to us"
    config.myst_substitutions["send_it_to_us"] = (
        f"[{send}]({about.issues()})" if about.issues() else send
    )


def find_way_home(app, exception):
    """Of a server that shows 404.html we know the folder, if at all, by the address."""
    page = Path(app.outdir, "404.html")
    if exception is None and page.exists() and not about.book():
        relative = re.sub(r'((?:href|src)=")/', r"\1", page.read_text("utf-8"))
        page.write_text(relative, "utf-8")


def setup(app):
    app.connect("config-inited", set_addresses)
    app.connect("build-finished", find_way_home)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
