"""Pages of graded notebooks: nothing runs, nothing is loaded, formulas are typeset."""

from pathlib import Path

import nbformat
import nbgrader
import pytest
from browser import fresh, launch

from lernformer.grading.gradebook import safe_pages
from lernformer.grading.gradebook.safe_pages import FORMGRADE, Page, _closed, clean
from lernformer.grading.pages import reading_page

FORMGRADER = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader"
STYLES = FORMGRADER / "static" / "node_modules" / "bootstrap" / "dist" / "css"
ELSEWHERE = "https://example.invalid/seen"
# Prose that tries to run a script, or to load something from ELSEWHERE.
LINES = Path(__file__).with_name("prose.txt").read_text("utf-8").splitlines()
PROSE = [line.replace("\\n", "\n") for line in LINES]


def page(cells: list, template: str = "feedback") -> str:
    """What nbgrader makes of a graded notebook with these cells."""
    exporter = Page(
        template_name=template,
        extra_template_basedirs=[str(FORMGRADER / "templates")],
        extra_template_paths=[str(STYLES)],
    )
    about = {"notebook": "n", "score": 1.0, "max_score": 2.0, "late_penalty": 0.0}
    made = nbformat.v4.new_notebook(cells=cells)
    resources = {"nbgrader": about, "index": 0, "total": 1}
    html, _ = exporter.from_notebook_node(made, resources)
    return html


def prose(*texts: str) -> list:
    return [nbformat.v4.new_markdown_cell(text) for text in texts]


@pytest.mark.parametrize("text", PROSE)
def test_of_prose_nothing_is_left_that_could_run_or_load(text):
    html = clean(f"{text}").lower()
    for part in ("<script", "<svg", "<style", "<iframe", '<img src="h', "<link"):
        assert part not in html
    assert 'href="javascript' not in html
    assert "onerror=" not in html.replace("&lt;img src=x onerror=", "")


def test_what_prose_needs_is_kept():
    parts = ('id="a"', "<em>", 'href="https://example.org"', "data:image/png")
    html = clean(
        '<h2 id="a">A</h2><p>x <em>y</em> <a href="https://example.org">z</a>'
        '<img alt="p" src="data:image/png;base64,AAAA"></p><table><tr><td>1</td></tr>'
        '</table><pre><code class="k">a &lt; b</code></pre>'
    )
    for part in (*parts, "<td>1</td>", "a &lt; b"):
        assert part in html


def test_a_page_of_buttons_has_a_policy_too():
    html = _closed("<html><head></head><body></body></html>", FORMGRADE)
    assert "default-src 'self'" in html
    assert html.index("Content-Security-Policy") < html.index("</head>")


# Texts that take renderers minutes, one of prose and one of code.
SLOW = {"markdown": "# a\n" * 50_000, "code": "**a*" * 50_000}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "template"), [("markdown", "feedback"), ("code", "formgrade")]
)
def test_what_is_slow_to_show_is_shown_as_it_is(kind, template, monkeypatch):
    monkeypatch.setattr(safe_pages, "PATIENCE", 1)
    cells = [vars(nbformat.v4)[f"new_{kind}_cell"](SLOW[kind] + "&lt;x")]
    html = page([*cells, *prose("*short*")], template)
    assert f"{SLOW[kind]}&lt;x</pre>" in html
    assert "*short*" in html
    assert "<em>short</em>" in page(prose("*short*"), template)


@pytest.mark.slow
def test_an_answer_in_words_that_is_slow_to_show_is_shown_as_it_is(monkeypatch):
    monkeypatch.setattr(safe_pages, "PATIENCE", 1)
    assert reading_page.words(SLOW["markdown"]) == f"<pre>{SLOW['markdown']}</pre>"
    assert reading_page.words("# a\n" * 100).count("<h1") == 100


def seen(path: Path, html: str, look) -> list[str]:
    """What a browser requests when it shows the page, and what it was refused."""
    path.write_text(html, "utf-8")
    requested = []
    with launch() as chromium:
        view = fresh(chromium).new_page()
        view.on("requestfinished", lambda request: requested.append(request.url))
        view.on(
            "requestfailed",
            lambda request: requested.append(f"{request.failure} {request.url}"),
        )
        view.goto(path.as_uri())
        look(view)
        view.wait_for_load_state("networkidle")
        assert view.evaluate("window.hit") is None
    return [url for url in requested if not url.startswith(("data:", "csp "))]


@pytest.mark.slow
def test_in_a_browser_it_asks_for_nothing_and_runs_nothing(tmp_path):
    def look(view):
        for link in view.query_selector_all("a"):
            link.dispatch_event("click")
        assert view.locator("math").count() >= 2
        assert view.locator("code", has_text="$not$").count() == 1

    path = tmp_path / "page.html"
    html = page(prose(*PROSE, "Set: $e^{x}$ and $$\\frac{1}{2}$$ but `$not$`."))
    assert seen(path, html, look) == [path.as_uri()]


@pytest.mark.slow
def test_the_policy_alone_would_hold(tmp_path):
    """Without the cleaning, no picture is requested and no script runs either."""
    raw = f"<img src={ELSEWHERE} onerror='window.hit=1'><script>window.hit=1</script>"
    path = tmp_path / "page.html"
    html = page(prose("x")).replace("</body>", f"{raw}</body>")
    assert seen(path, html, lambda view: None) == [path.as_uri()]
