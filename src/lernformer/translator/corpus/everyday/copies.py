"""Changed copies of frozen values: a fifth of all the time that drawing takes."""

from typing import TypeVar

T = TypeVar("T")


def replace(value: T, **changes: object) -> T:
    """The same as ``dataclasses.replace``, without calling ``__init__`` again.

    Raises:
        TypeError: if there is no such field.
    """
    fields = vars(value)
    if unknown := changes.keys() - fields.keys():
        raise TypeError(f"{type(value).__name__} has no {min(unknown)}")
    new = object.__new__(type(value))
    vars(new).update(fields)
    vars(new).update(changes)
    return new
