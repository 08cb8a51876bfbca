"""Turns results.json into README.md."""

import json
from collections.abc import Callable
from pathlib import Path

from benchmarks import gpu
from benchmarks.about import ROOT
from benchmarks.decoding import ONE_BY_ONE, PEERS
from benchmarks.sizes import SIZES

README = Path(__file__).with_name("README.md")
# Each peer should take at least this many times as long as we do.
TRAINING_TARGETS = {
    "nn.Transformer": 1.1,
    "Annotated Transformer": 1.4,
    "JoeyNMT": 1.2,
    "Marian": None,
}
DECODING_TARGETS = {
    "greedy, batch 1": {"nn.Transformer": 2.5, "Marian": 3.0},
    "greedy, batch 64": {"Marian": 2.0, "CTranslate2": 0.5},
    "beam 4, batch 64": {"Marian": 1.8, "JoeyNMT": 3.0, "CTranslate2": 0.5},
}
# Minimum exact matches in each split, in %; maximum time and memory.
TOY_TARGETS = {"test": 99, "compositional": 98, "longer": 60}
TOY_LIMITS = {"seconds": 120, "peak_gigabytes": 1.5}
TEXT = ROOT / "benchmarks" / "README.in.md"


def save(results: dict, path: Path) -> None:
    """Write the results, and the page that is made from them."""
    text = json.dumps(results, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", "utf-8")
    README.write_text(page(results), "utf-8")


def page(results: dict) -> str:
    sections = []
    for name, part in sorted(results.items(), key=lambda item: order(item[0])):
        if name.startswith("training"):
            sections += [f"## {title(name)}", *training(part)]
        elif name == "decoding":
            sections += ["## Decoding", *decoding(part)]
        elif name == "toy":
            sections += ["## The toy translator", *toy(part)]
        elif name == "everyday":
            sections += ["## Everyday sentences", *everyday(part)]
        elif name == "tatoeba":
            sections += ["## Sentences that people wrote, learned", *tatoeba(part)]
        elif name == "one_more_token":
            sections += ["## One more token", *one_more_token(part)]
        elif name == "grading":
            sections += ["## Grading", *grading(part)]
        elif name.startswith("multi30k"):
            sections += [f"## {title(name)}", *multi30k(part)]
        sections.append(footnote(part))
    sections += ["## On a GPU", *on_a_gpu(gpu.read())]
    return TEXT.read_text("utf-8").rstrip() + "\n\n" + "\n\n".join(sections) + "\n"


def order(name: str) -> tuple:
    firsts = [
        "toy",
        "everyday",
        "tatoeba",
        "training",
        "decoding",
        "one_more_token",
        "grading",
        "multi30k",
    ]
    place = next(i for i, first in enumerate(firsts) if name.startswith(first))
    return place, name


def title(name: str) -> str:
    return name[0].upper() + name[1:].replace("multi30k", "Multi30k")


def table(header: list[str], rows: list[list[str]]) -> str:
    rule = ["---", *["---:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rule, *rows))


def ratio(numbers: dict | None, target: float | None) -> str:
    """Return a ratio with its quartiles, and the target if it is missed."""
    if numbers is None:
        return "–"
    low, high = numbers["quartiles"]
    text = f"{numbers['ratio']:.2f} ({low:.2f}–{high:.2f})"
    if target is not None and numbers["ratio"] < target:
        text += f", target {target}"
    return text


def toy(part: dict) -> list[str]:
    runs, median = part["results"]["runs"], part["results"]["median"]
    columns = {
        **dict.fromkeys(TOY_TARGETS, "{:.1f} %"),
        "seconds": "{:.0f} s",
        "cpu_seconds": "{:.0f} s",
        "peak_gigabytes": "{:.2f} GB",
    }
    rows = [
        [f"seed {run['seed']}", *(text.format(run[c]) for c, text in columns.items())]
        for run in runs
    ]
    row = ["**median**"]
    for column, text in columns.items():
        cell = text.format(median[column])
        if median[column] < TOY_TARGETS.get(column, 0):
            cell += f", target {TOY_TARGETS[column]}"
        if median[column] > TOY_LIMITS.get(column, median[column]):
            cell += f", target {TOY_LIMITS[column]}"
        row.append(cell)
    header = ["", *TOY_TARGETS, "time", "CPU time", "peak memory"]
    return [
        f"{runs[0]['steps']} steps of `lernformer train`, {runs[0]['parameters']:,} "
        "parameters; exact matches, greedy, on sentences never seen. The time is that "
        "of the whole command, from scratch: start-up, making the corpus, training, "
        "validation and checkpoints.",
        table(header, [*rows, row]),
    ]


def everyday(part: dict) -> list[str]:
    found, setup = part["results"], part["about"]

    def percent(name: str) -> str:
        return f"{found[name]:.1f} %"

    rows = [
        ["sentences whose words are all known", percent("covered"), "≥ 50 %"],
        ["of these: equal to a reference", percent("equal_of_covered"), "≥ 55 %"],
        ["the same, of those not in its training", percent("equal_of_new"), ""],
        ["of these: mean best chrF", f"{found['chrf']:.1f}", "≥ 78"],
        ["of all: equal to a reference", percent("equal_of_all"), "≥ 28 %"],
        [f"degenerate, of {found['drawn']}", f"{found['degenerate']}", "0"],
        ["words said with a probability of 0.9 or more", percent("sure_of_people"), ""],
        ["of these: in a reference", percent("sure_right_of_people"), ""],
        ["own grammar, test: exact", percent("own"), "≥ 99 %"],
        ["own grammar, compositional: exact", percent("compositional"), "≥ 98.5 %"],
        [
            f"own grammar, longer than any line ({found['longest_line']} words): exact",
            percent("longer"),
            "≥ 85 %",
        ],
        [
            "the same, not cut into passages",
            percent("longer_whole"),
            "",
        ],
        ["phrases that are said as a whole: exact", percent("fixed"), ""],
        ["own grammar, words said with 0.9 or more", percent("sure"), ""],
        ["of these: right", f"{found['sure_right']:.2f} %", ""],
    ]
    return [
        "`python -m benchmarks everyday FILE` on the translator that comes with the "
        f"package; FILE has {found['sentences']:,} distinct English sentences of 3 to "
        f"8 words (SHA-256 {setup['file'][:12]}…, of the weights "
        f"{setup['weights'][:12]}…). "
        "The last column is what we want.",
        table(["", "now", "goal"], rows),
    ]


def tatoeba(part: dict) -> list[str]:
    found, setup = part["results"], part["about"]
    names = {
        "everyday": "everyday translator, of our grammar",
        "ours": "ours, trained on the file",
        "Marian": "Marian's architecture, trained on the file",
    }
    rows = []
    for key, name in names.items():
        if (one := found["translators"].get(key)) is None:
            continue
        scores = (one[part] for part in ("all", "covered"))
        cells = (
            f"{value:.1f}{' %' * (measure == 'exact')}"
            for score in scores
            for measure, value in score.items()
        )
        rows.append([name, *cells])
    learned = found["translators"]
    cost = ", ".join(
        f"{name} {learned[name]['parameters']:,} parameters in "
        f"{learned[name]['cpu_seconds']} s of CPU time"
        for name in ("ours", "Marian")
        if name in learned
    )
    of_both = ("exact, all", "chrF", "BLEU", "exact, covered", "chrF", "BLEU")
    return [
        f"`python -m benchmarks.tatoeba FILE` (SHA-256 {setup['file'][:12]}…): "
        f"{found['held_out']:,} sentences are held out, with all their translations, "
        f"{found['references']:.2f} on average. The everyday translator knows "
        f"every word of {found['covered']:.1f} % of them; for it, the others aren't "
        "counted. Two "
        f"models learn from the other {found['pairs']:,} pairs, {found['steps']:,} "
        f"steps of {found['batch_tokens']} tokens, with {found['bpe']:,} pieces: "
        f"{cost}.",
        table(["", *of_both], rows),
    ]


def training(part: dict) -> list[str]:
    sizes = {name: part["results"][name] for name in SIZES}
    rows = [
        [peer, *(ratio(found.get(peer), target) for found in sizes.values())]
        for peer, target in TRAINING_TARGETS.items()
    ]
    speed = [f"{found['ours']['words_per_second']:,}" for found in sizes.values()]
    rows.append(["ours, target words a second", *speed])
    return [
        "Time of the peer / our time for the same steps: above 1, ours is faster.",
        table(["", *sizes], rows),
    ]


def decoding(part: dict) -> list[str]:
    tasks = {name: part["results"][name] for name in DECODING_TARGETS}
    rows = []
    for peer in PEERS:
        cells = []
        for task, found in tasks.items():
            cell = ratio(found.get(peer), DECODING_TARGETS[task].get(peer))
            if peer in found:
                cell += f"; {found[peer]['same_as_ours']:.0f} % same"
            cells.append(cell)
        rows.append([peer, *cells])
    times = [f"{1000 * f['ours']['median_seconds']:.0f} ms" for f in tasks.values()]
    rows.append([f"ours, {ONE_BY_ONE} or 64 sentences", *times])
    return [
        "Time of the peer / our time for the same sentences: above 1, ours is faster.",
        table(["", *tasks], rows),
        *where_time_goes(part["results"].get("profile", {})),
    ]


def where_time_goes(shares: dict[str, dict[str, float]]) -> list[str]:
    """Return the shares of our decoding time, if they have been measured."""
    if not shares:
        return []
    kinds = next(iter(shares.values()))
    rows = [
        [kind, *(f"{each[kind]:.0f} %" for each in shares.values())] for kind in kinds
    ]
    rest = [f"{100 - sum(each.values()):.0f} %" for each in shares.values()]
    return [
        "Where our own time goes, by torch's profiler, which takes some time itself:",
        table(["", *shares], [*rows, ["everything else", *rest]]),
    ]


def one_more_token(part: dict) -> list[str]:
    found = part["results"]
    shown = [0, len(found["lengths"]) // 2, -1]
    rows = [
        [
            kind,
            *(f"{curve[i]:.2f} ms" for i in shown),
            f"{found['last_to_first'][kind]:.2f}",
        ]
        for kind, curve in found["milliseconds"].items()
    ]
    header = ["", *(f"at {found['lengths'][i]} tokens" for i in shown), "last / first"]
    return [
        "![The cost of one more token](one_more_token.svg)",
        table(header, rows),
    ]


def grading(part: dict) -> list[str]:
    found = part["results"]
    notebook, whole = found["notebook"], found["class"]
    rows = [
        ["stock / `nbgrader autograde`", ratio(notebook["stock"], 5)],
        [
            "stock / `lernformer grade`, 2 workers",
            f"{notebook['stock / 2 workers']:.2f}",
        ],
        ["start of a submission's process", f"{found['start_ms']:.0f} ms"],
        ["class in one run", f"{whole['submissions']}, {whole['lost']} lost"],
        ["report on that class", f"{whole['report_seconds']} s"],
        ["its speed", f"{whole['per_second']:.1f} a second"],
        [
            "memory of the writer, first and last tenth",
            f"{whole['writer_mb_early']} and {whole['writer_mb_late']} MB",
        ],
    ]
    return [
        "Time of stock nbgrader / our time for one more right submission of "
        "`attention`, in commands that take turns.",
        table(["", ""], rows),
    ]


def multi30k(part: dict) -> list[str]:
    found = part["results"]
    rows = [
        [
            f"{point['seconds'] / 60:.1f}",
            f"{point['cpu_seconds'] / 60:.1f}",
            str(point["step"]),
            f"{point['epochs']:.1f}",
            f"{point['loss']:.3f}",
            f"{point['bleu']:.2f}",
        ]
        for point in found["curve"]
    ]
    final = ", ".join(f"{name} {score:.2f}" for name, score in found["final"].items())
    return [
        f"{found['description']} BLEU by sacrebleu (`{found['signature']}`) on "
        f"test_2016_flickr at the end, beam {found['beam_size']}: **{final}**. The "
        "curve is greedy, on the validation set.",
        table(
            ["minutes", "CPU minutes", "steps", "epochs", "loss", "validation BLEU"],
            rows,
        ),
    ]


def on_a_gpu(lines: dict[str, dict]) -> list[str]:
    """Return one row per number; parts that gpu.jsonl lacks are "not measured"."""
    found = {part: line["results"] for part, line in lines.items()}

    def cell(part: str, text: Callable[[dict], str]) -> str:
        try:
            return text(found[part])
        except KeyError:
            return "not measured"

    rows = [
        [
            "tests",
            cell("tests", lambda t: f"{t['passed']} passed, {t['failed']} failed"),
        ]
    ]
    for peer in ("nn.Transformer", "Marian"):
        row = cell("step", lambda s, peer=peer: ratio(s["peers"][peer], None))
        rows.append([f"training step in bfloat16, {peer} / ours", row])
    for name, text in (
        ("our share of the device's peak", "{share_of_peak} %"),
        ("memory of our step", "{step_gigabytes} GB"),
    ):
        row = cell("step", lambda s, text=text: text.format(**s["peers"]["ours"]))
        rows.append([name, row])
    for task in DECODING_TARGETS:
        row = cell(
            "translating", lambda t, task=task: ratio(t[task]["CTranslate2"], None)
        )
        rows.append([f"{task}, CTranslate2 / ours", row])
    rows += [
        [
            "toy translator, time on the CPU / on the GPU",
            cell(
                "toy", lambda t: f"{t['cpu']['seconds'] / t['device']['seconds']:.2f}"
            ),
        ],
        [
            "the same, test: exact on the GPU, on the CPU",
            cell("toy", lambda t: f"{t['device']['test']} %, {t['cpu']['test']} %"),
        ],
        [
            "everyday translator, a step on the CPU / on the GPU",
            cell(
                "everyday",
                lambda e: (
                    f"{e['cpu']['seconds_a_step'] / e['device']['seconds_a_step']:.2f}"
                ),
            ),
        ],
        [
            "the same, validation: exact on the GPU",
            cell("everyday", lambda e: f"{e['device']['exact_match']} %"),
        ],
        [
            "Multi30k, BLEU after 4 minutes of training",
            cell("multi30k", lambda m: str(m["bleu"])),
        ],
    ]
    return [
        "`python -m benchmarks gpu`, on the GPU and the CPU of one machine. A step is "
        f"that of the base size with {gpu.LARGE.sentences} sentences per batch.",
        table(["", ""], rows),
        *(footnote(line | {"skipped": {}}) for line in list(lines.values())[:1]),
    ]


def footnote(part: dict) -> str:
    setup = part["about"]
    versions = ", ".join(f"{name} {v}" for name, v in setup["versions"].items())
    skipped = "".join(
        f" **Skipped: {peer}** ({reason})." for peer, reason in part["skipped"].items()
    )
    return (
        f"{setup['date'][:10]}, {setup['machine']}, {setup['threads']} threads, load "
        f"{setup['load']} before and {setup['load_after']} at the end; commit "
        f"{setup['commit'] or 'unknown'}, code {setup['code']}; {versions}.{skipped}"
    )
