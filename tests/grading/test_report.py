"""The report on a class: the numbers, and a page that no student's words can change."""

import csv
import io
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import browser
import numpy as np
import pytest

from lernformer import checks
from lernformer.checks.verdict import Verdict
from lernformer.grading.judge.grading_record import record
from lernformer.grading.pages import mistake_counts, report_page
from lernformer.grading.pages.report import (
    MIN_STUDENTS,
    Results,
    Submission,
    Task,
    discrimination,
    findings,
    remarks,
)
from lernformer.grading.pages.report_page import page
from lernformer.grading.pages.similarity import Alike
from lernformer.mistakes.common import GENERAL, KEPT

EVIL = "</bdi><script>alert(1)</script><img src=//x onerror=alert(1)>\u202e{}&\"'"
TASKS = (Task("check_a", 2, False), Task("check_b", 4, False), Task("c", 3, True))


def results(number=40, **change) -> Results:
    """A class whose task a correlates with b, and whose task c waits for a person."""
    chance = np.random.default_rng(0)
    axis = {"mistake": "wrong_axis", "cause": "the sum runs along the wrong axis."}
    wrong_a, wrong_b = axis | {"symptom": "1"}, dict.fromkeys(axis, "")
    submissions = []
    for i in range(number):
        skill = i / number
        a, b = 2.0 * (skill > chance.random()), 4.0 * (skill > chance.random())
        wrong = {} if a else {"check_a": wrong_a}
        wrong |= {} if b else {"check_b": wrong_b | {"symptom": EVIL}}
        scores, waiting = {"check_a": a, "check_b": b, "c": 0.0}, frozenset("c")
        one = Submission(f"s{i}", scores, waiting, wrong=wrong, seconds=0.5)
        submissions.append(one)
    made = {"assignment": "attention", "tasks": TASKS}
    return Results(**made | {"submissions": tuple(submissions)} | change)


def scored(*rows, tasks=TASKS[:2]) -> Results:
    """Submissions with these points for the tasks; None waits for a person."""
    submissions = []
    for i, row in enumerate(rows):
        points = dict(zip((task.name for task in tasks), row, strict=True))
        waiting = frozenset(name for name in points if points[name] is None)
        known = {name: x or 0.0 for name, x in points.items()}
        submissions.append(Submission(f"s{i}", known, waiting))
    return results(submissions=tuple(submissions), tasks=tasks)


def test_discrimination_is_the_correlation_with_the_other_tasks():
    known = results()
    found = discrimination(known)
    earned = [one for one in known.submissions if one.total]
    a, b = ([one.scores[name] for one in earned] for name in ("check_a", "check_b"))
    assert found["check_a"] == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert "c" not in found  # it is still waiting


def test_who_earned_nothing_does_not_make_a_task_look_good():
    rows = [(2, 0), (0, 4)] * 15
    for known in (scored(*rows), scored(*rows, *[(0, 0)] * 99)):
        assert discrimination(known)["check_a"] == pytest.approx(-1)
        assert "do worse" in remarks(known)["check_a"]


def test_few_students_have_no_correlation():
    rows = [(2, 4), (0, 4)] * MIN_STUDENTS
    assert discrimination(scored(*rows[: MIN_STUDENTS - 1])) == {}
    assert discrimination(scored(*rows[:MIN_STUDENTS]))["check_b"] is None
    assert f"It needs {MIN_STUDENTS} students; there are 3." in page(scored(*rows[:3]))


def test_a_task_at_which_all_are_alike_is_listed_and_others_are_not():
    for points, share in ((0, "0%"), (4, "100%")):
        reasons = remarks(scored((0, points), (2, points), (2, points)))
        words = f"everyone has {share}, so it doesn't separate students"
        assert reasons == {"check_b": words}
    assert remarks(scored(*[(2, 4), (0, 0), (2, 4), (0, 4)] * 10)) == {}


def test_mistakes_are_counted_by_task_the_most_frequent_first():
    known = results()
    found = findings(known)
    counts = [len(each.students) for each in found]
    assert counts == sorted(counts, reverse=True)
    named = next(each for each in found if each.mistake)
    assert (named.task, named.mistake) == ("check_a", "wrong_axis")
    missed = [one.student for one in known.submissions if one.scores["check_a"] == 0]
    assert list(named.students) == missed
    assert "the sum runs along the wrong axis." in page(known)
    assert f"{len(missed)} ({len(missed) / 40:.0%})" in page(known)


