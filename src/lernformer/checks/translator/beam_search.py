"""Check for ``translator.beam_search``."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.checks.translator.decoding import (
    ENDS,
    TRANSFORMER,
    UNLIKELY,
    manners,
    sources,
    wrong_translation,
)
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.probes.aspects import PURE, SIZE
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.translator.beam_search import APART, PROBE, probe_beam, words_of
from lernformer.probes.translator.decoding import ENDS_GIVEN, LIMIT, MODE, RECORDS
from lernformer.translator import beam_search

BETTER = "finds what greedy decoding misses"

PENALTY = "divides by the length's penalty"

GOES_ON = "keeps searching after the likeliest has ended"

SCORE = "returns the score of what it found"

AT_ONCE = 8  # tables drawn together, which takes no longer than drawing one


@dataclass(frozen=True)
class Searched:
    """A sentence, given by its table of log-probabilities, and ways to search it.

    A beam is a pair: the sum of its words' log-probabilities, and the words so far.
    """

    logs: np.ndarray  # (positions, V, V)
    beam_size: int
    max_length: int
    alpha: float
    bos: int
    eos: int

    @cached_property
    def rows(self) -> list:
        return self.logs.tolist()

    def divided(self, beam: tuple) -> float:
        return beam[0] / ((5 + len(beam[1])) / 6) ** self.alpha

    def undivided(self, beam: tuple) -> float:
        return beam[0]

    def ended(self, beam: tuple) -> bool:
        return beam[1][-1] == self.eos

    def longer(self, beams: list) -> list:
        """Return all continuations of the beams by one word, the likeliest first."""
        made = []
        for total, words in beams:
            place = self.rows[min(len(words), len(self.rows) - 1)]
            row = place[words[-1] if words else self.bos]
            made += [(total + x, (*words, w)) for w, x in enumerate(row)]
        made.sort(reverse=True)
        return made

    @cached_property
    def rounds(self) -> list[tuple[tuple, list, list]]:
        """The rounds of a search that sets ended beams aside; the K best others go on.

        Each round has the likeliest beam, the ended beams with ranks, and the K others.
        """
        made = []
        going: list[tuple] = [(0.0, ())]
        for _ in range(self.max_length):
            longer = self.longer(going)
            ends = [(i, b) for i, b in enumerate(longer) if b[1][-1] == self.eos]
            going = [b for b in longer if b[1][-1] != self.eos][: self.beam_size]
            made.append((longer[0], ends, going))
        return made

    def best(self, ended: list, going: list) -> Iterator[tuple]:
        """Yield the words of the best beam, then of the best ended one, if any."""
        yield max(ended + going, key=self.divided)[1]
        yield max(ended or going, key=self.divided)[1]

    def keeping(self, rank: Callable) -> Iterator[tuple]:
        """Search so that an ended beam keeps its place until better ones take it."""
        going: list[tuple] = [(0.0, ())]
        ended: list[tuple] = []
        for _ in range(self.max_length):
            beams = sorted(ended + self.longer(going), key=rank, reverse=True)
            ended = [b for b in beams[: self.beam_size] if self.ended(b)]
            going = [b for b in beams[: self.beam_size] if not self.ended(b)]
            if not going:
                break
        return self.best(ended, going)

    def narrowing(self) -> Iterator[tuple]:
        """Search with fewer beams after each one that ends (Jurafsky & Martin)."""
        going: list[tuple] = [(0.0, ())]
        ended: list[tuple] = []
        for _ in range(self.max_length):
            kept = self.longer(going)[: self.beam_size - len(ended)]
            ended += filter(self.ended, kept)
            going = [b for b in kept if not self.ended(b)]
            if not going:
                break
        return self.best(ended, going)

    def putting_aside(self, reach: float, stop: Callable) -> Iterator[tuple]:
        """Search, setting aside beams that end among the first ``reach``."""
        ended: list[tuple] = []
        for likeliest, ends, _ in self.rounds:
            ended += [beam for place, beam in ends if place < reach]
            if stop(ended, likeliest):
                return self.best(ended, [])
        return self.best(ended, self.rounds[-1][2])

    def enough(self, ended: list, likeliest: tuple) -> bool:
        """Return True if K beams have ended."""
        return len(ended) >= self.beam_size

    def good_enough(self, ended: list, likeliest: tuple) -> bool:
        """Return True if K ended beams are no worse than the current likeliest beam."""
        best = sorted(map(self.divided, ended), reverse=True)[: self.beam_size]
        return len(best) == self.beam_size and best[-1] >= self.divided(likeliest)

    def never(self, ended: list, likeliest: tuple) -> bool:
        return False

    def likeliest_ends(self, ended: list, likeliest: tuple) -> bool:
        """Return True if the likeliest beam has ended, which is too early to stop."""
        return self.ended(likeliest)

    def common(self) -> Iterator[tuple]:
        """Yield the words that the two most common forms of the search find."""
        yield next(self.putting_aside(math.inf, self.never))
        yield next(self.keeping(self.divided))

    def ways(self) -> Iterator[tuple]:
        """Yield the words found by each form of the search that is in use."""
        K = self.beam_size
        yield next(self.putting_aside(math.inf, self.never))
        for reach in (K, 2 * K):
            for stop in (self.enough, self.good_enough, self.never):
                yield from self.putting_aside(reach, stop)
        yield from self.narrowing()
        for rank in (self.divided, self.undivided) if self.alpha else (self.undivided,):
            yield from self.keeping(rank)

    def stopped_early(self) -> tuple:
        """Return the words found by a search that stops once the likeliest ends."""
        return next(self.putting_aside(self.beam_size, self.likeliest_ends))

    def one_child_each(self) -> tuple:
        """Return the words found if each of the first K beams has one successor."""
        beams = self.longer([(0.0, ())])[: self.beam_size]
        for _ in range(self.max_length - 1):
            beams = [b if self.ended(b) else self.longer([b])[0] for b in beams]
        return max(beams, key=self.divided)[1]

    def as_others(self, **options: Any) -> Iterator[tuple]:
        """Return the words that the two most common forms find with other options."""
        other = replace(self, **options)
        if options.keys() == {"alpha"}:  # the rounds don't depend on alpha
            vars(other)["rounds"] = self.rounds
        return other.common()


def search_table(
    rng: np.random.Generator,
    fits: Callable[[np.ndarray], bool],
    positions: int,
    vocab_size: int,
    bos: int,
    eos: int,
    ends: str,
) -> np.ndarray:
    """Draw one sentence's logits (positions, V, V) until their log-probabilities fit.

    It may end ``"anywhere"``, ``"never"``, or ``"soon or late"`` but not in between.
    """
    while True:
        # Words are about equally likely, and <eos> gets likelier at each position, so
        # the best may end anywhere. A late end wins only by nearly certain words.
        spread = 1.6 if ends == "soon or late" else 0.7
        tables = rng.normal(0, spread, (AT_ONCE, positions, vocab_size, vocab_size))
        tables[..., [PAD_ID, bos]] = UNLIKELY
        tables[..., eos] += np.linspace(-3, 2, positions)[:, None]
        if ends == "soon or late":
            soon = rng.uniform(0, 0.3, AT_ONCE)
            tables[:, 0, bos, eos] = tables[:, 0, bos].max(-1) + soon
            tables[:, 1:-1, :, eos] = UNLIKELY
            tables[:, -1, :, eos] += 3
        if ends == "never":
            tables[..., eos] = 3 * UNLIKELY
        logs = tables - np.log(np.exp(tables).sum(-1, keepdims=True))
        for table, of_table in zip(tables, logs, strict=True):
            if fits(of_table):
                return table + rng.uniform(-3, 3, (positions, vocab_size, 1))


def beam_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lengths, beam_size, max_length, *, alpha=0.0, own=(), **more):
        bos, eos = own or (BOS_ID, EOS_ID)
        ends = more.pop("ends", "anywhere")
        unlike = more.pop("unlike", lambda search: ())  # what must not be found

        def fits(logs):
            options = (0.6 if alpha is None else alpha, bos, eos)
            search = Searched(logs, beam_size, max_length, *options)
            found = next(search.ways())
            # The divisor of a single word is 1, whatever the penalty.
            few = 2 if aspect in (PENALTY, SCORE) else 1
            # The test that most tables fail comes first, and the slowest comes last.
            return (
                (search.stopped_early() != found) == (aspect == GOES_ON)
                and len(found) >= few
                and all(w != found and len(w) >= few for w in unlike(search))
                and all(words == found for words in search.ways())
            )

        positions = min(max_length, 5)
        tables = [
            search_table(rng, fits, positions, 6, bos, eos, ends) for _ in lengths
        ]
        inputs = {
            "src": sources(rng, lengths),
            "table": np.stack(tables),
            "beam_size": beam_size,
            "max_length": max_length,
        }
        inputs |= {} if alpha is None else {"length_penalty": alpha}
        inputs |= dict(zip(ENDS_GIVEN, own, strict=False))
        return Case(aspect, inputs, **more)

    def with_transformer(lengths, beam_size, max_length):
        inputs = {
            "src": sentences(rng, lengths, 14),
            "beam_size": beam_size,
            "max_length": max_length,
            "length_penalty": 0.6,
            "weights": int(rng.integers(2**31)),
            "src_vocab": 14,
            "tgt_vocab": 11,
        }
        return Case(TRANSFORMER, inputs, setting="Transformer", tolerance=1e-4)

    def greedy(search):
        return search.as_others(beam_size=1)

    def alike(search):
        return [search.one_child_each(), *greedy(search)]

    def wider(search):
        return chain(*(search.as_others(beam_size=size) for size in (2, 3, 4, 8)))

    def undivided(search):
        return search.as_others(alpha=0.0)

    # The length penalty matters only in cases that set it.
    return [
        case(BETTER, [3], 2, 3, unlike=greedy),
        case(BETTER, [4], 3, 5, unlike=alike),
        case(BETTER, [5], 2, 5, unlike=alike),
        case(BETTER, [3], 1, 5, unlike=wider),
        case(BETTER, [3], 20, 3, unlike=greedy, optional=True),
        case(PENALTY, [4], 3, 5, alpha=2.0, unlike=undivided),
        case(PENALTY, [3], 4, 5, alpha=1.0, unlike=undivided),
        case(PENALTY, [3], 3, 5, alpha=None, unlike=undivided),
        case(GOES_ON, [3], 3, 5, alpha=1.0, ends="soon or late"),
        case(GOES_ON, [4], 3, 5, alpha=2.0, ends="soon or late"),
        case(APART, [3, 6, 4], 2, 5),
        case(APART, [5, 3, 4], 3, 5),
        case(SCORE, [4, 3], 3, 5, alpha=None),
        case(SCORE, [3], 2, 5),
        case(SCORE, [3], 2, 5, alpha=1.3),
        case(SCORE, [3], 2, 3, alpha=0.6, ends="never"),
        case(LIMIT, [4, 3], 2, 3, ends="never"),
        case(LIMIT, [3, 4], 2, 1, ends="never"),
        case(ENDS, [3, 5], 2, 5, own=(5, 4)),
        case(ENDS, [3], 3, 5, own=(5, 3)),
        case(MODE, [3, 5], 2, 5, setting="training"),
        case(MODE, [4], 2, 4),
        case(RECORDS, [3], 2, 4),
        with_transformer([3, 5], 3, 4),
        case(PURE, [3, 5], 2, 3),
        case(SIZE, [3], 1, 55, ends="never"),
    ]


def beam_expected(case: Case) -> Arrays:
    """Return the right words, and their score if the aspect is about it."""
    found = probe_beam(beam_search, case).values
    return found if case.aspect == SCORE else {k: found[k] for k in found if k == "ids"}


def wrong_score(case: Case, seen: Observation) -> str | None:
    """Return the symptom of the first score that differs."""
    if case.aspect != SCORE:
        return None
    want = right(case, beam_expected)["scores"]
    for i, (got, true) in enumerate(zip(seen.values["scores"], want, strict=True)):
        if not np.isclose(got, true, rtol=case.tolerance, atol=case.tolerance):
            alpha = case.inputs.get("length_penalty")
            setting = "no length_penalty"
            setting = setting if alpha is None else f"length_penalty = {alpha:.3g}"
            return (
                f"the score of sentence {i} of {len(want)} is {got:.6g}, expected "
                f"{true:.6g}, for the translation {words_of(seen.values['ids'][i])} "
                f"and {setting}"
            )
    return None


TASK = Task(
    probe=PROBE,
    aspects={
        BETTER: 4,
        PENALTY: 2,
        GOES_ON: 1,
        APART: 1.5,
        SCORE: 1.5,
        LIMIT: 1,
        ENDS: 0.5,
        MODE: 1,
        RECORDS: 0.5,
        TRANSFORMER: 1,
        PURE: 0.5,
        SIZE: 0.5,
    },
    cases=beam_cases,
    expected=beam_expected,
    symptoms=(modifies_input, manners, wrong_translation(beam_expected), wrong_score),
)
