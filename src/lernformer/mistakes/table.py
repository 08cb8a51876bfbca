"""Reads the mistakes of a task from `<slug>/<task>.txt`, with the clearest first.

For each mistake, the file gives its id, its cause, and how the check recognises it:

    divided_by_mean: The code divides the exponentials by their mean. Divide by their
    sum.
      mean_for_sum, in right: Dividing by the mean normalises.
        .sum( → .mean(

    exp_forgotten (course): The code divides the scores themselves. Take the
    exponential first.
      scores_over_their_sum
      shown if case.aspect == LINE and seen.values
      shown by grows_in_a_line
      fails with got a straight line

* `NAME, in RIGHT: …` is a wrong answer that is a small edit of a right one. It says
  what its author thinks, and then lists the edits. `old → new` replaces text that
  occurs exactly once in the code. The code is as Python prints it, with one statement
  per line and single quotes. Lines that begin with `-` are removed, and those with `+`
  replace them. `returns …` replaces the whole body, and so do lines with `+` alone.
* `NAME, METHOD(self, …): …` and a body make a subclass of `Right` with a wrong method.
* `NAME, PART(PARAMETERS): …` and a body make a wrong answer with one wrong part. The
  function of that name in the Python file makes it, or else `changed("PART")`.
* `NAME` alone is a wrong answer in the task's Python file. Its docstring says what its
  author thinks.
* `lets through TEXT` is for answers that are tests. It means that the answer accepts
  this wrong function from `WRONG`.
* `shown if …` is a condition under which a case and its observation, `seen`, show the
  mistake. If it has more lines, they are indented by four spaces. `shown by NAME` names
  a function in the Python file that decides this. `fails with TEXT` looks for the text
  in the error that the answer raised.

The word in brackets says where the mistake was seen. `+ NAME, NAME` adds mistakes from
the Python file or from `common.py`. `+ masks.NAME` adds them from `masks.py` in the
same chapter, and `+ embedding.common.NAME` from a different chapter. `reference` is the
answer in the book. `#` begins a comment. A condition may also use the names in
`common.py`, in `probes/aspects.py` and in the task's probe.
"""

import ast
import builtins
import inspect
import linecache
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from lernformer.mistakes import common
from lernformer.mistakes.mistake import Catalogue, Mistake, written
from lernformer.mistakes.testing import missed

HEAD = re.compile(r"(?P<id>\w+)(?: \((?P<seen>[\w ]+)\))?(?::(?: (?P<cause>\S.*))?)?")
EDITED = re.compile(
    r"  (?P<name>\w+), (?:in (?P<right>\w+)|(?P<part>\w+\(.*?\))):"
    r"(?: (?P<thought>\S.*))?"
)
NAMED = re.compile(r"  (?P<how>shown by |)(?P<name>\w+(?:\.\w+)*)")
SHOWN = re.compile(r"  shown if (?P<words>\S.*)")
FAILS = re.compile(r"  fails with (?P<text>\S.*)")
EDIT = re.compile(
    r"    (?P<sign>[-+])(?P<line>(?: .*)?)"
    r"|    (?P<old>\S.*?) →(?: (?P<new>.*))?"
    r"|    returns (?P<result>.*)"
)
BODY = ":\n"  # what comes between the first line and the body
LETS = re.compile(r"  lets through (?P<text>\S.*)")
MORE = re.compile(r"  (?P<thought>\S.*)")


class Error(str):
    """Some text in an error."""


class Condition(str):
    """Code that decides whether a case and its observation show the mistake."""


class Accepted(str):
    """The name of a wrong function that a student's test accepts."""


@dataclass
class Edited:
    """A wrong answer that is a small edit of a right one.

    Attributes:
        name: the name of the wrong answer.
        right: the name of the answer to edit, or `PART(PARAMETERS)`.
        thought: what its author thinks.
        edits: pairs of old and new text; several lines are replaced as a whole.
    """

    name: str
    right: str
    thought: str
    edits: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Entry:
    """A mistake as the file describes it.

    Attributes:
        id: its name, or empty if the entry only names mistakes from a Python file.
        cause: as in `Mistake`.
        seen: as in `Mistake`.
        ways: how the check recognises it: wrong answers, texts of errors, conditions,
            and names. Each name comes with the kind of thing that it names: "answer",
            "shows", or "" for mistakes.
    """

    id: str
    cause: str = ""
    seen: str = "made up"
    ways: list[Any] = field(default_factory=list)


def read(path: Path) -> list[Entry]:
    """Return the mistakes that a file describes; see ``parsed``."""
    return parsed(path.read_text("utf-8"), path.name)


