"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable

import numpy as np

from lernformer.probes.case import Observation


def parts_of(right: Callable) -> Callable:
    """Make ``changed(part)``: the right answer with one of its parts replaced.

    >>> changed = parts_of(bleu)
    >>> @changed("average")
    ... def plain_mean(p): ...
    """

    def changed(part: str) -> Callable:
        def answer(instead: Callable) -> Callable:
            def made(*inputs):
                return right(*inputs, **{part: instead})

            made.__name__, made.__doc__ = instead.__name__, instead.__doc__
            return made

        return answer

    return changed


def finite(seen: Observation) -> bool:
    return all(np.isfinite(x).all() for x in seen.values.values())
