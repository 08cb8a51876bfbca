"""Corrects the pages for readers who use a screen reader or the keyboard.

tests/test_book.py checks the corrected pages with axe-core.
"""

from pathlib import Path

from lernformer.checks.verdict import KEPT

# Each correction has a reason, a pattern and a replacement; pages.py applies it. Every
# page has to contain the pattern, unless the reason begins with "may: ".
FIXES = [
    (
        "colours wait for a script that chooses them: without one there are none",
        r'<html([^>]*) data-theme="auto"',
        r'<html\1 data-theme="light"',
    ),
    (
        "the title and the search button stand outside of every landmark",
        r'<div id="pst-primary-sidebar"',
        r'<div id="pst-primary-sidebar" role="region" aria-label="Sidebar"',
    ),
    (
        "may: doc-biblioentry is deprecated, and a list of citations holds no items",
        r' role="(?:doc-biblioentry|list)"(?= class="citation|>)',
        "",
    ),
    (
        "a button without a type submits the form around it",
        r"<button(?![^>]*\stype=)",
        r'<button type="button"',
    ),
    (
        "may: only some screen readers read a title, and a phone never shows it",
        r'<button(?![^>]*\saria-label=)(?=[^>]*\stitle="([^"]+)")',
        r'<button aria-label="\1"',
    ),
    (
        "may: what is read aloud should be what is shown (Show the code)",
        r'<summary aria-label="Toggle hidden content">',
        "<summary>",
    ),
    (
        "may: margin notes are parts of the text, not landmarks",
        r'<aside class="margin sidebar">',
        '<aside class="margin sidebar" role="note">',
    ),
    (
        "may: a browser that translates would change formulas, code and German",
        KEPT,
        r'<\1 translate="no"',
    ),
    ("may: a page without a title has an empty heading for paper", r"<h1></h1>", ""),
]


def setup(app):
    app.add_js_file(None, body=Path(__file__).with_suffix(".js").read_text("utf-8"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
