"""The secret from which an assignment's hidden cases are drawn.

Each assignment has one secret per term. So everybody in a class gets the same cases,
and the next class gets different cases. The secrets are in a file next to the
gradebook, which only its owner can read.
"""

import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path

NAME = "grading.seeds"
COLLECTED = "grading.origins"  # next to it: where each submission came from


def secret_of(folder: Path, assignment: str, term: str) -> bytes:
    """Return the secret in the gradebook's folder, creating it if there is none.

    Raises:
        ValueError: if this function didn't write the file, or if others can read it. We
            never replace the file automatically, because scores would change.
    """
    import fcntl  # not on Windows, where nothing is graded for others

    path = folder / NAME
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_mode & 0o077:
            raise ValueError(f"{path} can be read by others: chmod 600 it")
        text = file.read()
        try:
            known = json.loads(text) if text else {}
            terms = known.setdefault(assignment, {})
            if term not in terms:
                terms[term] = secrets.token_hex(32)
                file.seek(0)
                file.write(json.dumps(known, indent=1) + "\n")
                file.flush()
                os.fsync(descriptor)
            return bytes.fromhex(terms[term])
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{path} is damaged: {error}") from error


def known_secret(folder: Path, assignment: str, term: str) -> bytes | None:
    """Return the secret, or ``None`` if there is none yet. Never create one."""
    try:
        known = json.loads((folder / NAME).read_text("utf-8"))
        return bytes.fromhex(known[assignment][term])
    except (OSError, ValueError, TypeError, LookupError):
        return None


def seed_of(secret: bytes, task: str) -> int:
    """Return the seed of a task's hidden cases, in [0, 2⁶³)."""
    digest = hmac.digest(secret, task.encode(), hashlib.sha256)
    return int.from_bytes(digest[:8], "big") >> 1
