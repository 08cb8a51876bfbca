"""A student's hour in JupyterLab, from the unpacked zip, in a browser."""

import json
import os
import re

import graded
import nbformat
import pytest
from browser import fresh, launch
from extent import some
from notebook import NAIVE, SOFTMAX
from playwright.sync_api import expect
from student import jupyter

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

    def check(self, name: str, answer: str):
        """Write an answer, run it, and return what its check says."""
        self.write(name, answer)
        self.run(name)
        return self.run(f"check_{name}")

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
EARNED = {
    "untouched": r"^\s*0 of \d+ points.*\. Next: ",
    "solved": ": all tasks are right",
}
WHOLE = [(kind, slug) for kind in EARNED for slug in CHAPTERS]


def solve(notebook, slug):
    """Put the right answers into an exercise, and switch on what is optional."""
    answers = {cell.id: cell.source for cell in graded.notebook(slug).cells}
    for cell in notebook.cells:
        known = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and known.get("solution"):
            cell.source = answers[known.grade_id]
        for off, on in SWITCHES.items():
            cell.source = cell.source.replace(off, on)


@pytest.fixture(scope="module")
def exercises(student):
    """The unpacked notebooks, and two copies of them: untouched and solved."""
    folder = student.folder / "exercises"
    for slug in CHAPTERS:
        notebook = nbformat.read(folder / slug / f"{slug}.ipynb", as_version=4)
        for kind in EARNED:
            if kind == "solved":
                solve(notebook, slug)
            (folder / kind / slug).mkdir(parents=True)
            nbformat.write(notebook, folder / kind / slug / f"{slug}.ipynb")
    return folder


@pytest.fixture(scope="module")
def address(student):
    """JupyterLab, as a student opens it."""
    settings = student.folder / ".jupyter" / "jupyter_server_config.json"
    settings.parent.mkdir()
    server = {"open_browser": False, "port": 0}
    config = {"ServerApp": server, "IdentityProvider": {"token": ""}}
    settings.write_text(json.dumps(config))
    env = os.environ | {"HOME": str(student.folder), "OMP_NUM_THREADS": "1"}
    for name in ("JUPYTER_RUNTIME_DIR", "PYTHONPATH"):
        env.pop(name, None)
    command = [student.python, "-m", "lernformer", "lab"]
    with jupyter(command, student.folder, env) as found:
        yield found


@pytest.fixture(scope="module")
def browser_page():
    with launch() as chromium:
        context = fresh(chromium, viewport={"width": 1280, "height": 900})
        yield context.new_page()


@pytest.fixture(scope="module")
def opened(browser_page, exercises, address):
    """Opens a notebook in JupyterLab, and waits until its kernel is ready."""

    def goto(path):
        # reset: without the previous notebook
        browser_page.goto(f"{address}/lab/tree/{path}?reset")
        notebook = json.loads((exercises / path).read_text("utf-8"))
        return Lab(browser_page, notebook)

    return goto


# From the first cell to the last ----------------------------------------------------


@pytest.mark.parametrize(("kind", "slug"), some(WHOLE, [("solved", CHAPTERS[-1])]))
def test_run_as_a_whole_it_counts_the_points(exercises, opened, address, kind, slug):
    lab = opened(f"{kind}/{slug}/{slug}.ipynb")
    lab.run_all()
    output = lab.cell("status").locator(".jp-OutputArea").first
    expect(output).to_contain_text(re.compile(EARNED[kind]))
    if (kind, slug) == ("solved", CHAPTERS[-1]):
        # parts from all notebooks, German that appears, and a page to keep
        outputs = lab.page.locator(".jp-OutputArea-output")
        for text in ("All 27 parts are yours", "step 30 of 30", "word for word: "):
            found = outputs.filter(has_text=text).first
            found.scroll_into_view_if_needed()
            expect(found).to_be_visible()
        page = (exercises / kind / slug / "certificate.html").read_text("utf-8")
        assert "All 27 parts are yours" in page
    lab.close(address)


