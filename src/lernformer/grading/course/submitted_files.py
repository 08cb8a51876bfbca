"""Reads the files in a student's folder, none of which can be trusted."""

import re
import secrets
from pathlib import Path

from lernformer.grading.judge.submission import Unreadable, read

SECRET = "submission_secret.txt"


def content_of(path: Path) -> bytes | Unreadable:
    """Return the bytes of a submitted file, or the reason why it can't be read."""
    try:
        if path.parent.is_symlink():
            raise Unreadable("the folder is a link")
        return read(path)
    except Unreadable as reason:
        return reason


def secret_in(path: Path) -> str:
    """Return the secret from `nbgrader submit` that lets a student fetch feedback.

    If the secret is lost, return a new one, which nobody can use to fetch feedback.
    """
    found = content_of(path.with_name(SECRET))
    if isinstance(found, bytes) and re.fullmatch(b"[0-9a-f]{128}", found):
        return found.decode()
    return secrets.token_hex(64)
