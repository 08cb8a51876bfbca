"""Text for a terminal of 80 columns."""

from lernformer.checks.wrapping import wrapped


def test_lines_stay_and_long_ones_are_broken_between_words():
    words = "one two three " * 12
    lines = wrapped(f"short\n{words}").splitlines()
    assert lines[0] == "short"
    assert max(map(len, lines)) <= 80
    assert " ".join(lines[1:]).split() == words.split()


def test_what_is_set_in_stays_set_in():
    lines = wrapped("head\n    in f, line 3: " + "x + " * 40, indent="  ").splitlines()
    assert lines[0] == "  head"
    assert all(line.startswith("      ") for line in lines[1:])
    assert max(map(len, lines)) <= 80
