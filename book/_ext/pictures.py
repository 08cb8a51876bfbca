"""Pictures of what a mistake does: the right result next to that of a wrong answer.

The page says which data to use for each mistake:

    ```{mistakes} attention
    - mistake: softmax_over_queries
      task: attention.scaled_dot_product_attention
      draw: q, k, v = torch.randn(3, 4, 5)
      get: answer(q, k, v)[1]
      rows: the king admires her
      see: Each column sums to 1, not each row.
      if: np.allclose(wrong.sum(0), 1)
    ```

``draw`` and ``get`` work as in a ``{compute}``: ``answer`` is first the course's own
answer and then the wrong answer from the catalogue. Both results are computed when the
page is built, and whatever the page says about them has to be true. With ``words``, the
numbers are positions in this list.

If there are only a few numbers, the picture writes them out and frames those that
differ. If there are many, it shows both results and their difference as maps. A long
row becomes two curves.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
import yaml
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from _ext import practice, source
from lernformer import checks, figures
from lernformer.checks.judging import CANNOT
from lernformer.mistakes.mistake import Mistake
from lernformer.walkthrough import SIGNED
from sphinx_practice.compute import shown

WRITTEN = 6  # with up to this many rows and columns, numbers are legible
CURVE = 20  # a row with more numbers than this becomes a curve
RIGHT, WRONG = "right", "with the mistake"
FEW = 12  # inputs with up to this many numbers are written out
NEAR = 5e-3  # a smaller difference doesn't show in two decimals


class Picture(NamedTuple):
    """Two arrays, and what the reader should see in them.

    Attributes:
        mistake: the mistake's id in the catalogue.
        cause: what the check says about it.
        given: the inputs, one line per name.
        right, wrong: (n,) or (n, m) numbers, or words.
        rows, columns: words next to the rows and below the columns, or an axis's name.
        see: what the reader should see, in one sentence.
    """

    mistake: str
    cause: str
    given: list[str]
    right: np.ndarray
    wrong: np.ndarray
    rows: list[str]
    columns: list[str]
    see: str


def read(text: str) -> dict[str, Picture]:
    """Read a page's pictures from YAML, keyed by mistake.

    Raises:
        ValueError: if a picture shows no difference, or not what the page says.
    """
    return {one["mistake"]: made(one) for one in yaml.safe_load(text) or ()}


def made(given: dict[str, Any]) -> Picture:
    right = result(source.find(given["task"]), given)
    for mistake in answers(given["task"], given["mistake"]):
        try:
            wrong = result(mistake.answer, given)
        except CANNOT:
            continue
        if wrong.shape != right.shape or differing(right, wrong).any():
            break
    else:
        raise ValueError(f"nothing to see of {given['mistake']} in {given['task']}")
    names = {"np": np, "right": right, "wrong": wrong}
    if not eval(given["if"], names):
        raise ValueError(f"it does not hold: {given['see']}\n{right}\n{wrong}")
    if "words" in given:
        words = np.array(given["words"].split())
        right, wrong = words[right.astype(int)], words[wrong.astype(int)]
    rows, columns = (given.get(name, "").split() for name in ("rows", "columns"))
    inputs = [f"{name} = {value}" for name, value in drawn(given).items()]
    found = given["mistake"], mistake.cause, inputs
    return Picture(*found, right, wrong, rows, columns, given["see"])


def answers(task_id: str, mistake: str) -> list[Mistake]:
    """Return the mistakes in the catalogue with this id that have a wrong answer."""
    known = checks.task(task_id).mistakes
    return [one for one in known if one.id == mistake and one.answer]


def result(answer: Any, given: dict[str, Any]) -> np.ndarray:
    """Return the result of an answer, right or wrong."""
    with torch.random.fork_rng(devices=()), np.errstate(all="ignore"), torch.no_grad():
        names = instance(given, answer)
        torch.manual_seed(0)  # so that both answers start with the same weights
        found = eval(given["get"], names)
    return np.asarray(found, float)


def instance(given: dict[str, Any], answer: Any = None) -> dict[str, Any]:
    """Return all names that ``get`` may use, including those that ``draw`` defines."""
    names = practice.names() | {"answer": answer, "rng": np.random.default_rng(0)}
    torch.manual_seed(0)
    exec(given.get("draw", ""), names)
    return names


def drawn(given: dict[str, Any]) -> dict[str, str]:
    """Return the inputs by name: the numbers if there are few, otherwise the shapes."""
    known = {*practice.names(), "answer", "rng", "__builtins__"}
    with torch.random.fork_rng(devices=()):
        names = instance(given)
    return {
        name: described(value)
        for name, value in names.items()
        if name not in known and name[0] != "_" and not callable(value)
    }


def described(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(described, value))})"
    is_array = isinstance(value, torch.Tensor | np.ndarray)
    if is_array and np.prod(value.shape) > FEW:
        return f"({' × '.join(map(str, value.shape))}) numbers"
    return shown(value)


def differing(right: np.ndarray, wrong: np.ndarray) -> np.ndarray:
    """Return the positions in which two arrays of the same shape differ."""
    if right.dtype.kind != "f":
        return right != wrong
    return ~np.isclose(right, wrong, rtol=0, atol=NEAR, equal_nan=True)


def draw(picture: Picture) -> figures.InlineSVG:
    """Return the picture, in the style of the book's figures."""
    right, wrong = picture.right, picture.wrong
    if right.ndim == 1 and right.size > CURVE:
        return figures.figure(curves(picture), alt=alt(picture, "as two curves"))
    right, wrong = np.atleast_2d(right), np.atleast_2d(wrong)
    panels = {RIGHT: right, WRONG: wrong}
    if right.shape != wrong.shape:
        panels = {f"{name}: {shape(x)}": x for name, x in panels.items()}
    elif not legible(right):
        panels["difference"] = wrong - right
    fig, axes = figures.subplots(
        1,
        len(panels),
        height=0.75 + 0.27 * min(len(right), 10),
        gridspec_kw={"width_ratios": [x.shape[1] for x in panels.values()]},
    )
    largest = max(np.nanmax(np.abs(x)) for x in (right, wrong)) if numeric(right) else 1
    for ax, (title, values) in zip(axes, panels.items(), strict=True):
        cells(ax, values, largest, form([right, wrong]))
        ax.set_title(title, fontsize=10)
        labels(ax, values, picture, first=ax is axes[0])
    if right.shape == wrong.shape and legible(right):
        frames(axes[1], differing(right, wrong))
    return figures.figure(fig, alt=alt(picture, "side by side"))


