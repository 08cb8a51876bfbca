"""Your own parts: the answers in six notebooks, assembled into one translator.

The contract for parts: any set of answers with full points works together, because the
stubs describe, and the checks require, what later chapters need:

- names and arguments are those of the stubs; masks are boolean, True = may attend;
- ``TokenEmbedding`` stores its rows in the parameter ``weight`` (V, d_model), which
  ``TiedOutput`` shares, and its gradient is dense, because Adam accepts no other;
- a part that draws weights starts small (``TokenEmbedding``, ``MultiHeadAttention``,
  ``FeedForward``): inputs with numbers of size 1 give outputs with numbers of size 2 at
  most. So the logits of a ``Transformer`` start near zero, and its loss near ln V;
- ``MultiHeadAttention`` has ``q_proj``, ``k_proj``, ``v_proj`` and ``out_proj``, and
  returns ``(output, weights)`` with the weights (B, H, L_q, L_k) before dropout;
- ``FeedForward`` and ``LayerNorm`` are made from their sizes; ``ResidualConnection``
  takes ``(x, sublayer)``, where the sublayer is a function of one tensor;
- a layer is called with ``(x, src_mask)`` or ``(x, memory, tgt_mask, src_mask)`` and
  returns one tensor; a stack and ``Transformer`` are made from a configuration;
- ``Transformer`` has ``encode(src)`` and ``decode(tgt, memory, src)``.

The course provides any part that is missing or doesn't have full points. Anything else
that goes wrong in a notebook (a cell that never ends, a crash) costs only that
notebook's parts, because a separate process tries them first.
"""

import ast
import contextlib
import html
import importlib
import inspect
import io
import json
import linecache
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import Tensor

from lernformer import CHAPTERS, COURSE
from lernformer.checks import Verdict, run
from lernformer.checks.wrapping import wrapped
from lernformer.embedding import BOS_ID, EOS_ID
from lernformer.probes import names, probe
from lernformer.probes.earlier import called, earlier, home, right
from lernformer.transformer import TransformerConfig
from lernformer.translator.vocabulary import Vocabulary

# The parts of the translator, by chapter. Other tasks count only if a part calls them.
PARTS = {
    "embedding": (
        "build_vocabulary",
        "encode",
        "pad_batch",
        "TokenEmbedding",
        "TiedOutput",
    ),
    "positional_encoding": ("sinusoidal_encoding", "PositionalEncoding"),
    "attention": ("scaled_dot_product_attention", "MultiHeadAttention"),
    "masking": ("padding_mask", "look_ahead_mask", "decoder_mask"),
    "residual_norm": ("LayerNorm", "FeedForward", "ResidualConnection"),
    "transformer": (
        "EncoderLayer",
        "DecoderLayer",
        "Encoder",
        "Decoder",
        "Transformer",
    ),
}
# The functions that train it and translate, passed in by the last chapter's notebook.
TRAINING = (
    "teacher_forcing",
    "label_smoothed_loss",
    "noam_learning_rate",
    "train_step",
    "greedy_decode",
    "beam_search",
    "corpus_bleu",
)
SEED = 0  # so that the same notebooks give the same parts
CELL_LIMIT, TASK_LIMIT, START_LIMIT = 30.0, 120.0, 600.0  # seconds
TRIES = 4  # how often to try a chapter that doesn't finish


# A notebook's code ------------------------------------------------------------------


