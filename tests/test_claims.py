"""What the book's prose may say: numbers that code computed, this project's words."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import freshness

from lernformer import CHAPTERS, checks
from lernformer.claims import checked, claim, detokenise, glue

BOOK = Path(__file__).parents[1] / "book"
PAGES = sorted(BOOK.glob("*.md"))

# What is not prose: settings, code, included files, formulas, markup with a value.
NOT_PROSE = [
    r"\A---\n.*?\n---\n",
    r"^(`{3,})\{?(?!note|admonition)[^\n]*\n.*?^\1$",
    r"\$\$.*?\$\$",
    r"\$[^$]*\$",
    r"\{glue:text\}`[^`]*`",
    r"`[^`]*`",
    r"\]\([^)]*\)",
    r"^%.*?$",
]
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\.\d)")


def paragraphs(text: str) -> list[str]:
    """The prose of a page, by paragraph; citations keep their role's name."""
    text = re.sub(r"\{cite:[pt]\}`[^`]*`", " CITED ", text)
    for pattern in NOT_PROSE:
        text = re.sub(pattern, " ", text, flags=re.S | re.M)
    return [part for part in re.split(r"\n\s*\n", text) if part.strip()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_fits_the_page(page):
    cells = re.findall(
        r"^```\{code-cell\}.*?\n(.*?)^```$", page.read_text("utf-8"), re.S | re.M
    )
    for cell in cells:
        code = re.sub(r"\A(---\n.*?^---\n|(:[^\n]*\n)+)", "", cell, flags=re.S | re.M)
        assert [line for line in code.splitlines() if len(line) > 88] == []


def decimals(text: str) -> list[str]:
    """The decimal numbers in prose, but for paragraphs with a citation."""
    uncited = (part for part in paragraphs(text) if "CITED" not in part)
    return [number for part in uncited for number in DECIMAL.findall(part)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_decimal_numbers_come_from_code_or_from_a_source(page):
    assert decimals(page.read_text("utf-8")) == []


JUDGES = re.compile(
    r"\b(hardly|nearly|almost|next to nothing|(more than|less than|about) half"
    r"|far (above|below|ahead|behind|more|less|better|worse))\b",
    re.I,
)


def unclaimed(text: str) -> list[str]:
    """Sentences in which a word judges a computed number without a claim about it."""
    claims = set(re.findall(r'claim\(\s*f?"(\w+)"', text))
    prose = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.S | re.M)
    found = []
    for sentence in re.split(r"(?<=[.!?:|])\s+|\n\s*\n", prose):
        glued = set(re.findall(r"\{glue:text\}`(\w+)`", sentence))
        if glued and not glued & claims and JUDGES.search(sentence):
            found.append(" ".join(sentence.split()))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_words_that_judge_a_number_are_claimed(page):
    """What the text says about a number holds in a range, or the build fails."""
    assert unclaimed(page.read_text("utf-8")) == []


def test_the_test_sees_words_that_judge_a_number():
    judged = "Hardly any is lost, {glue:text}`lost` %. The rest stays."
    assert unclaimed(judged) == ["Hardly any is lost, {glue:text}`lost` %."]
    assert unclaimed(judged + '\n\n```\nclaim("lost", "few", 1, 0, 2)\n```') == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A loss of 0.37 is low.", ["0.37"]),
        ("It scores 28.4 BLEU {cite:p}`vaswani2017`.", []),
        ("The sum is $0.25 + 0.75$.", []),
        ("```{code-cell} ipython3\nx = 0.5\n```\nText.", []),
        (":::{admonition} Why?\nBecause 0.1 is small.\n:::", ["0.1"]),
        ("It is {glue:text}`x:.2f`, and `0.1` in code.", []),
        ("Pillow 1.2.3 and section 5.", []),
    ],
)
def test_the_test_sees_decimals_in_prose_alone(text, found):
    assert decimals(text) == found


def test_glue_formats_numbers_and_leaves_text_as_it_is(monkeypatch):
    glued = {}
    monkeypatch.setattr(
        "myst_nb.glue", lambda name, value, display: glued.update({name: value})
    )
    glue("share", 2 / 3, ".0%")
    glue("loss", 1.23456)
    glue("span", "1 to 2")
    assert glued == {"share": "67%", "loss": "1.23", "span": "1 to 2"}


def test_a_claim_holds_in_its_range_and_fails_the_build_outside():
    claim("hardly", "hardly", 0.01, 0, 0.02)
    with pytest.raises(ValueError, match=r"'hardly', true of 0 to 0\.02, found 0\.5"):
        claim("hardly", "hardly", 0.5, 0, 0.02)
    assert checked("hardly", 0.02, 0, 0.02) == "hardly"
    with pytest.raises(ValueError, match=r"'hardly', true of 0 to 0\.02, found nan"):
        checked("hardly", float("nan"), 0, 0.02)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("ist er müde ?", "Ist er müde?"),
        ("er schläft , weil er müde ist .", "Er schläft, weil er müde ist."),
        ("ich bin müde . lass uns gehen !", "Ich bin müde. Lass uns gehen!"),
        ("ähnlich .", "Ähnlich."),
        ("", ""),
    ],
)
def test_a_sentence_is_shown_as_people_write_it(words, text):
    assert detokenise(words) == text


@pytest.mark.parametrize(
    "name",
    [
        "src/lernformer/attention.py",
        "src/lernformer/translator/heads.json",
        "benchmarks/experiments.json",
        "benchmarks/longer.json",
        "_build/translator/checkpoint.json",
    ],
)
def test_what_a_page_reads_makes_it_anew(name, tmp_path):
    before = freshness.fingerprint(*freshness.READ, root=tmp_path)
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text("1")
    assert freshness.fingerprint(*freshness.READ, root=tmp_path) != before


def test_the_guide_counts_the_tasks_of_each_kind():
    page = (BOOK / "teach_reference.md").read_text("utf-8")
    numbers = {3: "three", 10: "ten"}
    dealt = [name for name in checks.tasks() if checks.task(name).bugs]
    assert {name.split(".")[0] for name in dealt} == {*CHAPTERS}
    count = numbers[len(dealt)]
    assert f"\nIn {count} tasks, one or two in each chapter, students **find" in page
    judged = [name.split(".")[0] for name in checks.tasks() if is_of_a_test(name)]
    tests = re.search(r"^In (\w+) tasks, in ([^.]*), students play", page, re.M)
    assert (tests[1], re.findall(r"\w{4,}", tests[2])) == (numbers[len(judged)], judged)
    assert "\nIn one task in each chapter, students **measure**" in page
    for chapter in CHAPTERS:
        exercise = BOOK.parent / "solutions" / chapter / f"{chapter}.py"
        assert exercise.read_text("utf-8").count("\n# **Measure.**") == 1, chapter


def is_of_a_test(name: str) -> bool:
    """True if the task is to write a test."""
    return hasattr(import_module(f"lernformer.checks.{name}"), "BANK")
