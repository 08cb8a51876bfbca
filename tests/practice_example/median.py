"""What counts as right in this book: the hook of `sphinx_practice`."""

import statistics


def practice_names(directive, seed):
    return {"statistics": statistics}


def practice_answers(name):
    return getattr(statistics, name), [
        ("this is the mean: add up and divide.", statistics.mean),
        ("this is the larger of the two in the middle.", statistics.median_high),
        ("this is the largest.", max),
        ("the numbers weren't sorted.", lambda numbers: numbers[len(numbers) // 2]),
    ]