@dataclass
class Notebook:
    """The code of one chapter's notebook, run without its figures.

    Args:
        slug: the chapter's slug.
        path: the path of the notebook.
        skip: indices of cells that must not run.
    """

    slug: str
    path: Path
    skip: frozenset[int] = frozenset()

    def cells(self) -> Iterator[tuple[int, str, bool]]:
        """Yield each cell except checks: index, source and whether it is an answer."""
        tasks = names(self.slug)
        try:
            cells = json.loads(self.path.read_text("utf-8"))["cells"]
            code = [(place, cell) for place, cell in enumerate(cells) if cell.get]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return
        for place, cell in code:
            if cell.get("cell_type") != "code" or place in self.skip:
                continue
            marked = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")
            name = str(marked or cell.get("id"))
            if not name.startswith("check_"):
                yield place, "".join(cell.get("source", "")), name in tasks

    def run(self, begins: Callable[[int], object] = lambda place: None) -> dict:
        """Return what the cells define, as the globals of a separate module.

        An answer's cell runs as it is. In other cells, only definitions run: imports,
        functions, classes, constants. Whatever fails stays undefined.
        """
        found: dict[str, Any] = {"__name__": f"notebook_{self.slug}"}
        found["get_ipython"] = lambda: None
        dtype, threads = torch.get_default_dtype(), torch.get_num_threads()
        try:
            for place, source, answer in self.cells():
                begins(place)
                self._run_cell(place, source, answer, found)
        finally:
            torch.set_default_dtype(dtype)
            torch.set_num_threads(threads)
        return found

    def _run_cell(self, place: int, source: str, answer: bool, found: dict) -> None:
        lines = source.splitlines(keepends=True)
        plain = "".join("\n" if x.lstrip()[:1] in "%!" else x for x in lines)
        name = f"<{self.path.name}, cell {place}>"
        linecache.cache[name] = len(source), None, lines, name  # for tracebacks
        try:
            statements = ast.parse(plain).body
        except (SyntaxError, ValueError):
            return
        silent = contextlib.redirect_stdout(io.StringIO())
        quiet = contextlib.redirect_stderr(io.StringIO())
        with silent, quiet, torch.random.fork_rng(devices=()):
            for one in statements:
                if answer or _defines(one):
                    code = compile(ast.Module([one], type_ignores=[]), name, "exec")
                    with contextlib.suppress(Exception, SystemExit):
                        exec(code, found)  # the student's own code, in its process


def _defines(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
        with contextlib.suppress(ValueError, TypeError):
            ast.literal_eval(statement.value)
            return True
    kinds = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef
    return isinstance(statement, kinds)


# Which answers are right ------------------------------------------------------------


def judged(slug: str, found: dict, hopeless: Sequence[str] = ()) -> Iterator[dict]:
    """Judge a chapter's parts and the answers they call; yield each start and result.

    An answer that isn't right is replaced in ``found`` by the course's answer and its
    helpers, so that later answers call something that works.
    """
    seen: set[str] = set()

    def judge(name: str) -> Iterator[dict]:
        seen.add(name)
        answer, why = found.get(name), ""
        if answer is None:
            why = "not there"
        elif name in hopeless:
            why = "never finishes"
        else:
            for other in called(answer, earlier(probe(f"{slug}.{name}"))):
                if (task := home(slug, other)) not in seen:
                    yield from judge(task)
            yield {"task": name}
            verdict = run(f"{slug}.{name}", answer, SEED)
            why = "" if verdict.passed else _short_of(verdict)
        if why:
            found.update(course(slug, name))
        yield {"found": name, "why": why}

    for name in PARTS[slug]:
        if name not in seen:
            yield from judge(name)


def course(slug: str, name: str) -> dict[str, Any]:
    """Return the course's answer to a task, with the helpers in its cell."""
    return right(slug, (name, *probe(f"{slug}.{name}").helpers))


def _try_out() -> None:
    """Try parts in this process, printing a line for each start and each result."""
    out, sys.stdout = sys.stdout, sys.stderr

    def report(what: dict) -> None:
        print(json.dumps(what), file=out, flush=True)

    chapters = json.loads(sys.stdin.readline())
    torch.set_num_threads(1)
    for slug, path, skip, hopeless in chapters:
        report({"chapter": slug})
        notebook = Notebook(slug, Path(path), frozenset(skip))
        found = notebook.run(lambda place: report({"cell": place}))
        for what in judged(slug, found, hopeless):
            report(what)
        report({"end": slug})


@dataclass
class Trial:
    """What is known about a chapter's notebook.

    Attributes:
        right: names of tasks with right answers.
        why: why the other answers aren't right, keyed by name.
        skip: indices of cells that never finish.
        hopeless: names of tasks with answers that never finish.
    """

    right: list[str] = field(default_factory=list)
    why: dict[str, str] = field(default_factory=dict)
    skip: set[int] = field(default_factory=set)
    hopeless: set[str] = field(default_factory=set)
    stops: int = 0


def try_out(paths: Mapping[str, Path]) -> dict[str, Trial]:
    """Judge the notebooks' parts in a separate process, which may hang or crash.

    Args:
        paths: the path of each chapter's notebook, which need not exist.
    """
    trials = {slug: Trial() for slug in paths}
    todo = [slug for slug, path in paths.items() if path.is_file()]
    for slug in paths.keys() - set(todo):
        absent = f"there is no {paths[slug].parent.name}/{paths[slug].name}"
        trials[slug].why = dict.fromkeys(PARTS[slug], absent)
    while todo:
        stopped = _follow(todo, paths, trials)
        if stopped is None or not todo:
            break
        trial = trials[todo[0]]
        trial.stops += 1
        if "cell" in stopped and trial.stops < TRIES:
            trial.skip.add(stopped["cell"])
        elif "task" in stopped and trial.stops < TRIES:
            trial.hopeless.add(stopped["task"])
        else:
            never = "its notebook never finishes"
            trial.right, trial.why = [], dict.fromkeys(PARTS[todo.pop(0)], never)
    return trials


def _follow(
    todo: list[str], paths: Mapping[str, Path], trials: Mapping[str, Trial]
) -> dict | None:
    """Fill in the trials, and remove finished chapters from ``todo``.

    Returns:
        What the process was doing if it stopped before the end; otherwise, ``None``.
    """
    chapters = [
        (slug, str(paths[slug]), [*trials[slug].skip], [*trials[slug].hopeless])
        for slug in todo
    ]
    command = [sys.executable, "-m", "lernformer.parts"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    )
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in process.stdout or ():
            lines.put(line)
        lines.put("")

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    last: dict = {}
    try:
        assert process.stdin is not None  # it is a pipe
        process.stdin.write(json.dumps(chapters) + "\n")
        process.stdin.flush()
        while todo:
            limit = CELL_LIMIT if "cell" in last else TASK_LIMIT
            line = lines.get(timeout=limit if last else START_LIMIT)
            if not line:
                return last
            last = json.loads(line)
            if "chapter" in last:
                trials[last["chapter"]].right, trials[last["chapter"]].why = [], {}
            elif "found" in last:
                trial = trials[todo[0]]
                if last["why"]:
                    trial.why[last["found"]] = last["why"]
                else:
                    trial.right.append(last["found"])
            elif "end" in last:
                todo.pop(0)
        return None
    except (queue.Empty, OSError):
        return last
    finally:
        process.kill()
        process.wait()
        reader.join(timeout=5)
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]


