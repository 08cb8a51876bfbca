"""Helpers for the checks of several tasks in this chapter."""

from collections.abc import Callable

import numpy as np

from lernformer.checks.residual_norm.common import FLOAT32
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.residual_norm.scaling import CONSTANT, SEVERAL, SMALL

ANY_AXIS = "works along any axis"


def scaling_cases(essential: str) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        def case(aspect, x, axis, **more):
            inputs = {"x": np.asarray(x, dtype=float), "axis": axis}
            return Case(aspect, inputs, **{"tolerance": FLOAT32, **more})

        def table(*shape):  # no two numbers are closer than 0.7
            n = np.prod(shape)
            steps = rng.permutation(n) - n // 3 + rng.uniform(0, 0.3, n)
            return steps.reshape(shape)

        some_equal = table(4, 3)
        some_equal[:, 1] = 7  # with a mean of exactly 7
        equal_row = table(2, 4)
        equal_row[0] = -2.5
        # Adding 1e-8 to a denominator of 0.002 is within rounding; adding 1e-6 changes
        # the result, and 1e-5, as in a layer norm, does so even more.
        small = {"tolerance": 5e-5}
        return [
            case(essential, [2, 4, 12], 0, optional=True),
            case(essential, table(4, 3), 0),
            case(essential, table(3, 3), 0),
            case(ANY_AXIS, table(3, 3), 1),
            case(ANY_AXIS, table(3, 4), -1),
            case(ANY_AXIS, table(4, 1), 0),
            case(ANY_AXIS, table(2, 3, 4), 1),
            case(ANY_AXIS, table(2, 3, 4), -3),
            case(SEVERAL, table(2, 3, 4), (0, 1)),
            case(SEVERAL, table(2, 3, 4), (0, 2)),
            case(CONSTANT, some_equal, 0),
            case(CONSTANT, equal_row, 1),
            case(CONSTANT, [[0, 0, 0], [4, 4, 4]], 1),
            case(CONSTANT, [[0.1, 0.1, 0.1], [1, 2, 3]], 1),  # their mean is not 0.1
            case(CONSTANT, table(3, 1), 1),
            case(SMALL, 0.5 + 3e-4 * table(5, 4), 0, **small),
            case(SMALL, 3e-4 * table(3, 6) - 0.1, 1, **small),
            case(PURE, table(3, 4), 0),
        ]

    return cases


SCALING_SHARES = {ANY_AXIS: 2, SEVERAL: 0.5, CONSTANT: 2, SMALL: 0.5, PURE: 0.5}
