"""No page of the book gives away what students have to write for a grade.

A program plays a student who copies: it takes the code blocks of the pages, and hands
in whatever function or class they contain.
"""

import ast
import contextlib
import functools
import importlib
import inspect
import os
import re
import subprocess
import sys
import types
from collections.abc import Sequence
from pathlib import Path

import browser
import nbformat
import pytest
import yaml
from bs4 import BeautifulSoup
from extent import ALL, only_in_all, some
from pypdf import PdfReader

from lernformer import checks
from lernformer.probes.earlier import called, earlier
from lernformer.translator.evaluation import n_grams
from tests.answers import Answer, reference
from tests.test_checks import verdict_of

pytestmark = pytest.mark.slow

FOLD = "details.solution"
TASKS = checks.tasks()


@pytest.fixture(scope="module")
def class_edition(tmp_path_factory):
    """The class edition, without the outputs of its cells; its PDF takes a while."""
    folder = tmp_path_factory.mktemp("class")
    settings = yaml.safe_load((browser.ROOT / "_config.yml").read_text("utf-8"))
    settings["execute"] = {"execute_notebooks": "off"}
    settings["sphinx"]["local_extensions"]["_ext"] = str(browser.ROOT / "book")
    config = folder / "_config.yml"
    config.write_text(yaml.safe_dump(settings), "utf-8")
    command = [Path(sys.executable).with_name("jupyter-book"), "build", "book"]
    command += ["--config", config, "--path-output", folder]
    ran = subprocess.run(
        command,
        cwd=browser.ROOT,
        env=os.environ | {"EDITION": "class"} | ({} if ALL else {"CHROMIUM": ""}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return folder / "_build" / "html"


def blocks(book: Path, *, folds: bool) -> list[str]:
    """The code blocks of all pages, with or without those in folds."""
    found = []
    for path in sorted(book.glob("*.html")):
        page = BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for fold in page.select(FOLD):
            if not folds:
                fold.decompose()
        found += [block.get_text() for block in page.find_all("pre")]
    return found


def definitions(text: str) -> dict[str, str]:
    """The functions and classes of a block by name; for a diff, those of both sides."""
    sides = [text]
    if text.startswith("---"):
        lines = [line for line in text.splitlines() if line[:3] not in ("---", "+++")]
        sides = [
            "\n".join(line[1:] for line in lines if line[:1] not in (other, "@"))
            for other in "-+"
        ]
    found = {}
    for side in sides:
        with contextlib.suppress(SyntaxError):
            found |= {
                node.name: ast.unparse(node)
                for node in ast.parse(side).body
                if isinstance(node, ast.FunctionDef | ast.ClassDef)
            }
    return found


def takes(thing) -> int:
    """How many arguments it needs."""
    parameters = inspect.signature(thing).parameters.values()
    return sum(p.default is p.empty and p.kind < p.VAR_POSITIONAL for p in parameters)


def with_neighbours(texts: list[str]) -> dict[tuple[str, str], str]:
    """What each block defines, by name and source, and everything that is around it.

    A student may paste what a neighbouring block defines into the same cell.
    """
    found = [definitions(text) for text in texts]
    together = {}
    for i, here in enumerate(found):
        beside = [*found[max(0, i - 1) : i], *found[i + 1 : i + 2], here]
        around = "\n".join(source for one in beside for source in one.values())
        together |= dict.fromkeys(here.items(), around)
    return together


def ways(definition: tuple[str, str], around: str) -> list[tuple[str, str]]:
    name, source = definition
    return [(name, source), (name, f"{around}\n{source}")]


@functools.cache
def compiled(source: str) -> types.CodeType:
    return compile(source, "a page", "exec")


@functools.cache
def solves(task_id: str, name: str, source: str) -> bool:
    """True if the check lets what the source defines under a name pass.

    Nearly all fail at the first case. The exception is calling earlier answers: with
    the course's, it may be right. Editions share most code, and so these verdicts.
    """
    slug, task = task_id.split(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    right = reference(task_id)
    names = vars(inspect.getmodule(inspect.unwrap(right))) | vars(chapter)
    names.pop(task, None)
    try:
        exec(compiled(source), names)
        answer = names[name]
        if inspect.isclass(answer) != inspect.isclass(right):
            return False
        if name != task and takes(answer) != takes(right):
            return False
    except Exception:
        return False  # it needs what is not in its block
    if not called(answer, earlier(checks.task(task_id).probe)):
        alone = Answer(task_id, None, answer, "of a page")
        if not verdict_of(alone, seed=0, first=1).passed:
            return False
    return checks.run(task_id, answer, seed=0).passed


def passed(texts: list[str], tasks: Sequence[str] = TASKS) -> set[str]:
    """Which of these tasks something in the blocks solves, whatever its name.

    Each is tried by itself, and with what its block and those beside it define.
    """
    found = [way for one in with_neighbours(texts).items() for way in ways(*one)]
    tried = [*dict.fromkeys(found)]
    return {task_id for task_id in tasks if any(solves(task_id, *way) for way in tried)}


def test_what_is_open_in_the_pages_solves_no_task(book):
    assert passed(blocks(book, folds=False)) == set()


def test_what_folds_in_the_open_edition_is_right(book):
    """A student who copies has seen an answer that is known to be right."""
    tasks = some(TASKS, TASKS[::5])
    shown = passed(blocks(book, folds=True), tasks)
    assert len(shown) > 0.6 * len(tasks), shown


def test_the_class_edition_solves_no_task(class_edition):
    assert passed(blocks(class_edition, folds=True)) == set()


def test_the_notebooks_and_sources_of_the_class_edition_solve_no_task(class_edition):
    texts = []
    for path in (class_edition / "_sources").iterdir():
        if path.suffix == ".ipynb":
            cells = nbformat.read(path, as_version=4).cells
            texts += [cell.source for cell in cells if cell.cell_type == "code"]
        texts += re.findall(
            r"^`{3,}[^\n]*\n(.*?)^`{3,}$", path.read_text(), re.S | re.M
        )
    assert len(texts) > 100
    assert passed(texts) == set()


def squeezed(text: str) -> str:
    return re.sub(r"[^\w+*/@<>=-]+", "", text)


def body(task_id: str) -> str:
    """The code after the docstring of an answer, or of a class's last method."""
    source = inspect.getsource(inspect.unwrap(reference(task_id)))
    node = ast.parse(source).body[0]
    if isinstance(node, ast.ClassDef):
        node = [part for part in node.body if isinstance(part, ast.FunctionDef)][-1]
    inner = node.body[1:] if ast.get_docstring(node) else node.body
    return squeezed("".join(ast.unparse(part) for part in inner))


def test_no_file_of_the_class_edition_holds_a_body(class_edition, book):
    def solved_in(folder):
        texts = []
        for path in folder.rglob("*"):
            if path.suffix in (".html", ".md", ".ipynb", ".js", ".txt"):
                text = path.read_text("utf-8")
                if path.suffix == ".html":
                    text = BeautifulSoup(text, "html.parser").get_text()
                text = re.sub(r"#.*", "", text.replace("\\n", "\n"))  # comments
                texts.append(squeezed(text))
        for task_id in checks.tasks():
            code = body(task_id)
            if any(code in text for text in texts):
                yield task_id

    assert list(solved_in(class_edition)) == []
    assert len(list(solved_in(book))) > 15  # those whose code has no line break


@only_in_all  # it is printed from the pages, which the test above reads
def test_the_pdf_of_the_class_edition_holds_no_body(class_edition, chromium):
    reader = PdfReader(class_edition / "lernformer.pdf")
    text = squeezed(re.sub(r"#.*", "", "".join(p.extract_text() for p in reader.pages)))
    assert len(text) > 100_000
    assert all(f"def{name}" in text for name in ("softmax", "pad_batch", "rotary"))
    assert squeezed(inspect.getsource(n_grams).splitlines()[-1]) in text  # no task
    assert [task_id for task_id in checks.tasks() if body(task_id) in text] == []