# Putting them together --------------------------------------------------------------


def assemble(own: Mapping[str, tuple[dict, Sequence[str]]]) -> dict[str, Any]:
    """Return all parts by name, each calling the others that were chosen.

    Args:
        own: for each chapter, a notebook's globals and the names of the parts to take
            from it. In these globals, the chosen parts replace imports from the course.

    Returns:
        Your own parts and, for the others, copies of the course's, so that the course's
        modules don't change.
    """
    copies = {slug: _copy(slug) for slug in PARTS}
    chosen: dict[int, Any] = {}  # keyed by the identity of the part to replace
    for slug, copy in copies.items():
        module = importlib.import_module(f"lernformer.{slug}")
        found, taken = own.get(slug, ({}, ()))
        for name, part in vars(module).items():
            if getattr(part, "__module__", "") == module.__name__ and callable(part):
                if inspect.isclass(part) and is_dataclass(part):
                    copy[name] = part  # all parts share the course's configuration
                    continue
                if name in taken:
                    copy[name] = found[name]
                chosen[id(part)] = copy[name]
    for space in (*copies.values(), *(found for found, _ in own.values())):
        for name, value in list(space.items()):
            if id(value) in chosen:
                space[name] = chosen[id(value)]
    return {name: copies[slug][name] for slug in PARTS for name in PARTS[slug]}


def _copy(slug: str) -> dict[str, Any]:
    """Return the globals of a new copy of a chapter's module."""
    module = importlib.import_module(f"lernformer.{slug}")
    path = Path(str(module.__file__))
    copy = ModuleType(f"course_{slug}")
    exec(compile(path.read_text("utf-8"), str(path), "exec"), vars(copy))
    return vars(copy)


class Words(Vocabulary):
    """A vocabulary that looks up words with the student's own ``encode``."""

    look_up: Callable[[str, dict[str, int]], list[int]]

    def encode(self, sentence: str) -> list[int]:
        return [BOS_ID, *self.look_up(sentence, self.ids), EOS_ID]


