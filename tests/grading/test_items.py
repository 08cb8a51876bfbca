"""How hard items are and how well they separate, against NumPy on tables by hand."""

from typing import NamedTuple

import numpy as np
import pytest

from lernformer.grading.course.items import FEWEST, of_results, statistics, table
from lernformer.grading.course.marks import Points
from lernformer.grading.pages.report import Results, Submission, Task, discrimination

POSSIBLE = {"one": 2.0, "two": 4.0, "three": 1.0}


def filled(rows, possible=POSSIBLE):
    """Points of students s0, s1 …, one column per item; NaN means not given."""
    return [
        Points(f"s{place}", item, earned, most)
        for place, row in enumerate(rows)
        for (item, most), earned in zip(possible.items(), row, strict=True)
        if not np.isnan(earned)
    ]


class Item(NamedTuple):
    earned: float
    discrimination: float | None
    students: int


def by_item(points):
    return {item: Item(*result) for item, result in statistics(points).items()}


@pytest.fixture
def rows():
    chance = np.random.default_rng(4)
    skill = chance.random((24, 1))
    return (skill > chance.random((24, 3))) * [*POSSIBLE.values()]


def test_the_numbers_are_those_of_numpy(rows):
    found = by_item(filled(rows))
    for place, (item, most) in enumerate(POSSIBLE.items()):
        rest = rows.sum(1) - rows[:, place]
        assert found[item].earned == pytest.approx(rows[:, place].mean() / most)
        r = np.corrcoef(rows[:, place], rest)[0, 1]
        assert found[item].discrimination == pytest.approx(r)
        assert found[item].students == 24


def test_a_table_by_hand():
    rows = [[2, 0, 1]] * 5 + [[0, 4, 0]] * 5 + [[1, 2, np.nan]] * 2
    found = by_item(filled(rows))
    assert found["one"].earned == 0.5
    assert (found["one"].students, found["three"].students) == (12, 10)
    # rest of `one`: 1 of 5, 4 of 5, 2 of 4
    one, rest = [1] * 5 + [0] * 5 + [0.5] * 2, [0.2] * 5 + [0.8] * 5 + [0.5] * 2
    r = np.corrcoef(one, rest)[0, 1]
    assert found["one"].discrimination == pytest.approx(r)
    assert found["one"].discrimination == pytest.approx(-1)


def test_few_students_and_what_all_have_alike_have_no_discrimination(rows):
    few = by_item(filled(rows[: FEWEST - 1]))
    assert {one.discrimination for one in few.values()} == {None}
    assert few["one"].students == FEWEST - 1
    rows[:, 1] = 4
    assert by_item(filled(rows))["two"].discrimination is None
    assert by_item(filled(rows))["two"].earned == 1
    alone = by_item(filled(rows[:, :1], {"one": 2.0}))  # there is no rest
    assert alone["one"].discrimination is None


def test_of_an_assignment_it_is_what_the_report_says(rows):
    tasks = tuple(Task(name, most, False) for name, most in POSSIBLE.items())
    nothing, waits = Submission("none", {"one": 0.0}), frozenset({"three"})
    works = [
        Submission(f"s{i}", dict(zip(POSSIBLE, map(float, row), strict=True)))
        for i, row in enumerate(rows)
    ]
    results = Results("attention", tasks, (*works, nothing))
    found = by_item(of_results(results))
    ours = {item: one.discrimination for item, one in found.items()}
    assert ours == pytest.approx(discrimination(results))
    late = Submission("late", {"one": 2.0}, waits)
    found = of_results(Results("attention", tasks, (late,)))
    assert found == [Points("late", "one", 2, 2), Points("late", "two", 0, 4)]


def test_a_table_says_on_how_many_students_it_rests(rows):
    found = [
        one._replace(variant="AB"[int(one.student[1:]) % 2]) for one in filled(rows)
    ]
    lines = table("Tasks", found).splitlines()
    first = by_item(filled(rows))["one"]
    r = first.discrimination
    assert lines[2].split() == [f"{first.earned:.0%}", f"{r:.2f}", "24", "one"]
    share = (rows[::2] / [*POSSIBLE.values()]).mean()
    assert lines[5].split() == [f"{share:.0%}", "12", "variant", "A"]
    assert len(lines) == 7
    few = table("Tasks", filled(rows[:3]))
    assert few.splitlines()[2].split()[1:] == ["–", "3", "one"]
    assert "Nothing is filled in yet." in table("Tasks", [])