def numbered(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield each line with its number, and with True if an entry begins there.

    Entries are separated by blank lines. Comments come before an entry.
    """
    begins = True
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            begins = True
        elif not (begins and line.startswith("#")):
            yield number, line, begins
            begins = begins and line.startswith("+ ")  # more such lines may follow


def parsed(text: str, name: str) -> list[Entry]:
    """Return the mistakes that a text describes.

    Args:
        text: the contents of a file.
        name: the name of the file, for error messages.

    Raises:
        ValueError: if a line can't be part of a mistake. The message contains the file
            name, the line number and the line itself.
    """
    entries: list[Entry] = []
    for number, line, begins in numbered(text):
        if begins and line.startswith("+ "):
            entries.append(
                Entry("", ways=[("", name) for name in line[2:].split(", ")])
            )
        elif begins and (head := HEAD.fullmatch(line)):
            seen = head["seen"] or "made up"
            entries.append(Entry(head["id"], head["cause"] or "", seen))
        elif begins or not _goes_on(entries[-1], line):
            raise ValueError(f"{name}, line {number}: not of a mistake: {line}")
    return entries


def _goes_on(entry: Entry, line: str) -> bool:
    """Add a line to the mistake before it. Return False if it can't be part of it."""
    last = entry.ways[-1] if entry.ways else None
    if not line.startswith(" ") and last is None:
        entry.cause = f"{entry.cause} {line}".strip()
    elif new := EDITED.fullmatch(line):
        right = new["right"] or new["part"]
        entry.ways.append(Edited(new["name"], right, new["thought"] or ""))
    elif failing := FAILS.fullmatch(line):
        entry.ways.append(Error(failing["text"]))
    elif accepting := LETS.fullmatch(line):
        entry.ways.append(Accepted(accepting["text"]))
    elif shown := SHOWN.fullmatch(line):
        entry.ways.append(Condition(shown["words"]))
    elif isinstance(last, Condition) and line.startswith("    "):
        entry.ways[-1] = Condition(f"{last} {line.strip()}")
    elif named := NAMED.fullmatch(line):
        how = "shows" if named["how"] else "answer"
        entry.ways.append((how, named["name"]))
    elif isinstance(last, Edited) and (edit := EDIT.fullmatch(line)):
        add_edit(last, edit)
    elif isinstance(last, Edited) and not last.edits and (more := MORE.fullmatch(line)):
        last.thought = f"{last.thought} {more['thought']}".strip()
    else:
        return False
    return True


def add_edit(one: Edited, edit: re.Match) -> None:
    """Add an edit that `EDIT` found in a line."""
    if edit["result"] is not None:
        one.edits.append((BODY, f"return {edit['result']}"))
        return
    if edit["sign"] is None:
        one.edits.append((edit["old"], edit["new"] or ""))
        return
    line = edit["line"].removeprefix(" ") + "\n"
    open_block = one.edits and one.edits[-1][0].endswith("\n")
    if edit["sign"] == "-" and not (open_block and not one.edits[-1][1]):
        one.edits.append((line, ""))
    elif edit["sign"] == "-":
        one.edits[-1] = (one.edits[-1][0] + line, "")
    elif open_block:
        one.edits[-1] = (one.edits[-1][0], one.edits[-1][1] + line)
    elif not one.edits:
        one.edits.append((BODY, line))
    else:
        raise ValueError(f"{one.name}: nothing goes where this line comes: {line}")


@cache
def printed(right: Any) -> str:
    """Return an answer as Python prints it, without decorators, docstrings or types."""
    tree = ast.parse(written(right))
    tree.body[0].decorator_list = []  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.unparse(tree)


def edited(code: str, edits: Iterable[tuple[str, str]]) -> str:
    """Return the code after the edits.

    Raises:
        ValueError: if some text to replace doesn't occur exactly once.
    """
    for old, new in edits:
        if old == BODY:
            body = textwrap.indent(new.rstrip("\n"), "    ")
            code = f"{code.splitlines()[0]}\n{body}"
        elif old.endswith("\n"):
            code = _lines_replaced(code, old, new)
        elif (count := code.count(old)) == 1:
            code = code.replace(old, new)
        else:
            raise ValueError(f"{old!r} occurs {count} times, not once, in\n{code}")
    return code


def _lines_replaced(code: str, old: str, new: str) -> str:
    lines, gone = code.split("\n"), old.splitlines()
    places = [
        i
        for i in range(len(lines) - len(gone) + 1)
        if textwrap.dedent("\n".join(lines[i : i + len(gone)]))
        == textwrap.dedent("\n".join(gone))
    ]
    if len(places) != 1:
        raise ValueError(
            f"the lines\n{old}occur {len(places)} times, not once, in\n{code}"
        )
    [place] = places
    first = lines[place]
    deeper = len(first) - len(first.lstrip()) - len(gone[0]) + len(gone[0].lstrip())
    come = [" " * deeper + line for line in new.splitlines()]
    return "\n".join([*lines[:place], *come, *lines[place + len(gone) :]])


class Names(dict):
    """Everything that a text may name, from its Python file or from the package.

    Args:
        names: `globals()` of the Python file.
    """

    def __init__(self, names: Mapping[str, Any]):
        super().__init__(names)
        *_, self.slug, self.task = names["__name__"].split(".")

    def __missing__(self, name: str) -> Any:
        room, _, attribute = name.rpartition(".")
        rooms = ["mistakes.common", "probes.aspects", f"probes.{self.slug}.{self.task}"]
        if room:
            rooms = [f"mistakes.{self.slug}.{room}", f"mistakes.{room}"]
        elif name == "reference":
            rooms, attribute = [self.slug], self.task
        for room in rooms:
            try:
                return getattr(import_module(f"lernformer.{room}"), attribute)
            except (AttributeError, ImportError):
                continue
        raise KeyError(name)


def built(one: Edited, names: Mapping[str, Any], where: str) -> Any:
    """Make the wrong answer from the right one.

    Args:
        one: what the file says about it.
        names: right answers, functions that make answers, and what the edits use.
        where: the name of the file, for error messages.

    Raises:
        ValueError: if there is no such right answer, or an edit doesn't fit it.
    """
    try:
        if "(" in one.right:
            return _of_part(one, names, where)
        right = names[one.right]
        code = re.sub(r"^(def|class) \w+", rf"\1 {one.name}", printed(right))
        code = edited(code, one.edits)
        known = {**vars(inspect.getmodule(right)), **names}
        return _defined(one.name, one.thought, code, known, where)
    except (KeyError, ValueError) as error:
        raise ValueError(f"{where}, {one.name}: {error}") from None


def _of_part(one: Edited, names: Mapping[str, Any], where: str) -> Any:
    part, _, parameters = one.right.partition("(")
    if parameters.startswith("self"):
        method = edited(f"def {part}({parameters}:\n", one.edits)
        code = f"class {one.name}(Right):\n{textwrap.indent(method, '    ')}"
        return _defined(one.name, one.thought, code, dict(names), where)
    code = edited(f"def {one.name}({parameters}:\n", one.edits)
    wrong = _defined(one.name, one.thought, code, dict(names), where)
    return names[part](wrong) if part in names else names["changed"](part)(wrong)


def _showing(
    words: Condition, entry: Entry, names: Mapping[str, Any], where: str
) -> Any:
    """Turn a condition into a function of a case and an observation."""
    name = f"shows_{entry.id}"
    code = f"def {name}(case, seen):\n    return {words}"
    tree = ast.parse(code)
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own |= {node.id for node in used if isinstance(node.ctx, ast.Store)}
    known = {
        x.id: _found(x.id, entry, names, where)
        for x in used
        if x.id not in own and not hasattr(builtins, x.id)
    }
    return _defined(name, "", code, known, where)


def _found(name: str, entry: Entry, names: Mapping[str, Any], where: str) -> Any:
    try:
        return names[name]
    except KeyError:
        raise ValueError(f"{where}, {entry.id}: there is no {name!r}") from None


def _defined(
    name: str, thought: str, code: str, names: dict[str, Any], where: str
) -> Any:
    file = f"<{where}, {name}>"
    while file in linecache.cache and "".join(linecache.getlines(file)) != code:
        file = f"{file[:-1]}'>"  # another file of this name has one of this name
    linecache.cache[file] = (len(code), None, code.splitlines(True), file)
    exec(compile(code, file, "exec"), names)
    answer = names[name]
    answer.__doc__ = thought
    return answer


def mistakes(names: Mapping[str, Any], file: str = "") -> Catalogue:
    """Return the mistakes of a task, from the text file next to its Python file.

    Args:
        names: the Python file's `globals()`, with the right answer to edit and
            everything that the text names.
        file: the name of the text file, if it differs from the Python file's.

    Raises:
        ValueError: if something can't be read, found or edited. The message contains
            the name of the file and the name of what went wrong.
    """
    path = Path(names["__file__"]).with_suffix(".txt")
    path = path.with_name(file) if file else path
    names = Names(names)
    found = Catalogue()
    for entry in read(path):
        found += _of_entry(entry, names, path.name)
    return found


def in_steps(names: Mapping[str, Any], right: type, file: str = "") -> Catalogue:
    """Return the mistakes of a text in which `Right` means the class ``right``."""
    return mistakes({**names, "Right": right}, file)


def _of_entry(entry: Entry, names: Mapping[str, Any], file: str) -> Iterator[Mistake]:
    made = partial(Mistake, entry.id, entry.cause, seen=entry.seen)
    errors = [way for way in entry.ways if isinstance(way, Error)]
    accepted = [way for way in entry.ways if isinstance(way, Accepted)]
    if accepted:
        yield missed(names["WRONG"], entry.id, entry.cause, *accepted)
    for way in entry.ways:
        if isinstance(way, Edited):
            yield made(answer=built(way, names, file))
        elif isinstance(way, Accepted):
            continue
        elif isinstance(way, Condition):
            yield made(shows=_showing(way, entry, names, file))
        elif isinstance(way, Error):
            if way is errors[0]:
                yield made(shows=common.fails(*errors))
        else:
            how, name = way
            thing = _found(name, entry, names, file)
            if how:
                yield made(**{how: thing})
            else:
                yield from [thing] if isinstance(thing, Mistake) else thing