@dataclass
class Parts:
    """The parts of a translator, and who wrote each of them.

    Attributes:
        parts: all of ``PARTS`` and everything that was passed to ``gather``, by name.
        why: why a part is the course's, keyed by name; the others are the student's.
    """

    parts: dict[str, Any]
    why: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["parts"][name]
        except KeyError:
            raise AttributeError(f"there is no part {name}") from None

    def vocabulary(self, sentences: Sequence[str]) -> Vocabulary:
        """Return a vocabulary made by ``build_vocabulary`` and ``encode``."""
        ids = self.parts["build_vocabulary"](sentences)
        words = Words(sorted(ids, key=ids.__getitem__))
        words.look_up = self.parts["encode"]
        return words

    def batch(self, sequences: Sequence[Sequence[int]]) -> Tensor:
        """Return ids (B, L), padded by ``pad_batch``."""
        return torch.as_tensor(self.parts["pad_batch"](sequences)).long()

    @property
    def summary(self) -> str:
        """A line that says how many parts are the student's own."""
        mine, all_ = len(self.parts) - len(self.why), len(self.parts)
        if not self.why:
            return f"All {all_} parts are yours."
        if not mine:
            return f"None of {all_} parts is yours: all are the course's."
        return f"{mine} of {all_} parts are yours; these are the course's:"

    def __repr__(self) -> str:
        why = (f"  {name}: {why}" for name, why in self.why.items())
        return wrapped("\n".join([self.summary, *why]))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<li><code>{name}</code>: {html.escape(why)}</li>"
            for name, why in self.why.items()
        )
        return f"<p>{self.summary}</p><ul>{rows}</ul>"


def gather(*answers: Any, folder: str | Path = "..") -> Parts:
    """Take each part from your own notebooks if it is right, or else from the course.

    Args:
        answers: the answers in this notebook, for the last chapter.
        folder: contains the chapters' folders, as in ``embedding/embedding.ipynb``.
    """
    chapters = [slug for slug in PARTS if slug in COURSE]
    paths = {slug: Path(folder).resolve() / slug / f"{slug}.ipynb" for slug in chapters}
    trials = try_out(paths)
    taken = {slug: trial.right for slug, trial in trials.items()}

    def made(leave_out: Sequence[str] = ()) -> dict[str, Any]:
        own = {}
        for slug, mine in taken.items():
            if mine and slug not in leave_out:
                skip = frozenset(trials[slug].skip)
                found = Notebook(slug, paths[slug], skip).run()
                for name in trials[slug].why:
                    found.update(course(slug, name))
                if all(name in found for name in mine):
                    own[slug] = found, mine
        return assemble(own)

    parts, left_out = _first_that_runs(made, [slug for slug in chapters if taken[slug]])
    why = {
        name: f"{slug} isn't in this course"
        for slug in PARTS
        for name in PARTS[slug]
        if slug not in COURSE
    }
    why |= {
        name: trials[slug].why.get(name, "clashes with the others")
        for slug in chapters
        for name in PARTS[slug]
        if name not in taken[slug] or slug in left_out
    }
    last = CHAPTERS[-1]
    given = {answer.__name__: answer for answer in answers}
    for name in TRAINING:
        verdict = run(f"{last}.{name}", given[name], SEED) if name in given else None
        if verdict is None or not verdict.works:
            given |= right(last, [name])
            why[name] = _short_of(verdict) if verdict else "not given"
    return Parts(parts | {name: given[name] for name in TRAINING}, why)


def _short_of(verdict: Verdict) -> str:
    """Return the reason why an answer is not used."""
    if verdict.mistake == "unfinished":
        return "not written yet"
    if verdict.passed:
        return f"waits for {' and '.join(verdict.blocked_by)}"
    return f"{verdict.score:.0%} so far"


def _first_that_runs(
    made: Callable[..., dict], slugs: Sequence[str]
) -> tuple[dict[str, Any], Sequence[str]]:
    """Return parts that run together, and the chapters left out to make them run."""
    for leave_out in ([], *([slug] for slug in slugs)):
        parts = made(leave_out)
        if runs(parts["Transformer"]):
            return parts, leave_out
    return made(slugs), slugs


def runs(model: Callable) -> bool:
    """Return True if a model can be made and runs forwards and backwards on a batch."""
    config = TransformerConfig(9, 11, 8, 2, 16, 1, dropout=0.0)
    with torch.random.fork_rng(devices=()):
        try:
            made = model(config)
            logits = made(torch.tensor([[1, 4, 2]]), torch.tensor([[1, 5, 6]]))
            logits.sum().backward()
            return logits.shape == (1, 3, 11) and bool(logits.isfinite().all())
        except Exception:
            return False


if __name__ == "__main__":
    _try_out()