def test_a_chart_is_described_in_words():
    text = page(scored((0, 0), (1, 0.5), (1, 3), (2, 4), (2, 4)))
    labels = re.findall(r'aria-label="(\w+): ([^"]*)"', text)
    for name, counts in (("a", (1, 0, 0, 2, 0, 2)), ("b", (1, 1, 0, 0, 1, 2))):
        shares = ("0 %", *(f"&lt;{x} %" for x in (25, 50, 75, 100)), "100 %")
        bars = [f"{n} with {share}" for n, share in zip(counts, shares, strict=True)]
        assert (name, ", ".join(bars) + " of the points") in labels


@pytest.mark.parametrize(
    ("scores", "average", "mean"),
    [
        ((None, None), "not graded yet", "–"),
        ((0, None, None), "2 not read yet, 1 without points", "–"),
        ((0, 3, None), "50% on average of 2; 1 not read yet", "50%"),
        ((0, 3), "50% on average", "50%"),
        ((0, 0), "0% on average", "0%"),
    ],
)
def test_answers_that_nobody_has_read_do_not_count(scores, average, mean):
    text = page(scored(*((1.0, score) for score in scores), tasks=TASKS[::2]))
    assert f"<strong>c (by hand)</strong><br>{average}</figcaption>" in text
    (row,) = re.findall(r"c \(by hand\)</th>\n(.*)</tr>", text)
    assert re.findall(r">([^<]+)</td>", row)[1] == mean
    alike = None not in scores and len({*scores}) == 1
    assert ("c (by hand): everyone has" in text) == alike


# The catalogue's hits ----------------------------------------------------------------

SOFTMAX = "attention.softmax"


def no_exp(scores, axis=-1):
    return scores / scores.sum(axis, keepdims=True)


def over_all(scores, axis=-1):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def odd(scores, axis=-1):
    return scores * 0 + 0.123


def unfinished(scores, axis=-1):
    raise NotImplementedError


def judged(*answers) -> Results:
    """A class with these answers to softmax, as the judge judges and records them."""
    submissions = []
    for i, answer in enumerate(answers):
        verdict = checks.run(SOFTMAX, answer, seed=7)
        wrong = record(b"", 1.0, [], {"check_softmax": verdict})["wrong"]
        scores = {"check_softmax": 3 * verdict.score}
        submissions.append(Submission(f"ada{i}", scores, wrong=wrong, seconds=1.0))
    tasks = (Task("check_softmax", 3, False, SOFTMAX), Task("c", 3, True))
    return Results("attention", tasks, tuple(submissions))


def rows(known: Results) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(mistake_counts.table(known))))


@pytest.fixture(scope="module")
def known() -> Results:
    return judged(no_exp, over_all, over_all, odd, unfinished)


@pytest.fixture(scope="module")
def hits(known):
    (counted,) = mistake_counts.hits(known)
    return counted


def test_the_hits_of_the_catalogue(known, hits):
    named = [one.wrong["check_softmax"]["mistake"] for one in known.submissions]
    assert named[3:] == ["", "unfinished"]
    assert [*hits.made.items()] == [(named[1], 2), (named[0], 1)]
    assert hits.unnamed == 1
    own = {mistake.id for mistake in checks.task(SOFTMAX).mistakes}
    assert set(hits.unmade) == own - set(named)
    assert len(hits.unmade) == len(own) - 2


def test_the_hits_stand_folded_on_the_page(known, hits):
    text = page(known)
    (start,) = [found.start() for found in re.finditer("<details class=", text)]
    part = text[start : text.index("<h2>", start)]
    assert re.findall(r'<th scope="row" class="task">(\w+)</th>', part) == [*hits.made]
    assert re.findall(r'<td class="number">(\d+)</td>', part) == ["2", "1"]
    assert "Wrong without a recognised cause: 1." in part
    assert f"Nobody made {len(hits.unmade)} of the task's" in part
    assert ", ".join(hits.unmade) in part
    assert part.count("<details") == part.count("</details>") == 2
    assert "ada" not in part


def test_the_table_has_every_mistake_and_no_names_of_students(known, hits):
    written = mistake_counts.table(known)
    assert written.startswith("task,mistake,seen,hits\r\n")
    assert "ada" not in written
    catalogue = (*checks.task(SOFTMAX).mistakes, *GENERAL, KEPT)
    expected = {mistake.id: 0 for mistake in catalogue}
    expected |= hits.made | {"": hits.unnamed}
    assert {row["task"] for row in rows(known)} == {SOFTMAX}
    found = [(row["mistake"], int(row["hits"])) for row in rows(known)]
    assert found == [*expected.items()]
    seen = {row["mistake"]: row["seen"] for row in rows(known)}
    assert seen["signature_changed"] == "course"
    assert {mistake.seen for mistake in catalogue} >= set(seen.values()) - {""}


