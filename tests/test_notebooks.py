"""An exercise's script, the notebook made from it, and the student's notebook."""

import ast
import importlib
import importlib.util
import inspect
import re
import sys
from pathlib import Path

import nbformat
import pytest
from course import ROOT, SLUGS, Course
from extent import some
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient

from lernformer import checks
from lernformer.checks import revealing
from lernformer.checks.repairing import fixed
from lernformer.grading.assignment.notebooks import as_notebook, refresh

FACTS = re.compile(
    r"\*(?:(\d+) points?|optional, no points) · about (\d+) minutes · "
    r"difficulty (●+)○*\*"
)
FRAME = {"how", "install", "status"}  # the same in every exercise
SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)

pytestmark = pytest.mark.parametrize("slug", SLUGS)


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    """A course with a released exercise and clutter that must stay behind."""
    course = Course(tmp_path_factory.mktemp("notebooks"))
    for slug in SLUGS:
        source = course.folder / "solutions" / slug
        (source / "helper.py").write_text("answer = 42\n")
        (source / f".{slug}.ipynb.1.part").write_text("half a notebook")
        (source / "__pycache__").mkdir()
        (source / "__pycache__" / "helper.pyc").write_text("answer")
        (source / "words.txt").write_text("data that the exercise reads\n")
    course.nbgrader("generate_assignment", "*")
    return course


def script(slug: str) -> str:
    return (ROOT / "solutions" / slug / f"{slug}.py").read_text(encoding="utf-8")


def cells(slug: str) -> list:
    return nbformat.reads(as_notebook(script(slug)), as_version=4).cells


def graded(cell) -> dict:
    return cell.metadata.get("nbgrader", {})


def exercise(slug: str) -> Path:
    return Path("exercises", slug, f"{slug}.ipynb")


def test_committed_exercise_is_fresh(slug, course):
    committed = (ROOT / exercise(slug)).read_bytes()
    assert committed == (course.folder / exercise(slug)).read_bytes(), (
        "run `make exercises` and commit the result"
    )


def test_nothing_but_the_exercise_is_released(slug, course):
    folder = (course.folder / exercise(slug)).parent
    assert {path.name for path in folder.iterdir()} == {f"{slug}.ipynb", "words.txt"}


def test_no_solution_and_no_hidden_test_is_released(slug, course):
    released = (course.folder / exercise(slug)).read_text(encoding="utf-8")
    assert "### " not in released  # neither BEGIN nor END of either kind
    assert "seed=" not in released
    secret, public = [], []
    for cell in cells(slug):
        if cell.cell_type == "markdown" and graded(cell).get("solution"):
            secret.append(cell.source)  # the answer that a person grades
        elif deals_a_bug(slug, cell):
            secret.extend(map(ast.unparse, definitions(cell.source).values()))
        else:
            secret.extend(SOLUTION.findall(cell.source))
            public.append(SOLUTION.sub("", cell.source))
    lines = {line.strip() for line in "\n".join(secret).splitlines()}
    lines -= {line.strip() for line in "\n".join(public).splitlines()}
    sources = "\n".join(cell.source for cell in nbformat.reads(released, 4).cells)
    assert len(lines) > 10
    assert [line for line in lines if len(line) > 8 and line in sources] == []


def deals_a_bug(slug, cell):
    """True if students get code with a bug instead of a stub."""
    task = f"{slug}.{cell.id}"
    return task in checks.tasks() and bool(checks.task(task).bugs)


def test_everything_that_a_task_asks_for_is_left_to_write(slug, course):
    released = nbformat.read(course.folder / exercise(slug), as_version=4)
    tasks = {cell.id for cell in answers(slug)}
    found = [cell for cell in released.cells if cell.id in tasks]
    assert len(found) == len(tasks)
    for cell in found:
        if deals_a_bug(slug, cell):
            assert f'{cell.id} = deal("{slug}.{cell.id}")' in cell.source
            continue
        (node,) = (x for x in definitions(cell.source).values() if x.name == cell.id)
        parts = node.body if isinstance(node, ast.ClassDef) else [node]
        ends = [ast.unparse(x.body[-1]) for x in parts]
        assert set(ends) == {"raise NotImplementedError()"}, cell.id


@pytest.mark.parametrize("repository", ["", "https://github.com/ada/course"])
def test_the_first_code_installs_what_is_not_there(slug, repository, monkeypatch):
    """As on Colab; if the course is installed, nothing happens."""
    found = nbformat.reads(as_notebook(script(slug), repository), as_version=4).cells
    first = next(cell for cell in found if cell.cell_type == "code")
    assert first.id == "install"
    shell = InteractiveShell()
    lines = []
    shell.register_magic_function(lines.append, magic_name="pip")
    code = shell.transform_cell(first.source)
    names = {"get_ipython": lambda: shell}
    exec(code, names)
    assert lines == []
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    if repository:
        exec(code, names)
        assert lines == [f"install --quiet git+{repository}"]
    else:
        with pytest.raises(ImportError, match=r"has no lernformer: open .* `make lab`"):
            exec(code, names)


