"""No seed changes the verdict on a search: stopping too early always fails.

test_checks makes sure that no seed rejects any right variant.
"""

import pytest

from tests.answers import mutants
from tests.test_checks import DRAWN_SEEDS, verdict_of

TOO_EARLY = ("stopped_early", "stops_at_the_first_end")


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name)
        for case in mutants("translator")
        if case.task == "translator.beam_search" and case.mistake in TOO_EARLY
    ],
)
def test_no_seed_lets_what_stops_too_early_pass(case):
    mistakes = {verdict_of(case, seed).mistake for seed in DRAWN_SEEDS}
    assert mistakes == {case.mistake}
