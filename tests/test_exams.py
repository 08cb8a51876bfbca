"""Exams on paper: equal variants, true keys, and nothing that the book prints."""

import itertools
import re
from html import unescape

import pytest
from click.testing import CliRunner
from test_checks_own_code import Again, wrong_keys

from lernformer import checks, cli
from lernformer.checks import exams
from lernformer.checks.exams import FORMS, ORDER, Bank, bare, exam, printed
from lernformer.grading.pages.exam_page import markdown, page

TASKS = ("masking.decoder_mask", "attention.scaled_dot_product_attention")


@pytest.fixture(scope="module")
def drawn():
    return exam(["masking", "attention"], tasks=4, variants=2, seed=3)


def text_of(html):
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def test_variants_are_equally_hard_and_differ(drawn):
    one, two = drawn
    assert {x.form for x in one} == {*FORMS}
    assert [(x.form, x.task) for x in one] == [(x.form, x.task) for x in two]
    levels = [checks.task(x.task).difficulty for x in one]
    assert levels == sorted(levels)
    for a, b in zip(one, two, strict=True):
        assert (a.ask, a.code, {*a.choices}) != (b.ask, b.code, {*b.choices})


@pytest.mark.slow
def test_a_seed_gives_the_same_exam_again():
    first, again, other = (exam(["masking"], 2, 2, seed) for seed in (3, 3, 4))
    assert first == again != other


def filled(item, letters):
    """The program that results from answering a question of order with some letters."""
    lines = [line[4:] for line in item.code.splitlines()]
    texts = (item.choices["abcd".index(x)] for x in letters)
    places = [x.replace("_____", next(texts)) if "_" * 5 in x else x for x in lines]
    return "\n".join(places)


@pytest.mark.parametrize("task_id", TASKS)
def test_all_orders_in_the_key_pass_and_no_other(task_id):
    found = Bank(task_id, 0, 4).items(ORDER, 2)
    assert found
    for one in found:
        right = set()
        for way in itertools.permutations("abcd"[: len(one.choices)]):
            names = dict(exams.LIBRARIES)
            try:
                exec(filled(one, way), names)
            except SyntaxError:
                continue
            answer = names[task_id.partition(".")[2]]
            if checks.run(task_id, answer, seed=7).passed:
                right.add(" ".join(way))
        assert right == {*one.key.split(" or ")}
        assert " ".join("abcd"[: len(one.choices)]) not in right


@pytest.mark.slow
@pytest.mark.parametrize("task_id", TASKS)
def test_every_other_key_is_true_and_no_other_choice(task_id, monkeypatch):
    bank = Bank(task_id, 0, 3)
    for form in FORMS:
        bank.items(form, 3)
    for number, questions in bank.questions.items():
        maker = bank.makers[number]

        def same(again, *_, maker=maker):
            again.task, again.own, again.cases = maker.task, maker.own, maker.cases[0]

        monkeypatch.setattr(Again, "__init__", same)
        assert questions
        assert wrong_keys(task_id, None, questions) == []
        for one in questions:
            made = exams.item(exams.BUG, maker, one)
            assert made.choices["abcd".index(made.key)] == one.choices[one.right]


def test_what_the_book_prints_is_not_used():
    left_out = {
        (task, code)
        for task, codes in exams.known_ways().items()
        for code in codes
        if bare(code) in printed(task)
    }
    assert {task for task, _ in left_out} >= {"embedding.encode"}
    assert not any(code in Bank(task, 0, 1).codes for task, code in left_out)


def test_nobody_is_the_author_on_paper(drawn):
    text = markdown(drawn, 3)
    paper = text.replace("give your reason", "give a reason")
    assert not re.search(r"\byours?\b", paper, re.IGNORECASE)
    assert "gives: ." not in text


def test_a_page_says_what_was_drawn_and_runs_nothing(drawn):
    text = markdown(drawn, 3)
    shown = text_of(page(text))
    for one in itertools.chain(*drawn):
        for words in (one.ask, one.code, *one.choices):
            assert " ".join(words.split()) in shown
    assert "Key to variant B" in shown
    edited = page(text + "<script>alert(1)</script><img src=x onerror=alert(1)>")
    assert "<script" not in edited
    assert "onerror" not in edited


def run(*words, code=0):
    result = CliRunner().invoke(cli.main, ["exam", *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


def test_an_instructor_writes_edits_and_prints(tmp_path):
    to = tmp_path / "exam.html"
    options = ("--tasks", 1, "--variants", 2, "--seed", 5, "--to", to)
    output = run("--chapters", "masking", "attention", *options)
    assert f"2 variants with 1 questions each, and their keys: {to}" in output
    assert f"Enter each student's points in {to.with_suffix('.csv')}" in output
    source = to.with_suffix(".md")
    source.write_text(source.read_text("utf-8") + "\nGood luck!\n", "utf-8")
    run("--from", source, "--to", to)
    assert "Good luck!" in to.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ((), 2, "Which chapters?"),
        (("--chapters", "cooking"), 1, "There is no chapter 'cooking'; there are "),
        (("transformer", "--tasks", 1), 1, "Only 0 different questions in 4 variants"),
        (("masking", "--variants", 9), 2, "9 is not in the range 1<=x<=8"),
    ],
)
def test_what_cannot_be_written_gets_a_message(words, code, message):
    assert message in run(*words, code=code)
