"""Puzzles in which readers put lines together into a right answer to a task.

Some lines are given. The reader fills the gaps with lines from a pool, which contains
one or two lines too many. These extra lines come from wrong answers in the catalogue,
or they are small slips that the check recognises as one of its mistakes. When the book
is built, the real check runs every program that can be put together, so the reader gets
the same verdict as in a notebook. The lines come from the task's own files.
``{listing}`` and ``{exercise}`` add the puzzles, but only to the open edition.
"""

import itertools
import json
import math
import random
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

from _ext import edition, freshness, programs, spot
from _ext.programs import filled, judged
from lernformer import atomic
from sphinx_practice.arrange import Puzzle, markup
from sphinx_practice.practice import use_script

logger = logging.getLogger(__name__)

KEPT = spot.KEPT.with_name(".arranged")
PLACES, POOL, PROGRAMS = 3, 5, 24  # at most this many of each


@cache
def puzzle(task_id: str) -> Puzzle | None:
    """Return a task's puzzle, or none if its answer has no lines to move.

    The puzzle is made only once, and stored until the package or this module changes.
    """
    kept = kept_at(task_id)
    if kept.exists():
        found = json.loads(kept.read_text("utf-8"))
    else:
        made = make(task_id)
        found = made and [*made[1:4], [[*one] for one in made.verdicts.items()]]
        KEPT.mkdir(parents=True, exist_ok=True)
        for old in KEPT.glob(f"{task_id}-*"):
            old.unlink()
        atomic.write(kept, json.dumps(found))
    if not found:
        return None
    code, places, pool, verdicts = found
    messages = {tuple(way): message for way, message in verdicts}
    return Puzzle(task_id, tuple(code), tuple(places), tuple(pool), messages)


def kept_at(task_id: str) -> Path:
    """Return the path of the file that stores a task's puzzle."""
    return KEPT / f"{task_id}-{state()}.json"


@cache
def state() -> str:
    ours = freshness.fingerprint("arrange.py", root=freshness.BOOK / "_ext")
    return spot.state() + ours


def make(task_id: str) -> Puzzle | None:
    """Make a puzzle from the first right answer that allows it; run all programs."""
    for code in programs.rights(task_id):
        if programs.passes(task_id, code) and (found := lay(task_id, code)):
            places, pool = found
            verdicts = {
                way: judged(task_id, filled(code, places, [pool[i] for i in way]))
                for way in itertools.permutations(range(len(pool)), len(places))
            }
            messages = {way: one.message for way, one in verdicts.items()}
            return Puzzle(task_id, code, places, pool, messages)
    return None


def lay(task_id: str, code: tuple[str, ...]):
    """Choose a program's gaps and the pool; return none if no line is tempting.

    We prefer lines where wrong answers differ, and then those closest to the end. A gap
    is always a line that the program needs.
    """
    free = programs.needed(task_id, code)
    tempting: dict[int, list[str]] = {}
    for one in programs.temptations(task_id, code, free, POOL - PLACES):
        tempting.setdefault(one.at, []).append(one.line)
    wanted = [*tempting, *(i for i in reversed(free) if i not in tempting)]
    if not tempting:
        return None
    distinct = {code[i].strip(): i for i in reversed(wanted)}
    places = sorted(sorted(distinct.values(), key=wanted.index)[:PLACES])
    extra = itertools.zip_longest(*(tempting.get(at, ()) for at in places))
    lines = [line for turn in extra for line in turn if line]
    pool = [code[at].strip() for at in places]
    for line in lines[: POOL - len(pool)]:
        if math.perm(len(pool) + 1, len(places)) <= PROGRAMS:
            pool.append(line)
    random.Random(task_id).shuffle(pool)
    return tuple(places), tuple(pool)


def deck(task_id: str) -> nodes.Node | None:
    """Return a task's puzzle, in a fold."""
    found = puzzle(task_id)
    if found is None:
        logger.info(
            "no lines to arrange for %s: no right answer has a tempting one", task_id
        )
        return None
    html = (
        '<details class="deck"><summary>Put it together from its lines</summary>'
        f"{markup(found)}</details>"
    )
    return nodes.raw("", html, format="html")


def decks(env, task_id: str) -> list[nodes.Node]:
    """Return a task's wrong answers and, in the open edition, its puzzle."""
    use_script(env)
    with_code = edition.shows_answers(env.config)
    found = [spot.deck(task_id, with_code=with_code)]
    found += [deck(task_id)] if with_code else []
    return [one for one in found if one]
