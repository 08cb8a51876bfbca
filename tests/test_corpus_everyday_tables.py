"""The everyday grammar: what its tables say, and which errors in them are reported."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from extent import some

from lernformer.translator.corpus.everyday import draw
from lernformer.translator.corpus.everyday.drawing_constructions import Drawing
from lernformer.translator.corpus.everyday.reading_constructions import (
    TableError,
    read_constructions,
)
from lernformer.translator.corpus.everyday.tables import sections

# What constructions say. What is expected of the rare ones comes only after tens of
# thousands of sentences.
SECTIONS = sections(str(Path(__file__).with_name("everyday")))
RARE = {name.removesuffix(", rare") for name in SECTIONS if name.endswith(", rare")}
EXPECTED = {
    name.removesuffix(", rare"): dict(pair.split(" = ") for pair in pairs)
    for name, pairs in SECTIONS.items()
    if name
}
DRAWN = 60_000  # per construction, at most, and as many of its lines


def drawn(name: str) -> Iterator[tuple[str, str]]:
    """Sentences of a construction as they come, with its rare lines more often."""
    random, table = Random(name), read_constructions().get(name)
    for _ in range(DRAWN):
        yield draw(random, name)[:2]
        if table:
            line = random.choice(table.lines)
            english, german, mark = Drawing(random, table.plain).line(table, line)
            yield english, f"{german} {mark}"


@pytest.mark.parametrize(
    "construction", some([*EXPECTED], sorted(EXPECTED.keys() - RARE))
)
def test_what_is_drawn(construction):
    left, translations = dict(EXPECTED[construction]), {}
    for english, german in drawn(construction):
        if left.pop(english, None):
            translations[english] = german
        if not left:
            break
    assert not left, f"never drawn: {[*left]}"
    assert translations == EXPECTED[construction]


TABLE = """
resting 1
  S: I, Tom
  T: the/my book
  S read T = S lesen T.acc | past*2, will | asked 0.2
"""


@pytest.mark.parametrize(
    ("right", "wrong", "place", "word"),
    [
        ("S read", "S raed", "line 5", "raed"),
        ("S lesen", "S leesen", "line 5", "leesen"),
        ("past*2", "pasd*2", "line 5", "pasd"),
        ("asked 0.2", "aksed 0.2", "line 5", "aksed 0.2"),
        ("read T", "read U", "line 5", "U"),
        ("T.acc", "T.akk", "line 5", "akk"),
        ("the/my book", "teh/my book", "line 4", "teh"),
        ("the/my book", "the/my bok", "line 4", "bok"),
        ("the/my book", "the/my <boks>", "line 4", "<boks>"),
        ("the/my book", "the odl book", "line 4", "odl"),
        ("I, Tom", "I, Tim", "line 3", "Tim"),
        ("I, Tom", "Tom, I am = ich bin", "line 3", "I am"),
        ("S lesen T.acc", "S lesen T.acc = S", "line 5", "S read T = S lesen"),
    ],
)
def test_a_word_that_is_not_known_is_named_with_its_place(
    tmp_path, right, wrong, place, word
):
    (tmp_path / "good.txt").write_text(TABLE, "utf-8")
    assert [*read_constructions(tmp_path)] == ["resting"]
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "rest.txt").write_text(TABLE.replace(right, wrong, 1), "utf-8")
    with pytest.raises(TableError) as failure:
        read_constructions(bad)
    assert str(failure.value).startswith(f"rest.txt, {place}: ")
    assert word in str(failure.value)


def test_a_construction_is_never_twice_in_the_tables(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(TABLE, "utf-8")
    with pytest.raises(TableError, match="resting"):
        read_constructions(tmp_path)
