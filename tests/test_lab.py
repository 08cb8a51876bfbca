"""A student's hour in JupyterLab, from the unpacked zip, in a browser."""

import contextlib
import copy
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

import graded
import nbformat
import pytest
from browser import fresh, launch
from extent import some
from notebook import NAIVE, SOFTMAX
from playwright.sync_api import expect

from lernformer import CHAPTERS

pytestmark = pytest.mark.slow


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
        """Run a cell as a student does, and return its output area."""
        cell = self.cell(name)
        cell.locator(".jp-InputPlaceholder:visible, .cm-content:visible").first.click()
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        self.page.keyboard.press("ControlOrMeta+Enter")
        expect(prompt).not_to_have_text(before)
        expect(prompt).to_have_text(re.compile(r"\[\d+\]:"))
        self.wait()
        return cell.locator(".jp-OutputArea").first

    def run_all(self) -> None:
        """Run all cells by the menu, and wait until the last one has run."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        last = self.cell(self.names[-1]).locator(".jp-InputPrompt")
        expect(last).to_have_text(re.compile(r"\[\d+\]:"))
        self.wait()

    def close(self, address: str) -> None:
        """Save the notebook, and end its kernel."""
        self.page.keyboard.press("ControlOrMeta+s")
        expect(self.page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)
        api = self.page.context.request
        for session in api.get(f"{address}/api/sessions").json():
            api.delete(f"{address}/api/sessions/{session['id']}")


SWITCHES = {"mine = False": "mine = True", "steps = 0 ": "steps = 30 "}


@pytest.fixture(scope="module")
def folder(student):
    """The unpacked zip, plus two copies of the notebooks: untouched and solved."""
    exercises = student.folder / "exercises"
    for path in exercises.glob("*/*.ipynb"):
        untouched = nbformat.read(path, as_version=4)
        solved = copy.deepcopy(untouched)
        answers = {cell.id: cell.source for cell in graded.notebook(path.stem).cells}
        for cell in solved.cells:
            known = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "code" and known.get("solution"):
                cell.source = answers[known.grade_id]
            for off, on in SWITCHES.items():
                cell.source = cell.source.replace(off, on)
        for name, made in (("untouched", untouched), ("solved", solved)):
            (exercises / name / path.stem).mkdir(parents=True)
            nbformat.write(made, exercises / name / path.stem / path.name)
    return student.folder


@pytest.fixture(scope="module")
def address(student, folder):
    """JupyterLab, as a student opens it."""
    settings = folder / ".jupyter" / "jupyter_server_config.json"
    settings.parent.mkdir()
    settings.write_text(
        json.dumps(
            {
                "ServerApp": {"open_browser": False, "port": 0},
                "IdentityProvider": {"token": ""},
            }
        )
    )
    env = os.environ | {"HOME": str(folder), "OMP_NUM_THREADS": "1"}
    for name in ("JUPYTER_RUNTIME_DIR", "PYTHONPATH"):
        env.pop(name, None)
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [student.python, "-m", "lernformer", "lab"],
            cwd=folder,
            env=env,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # ends with everything it started
        )
        try:
            yield wait_for_start(server, folder / "log")
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


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
def browser_page():
    with launch() as chromium:
        context = fresh(chromium, viewport={"width": 1280, "height": 900})
        yield context.new_page()


def opened(page, folder, address, path) -> Lab:
    """A notebook, in JupyterLab, whose kernel is ready."""
    page.goto(f"{address}/lab/tree/{path}?reset")  # without the previous notebook
    return Lab(page, json.loads((folder / "exercises" / path).read_text("utf-8")))


# From the first cell to the last ----------------------------------------------------


@pytest.mark.parametrize("slug", some(CHAPTERS, ["masking"]))
def test_untouched_it_earns_nothing(browser_page, folder, address, slug):
    lab = opened(browser_page, folder, address, f"untouched/{slug}/{slug}.ipynb")
    lab.run_all()
    told = lab.cell("status").locator(".jp-OutputArea").first
    expect(told).to_contain_text(re.compile(r"^\s*0 of \d+ points.*\. Next: "))
    lab.close(address)


@pytest.mark.parametrize("slug", some(CHAPTERS, ["attention", "translator"]))
def test_solved_it_earns_all(browser_page, folder, address, slug):
    lab = opened(browser_page, folder, address, f"solved/{slug}/{slug}.ipynb")
    lab.run_all()
    told = lab.cell("status").locator(".jp-OutputArea").first
    expect(told).to_contain_text(": all tasks are right")
    if slug == CHAPTERS[-1]:
        the_finale_is_there(lab, folder / "exercises" / "solved" / slug)
    lab.close(address)


def the_finale_is_there(lab, folder):
    """Parts from all notebooks, German that appears, and a page to keep."""
    outputs = lab.page.locator(".jp-OutputArea-output")
    for text in ("All 27 parts are yours", "step 30 of 30", "word for word: "):
        found = outputs.filter(has_text=text).first
        found.scroll_into_view_if_needed()
        expect(found).to_be_visible()
    assert "All 27 parts are yours" in (folder / "certificate.html").read_text("utf-8")


# Task by task -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def lab(browser_page, folder, address):
    made = opened(browser_page, folder, address, "attention/attention.ipynb")
    made.run("install")
    made.run("cell-1")
    return made


def test_nothing_covers_the_notebook(lab):
    """JupyterLab asks about news from its first start until it gets an answer."""
    expect(lab.page.locator(".Toastify__toast")).to_have_count(0)


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
    expect(verdict).to_contain_text(
        "Python cannot read the cell of softmax: SyntaxError"
    )
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
    expect(verdict).to_contain_text("appears after 2 checked tries")
    with lab.page.context.expect_page() as opened:
        verdict.get_by_role(
            "link", name="the book on attention, on this mistake"
        ).click()
    expect(opened.value.get_by_role("heading", name="Big")).to_be_visible()
    assert opened.value.url.endswith("mistakes.html#attention-overflow")
    opened.value.close()


def test_reset_gives_back_the_stub_and_keeps_a_copy(lab, folder):
    lab.write("softmax", f'reset("attention.softmax")\n{NAIVE}((')
    expect(lab.run("softmax")).to_contain_text("softmax is back to its stub")
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
    expect(told).to_contain_text("2 of 20 points, and 2 more for the answer")
    expect(told).to_contain_text("Next: is_softmax")
    told.get_by_text("Every task").click()
    expect(told.get_by_role("cell", name="MultiHeadAttention")).to_be_visible()


def test_questions_about_ones_own_code_have_a_button_for_each_choice(lab):
    last = lab.names[-1]
    lab.write(last, 'defend("attention.softmax")')
    asked = lab.run(last)
    choices = asked.locator(".lf-choices")
    expect(choices.nth(3)).to_be_visible()  # at least four questions
    expect(asked).to_contain_text("of your softmax")
    choices.first.get_by_role("button").first.click()
    expect(asked).to_contain_text(re.compile("✓ Right|✗ You said"))
    expect(choices.first.get_by_role("button")).to_have_count(0)


def test_a_grader_is_told_what_slips_through(lab):
    lab.write("is_softmax", "def is_softmax(candidate):\n    return True")
    lab.run("is_softmax")
    verdict = lab.run("check_is_softmax")
    expect(verdict).to_contain_text("It says True for everything")


def test_a_bug_is_dealt_into_its_cell(lab):
    cell = lab.cell("merge_heads").locator(".cm-content")
    expect(cell).not_to_contain_text("def merge_heads")
    lab.run("merge_heads")
    expect(cell).to_contain_text("def merge_heads")
    expect(cell).not_to_contain_text("deal(")
    fresh = lab.run("check_merge_heads")
    expect(fresh).to_contain_text("Nothing fixed yet: the cell above now has the bug")
    lab.run("merge_heads")
    verdict = lab.run("check_merge_heads")
    expect(verdict).to_contain_text("✗ merge_heads")
