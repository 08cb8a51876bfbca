"""Files that are written completely or not at all, even if the process is killed."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[Path]:
    """A file to write to, which replaces ``path`` at the end.

    Until then it is next to ``path``, under a hidden name that ends in ``.part``. After
    an error it is gone, and ``path`` is as it was.
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())  # store the bytes before the name
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def write(path: str | Path, text: str, mode: int | None = None) -> None:
    """Replace a file with one that has this text, in UTF-8.

    Args:
        path: the path of the file.
        text: its new content.
        mode: its permissions from the start; by default the usual ones.

    Raises:
        ValueError: if that is not possible; the file is then as it was.
    """
    try:
        with writing(path) as part:
            if mode is not None:
                os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
            part.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise ValueError(f"{path} could not be written: {error.strerror}") from error
