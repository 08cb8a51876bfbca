"""The page for reading answers: who gets it, what it keeps, and how it is used."""

import http.client
import json
import threading
from urllib.parse import urlsplit

import browser
import pytest
from answered import ANSWERS, QUESTION
from click.testing import CliRunner
from nbgrader.api import Gradebook
from playwright.sync_api import expect

from lernformer.grading.course import collect_and_return
from lernformer.grading.gradebook.safe_pages import formulas
from lernformer.grading.pages.reading_page import Desk, address, leading_to, words

WHERE = QUESTION.cell, QUESTION.notebook, QUESTION.assignment
PLACE = address(QUESTION).replace("/read", "/points")
UNREAD = {"points": None, "comment": ""}
GIVEN = {"students": ["emil"], "points": 1, "comment": "", "seen": UNREAD}
STRANGERS = [{"Cookie": None}, {"Cookie": "lernformer=wrong"}]
STRANGERS += [{"Host": "evil.example"}, {"Host": "evil.example:80"}]
OTHER_PAGES = [{"Origin": x} for x in (None, "http://evil.example", "null")]


@pytest.fixture
def desk(copied):
    with Desk(copied) as desk:
        threading.Thread(target=desk.serve_forever, daemon=True).start()
        yield desk
        desk.shutdown()


def ask(desk, method, place, given=None, **headers):
    """A request like the page's, and its result."""
    port = desk.server_port
    usual = {"Host": f"127.0.0.1:{port}", "Origin": f"http://127.0.0.1:{port}"}
    usual["Cookie"] = f"lernformer-{port}={desk.token}"
    sent = {name: x for name, x in (usual | headers).items() if x is not None}
    connection = http.client.HTTPConnection("127.0.0.1", port)
    body = given if given is None or isinstance(given, bytes) else json.dumps(given)
    connection.request(method, place, body, sent)
    response = connection.getresponse()
    found = response.status, response.read().decode(), dict(response.getheaders())
    connection.close()
    return found


def score(desk, student):
    with desk.book() as book:
        grade = book.find_grade(*WHERE, student)
        return None if grade.needs_manual_grade else grade.score


def test_who_has_no_token_or_comes_from_elsewhere_reads_and_enters_nothing(desk):
    assert desk.server_address[0] == "127.0.0.1"
    for headers in STRANGERS:
        for place in ("/", address(QUESTION), "/?token=wrong"):
            status, text, _ = ask(desk, "GET", place, **headers)
            assert (status, "variance" in text) == (403, False), headers
    for headers in (*STRANGERS, *OTHER_PAGES):
        assert ask(desk, "POST", PLACE, GIVEN, **headers)[0] == 403, headers
        assert score(desk, "emil") is None


def test_the_address_leads_to_a_cookie_and_out_of_the_history(desk):
    place = urlsplit(desk.address)
    status, _, headers = ask(desk, "GET", f"/?{place.query}", Cookie=None)
    assert (status, headers["Location"]) == (303, "/")
    assert "HttpOnly; SameSite=Strict" in headers["Set-Cookie"]
    _, _, headers = ask(desk, "GET", "/")
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_the_browser_is_not_called_with_the_token(desk):
    """Every account on the machine can read the arguments of its processes."""
    with leading_to(desk.address) as page:
        assert desk.token not in page.as_uri()
        assert desk.address in page.read_text("utf-8")
        assert page.stat().st_mode & 0o777 == 0o600
    assert not page.exists()


def test_read_calls_the_browser_with_that_page(desk, monkeypatch):
    opened = []

    class Ended(Desk):
        def serve_forever(self):
            raise KeyboardInterrupt

    course = desk.course, desk.book()
    monkeypatch.setattr(collect_and_return, "_course", lambda: course)
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("lernformer.grading.pages.reading_page.Desk", Ended)
    done = CliRunner().invoke(collect_and_return.read, [])
    assert done.exit_code == 0, done.output
    (uri,) = opened
    assert uri.startswith("file://")
    assert "token" not in uri


