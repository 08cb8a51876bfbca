"""A submission in the formgrader of a real server: nothing runs, nothing is loaded."""

import re
import sys
import urllib.parse
from pathlib import Path

import nbformat
import pytest
from browser import fresh, launch
from course import Course
from graded import notebook
from student import jupyter
from test_safe_pages import PROSE

SLUG = "attention"
FORMGRADER = "nbgrader.server_extensions.formgrader"
STUDENT = '<img src=x onerror=window.hit=1> "onmouseover="window.hit=2 O\'Neil'
NAMES = {
    "first_name": f"{STUDENT}\n\u2028\u202e\u2029'\r{'x' * 300}",
    "last_name": "</script><script>window.hit=3</script>",
}
FORMULA = "Set: $e^{x}$ and $$\\frac{1}{2}$$."

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a page with a submission that tries all of `PROSE`."""
    course = Course(tmp_path_factory.mktemp("formgrader"))
    course.nbgrader("generate_assignment", SLUG)
    made = notebook(SLUG, explain_scaling="\n\n".join([FORMULA, *PROSE]))
    made.cells += [nbformat.v4.new_markdown_cell(text) for text in PROSE]
    course.hand_in(STUDENT, SLUG, nbformat.writes(made).encode())
    course.nbgrader("autograde", SLUG)
    with course.gradebook() as book:
        submission = book.find_submission_notebook(SLUG, SLUG, STUDENT).id
        book.update_or_create_student(STUDENT, **NAMES)
    command = [
        Path(sys.executable).with_name("jupyter-server"),
        *("--no-browser", "--allow-root", "--port=0"),
        *("--IdentityProvider.token=", "--ServerApp.password="),
        f"--ServerApp.jpserver_extensions={{{FORMGRADER!r}: True}}",
    ]
    environment = {"HOME": str(course.home), "PATH": "/usr/bin:/bin"}
    with jupyter(command, course.folder, environment) as origin:
        yield f"{origin}/formgrader", submission


def harmless(view) -> None:
    """Nothing of a student's has become an element, and nothing has run."""
    assert view.evaluate("window.hit") is None
    assert not view.locator("[onerror], [onmouseover], img[src=x]").count()


def test_the_page_asks_its_own_server_alone_and_runs_nothing_of_a_students(address):
    urls, refused, failed = [], [], []
    with launch() as chromium:
        view = fresh(chromium).new_page()
        view.on("request", lambda request: urls.append(request.url))
        view.on("console", lambda message: refused.append(message.text))
        view.on("pageerror", lambda error: failed.append(error))
        root, submission = address
        student = urllib.parse.quote(STUDENT, safe="")
        for path in (f"students/{student}", f"submissions/{SLUG}", "students"):
            answer = view.goto(f"{root}/manage_{path}")
            assert answer.status == 200
            view.wait_for_load_state("networkidle")
            harmless(view)
            assert not failed
            assert "O'Neil" in view.inner_text("body")
        answer = view.goto(f"{root}/submissions/{submission}/")
        assert answer.status == 200
        view.wait_for_load_state("networkidle")
        harmless(view)
        links = view.eval_on_selector_all("a[href]", "all => all.map(a => a.protocol)")
        assert {*links} <= {"http:", "https:"}
        assert view.locator("math").count() >= 2
        assert view.locator("textarea.comment").count() > 5  # what graders write in
        policy = view.locator("meta[http-equiv=Content-Security-Policy]")
        assert "default-src 'self'" in policy.get_attribute("content")
    elsewhere = [url for url in urls if not re.match(r"data:|blob:|http://127", url)]
    assert not elsewhere
    assert not [text for text in refused if "example.invalid" in text]