# Task by task -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def lab(opened):
    made = opened("attention/attention.ipynb")
    made.run("install")
    made.run("cell-1")
    return made


def test_at_first_nothing_is_earned_and_nothing_covers_the_notebook(lab):
    """JupyterLab asks about news from its first start until it gets an answer."""
    expect(lab.run("status")).to_contain_text(re.compile(EARNED["untouched"]))
    expect(lab.page.locator(".Toastify__toast")).to_have_count(0)
    expect(lab.run("check_softmax_jacobian")).to_contain_text(
        "There is no softmax_jacobian yet: run its cell first, then this one."
    )


def test_a_figure_is_folded_asks_first_and_runs(lab):
    figure = lab.names[lab.names.index("check_softmax") + 3]
    expect(lab.cell(figure)).to_contain_text("Run this cell: it draws your softmax.")
    assert not lab.cell(figure).locator(".cm-content:visible").count()
    expect(lab.check("softmax", SOFTMAX)).to_contain_text("Next: is_softmax")
    output = lab.run(figure)
    expect(output).to_contain_text("All scores are multiplied by 10")
    expect(output).not_to_contain_text("temperature")
    output.get_by_role("button", name="they become more alike").focus()
    lab.page.keyboard.press("Enter")
    expect(output).to_contain_text("You said: they become more alike")
    expect(output).to_contain_text("temperature")


def test_a_hint_is_a_button_and_the_book_a_link(lab):
    verdict = lab.check("softmax", NAIVE)
    expect(verdict).to_contain_text("exp overflows")
    first = verdict.get_by_text("Hint 1 of 3")
    expect(first).to_be_hidden()
    verdict.get_by_text("A hint", exact=True).click()
    expect(first).to_be_visible()
    expect(verdict).to_contain_text("appears after 2 checked tries")
    link = verdict.get_by_role("link", name="the book on attention, on this mistake")
    with lab.page.context.expect_page() as found:
        link.click()
    expect(found.value.get_by_role("heading", name="Big")).to_be_visible()
    assert found.value.url.endswith("mistakes.html#attention-overflow")
    found.value.close()


def test_reset_gives_back_the_stub_and_keeps_a_copy(lab, student):
    lab.write("softmax", f'reset("attention.softmax")\n{NAIVE}((')
    expect(lab.run("softmax")).to_contain_text("softmax is back to its stub")
    text = lab.cell("softmax").locator(".cm-content")
    expect(text).to_contain_text("raise NotImplementedError()")
    expect(text).not_to_contain_text("reset")
    (kept,) = student.folder.glob("exercises/attention/kept/*.py")
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
    output = lab.run(reveal)
    expect(output).to_contain_text(f"Yours: {words}")
    expect(output).to_contain_text("A model answer:")


def test_the_last_cell_counts_the_points(lab):
    lab.check("softmax", SOFTMAX)
    output = lab.run("status")
    expect(output).to_contain_text("2 of 20 points, and 2 more for the answer")
    expect(output).to_contain_text("Next: is_softmax")
    output.get_by_text("Every task").click()
    expect(output.get_by_role("cell", name="MultiHeadAttention")).to_be_visible()


def test_questions_about_ones_own_code_have_a_button_for_each_choice(lab):
    last = lab.names[-1]
    lab.write(last, 'defend("attention.softmax")')
    output = lab.run(last)
    choices = output.locator(".lf-choices")
    expect(choices.nth(3)).to_be_visible()  # at least four questions
    expect(output).to_contain_text("of your softmax")
    choices.first.get_by_role("button").first.click()
    expect(output).to_contain_text(re.compile("✓ Right|✗ You said"))
    expect(choices.first.get_by_role("button")).to_have_count(0)


def test_a_grader_learns_what_slips_through(lab):
    verdict = lab.check("is_softmax", "def is_softmax(candidate):\n    return True")
    expect(verdict).to_contain_text("says True for everything")


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
