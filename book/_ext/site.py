"""Where the book will be published, taken from the environment of the build.

GITHUB_REPOSITORY   "owner/name"; GitHub's own builds set it. Without it pages have no
                    buttons that open a notebook elsewhere.
SITE_URL            the book's address, with a slash at the end; left out, it is that of
                    the repository's GitHub Pages. Without it links stay relative, so
                    that the book works in any folder of any server.
"""

import os
import re
from pathlib import Path
from urllib.parse import quote, urlsplit

BRANCH = "main"


def repository() -> str:
    """The repository as "owner/name", or an empty text.

    Raises:
        ValueError: if the environment names something else.
    """
    name = os.environ.get("GITHUB_REPOSITORY", "")
    if name and not re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        raise ValueError(f"GITHUB_REPOSITORY must be owner/name, got {name!r}")
    return name


def address() -> str:
    """Where the book will stand, with a slash at the end, or an empty text."""
    owner, _, name = repository().partition("/")
    pages = f"https://{owner.lower()}.github.io/{name}/" if name else ""
    return os.environ.get("SITE_URL", pages)


def launchers(notebook: str) -> dict[str, str]:
    """Services that open a notebook of the repository, and where they do.

    Args:
        notebook: its path in the repository.
    """
    if not (name := repository()):
        return {}
    return {
        "Colab": "https://colab.research.google.com/github/"
        f"{name}/blob/{BRANCH}/{notebook}",
        "Binder": f"https://mybinder.org/v2/gh/{name}/{BRANCH}"
        f"?urlpath={quote(f'lab/tree/{notebook}', safe='')}",
    }


def set_addresses(app, config):
    config.ogp_site_url = config.html_baseurl = address()
    config.notfound_urls_prefix = urlsplit(address()).path or "/"
    if name := repository():
        config.html_theme_options |= {
            "repository_url": f"https://github.com/{name}",
            "use_repository_button": True,
        }


def find_way_home(app, exception):
    """Of a server that shows 404.html we know the folder, if at all, by the address."""
    page = Path(app.outdir, "404.html")
    if exception is None and page.exists() and not address():
        relative = re.sub(r'((?:href|src)=")/', r"\1", page.read_text("utf-8"))
        page.write_text(relative, "utf-8")


def setup(app):
    app.connect("config-inited", set_addresses)
    app.connect("build-finished", find_way_home)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
