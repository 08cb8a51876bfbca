"""Where to find this copy of the course: `[project.urls]` in pyproject.toml.

The book, the notebooks, the verdicts and the students' zip ask this module. Addresses
that the owner hasn't set are empty, and the caller then links to the local copy.
"""

import json
import re
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

CLONE = Path(__file__).resolve().parents[2]  # not a clone if this file is installed
ADDRESS = re.compile(r"https?://[^\s/]+(/\S*)?")
# In this variable, a Jupyter server tells its kernels where it serves the book.
SERVED = "LERNFORMER_BOOK_ADDRESS"


def repository() -> str:
    """Return the repository's address, without a slash at the end."""
    return _url("Repository").rstrip("/").removesuffix(".git")


def book() -> str:
    """Return the hosted book's address, with a slash at the end."""
    url = _url("Book").rstrip("/")
    return url and f"{url}/"


def page(name: str) -> str:
    """Return the address of a page in the hosted book; the name may end in "#place"."""
    return book() and book() + name


def local_book() -> Path | None:
    """Return the book's folder, if the book was built in this clone."""
    folder = CLONE / "_build" / "html"
    return folder if (folder / "index.html").exists() else None


def exercise(slug: str) -> str:
    """Return the stamp of the notebook that belongs to this package; "" if unknown."""
    return _exercises(CLONE).get(slug, "")


def issues() -> str:
    """Return the address for reporting a problem."""
    return repository() and f"{repository()}/issues"


def _url(label: str) -> str:
    url = _urls(CLONE).get(label, "")
    if url and not ADDRESS.fullmatch(url):
        raise ValueError(
            f"pyproject.toml: {label} in [project.urls] must be an address as "
            f"https://example.org/course, got {url!r}"
        )
    return url


@cache
def _exercises(clone: Path) -> dict[str, str]:
    """Return stamps by chapter: those that a wheel was built with, or the clone's."""
    try:
        return json.loads(Path(__file__).with_name("exercises.json").read_text("utf-8"))
    except OSError:
        pass
    found = {}
    for path in sorted(clone.glob("exercises/*/*.ipynb")):
        try:
            data = json.loads(path.read_text("utf-8"))["metadata"]["lernformer"]
            found[path.stem] = data["exercise"]
        except (OSError, ValueError, LookupError):
            continue
    return found


@cache  # each verdict uses it
def _urls(clone: Path) -> dict[str, str]:
    """Return what a clone's pyproject.toml says; the metadata may be out of date."""
    try:
        settings = tomllib.loads((clone / "pyproject.toml").read_text("utf-8"))
        return settings["project"].get("urls", {})
    except OSError:
        pass
    try:
        lines = metadata.metadata("lernformer").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        lines = []
    return dict(line.split(", ", 1) for line in lines)
