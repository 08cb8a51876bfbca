"""The translators that come with the package, trained once.

They are checkpoints with numbers in float16 and without the optimiser.

``lernformer translate`` uses *everyday*. ``make translator`` trains it again. After
that, ``python -m benchmarks everyday FILE --folder … --keep`` measures the checkpoint
on sentences that people wrote and on sentences of the grammar, and makes it the
release. The weights may come from an earlier grammar (``corpus``), but the quality was
measured on the grammar whose fingerprint is stored (``grammar``).

The book looks inside *toy*. ``make book`` copies it to ``_build/translator``. If the
code has changed, ``python -m benchmarks.heads`` trains it again.
"""

import hashlib
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lernformer import atomic
from lernformer.translator import checkpoint
from lernformer.translator.corpus import Pair, fingerprint
from lernformer.translator.corpus.everyday import make_pairs
from lernformer.translator.translation import Translator

FOLDER = Path(__file__).with_name("everyday")
TOY = Path(__file__).with_name("toy")
LOG = "log.jsonl"
SAMPLE = 3_000  # how many sentences to compare to see whether the grammar is unchanged


def grammar() -> str:
    """Return a fingerprint of the everyday grammar's first sentences."""
    pairs = make_pairs(size=SAMPLE, held_out=0)["train"]
    return fingerprint({"train": [Pair(*pair) for pair in pairs]})


def load() -> tuple[Translator, dict[str, Any]]:
    """Return the package's own translator, and the details of its checkpoint."""
    return checkpoint.load(FOLDER)


def weights(folder: Path = FOLDER) -> str:
    """Return a fingerprint of the numbers in a folder's checkpoint."""
    path = folder / checkpoint.details(folder)["files"]["weights"]
    return hashlib.sha256(path.read_bytes()).hexdigest()


def keep(
    folder: Path,
    quality: Mapping[str, float],
    release: Path = FOLDER,
    following: Mapping[str, str] | None = None,
    lexicon: Mapping[str, str] | None = None,
) -> None:
    """Make the checkpoint in ``folder`` the release.

    Args:
        folder: the checkpoint's folder.
        quality: the measured quality; see ``benchmarks/everyday.py``.
        following: which words may come next, see `offered_words`; by default, the
            checkpoint's own.
        lexicon: how the German for a word begins, see `dropped_words`; by default, the
            checkpoint's own.
        release: the folder to put it in.

    Raises:
        ValueError: if there is no checkpoint.
    """
    found = checkpoint.details(folder)
    kept = {
        "grammar": grammar(),
        "quality": dict(quality),
        "following": found.get("following", {}) if following is None else following,
        "lexicon": found.get("lexicon", {}) if lexicon is None else lexicon,
    }
    _keep(folder, release, kept)


def keep_toy(folder: Path, first_loss: float, release: Path = TOY) -> None:
    """Make the checkpoint in ``folder`` the toy translator, with its log.

    Args:
        folder: the checkpoint's folder.
        first_loss: its first training loss, which shows whether the code has changed.
        release: the folder to put it in.

    Raises:
        ValueError: if there is no checkpoint.
    """
    _keep(folder, release, {"first_loss": first_loss})
    with atomic.writing(release / LOG) as path:
        shutil.copyfile(folder / LOG, path)


def _keep(folder: Path, release: Path, kept: Mapping[str, Any]) -> None:
    """Save a checkpoint at half the size, without what only training needs."""
    translator, found = checkpoint.load(folder)
    half = Translator(
        translator.model.half(),
        translator.source,
        translator.target,
        translator.splitter,
        translator.longest,
    )
    always = {name: found[name] for name in ("recipe", "corpus", "longest")}
    kept = {**always, **kept}
    checkpoint.save(release, half, found["step"], found["metrics"], kept)
