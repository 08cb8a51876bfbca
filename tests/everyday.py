"""What the everyday grammar says for a sentence that one of its constructions draws."""

from random import Random

from lernformer.translator.corpus.everyday import draw


def as_drawn(row: str) -> tuple[str, str]:
    """Of "construction: english = german" the German drawn, and that of the row."""
    construction, pair = row.strip().split(": ")
    english, german = pair.split(" = ")
    random = Random(construction)
    drawn = (draw(random, construction) for _ in range(120_000))
    return next(s.target for s in drawn if s.source == english), german
