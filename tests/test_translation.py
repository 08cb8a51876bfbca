"""What a browser that translates a page leaves alone: code, formulas and German."""

import re
from importlib import import_module

import pytest
from course import ROOT

from lernformer.checks import run
from lernformer.checks.verdict import untranslated

KEPT = ' translate="no"'


@pytest.mark.parametrize(
    ("kept", "html"),
    [
        (True, "<pre>x = 1</pre>"),
        (True, '<pre tabindex="0">x = 1</pre>'),
        (True, "<code>softmax</code>"),
        (True, '<code class="docutils literal notranslate">softmax</code>'),
        (True, '<span class="katex">d_k</span>'),
        (True, '<span tabindex="0" class="katex mathnormal">d_k</span>'),
        (True, '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>d</mi></math>'),
        (True, '<p lang="de">Wo ist Tom?</p>'),
        (True, '<span class="said" lang=de>Wo ist Tom?</span>'),
        (False, "<p>Words</p>"),
        (False, '<pre translate="yes">should be 3</pre>'),
        (False, '<p lang="den">Words</p>'),
        (False, '<span class="katex-html">d_k</span>'),
        (False, "<predict>Words</predict>"),
        (False, '<p title="lang de">Words</p>'),
    ],
)
def test_what_is_left_alone_and_what_is_translated(kept, html):
    tag = re.match(r"<\w+", html)[0]
    marked = tag + KEPT + html[len(tag) :] if kept else html
    assert untranslated(html) == untranslated(marked) == marked


def test_a_verdict_keeps_code_and_what_was_printed():
    def softmax(scores, axis=-1):
        print("Wo?")
        return scores

    html = run("attention.softmax", softmax, seed=0).as_html()
    found = re.findall(r"<(?:pre|code)\b[^>]*>", html)
    assert f"<pre{KEPT}>" in found
    assert f"<code{KEPT}>" in found
    assert set(found) == {f"<pre{KEPT}>", f"<code{KEPT}>", '<pre translate="yes">'}


def test_every_page_of_the_book_is_corrected(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "book")
    access = import_module("_ext.access")
    page = '<td><span class="katex">d_k</span> <p lang="de">Wo?</p></td>'
    for reason, pattern, replacement in access.FIXES:
        if reason.startswith("may: "):
            page = re.sub(pattern, replacement, page)
    assert page.count(KEPT) == 2
