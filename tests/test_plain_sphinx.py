"""Pages that plain Sphinx builds: the book does not hang on Jupyter Book 1."""

import re
import subprocess
import sys

import pytest
import yaml
from course import ROOT

pytestmark = pytest.mark.slow

PAGES = ("masking", "glossary", "references")
# what belongs to Jupyter Book, or needs the whole book
LEFT_OUT = {"jupyter_book", "sphinx_external_toc", "sphinx_copybutton"}
LEFT_OUT |= {"sphinxext.opengraph", "notfound.extension"}
LEFT_OUT |= {"_ext", "_ext.access", "_ext.freshness", "_ext.lean", "_ext.maths"}
LEFT_OUT |= {"_ext.pdf", "_ext.translator", "sphinxcontrib.katex"}

SETTINGS = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
EXTENSIONS = SETTINGS["sphinx"]["config"]["extensions"]
CONF = f"""
import sys
sys.path.insert(0, {str(ROOT / "book")!r})
extensions = {[x for x in EXTENSIONS if x not in LEFT_OUT]}
myst_enable_extensions = {SETTINGS["parse"]["myst_enable_extensions"]}
myst_substitutions = {{}}
bibtex_bibfiles = [{str(ROOT / "book" / "references.bib")!r}]
nb_execution_mode = "off"  # the numbers are those that the book computes
include_patterns = {[f"{page}.md" for page in PAGES]}
root_doc = {PAGES[0]!r}
html_theme = "sphinx_book_theme"
html_theme_options = {{}}
notfound_urls_prefix = "/"
"""


def test_pages_need_no_jupyter_book(tmp_path):
    (tmp_path / "conf.py").write_text(CONF, "utf-8")
    built = tmp_path / "built"
    ran = subprocess.run(
        [sys.executable, "-m", "sphinx", "-c", tmp_path, ROOT / "book", built],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert not re.findall(r"Unknown (?:directive|interpreted).*", ran.stderr)
    text = (built / "masking.html").read_text("utf-8")
    assert "<h1>Masking" in text
    assert 'class="math' in text
    assert "look_ahead_mask" in text
    assert "Vaswani" in (built / "references.html").read_text("utf-8")
