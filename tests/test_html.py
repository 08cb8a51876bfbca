"""The HTML of the built pages is valid; test_site follows their links."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import browser
import node
import pytest

pytestmark = pytest.mark.slow

VENV = Path(os.environ.get("VENV", browser.ROOT / ".venv"))
VALIDATOR = VENV / "npm/node_modules/html-validate/bin/html-validate.mjs"


def validate(*paths) -> list[str]:
    """What html-validate finds, one line per problem."""
    if not VALIDATOR.exists():
        pytest.skip(
            "NO html-validate: nothing read the pages' HTML. `.ci/setup validator` "
            "installs it."
        )
    config = browser.ROOT / "tests/html-validate.cjs"
    command = [*node.command(), VALIDATOR, "--config", config, "--formatter", "json"]
    with tempfile.TemporaryFile("w+") as output:  # output that fills a pipe is cut off
        subprocess.run([*command, *paths], stdout=output)
        output.seek(0)
        read = json.load(output)
    return [
        f"{Path(page['filePath']).name}:{found['line']} {found['ruleId']}: "
        f"{found['message']} ({found['selector']})"
        for page in read
        for found in page["messages"]
    ]


def test_pages_are_valid_html(book):
    assert validate(*sorted(book.glob("*.html"))) == []


def test_invalid_html_is_seen(tmp_path):
    page = tmp_path / "one.html"
    page.write_text('<!DOCTYPE html><html lang="en"><p><div></div></p></html>')
    assert any("close-order" in line for line in validate(page))
