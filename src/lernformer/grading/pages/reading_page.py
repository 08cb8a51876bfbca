"""The page where a person reads the answers to a question: `lernformer read`.

A small server shows the page. It can only be reached from this machine, and it only
answers requests that contain its token. The token is in the address at first, and then
in a cookie. The server refuses requests from other sites, even if a site uses its own
name for 127.0.0.1 or sends a form (see OWASP, "DNS rebinding" and "Cross-site request
forgery").

Every account on a machine can read the command lines of all processes. So, as Jupyter
does, we don't pass the address with the token to the browser. Instead, we pass a file
that redirects to this address and that only its owner can read.

Students' answers can't be trusted. So we clean them, the template escapes them, and the
page's policy keeps them from running or loading anything.
"""

import contextlib
import hmac
import html
import json
import secrets
import tempfile
from collections.abc import Iterator
from functools import cached_property
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from jinja2 import Environment
from jupyter_core.paths import jupyter_runtime_dir
from markupsafe import Markup
from nbconvert.filters import markdown2html
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SQLAlchemyError

from lernformer.grading.gradebook import manual_grading, safe_pages
from lernformer.grading.gradebook.templates import templates

PAGES = Path(__file__).with_name("reading")
HOST = "127.0.0.1"
LARGEST = 2**20  # bytes of a request
PLACE = ("assignment", "notebook", "cell")  # these identify a question
STEP = 0.5  # points between two buttons
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'self'; "
POLICY += "frame-ancestors 'none'; img-src data:; style-src 'unsafe-inline'; "


@contextlib.contextmanager
def leading_to(address: str) -> Iterator[Path]:
    """Provide a page that redirects to an address and that only this user can read."""
    place = html.escape(address)
    text = (
        '<!DOCTYPE html><meta charset="utf-8"><title>Lernformer</title>'
        f'<meta http-equiv="refresh" content="0; url={place}">'
        f'<p><a href="{place}">To the answers</a></p>\n'
    )
    folder = Path(jupyter_runtime_dir())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # `tempfile` creates it with mode 600
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=folder, prefix="lernformer-", suffix=".html"
    ) as file:
        file.write(text)
        file.flush()
        yield Path(file.name)


class Refused(Exception):
    """Raised to refuse a request, with the HTTP status and the reason."""


class Desk(ThreadingHTTPServer):
    """Serves a course's questions until it is shut down."""

    daemon_threads = True

    def __init__(self, course: CourseDirectory, assignment: str = "", port: int = 0):
        super().__init__((HOST, port), Handler)
        self.course, self.assignment = course, assignment
        self.token = secrets.token_urlsafe(32)
        self.origins = {
            f"http://{name}:{self.server_port}" for name in (HOST, "localhost")
        }

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}/?token={self.token}"

    def book(self) -> Gradebook:
        return Gradebook(self.course.db_url, self.course.course_id)

    @cached_property
    def scripts(self) -> tuple[str, str]:
        return (PAGES / "page.js").read_text("utf-8"), safe_pages.formulas()

    @cached_property
    def policy(self) -> str:
        """The page's policy: only our own scripts run, identified by their hashes."""
        return f"{POLICY}script-src {' '.join(map(safe_pages.source_of, self.scripts))}"

    @cached_property
    def pages(self) -> Environment:
        pages = templates(PAGES)
        pages.filters |= {"words": words, "address": address}
        style = Markup((PAGES / "page.css").read_text("utf-8"))
        pages.globals |= {"style": style, "scripts": list(map(Markup, self.scripts))}
        return pages

    # the pages ------------------------------------------------------------------

    def overview(self) -> str:
        with self.book() as book:
            found = manual_grading.questions(book, self.assignment)
        return self.pages.get_template("list.html").render(questions=found)

    def question(self, query: dict[str, str]) -> str:
        with self.book() as book:
            one = self._named(book, query)
            answers = manual_grading.answers(book, self.course, one)
            names = {
                x.id: " ".join(filter(None, (x.first_name, x.last_name)))
                for x in book.students
            }
        apart = "apart" in query
        asks, model = manual_grading.texts(self.course, one)
        used = sorted({answer.comment for answer in answers if answer.comment})
        return self.pages.get_template("question.html").render(
            question=one,
            groups=manual_grading.groups(answers, apart),
            names=names,
            apart=apart,
            asks=asks,
            model=model,
            used=used,
            steps=[i * STEP for i in range(int(one.points / STEP) + 1)],
        )

    def enter(self, query: dict[str, str], given: dict[str, Any]) -> dict[str, Any]:
        """Enter the points and the comment that the page sends for some students."""
        students, comment = given["students"], given["comment"]
        points, seen = given["points"], given["seen"]
        if not (
            isinstance(students, list)
            and all(isinstance(x, str) for x in (*students, comment, seen["comment"]))
        ):
            raise ValueError("students and comments must be text")
        with self.book() as book:
            one, points = self._named(book, query), _number(points)
            shown = _number(seen["points"]), seen["comment"]
            now = manual_grading.enter(book, one, students, points, comment, shown)
            left = manual_grading.questions(book, one.assignment)
        unread = next(x.unread for x in left if x.cell == one.cell)
        return {"unread": unread, "points": now, "comment": comment.strip()}

    def _named(self, book: Gradebook, query: dict[str, str]) -> manual_grading.Question:
        where = [query.get(x) for x in PLACE]
        for one in manual_grading.questions(book, self.assignment):
            if [getattr(one, x) for x in PLACE] == where:
                return one
        raise Refused(404, "there is no such question")


