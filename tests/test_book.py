"""The built book as readers meet it: offline, in light and dark, wide and narrow."""

import json
import re
import zipfile
from pathlib import Path

import browser
import nbformat
import pytest
from browser import DESKTOP, PHONE, WAYS
from bs4 import BeautifulSoup
from extent import ALL, some
from playwright.sync_api import expect
from pypdf import PdfReader

import lernformer
from lernformer import CHAPTERS, checks

pytestmark = pytest.mark.slow

PAGE = "attention"  # the one that is looked at closely
WEIGHT = 300_000  # bytes, gzipped, of everything that a page loads by itself
ELEMENTS = 9_000  # of a page that nobody has touched
EVENING = 28  # minutes
FILES = (("light", DESKTOP), ("dark", PHONE))  # for pages opened as files


@pytest.fixture(scope="module")
def pages(book):
    """Every page: chapters, index, search."""
    return sorted(path.name for path in book.glob("*.html"))


@pytest.fixture(params=["file", "http"])
def address(request, book, served):
    """The book's address: in a folder, and behind a server on this machine."""
    return f"{book.as_uri() if request.param == 'file' else served}/"


@pytest.fixture(scope="module", params=CHAPTERS)
def chapter(request, chromium, book):
    """The page of a chapter, visited once for all tests."""
    with browser.visit(chromium, (book / f"{request.param}.html").as_uri()) as page:
        yield page


def html_of(book, name):
    """A page's HTML as built, for what can be seen without a browser."""
    return BeautifulSoup((book / f"{name}.html").read_text("utf-8"), "html.parser")


def test_every_page_of_the_book_is_built(pages):
    expected = {path.stem for path in (browser.ROOT / "book").glob("*.md")}
    assert expected | {"search", "404"} <= {Path(name).stem for name in pages}


@pytest.mark.parametrize(("scheme", "width"), WAYS)
def test_pages_open_offline_and_show_all_they_hold(
    chromium, book, served, pages, scheme, width
):
    """In both widths and schemes, from a server and as files; axe finds nothing.

    `make test` opens each page in one of the four ways, `make test-all` in all.
    """
    home = book.as_uri() if (scheme, width) in FILES else served
    for i, name in enumerate(pages):
        if not ALL and (scheme, width) != WAYS[i % len(WAYS)]:
            continue
        url = f"{home}/{name}"
        with browser.visit(chromium, url, scheme=scheme, width=width) as page:
            assert page.problems == [], name
            assert page.locator("*").count() <= ELEMENTS, name
            if scheme == "light":
                loaded = browser.weight(page)
                assert 0 < sum(loaded.values()) <= WEIGHT, (name, loaded)
            assert page.evaluate("document.documentElement.dataset.theme") == scheme
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert browser.violations(page) == [], name
            if width == DESKTOP:
                assert cut_off(page) == [], name
                assert sources(page) == [], name


# What isn't folded: words outside the exercises, rows of code, formulas, figures.
OPEN_TEXT = """() => {
    const page = document.querySelector("article").cloneNode(true);
    const drop = (what) => page.querySelectorAll(what).forEach((e) => e.remove());
    const count = (what) => page.querySelectorAll(what).length;
    drop("details > :not(summary), script, style, svg, .practice, .task");
    drop(".katex-mathml, #sources");
    const code = [...page.querySelectorAll("pre")].map((e) => e.textContent);
    const rows = code.join("\\n").split("\\n").filter((row) => row.trim()).length;
    const found = [rows, count(".katex-display"), count("figure")];
    drop("pre");
    return [page.textContent.match(/\\S*\\w\\S*/g).length, ...found];
}"""
SECONDS = (0.3, 3, 15, 20)  # for each of them


def test_a_chapter_is_read_in_one_evening(chapter):
    found = chapter.evaluate(OPEN_TEXT)
    took = sum(n * each for n, each in zip(found, SECONDS, strict=True)) / 60
    assert took <= EVENING, found


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_who_comes_for_a_figure_lands_at_its_top(chromium, book, width):
    url = (book / "attention.html").as_uri() + "#fig-stepper"
    with browser.visit(chromium, url, width=width, height=740) as page:
        expect(page.locator("#fig-stepper .lf-widget")).to_be_visible()
        top = "document.getElementById('fig-stepper').getBoundingClientRect().top"
        page.wait_for_function(f"0 <= {top} && {top} < 150")


