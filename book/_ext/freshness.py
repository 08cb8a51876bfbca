"""Rebuilds what has changed where Sphinx and MyST-NB wouldn't notice.

- The cache of outputs knows a page's cells, but not what they import and read: the
  package, the results of the long experiments, the translator. So its folder is named
  after their contents; a new name also re-reads every page.
- Pages are written again when our extensions or styles change.
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
    """A short hash of the files that match."""
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