def _number(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"points must be a number, got {value!r}")
    return float(value)


def words(markdown: str) -> Markup:
    """Return Markdown as HTML in which nothing can run or load."""

    def show() -> str:
        return safe_pages.clean(markdown2html(markdown)).replace("&amp;lt;", "&lt;")

    made = safe_pages.in_time([markdown], show, lambda: safe_pages.plain(markdown))
    return Markup(made)


def address(question: manual_grading.Question, **more: str) -> str:
    return "/read?" + urlencode({x: getattr(question, x) for x in PLACE} | more)


class Handler(BaseHTTPRequestHandler):
    """Answers the requests on one connection."""

    server: Desk
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def _answer(self, work: Any) -> None:
        try:
            self._require_host()
            work()
        except Refused as error:
            self._send(error.args[0], "text/plain", error.args[1])
        except manual_grading.ChangedMeanwhile as error:
            self._send(409, "text/plain", str(error))
        except (ValueError, LookupError, TypeError, MissingEntry) as error:
            self._send(400, "text/plain", str(error))
        except (OSError, SQLAlchemyError) as error:
            self._send(500, "text/plain", f"the gradebook was not changed: {error}")

    def _get(self) -> None:
        path, query = self._place()
        if path == "/" and self._is_token(query.get("token", "")):
            cookie = f"{self._cookie}={self.server.token}; HttpOnly; SameSite=Strict"
            more = {"Set-Cookie": f"{cookie}; Path=/", "Location": "/"}
            return self._send(303, "text/plain", "", more)
        self._require_cookie()
        if path == "/":
            return self._send(200, "text/html", self.server.overview())
        if path == "/read":
            return self._send(200, "text/html", self.server.question(query))
        raise Refused(404, "there is no such page")

    def _post(self) -> None:
        if self.headers.get("Origin") not in self.server.origins:
            raise Refused(403, "this request comes from a different page")
        self._require_cookie()
        size = int(self.headers.get("Content-Length", 0))
        if not 0 < size <= LARGEST:
            raise Refused(413, "the request is empty or too large")
        _, query = self._place()
        reply = self.server.enter(query, json.loads(self.rfile.read(size)))
        self._send(200, "application/json", json.dumps(reply))

    def _place(self) -> tuple[str, dict[str, str]]:
        place = urlsplit(self.path)
        found = parse_qs(place.query)
        return place.path, {name: values[-1] for name, values in found.items()}

    @property
    def _cookie(self) -> str:
        return f"lernformer-{self.server.server_port}"

    def _is_token(self, word: str) -> bool:
        return hmac.compare_digest(word.encode(), self.server.token.encode())

    def _require_host(self) -> None:
        if f"http://{self.headers.get('Host')}" not in self.server.origins:
            raise Refused(403, "the address has a different host name")

    def _require_cookie(self) -> None:
        found = SimpleCookie(self.headers.get("Cookie", "")).get(self._cookie)
        if found is None or not self._is_token(found.value):
            raise Refused(403, "open the address that `lernformer read` has printed")

    def _send(
        self, status: int, kind: str, text: str, more: dict[str, str] | None = None
    ) -> None:
        content = text.encode()
        self.send_response(status)
        headers = {"Content-Type": f"{kind}; charset=utf-8"} | HEADERS | (more or {})
        headers["Content-Security-Policy"] = self.server.policy
        headers["Content-Length"] = str(len(content))
        if status >= 400:
            headers["Connection"] = "close"  # we don't read the rest of what was sent
            self.close_connection = True
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Log nothing: students' names do not belong in a terminal."""
