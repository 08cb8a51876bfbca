"""Rebuilds whatever has changed without Sphinx or MyST-NB noticing.

- MyST-NB caches the outputs of a page. It notices when the page's cells change, but not
  when something changes that they import or read: the package, the results of the long
  experiments, or the translator. So we name the cache's folder after the contents of
  these files. When the name changes, Sphinx also reads every page again.
- When our extensions or styles change, all pages are written again.
"""

import hashlib
import shutil
from pathlib import Path

BOOK = Path(__file__).parents[1]
PACKAGE = BOOK.parent / "src" / "lernformer"
PRACTICE = BOOK.parent / "src" / "sphinx_practice"
READ = (
    *(f"src/lernformer/**/*.{kind}" for kind in ("py", "mjs", "css", "json", "txt")),
    "benchmarks/*.json",
    "_build/translator/checkpoint.json",
)


def fingerprint(*patterns, root):
    """Return a short hash of the files that match."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def set_fingerprints(app, config):
    look = fingerprint("_ext/*.*", "_static/*", root=BOOK)
    config.book_look = look + fingerprint("*.*", root=PRACTICE)
    caches = Path(app.outdir).parent / ".jupyter_cache"
    current = caches / fingerprint(*READ, root=BOOK.parent)
    for old in caches.glob("*"):
        if old != current:
            shutil.rmtree(old, ignore_errors=True)
    config.nb_execution_cache_path = str(current)


def setup(app):
    app.add_config_value("book_look", "", "html")
    app.connect("config-inited", set_fingerprints)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
