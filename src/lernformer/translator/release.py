"""The everyday translator that comes with the package, trained once.

It is a checkpoint whose numbers are in float16, without the optimiser. ``make
translator`` trains it anew; ``python -m benchmarks everyday FILE --folder … --keep``
measures a checkpoint on sentences that people wrote and makes it the release.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lernformer.translator import checkpoint
from lernformer.translator.corpus import Pair, fingerprint
from lernformer.translator.corpus.everyday import make_pairs
from lernformer.translator.translation import Translator

FOLDER = Path(__file__).with_name("everyday")
SAMPLE = 3_000  # sentences that tell whether the grammar is still the same


def grammar() -> str:
    """Fingerprint of the first sentences that the everyday grammar writes."""
    pairs = make_pairs(size=SAMPLE, held_out=0)["train"]
    return fingerprint({"train": [Pair(*pair) for pair in pairs]})


def load() -> tuple[Translator, dict[str, Any]]:
    """The translator that comes with the package, and the details of its checkpoint."""
    return checkpoint.load(FOLDER)


def weights(folder: Path = FOLDER) -> str:
    """Fingerprint of the numbers of the checkpoint in a folder."""
    path = folder / checkpoint.details(folder)["files"]["weights"]
    return hashlib.sha256(path.read_bytes()).hexdigest()


def keep(
    folder: Path,
    quality: Mapping[str, float],
    release: Path = FOLDER,
    following: Mapping[str, str] | None = None,
) -> None:
    """Make the checkpoint in ``folder`` the release.

    Args:
        folder: of the checkpoint.
        quality: what was measured of it, see ``benchmarks/everyday.py``.
        following: which words may come next, see `following`; by default what the
            checkpoint has.
        release: where to put it.

    Raises:
        ValueError: if there is none.
    """
    translator, found = checkpoint.load(folder)
    kept = {name: found[name] for name in ("recipe", "corpus", "longest")}
    half = Translator(
        translator.model.half(),
        translator.source,
        translator.target,
        translator.splitter,
    )
    kept["grammar"] = grammar()
    kept["quality"] = dict(quality)
    kept["following"] = dict(
        found.get("following", {}) if following is None else following
    )
    checkpoint.save(release, half, found["step"], found["metrics"], kept)