def test_it_begins_with_how_to_work_and_ends_with_the_points(slug):
    found = cells(slug)
    first = next(i for i, cell in enumerate(found) if cell.cell_type == "code")
    how = " ".join(found[first - 1].source.split())
    assert "your cell and the check below it" in how
    assert "Run All Above" in how
    assert found[-1].source.startswith("status()")


def test_code_that_is_not_the_students_is_folded_or_short(slug):
    """What is folded says what it does; nothing is checked again."""
    found = [cell for cell in cells(slug) if cell.cell_type == "code"]
    assert not [cell for cell in found if re.search(r"\brun\(", cell.source)]
    assert any("jupyter" in cell.metadata for cell in found)
    for cell in found:
        known = cell.id == "install" or "import" in cell.source or graded(cell)
        if "jupyter" in cell.metadata:
            assert cell.source.startswith("# Run this cell: "), cell.source[:80]
        elif not known:
            assert len(cell.source.splitlines()) <= 10, cell.source


def test_each_chapter_measures_and_has_a_bug_to_find(slug):
    assert "**Measure.**" in script(slug)
    tasks = [checks.task(name) for name in checks.tasks() if name.startswith(slug)]
    assert any(task.bugs for task in tasks)


def test_ids_are_the_tasks_names(slug):
    """Heading, cell to fill, check cell: one name, in this order, for every task."""
    found = cells(slug)
    ids = [graded(cell)["grade_id"] for cell in found if graded(cell)]
    assert len(ids) == len(set(ids))
    names = [cell.id for cell in answers(slug)]
    known = [name.split(".") for name in checks.tasks()]
    assert names == [name for chapter, name in known if chapter == slug]
    for name in names:
        place = next(i for i, cell in enumerate(found) if cell.id == name)
        heading, answer, check = found[place - 1 : place + 2]
        assert heading.source.startswith(f"## {name}\n")
        assert f" {name}(" in answer.source
        assert check.id == f"check_{name}"
        worth = checks.task(f"{slug}.{name}").points
        known = {"locked": True, "grade": True, "points": worth}
        assert known.items() <= graded(check).items()
        assert check.source == f'check("{slug}.{name}", {name})'


SENTENCE_END = re.compile(r"[.?!:](?=\s|$)")


def test_a_task_says_why_and_what(slug):
    """Motivation, formula, a docstring with every argument, and hints to ask for."""
    found = cells(slug)
    for place, cell in enumerate(found):
        if cell.cell_type == "markdown" or not graded(cell).get("solution"):
            continue
        heading = found[place - 1].source
        assert FACTS.search(heading), cell.id
        motivation, formula, _ = FACTS.split(heading)[-1].partition("$$")
        assert len(SENTENCE_END.findall(motivation)) >= 2, cell.id
        assert formula, cell.id
        assert f'hint("{slug}.{cell.id}")' in found[place + 2].source
        named = {getattr(x, "name", ""): x for x in ast.parse(cell.source).body}
        answer = named[cell.id]
        docstring, made = ast.get_docstring(answer), answer
        if isinstance(answer, ast.ClassDef):
            methods = {x.name: x for x in answer.body if hasattr(x, "args")}
            made = methods.pop("__init__")
            assert all(map(ast.get_docstring, methods.values())), cell.id
        else:
            assert "Returns:" in docstring, cell.id
        arguments = {argument.arg for argument in made.args.args} - {"self"}
        assert [x for x in arguments if not re.search(rf"\b{x}\b", docstring)] == []


def test_the_stamp_is_of_what_students_see(slug, monkeypatch):
    """A new model answer makes no new version; any other change in wording does."""

    def stamp(text):
        return nbformat.reads(as_notebook(text), 4).metadata.lernformer.exercise

    before = stamp(script(slug))
    assert stamp(f"{script(slug)}\n# %% [markdown]\n# One word more.\n") != before
    monkeypatch.setattr(revealing, "model_answer", lambda name: "Or otherwise.")
    other = as_notebook.__wrapped__(script(slug))  # bypasses its cache
    assert "Or otherwise." in other
    assert nbformat.reads(other, 4).metadata.lernformer.exercise == before