def test_what_the_catalogue_no_longer_has_is_counted_and_listed(known):
    verdict = Verdict(SOFTMAX, {"a": False}, 0, None, mistake="of_last_year")
    wrong = record(b"", 1.0, [], {"check_softmax": verdict})["wrong"]
    one = Submission("ada", {"check_softmax": 0.0}, wrong=wrong, seconds=1.0)
    later = replace(known, submissions=(one,))
    assert "no longer in the catalogue" in page(later)
    row = {"task": SOFTMAX, "mistake": "of_last_year", "seen": "", "hits": "1"}
    assert row in rows(later)


class Tags(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.found, self.text = Counter(), ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.text += "\n"
        self.found[tag] += 1
        self.found.update(name for name, _ in attributes if name.startswith("on"))

    def handle_data(self, data):
        self.text += data

    def counted(self, word: str) -> int:
        """How often the whole word occurs in the text."""
        return len(re.findall(rf"\b{word}\b", self.text))


def test_students_words_stay_words(monkeypatch):
    """The page is the same, tag by tag, whether they write harmless words or HTML."""

    def written(words: str) -> str:
        copied = Alike((words, f"{words} too"), 1.0, (words, "check_b"))
        monkeypatch.setattr(report_page, "alike", lambda codes, released: [copied])
        wrong = dict.fromkeys(("mistake", "cause", "symptom"), words)
        about = {words: wrong, "check_softmax": wrong}
        about["check_b"] = {"mistake": "", "cause": "", "symptom": words}
        one = Submission(
            words,
            {words: 0.0},
            wrong=about,
            code={words: words},
            hours_late=2.5,
            seconds=3.0,
            notes=(words,),
        )
        other = replace(one, student=f"{words} too", seconds=None)
        tasks = (Task(words, 2, False), Task("check_b", 4, False))
        tasks += (Task("check_softmax", 3, False, SOFTMAX),)
        more = {"absent": (words,), "assignment": words}
        return page(results(submissions=(one, other), tasks=tasks, **more))

    evil, harmless = Tags(written(EVIL)), Tags(written("harmless"))
    assert evil.found == harmless.found
    assert evil.found["script"] == evil.found["img"] == evil.found["onerror"] == 0
    assert "Groups, the most alike first" in evil.text
    assert "side by side" in evil.text
    assert "no longer in the catalogue" in evil.text
    assert evil.text.count(EVIL) == harmless.counted("harmless") >= 20
    assert "default-src 'none'" in written(EVIL)


def test_nobody_has_submitted_yet():
    text = page(results(submissions=(), absent=("ada",)))
    assert "Nothing is graded yet." in text
    assert "No submission" in text
    assert "catalogue" not in text


@pytest.mark.slow
def test_the_page_in_a_browser(tmp_path, known):
    path = tmp_path / "report.html"
    long = Submission("ü" * 200, {"check_a": 2.0}, hours_late=1, notes=(EVIL,))
    submissions = (*results().submissions, *known.submissions, long)
    tasks = (*TASKS, *known.tasks[:1])
    made = results(submissions=submissions, tasks=tasks, absent=("bela",))
    path.write_text(page(made), "utf-8")
    with browser.launch() as chromium:
        for view in browser.looks(chromium, path.as_uri()):
            for fold in view.locator("summary").all():
                fold.click()


def test_who_answers_far_below_their_marks_is_named_as_a_reason_to_talk():
    known = scored((2, 4), (2, 4), (2, 4), (1, 1), (2, 4))
    # s1 is on the edge; s3 has 2 of 6 points, and s4 too few answers
    right = {"s0": 1, "s1": 2.0, "s2": 3, "s3": 0, "s4": 0}
    answered = right, {"s0": 4, "s1": 4.0, "s2": 4, "s3": 4, "s4": 2}
    part = page(known, answered=answered).partition("Talks about their own code")[2]
    part = " ".join(part.partition("<h2>")[0].split())
    assert "4 students have 3 or more answers" in part
    assert re.findall(r"<li><bdi>(\w+)</bdi>: (.*?)</li>", part) == [
        ("s0", "100% of the points, 1 of 4 answers right"),
        ("s1", "100% of the points, 2 of 4 answers right"),
    ]
    assert "a reason to talk again, not a verdict" in part
    assert "<li>Nobody.</li>" in page(known, answered=({"s2": 4}, {"s2": 4}))
    assert "Talks about" not in page(known)
    waiting = scored((2, 4, None), tasks=TASKS)  # doesn't count against a talk
    text = page(waiting, answered=({}, {"s0": 4}))
    assert "100% of the points, 0 of" in text
