"""Which heads matter: how much worse a translator gets when one of them is silenced.

As in Michel et al. (2019), "Are sixteen heads really better than one?", we silence one
head, or a whole attention, and count the exact matches again. ``heads.json`` contains
the measurements from ``python -m benchmarks.heads``.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lernformer.translator.corpus import Pair
from lernformer.translator.evaluation import exact_match
from lernformer.translator.inspection import Part, attentions, heads, without
from lernformer.translator.translation import Translator

RESULTS = Path(__file__).with_name("heads.json")
SENTENCES = 500


def results() -> dict[str, Any]:
    """Return the measurements, keyed by preset."""
    return json.loads(RESULTS.read_text("utf-8"))


def importance(
    translator: Translator,
    pairs: Sequence[Pair],
    report: Callable[[Part, float], None] = lambda part, lost: None,
) -> dict[str, Any]:
    """Return exact matches in %, and how many points each silenced part costs.

    Args:
        translator: the translator to measure.
        pairs: sentences that it hasn't seen.
        report: function to call with each part and the percentage points it costs.
    """
    sources, references = zip(*pairs, strict=True)

    def exact(inspected: Translator) -> float:
        return exact_match(inspected.translate(sources), references)

    whole, config = exact(translator), translator.model.config
    lost = {}
    for part in [*heads(config), *attentions(config)]:
        lost[str(part)] = round(whole - exact(without(translator, [part])), 1)
        report(part, lost[str(part)])
    return {"exact": round(whole, 1), "lost": lost}


def rows(measured: dict[str, Any]) -> dict[str, list[float]]:
    """Return the points that each attention costs: for each head, then for all."""
    table: dict[str, list[float]] = {}
    lost: dict[str, float] = measured["lost"]
    for name in (name for name in lost if ".head." not in name):
        stack, layer, kind = name.split(".")
        of_heads = [f"{name}.head.", f"{stack}.{layer}.head."]
        if kind == "cross" or stack == "decoder":
            of_heads.pop()
        values = [x for part, x in lost.items() if part.startswith(tuple(of_heads))]
        table[name] = [*values, lost[name]]
    return table


def as_text(measured: dict[str, Any], title: str) -> str:
    """Return a table for one translator, for the terminal and the page."""
    table = rows(measured)
    n_heads = len(next(iter(table.values()))) - 1
    columns = [*(f"head {i}" for i in range(n_heads)), "all"]
    lines = [f"{title}: {measured['exact']:.1f} % exact"]
    lines.append(" " * 16 + "".join(f"{column:>8}" for column in columns))
    for name, values in table.items():
        lines.append(f"{name:16}" + "".join(f"{value:8.1f}" for value in values))
    return "\n".join(lines)