def test_no_formula_and_no_code_is_cut(chapter):
    too_wide = """all => all.filter(e => e.scrollWidth > e.clientWidth + 1)
        .map(e => e.innerText)"""
    for width in (PHONE, DESKTOP):
        chapter.set_viewport_size({"width": width, "height": 900})
        assert chapter.eval_on_selector_all(".katex-display", too_wide) == []
    assert cut_off(chapter) == []


def cut_off(page):
    """The code that is wider than its box, with all folds open."""
    page.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)")
    return page.eval_on_selector_all(
        "pre",
        """all => all.filter(e => e.scrollWidth > e.clientWidth)
                     .map(e => e.innerText)""",
    )


def test_pages_name_no_script_or_style_of_another_host(book, pages):
    for name in pages:
        text = (book / name).read_text("utf-8")
        assert re.findall(r'<(?:script|img|iframe)[^>]+src="(?:https?:)?//', text) == []
        assert re.findall(r'<link[^>]+href="(?:https?:)?//[^>]*stylesheet', text) == []
        assert "math/tex" not in text  # formulas are rendered, not source
        assert "MathJax" not in text


# Adds up how far parts of the page have jumped since it opened; Web Vitals call 0.1
# good.
JUMPED = """
window.jumped = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) jumped += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("width", some([PHONE, 412, DESKTOP], [PHONE, DESKTOP]))
@pytest.mark.parametrize("name", ["index", "attention"])
def test_nothing_jumps_while_a_page_is_drawn(chromium, address, name, width):
    with browser.fresh(chromium, viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.add_init_script(JUMPED)
        page.goto(f"{address}{name}.html", wait_until="networkidle")
        if name == "index":
            expect(page.locator("#fig-first input[type=text]")).to_be_visible()
        assert page.evaluate("jumped") < 0.05


def sources(page):
    """Lines of a page in which a formula or markup shows its source."""
    text = page.evaluate("""() => {
        const article = document.querySelector("article, main").cloneNode(true);
        const not = "pre, code, script, style, .katex";
        article.querySelectorAll(not).forEach((e) => e.remove());
        return article.textContent;
    }""")
    return re.findall(r".*(?:\$|\\[a-z]|\{[a-z]+[:\}]|\*\*\w|:::).*", text)


def test_margin_notes_stand_beside_the_text_or_in_it(visited):
    for width in (PHONE, DESKTOP):
        visited.set_viewport_size({"width": width, "height": 900})
        note = visited.locator("aside.margin").first.bounding_box()
        text = visited.locator("article").bounding_box()
        beside = note["x"] >= text["x"] + text["width"] - 40
        assert beside == (width == DESKTOP)
        assert note["x"] + note["width"] <= width
        assert visited.evaluate("document.documentElement.scrollWidth") <= width


def test_theme_switch_recolours_page_and_figures_and_print_is_light(visited):
    colours = """() => [
        getComputedStyle(document.body).backgroundColor,
        ...[...document.querySelectorAll(".lf-figure")].map(
            (e) => getComputedStyle(e).getPropertyValue("--lf-blue")),
    ]"""
    theme = "document.documentElement.dataset.theme"
    light = visited.evaluate(colours)
    button = visited.locator(".theme-switch-button:visible")
    for _ in range(3):  # light, dark, the system's
        button.click()
        if visited.evaluate(theme) == "dark":
            break
    dark = visited.evaluate(colours)
    assert len(light) > 1
    assert all(a != b for a, b in zip(light, dark, strict=True))
    visited.evaluate(f"addEventListener('beforeprint', () => window.seen = {theme})")
    visited.pdf()
    assert visited.evaluate("window.seen") == "light"
    assert visited.evaluate(theme) == "dark"


def test_there_is_one_search_field(visited):
    assert visited.locator(".search-button__button:visible").count() == 1
    visited.keyboard.press("Control+k")
    assert visited.locator("input[type=search]:visible").count() == 1


def test_search_finds_the_chapter(chromium, address):
    with browser.visit(chromium, address + "search.html?q=softmax") as page:
        found = page.locator("#search-results li a[href^='attention.html']")
        found.first.wait_for()
        # From a folder, a browser may not read a page to quote its first lines.
        assert address.startswith("file:") or page.problems == []


def test_results_say_a_formula_once_and_mark_whole_words(chromium, served):
    with browser.visit(chromium, f"{served}/search.html?q=divided") as page:
        found = page.locator("#search-results li").filter(has_text="Attention")
        excerpts = found.locator(".context")
        expect(excerpts.filter(has_text="divided by √d_k").first).to_be_visible()
        section = excerpts.locator("a[href^='attention.html#']")
        expect(section.first).to_be_visible()
        page.goto(f"{served}/search.html?q=king")
        page.locator("#search-results a[href^='masking.html']").first.click()
        marked = page.locator(".highlighted")
        expect(marked.first).to_be_attached()
        before = marked.evaluate_all(
            "all => all.map(e => e.previousSibling?.textContent ?? '')"
        )
        assert not any(re.search(r"\w$", text) for text in before)


@pytest.mark.parametrize("slug", CHAPTERS)
def test_figures_and_formulas_are_numbered(book, slug):
    article = html_of(book, slug).article
    assert re.search(rf"Fig\. {1 + CHAPTERS.index(slug)}\.1", article.get_text())
    assert article.select("figure figcaption .caption-number")
    assert article.select(".math .eqno")


def test_mistakes_are_found_by_their_words_and_by_links_of_messages(chromium, book):
    known = {
        f"{task_id.split('.')[0]}-{mistake.id}".replace("_", "-")
        for task_id in checks.tasks()
        for mistake in checks.task(task_id).mistakes
    }
    assert known <= {
        entry["id"] for entry in html_of(book, "mistakes").select("dt[id]")
    }
    with browser.visit(chromium, (book / "mistakes.html").as_uri()) as page:
        field = page.get_by_role("searchbox", name="Find a mistake")
        field.fill("square ROOT")
        shown = page.locator("dt:visible")
        assert 0 < shown.count() < page.locator("dt").count()
        for text in page.locator("dd:visible").all_inner_texts()[:3]:
            assert "root" in text.lower()
        field.fill("")
        assert shown.count() == 0  # folded again
        first = min(known)
        page.evaluate(f"location.hash = '{first}'")  # opens the list that holds it
        expect(page.locator(f"[id='{first}']")).to_be_visible()


def test_a_message_names_the_anchor():
    verdict = checks.run("attention.softmax", lambda scores, axis=-1: scores, seed=0)
    assert verdict.mistake
    assert "mistakes.html#attention-" in verdict.where


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_chapter_shows_three_mistakes_with_pictures_and_the_way_to_all(book, slug):
    text = (book / f"{slug}.html").read_text("utf-8")
    section = re.search(r'<section id="common-mistakes">(.*?)</section>', text, re.S)[1]
    assert section.count("<dt>") == 3
    labels = re.findall(r'<svg role="img" aria-label="([^"]+)"', section)
    assert len(set(labels)) == 3
    assert all("what is right and what comes out" in one for one in labels)
    assert 'href="mistakes.html#' in section


def test_the_site_carries_what_a_student_needs(book):
    start = (book / "start.html").read_text("utf-8")
    (zip_name,) = re.findall(r'<a href="([^"]+\.zip)" download', start)
    with zipfile.ZipFile(book / zip_name) as opened:
        names = opened.namelist()
    assert {"start.py", "README.txt", "exercises/embedding/embedding.ipynb"} <= {*names}
    assert "exercises/book/attention.html" in names
    assert not any(name.endswith(".zip") for name in names)
    words = BeautifulSoup(start, "html.parser").get_text()
    for command in ("python3 start.py", "py start.py"):
        assert command in words
    index = (book / "index.html").read_text("utf-8")
    assert 'href="start.html"' in index
    assert f"Version {lernformer.__version__}" in index
    found = (book / "searchindex.js").read_text("utf-8")
    names = json.loads(re.search(r'"?docnames"?:\s*(\[.*?\])', found)[1])
    (places,) = re.findall(r'\binstal"?:\s*(\[[^]]*\])', found)
    assert names.index("start") in json.loads(places)


def test_pages_list_what_they_cite_and_link_to_all_references(book):
    page, references = html_of(book, "why"), html_of(book, "references")
    cited = {link["href"] for link in page.select("a[href^='references.html#']")}
    assert len(page.select("section#sources li")) == len(cited) > 0
    for target in cited:
        assert references.find(id=target.partition("#")[2])


def test_links_to_the_glossary_show_the_definition(book):
    link = html_of(book, "glossary").select_one("a[href='#term-token']")
    assert link["title"].startswith("What the model takes as one")


@pytest.mark.parametrize("slug", CHAPTERS)
def test_words_and_symbols_of_a_chapter_lead_to_the_glossary(book, slug):
    links = html_of(book, slug).select("article a.term")
    assert len(links) > 3
    assert all(link["title"] for link in links)
    assert all("#term-" in link["href"] for link in links)


def test_a_symbol_shows_its_shape(book):
    page = html_of(book, "attention")
    query = page.select_one("a.term[href$='#term-query']:has(.katex)")
    assert query["title"].startswith("Q, shape (B, H, L_q, d_k)")
    size = page.select_one("a.term[href$='#term-d_k']")
    assert "features of a query and a key" in size["title"]
    # V is the values here and the size of the vocabulary elsewhere
    assert not page.select("a.term[href$='#term-V']")


# A widget as MyST-NB embeds it: two models of one module, the first shown twice.
MODULE = """
export default { render({ model, el }) {
  const show = () => { el.textContent = `count ${model.get("count")}`; };
  const add = () => model.set("count", model.get("count") + 1);
  model.on("change:count", show);
  el.addEventListener("click", add);
  el.addEventListener("dblclick", () => model.off("change:count", show));
  show();
} };
"""


def test_loader_mounts_several_figures_that_share_a_model(chromium, book):
    models = {
        name: {"state": {"_esm": MODULE, "_css": "p { color: red }", "count": start}}
        for name, start in (("a", 1), ("b", 10))
    }
    state = json.dumps({"state": models | {"layout": {"state": {}}}})
    kind = "application/vnd.jupyter.widget"
    view = '<p><script type="{}-view+json">{{"model_id": "{}"}}</script></p>'
    views = "".join(view.format(kind, name) for name in ("a", "b", "a"))
    loader = (browser.ROOT / "book/_ext/widgets.js").read_text("utf-8")
    with browser.visit(chromium, (book / "index.html").as_uri()) as page:
        page.set_content(
            f'<script type="{kind}-state+json">{state}</script>'
            f"<script>{loader}</script>{views}"
        )
        figures = page.locator("p > div")
        expect(figures).to_have_text(["count 1", "count 10", "count 1"])
        figures.nth(0).click()
        expect(figures).to_have_text(["count 2", "count 10", "count 2"])
        figures.nth(0).dispatch_event("dblclick")
        figures.nth(2).click()
        expect(figures).to_have_text(["count 2", "count 10", "count 3"])
        expect(figures.nth(0)).to_have_css("color", "rgb(255, 0, 0)")
        assert page.problems == []


def test_the_book_is_one_pdf_too(book, chromium):
    reader = PdfReader(book / "lernformer.pdf")
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert len(titles) == len(list((browser.ROOT / "book").glob("*.md")))
    text = reader.pages[0].extract_text()
    assert "Build a Transformer piece by piece" in text
    assert reader.metadata.title == "Lernformer"


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_chapter_can_be_downloaded_as_a_notebook(book, slug):
    button = "a[href$='.ipynb'].btn-download-notebook-button"
    (link,) = html_of(book, slug).select(button)
    notebook = nbformat.read(book / link["href"], as_version=4)
    nbformat.validate(notebook)
    assert sum(cell.cell_type == "code" for cell in notebook.cells) > 3


def test_a_wrong_address_shows_a_page_that_leads_back(chromium, served):
    with browser.visit(chromium, f"{served}/404.html") as page:
        assert "no such page" in page.locator("h1:visible").inner_text()
        page.get_by_role("link", name="first page").click()
        assert page.url == f"{served}/index.html"