def test_what_is_entered_is_in_the_gradebook(desk):
    status, text, _ = ask(desk, "POST", PLACE, GIVEN)
    assert status == 200
    assert json.loads(text) == {"unread": 4, "points": 1, "comment": ""}
    assert score(desk, "emil") == 1
    status, text, _ = ask(desk, "POST", PLACE, GIVEN)  # the page has seen another state
    assert status == 409
    assert "load the page again" in text


def test_what_cannot_be_entered(desk):
    for part, value, message in (
        ("points", 3, "points must lie in 0 … 2, got 3"),
        ("points", "1", "points must be a number, got '1'"),
        ("points", True, "points must be a number, got True"),
        ("students", ["nobody"], "nobody"),
        ("students", "emil", "must be text"),
        ("comment", 1, "must be text"),
    ):
        status, text, _ = ask(desk, "POST", PLACE, GIVEN | {part: value})
        assert (status, message in text) == (400, True), text
    for place, body, status in (
        (PLACE, b"{", 400),
        (PLACE, b"[]", 400),
        ("/points?cell=other", GIVEN, 404),
    ):
        assert ask(desk, "POST", place, body)[0] == status
    assert ask(desk, "POST", PLACE, GIVEN, **{"Content-Length": str(2**21)})[0] == 413
    assert score(desk, "emil") is None
    assert ask(desk, "GET", "/read")[0] == 404
    assert ask(desk, "GET", "/../gradebook.db")[0] == 404
    assert ask(desk, "PUT", "/", b"x")[0] == 501


def test_words_are_harmless():
    html = words("**a** <script>alert(1)</script> ![x](//evil) [y](javascript:z)")
    assert "<strong>a</strong>" in html
    assert "<script" not in html
    assert "evil" not in html.replace("alt", "") or "<img" not in html
    assert "javascript:" not in html


@pytest.mark.slow
def test_a_class_is_read_by_keys(desk):
    """Two groups graded, a comment kept and reused; nothing of a student's runs."""
    with browser.launch() as chromium:
        for scheme, width in (("light", 1280), ("dark", 360)):
            look = {"width": width, "scheme": scheme}
            with browser.visit(chromium, desk.address, **look) as page:
                assert browser.violations(page) == []
                page.get_by_role("link", name="attention: explain").click()
                page.wait_for_load_state("networkidle")
                answers = page.locator("article")
                expect(answers).to_have_count(4)
                assert browser.violations(page) == []
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                if formulas():
                    expect(page.locator("math")).to_have_count(2)
                assert page.evaluate("window.hit") is None
                if scheme == "light":
                    use(page, answers)
                assert page.problems == []
    graded = {"cleo": 0, "dora": 0, "ada": 1.5, "bela": 1.5, "emil": None}
    assert {student: score(desk, student) for student in graded} == graded
    with Gradebook(desk.course.db_url) as book:
        now = {x: book.find_comment(*WHERE, x).comment for x in ANSWERS}
    assert now == dict.fromkeys(now) | {"ada": "Why?", "bela": "Why?", "emil": "Why?"}


def use(page, answers) -> None:
    state = answers.locator(".state")
    page.keyboard.press("0")  # the empty ones, and on to the next
    expect(state.nth(0)).to_have_text("0 of 2")
    expect(answers.nth(1)).to_be_focused()
    page.keyboard.press("1")
    expect(state.nth(1)).to_have_text("1 of 2")
    expect(answers.nth(2)).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("+")
    expect(state.nth(1)).to_have_text("1.5 of 2")
    page.keyboard.press("c")
    page.keyboard.type("Why?")
    page.keyboard.press("Escape")
    used = page.locator("#used button")
    expect(used).to_have_text(["Why?"])
    page.keyboard.press("n")
    expect(answers.nth(2)).to_be_focused()
    used.click()
    expect(answers.nth(2).locator("textarea")).to_have_value("Why?")
    expect(state.nth(2)).to_have_text("not graded yet")
    expect(page.locator("#unread")).to_have_text("1")
    answers.nth(3).get_by_role("button", name="2").click()
    expect(state.nth(3)).to_have_text("2 of 2")
    page.keyboard.press("u")
    expect(state.nth(3)).to_have_text("0 of 2")  # it has this on its own
