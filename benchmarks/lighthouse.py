"""``python -m benchmarks.lighthouse``: get Lighthouse's scores for the book's pages.

Each score, from 0 to 100, is the median of several visits, because other work on the
machine affects it. A local server delivers the pages and compresses them, as any host
for static files does.
"""

import gzip
import http.server
import json
import os
import statistics
import subprocess
import threading
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "_build" / "html"
VENV = Path(os.environ.get("VENV", ROOT / ".venv"))
LIGHTHOUSE = VENV / "npm/node_modules/.bin/lighthouse"
MARKS = ("performance", "accessibility", "best-practices", "seo")


class Compressing(http.server.SimpleHTTPRequestHandler):
    """Serves the book, with its texts compressed."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args):
        super().__init__(*args, directory=str(BOOK))

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        kind, body = self.guess_type(str(path)), path.read_bytes()
        self.send_response(200)
        if not kind.startswith(("image/png", "font/")):
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def visit(url: str, desktop: bool) -> list[float]:
    """Return the scores of one visit."""
    command = [LIGHTHOUSE, url, "--quiet", "--output=json"]
    command += ["--chrome-flags=--headless=new --no-sandbox"]
    command += [f"--only-categories={','.join(MARKS)}"]
    command += ["--preset=desktop"] * desktop
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(result.stdout)["categories"]
    return [100 * found[mark]["score"] for mark in MARKS]


@click.command()
@click.argument("pages", nargs=-1)
@click.option("--visits", default=3, show_default=True)
def main(pages, visits):
    """Measure PAGES, given by their names (all by default)."""
    names = pages or sorted(path.stem for path in BOOK.glob("*.html"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Compressing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    click.echo(f"{'':22}{''.join(f'{mark:>15}' for mark in MARKS)}")
    for name in names:
        url = f"http://127.0.0.1:{server.server_port}/{name}.html"
        for desktop in (False, True):
            marks = zip(*(visit(url, desktop) for _ in range(visits)), strict=True)
            line = "".join(f"{statistics.median(mark):15.0f}" for mark in marks)
            click.echo(f"{name:22.22}{line}  {'desktop' if desktop else 'mobile'}")


if __name__ == "__main__":
    main()
