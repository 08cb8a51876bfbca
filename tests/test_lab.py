"""A student's hour in JupyterLab, from the unpacked zip, in a browser."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile

import pytest
from browser import PATIENCE, launch
from notebook import NAIVE, SOFTMAX
from playwright.sync_api import expect

from deploy import students
from lernformer import about

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


class Lab:
    """An exercise that is open in JupyterLab."""

    def __init__(self, page, notebook):
        self.page = page
        self.names = [cell["id"] for cell in notebook["cells"]]
        self.cells = page.locator(".jp-NotebookPanel .jp-Cell")
        expect(self.cells).to_have_count(len(self.names))
        self.wait()

    def wait(self) -> None:
        idle = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'
        self.page.locator(idle).wait_for()

    def cell(self, name: str):
        found = self.cells.nth(self.names.index(name))
        found.scroll_into_view_if_needed()
        return found

    def write(self, name: str, text: str) -> None:
        self.cell(name).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def run(self, name: str):
        """Run a cell as one does; what stands under it."""
        cell = self.cell(name)
        cell.locator(".jp-InputPlaceholder:visible, .cm-content:visible").first.click()
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        self.page.keyboard.press("ControlOrMeta+Enter")
        expect(prompt).not_to_have_text(before)
        expect(prompt).to_have_text(re.compile(r"\[\d+\]:"))
        self.wait()
        return cell.locator(".jp-OutputArea").first


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The zip, unpacked, with a small book; its wheel is what Python finds."""
    folder = tmp_path_factory.mktemp("student of the zip")
    book = tmp_path_factory.mktemp("book")
    for name in ("index", "mistakes"):
        page = "<h1>Book</h1><h2 id='attention-overflow'>Big</h2>"
        (book / f"{name}.html").write_text(page)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(about, "local_book", lambda: book)
        archive = students.pack(folder / "students.zip")
    for path, place in ((archive, folder), (None, folder / "wheel")):
        with zipfile.ZipFile(path or next(folder.glob("*.whl"))) as opened:
            opened.extractall(place)
    return folder


@pytest.fixture(scope="module")
def address(folder):
    env = os.environ | {
        "PYTHONPATH": str(folder / "wheel"),
        "HOME": str(folder),
        "OMP_NUM_THREADS": "1",
    }
    env.pop("JUPYTER_RUNTIME_DIR", None)
    options = ["--no-browser", "--allow-root", "--IdentityProvider.token=", "--port=0"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            cwd=folder / "exercises",
            env=env,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield wait_for_start(server, folder / "log")
        finally:
            server.terminate()
            server.wait(60)


def wait_for_start(server, log) -> str:
    while True:
        assert server.poll() is None, log.read_text()
        if found := re.search(r"http://localhost:\d+", log.read_text()):
            address = found[0].replace("localhost", "127.0.0.1")
            with contextlib.suppress(urllib.error.URLError):  # not listening yet
                urllib.request.urlopen(f"{address}/api", timeout=60).close()
                return address
        time.sleep(0.5)


@pytest.fixture(scope="module")
def lab(folder, address):
    path = "attention/attention.ipynb"
    notebook = json.loads((folder / "exercises" / path).read_text("utf-8"))
    with launch() as chromium:
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/lab/tree/{path}")
        made = Lab(page, notebook)
        made.run("install")
        made.run("cell-1")
        yield made


def test_what_was_not_run_yet_is_explained(lab):
    expect(lab.run("check_softmax_jacobian")).to_contain_text(
        "There is no softmax_jacobian yet: run its cell first, then this one."
    )


def test_a_figure_is_folded_asks_first_and_runs(lab):
    figure = lab.names[lab.names.index("check_softmax") + 3]
    expect(lab.cell(figure)).to_contain_text("Run this cell: it draws your softmax.")
    assert not lab.cell(figure).locator(".cm-content:visible").count()
    lab.write("softmax", SOFTMAX)
    lab.run("softmax")
    expect(lab.run("check_softmax")).to_contain_text("Next: is_softmax")
    asked = lab.run(figure)
    expect(asked).to_contain_text("All scores are multiplied by 10")
    expect(asked).not_to_contain_text("temperature")
    asked.get_by_role("button", name="they become more alike").focus()
    lab.page.keyboard.press("Enter")
    expect(asked).to_contain_text("You said: they become more alike")
    expect(asked).to_contain_text("temperature")


def test_a_broken_cell_gets_no_verdict(lab):
    lab.write("softmax", SOFTMAX + "print((")
    lab.run("softmax")
    verdict = lab.run("check_softmax")
    expect(verdict).to_contain_text("Python cannot read it: SyntaxError")
    expect(verdict).not_to_contain_text("passed")


def test_a_hint_is_a_button_and_the_book_a_link(lab, folder):
    lab.write("softmax", NAIVE)
    lab.run("softmax")
    verdict = lab.run("check_softmax")
    expect(verdict).to_contain_text("exp overflows")
    first = verdict.get_by_text("Hint 1 of 3")
    expect(first).to_be_hidden()
    verdict.get_by_text("A hint", exact=True).click()
    expect(first).to_be_visible()
    expect(verdict).to_contain_text("comes after 2 tries")
    with lab.page.context.expect_page() as opened:
        verdict.get_by_role(
            "link", name="the book on attention, on this mistake"
        ).click()
    expect(opened.value.get_by_role("heading", name="Big")).to_be_visible()
    assert opened.value.url.endswith("mistakes.html#attention-overflow")
    opened.value.close()


def test_reset_gives_back_the_stub_and_keeps_a_copy(lab, folder):
    lab.write("softmax", f'reset("attention.softmax")\n{NAIVE}((')
    expect(lab.run("softmax")).to_contain_text("softmax has its stub again")
    text = lab.cell("softmax").locator(".cm-content")
    expect(text).to_contain_text("raise NotImplementedError()")
    expect(text).not_to_contain_text("reset")
    (kept,) = folder.glob("exercises/attention/kept/*.py")
    assert kept.read_text() == f"{NAIVE}((\n"


def test_an_answer_in_words_is_compared_once_it_is_written(lab):
    reveal = lab.names[lab.names.index("explain_scaling") + 1]
    lab.write(reveal, 'reveal("explain_scaling")')
    expect(lab.run(reveal)).to_contain_text("Write your own answer first")
    words = "Sums of d_k products spread by its root, and so the softmax saturates."
    cell = lab.cell("explain_scaling")
    cell.locator(".jp-MarkdownOutput").dblclick()
    lab.write("explain_scaling", words)
    lab.page.keyboard.press("ControlOrMeta+Enter")
    expect(cell.locator(".jp-MarkdownOutput")).to_contain_text(words)
    lab.page.keyboard.press("ControlOrMeta+s")
    expect(lab.page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)
    told = lab.run(reveal)
    expect(told).to_contain_text(f"Yours: {words}")
    expect(told).to_contain_text("A model answer:")


def test_the_last_cell_counts_the_points(lab):
    lab.write("softmax", SOFTMAX)
    lab.run("softmax")
    told = lab.run("status")
    expect(told).to_contain_text("2 of 20 points. Next: is_softmax")
    told.get_by_text("Every task").click()
    expect(told.get_by_role("cell", name="MultiHeadAttention")).to_be_visible()
