"""The book's one style sheet holds what its pages use, and nothing gets lost."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import styles

LINK = '<link rel="stylesheet" href="{}?v=1" />\n'


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".a{x:y}.b{x:y}", ".a{x:y}"),
        (".a .b,.a > p{x:y}", ".a > p{x:y}"),
        (".a:not(.b, :is(.c)),p.b{x:y}", ".a:not(.b, :is(.c)){x:y}"),
        ('[c=".b,}"] .a{content:"}"}', '[c=".b,}"] .a{content:"}"}'),
        ("@media print{.b{x:y}}p{x:y}", "p{x:y}"),
        ("@media print{.b{x:y}.a{x:y}}", "@media print{.a{x:y}}"),
        ("@keyframes b{to{x:y}}", "@keyframes b{to{x:y}}"),
        ("@layer z;.b{x:y}", "@layer z;"),
        (r".a\:b{x:y}", ""),
    ],
)
def test_rules_of_unknown_classes_are_left_out(css, kept):
    assert styles.used(css, {"a", "p"}) == kept


@pytest.fixture
def written(tmp_path):
    (tmp_path / "_static" / "theme").mkdir(parents=True)
    for name, text in {
        "_static/theme/one.css": '@import "../base.css";.a{src:url("f.woff")}',
        "_static/base.css": "/*! licence */.a{x:url(data:z)}/* none */",
        "_static/two.css": ".a{y:z}.b{y:z}",
        "_static/documentation_options.js": "const X = 1;",
        "page.html": LINK.format("_static/theme/one.css")
        + LINK.format("_static/two.css")
        + '<script src="_static/documentation_options.js?v=1"></script><p class="a">',
        "404.html": LINK.format("/home/_static/theme/one.css"),
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    return SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name="html"))


def test_pages_have_one_sheet(written):
    out = written.outdir
    styles.join_styles(written, None)
    sheet = (out / styles.NAME).read_text("utf-8")
    rules = ".a{x:url(data:z)}.a{src:url(theme/f.woff)}.a{y:z}"
    assert sheet == f"/*! licence */{rules}"
    page = (out / "page.html").read_text("utf-8")
    assert page.count("<link") == 1
    assert f'href="{styles.NAME}?v=' in page
    assert "<script>const X = 1;</script>" in page
    assert f'href="/home/{styles.NAME}?v=' in (out / "404.html").read_text("utf-8")
    styles.join_styles(written, None)  # as after a build that wrote no page
    assert (out / styles.NAME).read_text("utf-8") == sheet


def test_a_page_written_anew_brings_the_sheets_back(written):
    out = written.outdir
    new = (out / "page.html").read_text("utf-8")
    styles.join_styles(written, None)
    (out / "page.html").write_text(new.replace('class="a"', 'class="b"'), "utf-8")
    styles.join_styles(written, None)
    sheet = (out / styles.NAME).read_text("utf-8")
    assert sheet == "/*! licence */.b{y:z}"
    version = sheet and (out / "page.html").read_text("utf-8").split("?v=")[1][:8]
    assert version in (out / "404.html").read_text("utf-8")