def alt(picture: Picture, how: str) -> str:
    name = picture.mistake.replace("_", " ")
    if picture.right.shape != picture.wrong.shape:
        count = f"{shape(picture.right)} against {shape(picture.wrong)}"
    else:
        where = differing(picture.right, picture.wrong)
        count = f"{where.sum()} of {where.size} differ"
    return f"{name}: what is right and what comes out, {how}; {count}. {picture.see}"


def shape(values: np.ndarray) -> str:
    return " × ".join(map(str, values.shape))


def numeric(values: np.ndarray) -> bool:
    return values.dtype.kind == "f"


def legible(values: np.ndarray) -> bool:
    """Return whether there is room to write out each entry."""
    return not numeric(values) or max(values.shape) <= WRITTEN


def curves(picture: Picture) -> Figure:
    fig, ax = figures.subplots(height=2.1)
    ax.plot(picture.right, "-", label=RIGHT)
    ax.plot(picture.wrong, "--", label=WRONG)
    ax.set(xlabel=" ".join(picture.columns), ylabel=" ".join(picture.rows))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.25), ncols=2, frameon=False)
    return fig


def cells(ax: Axes, values: np.ndarray, largest: float, form: str) -> None:
    """Draw an array, blue above 0 and orange below, with its numbers if they fit."""
    shade = values if numeric(values) else np.zeros(values.shape)
    # We don't use imshow, because its pixels can't change with the page's theme.
    ax.pcolormesh(
        np.ma.masked_invalid(shade),
        cmap=SIGNED,
        vmin=-largest,
        vmax=largest,
        edgecolors=figures.LINE,
        lw=0.5,
    )
    if legible(values):
        for (i, j), value in np.ndenumerate(values):
            dark = numeric(values) and abs(value) > 0.85 * largest
            color = figures.PAPER if dark else figures.INK
            place = {"ha": "center", "va": "center", "fontsize": 10}
            text = format(value, form).replace("-", "−")
            ax.text(j + 0.5, i + 0.5, text, color=color, **place)
    ax.grid(False)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.invert_yaxis()


def form(arrays: list[np.ndarray]) -> str:
    """Return the format for the numbers of all arrays, as in `format`."""
    if not all(map(numeric, arrays)):
        return ""
    finite = np.concatenate([x[np.isfinite(x)] for x in arrays])
    whole = (finite == np.round(finite)).all() or np.abs(finite).max() >= 100
    return ".0f" if whole else ".2f"


def labels(ax: Axes, values: np.ndarray, picture: Picture, *, first: bool) -> None:
    """Put words beside the rows and below the columns; a single one names the axis."""
    rows = picture.rows if first else []
    columns = picture.columns
    fit = len(rows) == len(values), len(columns) == values.shape[1]
    ax.set_yticks(np.arange(len(values) * fit[0]) + 0.5, rows * fit[0], fontsize=10)
    ax.set_xticks(
        np.arange(values.shape[1] * fit[1]) + 0.5, columns * fit[1], fontsize=10
    )
    ax.set_ylabel(" ".join(rows * (not fit[0])))
    ax.set_xlabel(" ".join(columns * (not fit[1])))


def frames(ax: Axes, where: np.ndarray) -> None:
    """Frame the cells that differ, so that colour isn't the only clue."""
    for i, j in np.argwhere(where):
        ax.add_patch(
            Rectangle((j + 0.07, i + 0.07), 0.86, 0.86, fill=False, ec=figures.INK)
        )
