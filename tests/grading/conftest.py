"""What the tests of the grading share."""

from answered import answered, copied  # noqa: F401