def test_what_a_person_grades_is_worth_what_its_heading_says(slug):
    found = cells(slug)
    for place, cell in enumerate(found):
        if cell.cell_type == "markdown" and graded(cell).get("grade"):
            shown = FACTS.search(found[place - 1].source)[1]
            assert graded(cell)["points"] == int(shown)


def test_notebook_has_names_of_its_own_and_no_traces(slug):
    text = as_notebook(script(slug))
    assert "jupytext" not in text
    assert "lines_to_next_cell" not in text
    notebook = nbformat.reads(text, as_version=4)
    assert notebook.metadata.kernelspec.name == "python3"
    own_cells = [cell for cell in notebook.cells if cell.id not in FRAME]
    assert len(own_cells) == len(notebook.cells) - len(FRAME)
    for place, cell in enumerate(own_cells):
        assert cell.id == graded(cell).get("grade_id", f"cell-{place}")
        assert cell.cell_type == "markdown" or cell.outputs == []
        if graded(cell):
            assert graded(cell)["schema_version"] == 3


def answers(slug: str) -> list:
    """The cells that hold a task's code."""
    known = [cell for cell in cells(slug) if graded(cell).get("solution")]
    return [cell for cell in known if cell.cell_type == "code"]


def test_solution_is_the_reference(slug):
    """The same code, apart from docstrings, decorators and `specialise(self)`."""
    chapter = importlib.import_module(f"lernformer.{slug}")
    for cell in answers(slug):
        module = sys.modules[getattr(chapter, cell.id).__module__]
        reference = definitions(inspect.getsource(module))
        if deals_a_bug(slug, cell):
            reference |= definitions(fixed(checks.task(f"{slug}.{cell.id}")))
        solution = definitions(cell.source)
        assert cell.id in solution
        for name in solution:
            assert ast.unparse(solution[name]) == ast.unparse(reference[name])


def definitions(source: str) -> dict[str, ast.stmt]:
    """The functions and classes of a module, without docstrings and decorators."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            node.decorator_list = []
            if ast.get_docstring(node) is not None:
                del node.body[0]
            node.body = [x for x in node.body if ast.unparse(x) != "specialise(self)"]
    kinds = ast.FunctionDef | ast.ClassDef
    return {node.name: node for node in tree.body if isinstance(node, kinds)}


@pytest.mark.slow
def test_untouched_exercise_runs_up_to_its_first_check(slug):
    if slug not in some(SLUGS, ["masking"]):
        pytest.skip("only `make test-all` runs it")
    notebook = nbformat.read(ROOT / exercise(slug), as_version=4)
    NotebookClient(notebook, timeout=1800, allow_errors=True).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    failed = [x.id for x in code if "error" in {out.output_type for out in x.outputs}]
    # all of the checks, and nothing else
    assert failed == [cell.id for cell in code if cell.id.startswith("check_")]


@pytest.fixture
def source(slug, tmp_path):
    """A script alone in its folder."""
    source = tmp_path / slug / f"{slug}.py"
    source.parent.mkdir()
    source.write_text(script(slug), encoding="utf-8")
    return source


def test_refresh_writes_only_what_has_changed(source, tmp_path):
    """A copied, older or changed file is judged by its content, not by the clock."""
    notebook = source.with_suffix(".ipynb")
    made = source.with_name(f".{source.stem}.made")
    assert refresh(tmp_path) == [notebook]
    assert refresh(tmp_path) == []
    text, when = notebook.read_bytes(), made.read_bytes()
    notebook.chmod(0o644)
    notebook.write_bytes(text.replace(b"Exercise", b"Exercises"))
    assert refresh(tmp_path) == [notebook]
    assert (notebook.read_bytes(), made.read_bytes()) == (text, when)
    with source.open("a", encoding="utf-8") as file:
        file.write("\n# %% [markdown]\n# more\n")
    assert refresh(tmp_path) == [notebook]
    assert "more" in notebook.read_text(encoding="utf-8")
    assert refresh(tmp_path, "ada/course") == [notebook]
    assert refresh(tmp_path, "ada/course") == []
    assert {*source.parent.iterdir()} == {source, notebook, made}


def test_refresh_leaves_no_notebook_of_a_broken_script(slug, source, tmp_path):
    refresh(tmp_path)
    first, second, *_ = (cell.id for cell in answers(slug))
    for broken, message in (
        (f"task {slug}.{first}", f": .* more than once: .*check_{first}"),
        (f"task {slug}.no", f": line [0-9]+: no task '{slug}.no'; there are "),
    ):
        text = script(slug).replace(f"task {slug}.{second}", broken)
        source.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=rf"{slug}\.py{message}"):
            refresh(tmp_path)
        assert not source.with_suffix(".ipynb").exists()
