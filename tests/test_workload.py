"""What the exercises ask for takes as long as a course may take."""

import re
from pathlib import Path

from lernformer import CHAPTERS, checks

EXERCISES = Path(__file__).parents[1] / "exercises"
HOURS = 13.5, 18.5  # with fewer, much is left out; with more, students leave
GRADED = re.compile(r"\*\d+ points? · about (\d+) minutes")


def minutes(slug: str) -> int:
    """The notebook's minutes for its graded tasks, including those in words."""
    text = (EXERCISES / slug / f"{slug}.ipynb").read_text("utf-8")
    return sum(map(int, GRADED.findall(text)))


def test_the_course_takes_a_term():
    low, high = HOURS
    assert low <= sum(map(minutes, CHAPTERS)) / 60 <= high


def test_no_chapter_takes_more_than_a_quarter_of_it():
    every = [minutes(slug) for slug in CHAPTERS]
    assert max(every) <= sum(every) / 4


def test_the_notebooks_say_what_the_tasks_say():
    for slug in CHAPTERS:
        tasks = [checks.task(name) for name in checks.tasks() if name.startswith(slug)]
        graded = sum(task.minutes for task in tasks if not task.optional)
        assert graded <= minutes(slug) <= graded + 20  # a question or two in words
