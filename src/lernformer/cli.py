"""The command line: ``lernformer train``, ``translate``, ``grade`` and others.

Each command imports what it needs only when it runs, so the help appears without
waiting for torch.
"""

import codecs
import contextlib
import importlib.util
import math
import os
import subprocess
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path

import click

import lernformer
from lernformer.grading.course.backup import backup, restore
from lernformer.grading.course.collect_and_return import collect, give_back, read
from lernformer.grading.course.command import (
    check,
    class_report,
    grade,
    items,
    sheets,
    with_grading,
)

# nbformat imports jsonschema. If this package is installed, jsonschema would spend a
# second loading it, to validate a kind of address that no notebook contains.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


class Number(click.FloatRange):
    """A range of numbers that excludes "nan" and "inf"."""

    def convert(self, value, param, ctx):
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} isn't finite.", param, ctx)
        return number


class KeyOf(click.Choice):
    """A key in one of the package's tables, which is imported only when needed."""

    def __init__(self, module: str, table: str):
        self.module, self.table = module, table
        self.case_sensitive = True

    @property  # click's own __init__, which would set them, doesn't run
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(getattr(importlib.import_module(self.module), self.table))


FOLDER = Path("_build/translator")
SPLITS = ("test", "compositional", "longer", "validation", "train")

folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=FOLDER,
    show_default=True,
    help="Where the checkpoint is.",
)
device_option = click.option(
    "--device", default="auto", show_default=True, help="auto, cuda, mps or cpu."
)
beam_option = click.option(
    "--beam",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Partial translations to keep; 1 is greedy decoding.",
)
corpus_option = click.option(
    "--corpus",
    "corpus_name",
    metavar="NAME",
    help="grammar or everyday (our own; the preset sets the default), "
    "multi30k:DIR (your copy) or tsv:FILE (English, tab, German).",
)
corpus_seed_option = click.option(
    "--corpus-seed", default=0, show_default=True, help="Seed for the sentences."
)
penalty_option = click.option(
    "--length-penalty",
    type=Number(0, 10),
    default=0.6,
    show_default=True,
    help="Higher values make beam search prefer longer translations.",
)


def plainly(command: Callable) -> Callable:
    """Make a command report errors in one line; only our own bugs show a traceback."""

    @wraps(command)
    def wrapper(*arguments, **options):
        try:
            return command(*arguments, **options)
        except BrokenPipeError:
            raise  # `… | head`: click ends silently
        except (ValueError, FloatingPointError, OSError) as error:
            raise click.ClickException(str(error)) from error

    return wrapper


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(lernformer.__version__, prog_name="lernformer")
def main():
    """Train a Transformer to translate English to German, and translate with it."""


main.add_command(backup)
main.add_command(check)
main.add_command(grade)
main.add_command(class_report)
main.add_command(collect)
main.add_command(give_back)
main.add_command(read)
main.add_command(sheets)
main.add_command(items)
main.add_command(restore)


# doctor -----------------------------------------------------------------------------


@main.command()
def doctor():
    """Check whether this machine can run the exercises, and say how to fix problems.

    This checks versions, cores, threads, the notebooks' kernel and the disk. The exit
    code is 0 if all is well.
    """
    from lernformer.doctor import examine

    sick = 0
    for finding in examine(Path.cwd()):
        click.echo(str(finding))
        sick += bool(finding.remedy)
    click.echo("All is well." if not sick else f"Problems: {sick}, marked ✗.")
    raise SystemExit(1 if sick else 0)


# lab --------------------------------------------------------------------------------


notebooks_argument = click.argument(
    "folder", required=False, type=click.Path(file_okay=False, path_type=Path)
)


def exercises_in(folder: Path | None) -> Path:
    """Return the folder with the notebooks: the one given, or exercises/.

    Raises:
        ValueError: if it doesn't exist.
    """
    from lernformer import project_urls

    places = (
        [folder] if folder else [Path("exercises"), project_urls.CLONE / "exercises"]
    )
    found = next((place for place in places if place.is_dir()), None)
    if found is None:
        raise ValueError(f"no exercises in {places[0].absolute()}; name their folder")
    return found


@main.command()
@notebooks_argument
@plainly
def lab(folder):
    """Open the exercises in JupyterLab.

    FOLDER contains the notebooks; by default, it is exercises/, here or in the clone.
    """
    from lernformer import start

    found = exercises_in(folder)
    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError("jupyterlab is not installed: pip install 'lernformer[lab]'")
    # Jupyter refuses to run as root without this; a container may have no other user.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    command = [sys.executable, "-m", "jupyterlab", *["--allow-root"] * root]
    with contextlib.suppress(OSError, ValueError):  # someone else's folder
        page = start.write(found).name
        command.append(f"--LabApp.default_url=/lab/tree/{page}")
    # Turn off JupyterLab's question about news, which covers the notebook.
    known = filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])
    paths = os.pathsep.join([*known, str(Path(__file__).with_name("jupyter"))])
    env = os.environ | {"JUPYTER_CONFIG_PATH": paths}
    raise SystemExit(subprocess.call(command, cwd=found, env=env))


# tutor ------------------------------------------------------------------------------


@main.command()
@notebooks_argument
@plainly
def tutor(folder):
    """Let the AI assistant in your editor check your answers and get hints.

    FOLDER contains the notebooks; by default, it is exercises/, here or in the clone.
    Your editor starts this command, which speaks the Model Context Protocol over
    standard input and output. The assistant sees what the notebook would show you:
    verdicts, the hints that are open, and the place in the book, but no solutions.
    """
    found = exercises_in(folder)
    if importlib.util.find_spec("mcp") is None:
        raise ValueError("mcp is not installed: pip install 'lernformer[tutor]'")
    from lernformer.grading.course.tutor import serve

    serve(found)


# task -------------------------------------------------------------------------------


@main.command()
@click.argument("slug", metavar="CHAPTER")
@click.argument("name")
@plainly
def task(slug, name):
    """Write the files for a new task: for authors, in a clone of the course.

    These are the reference, mistakes, check, answers, test and its line in the
    exercise, with TODOs for you to fill in. CONTRIBUTING.md explains them.

    Example: lernformer task attention entropy
    """
    from lernformer import newtask, project_urls

    for path in newtask.new_task(project_urls.CLONE, slug, name):
        click.echo(f"  {path.relative_to(project_urls.CLONE)}")
    click.echo(newtask.NEXT.format(slug=slug, task=f"{slug}.{name}"))


# exam -------------------------------------------------------------------------------


@main.command()
@click.argument("more", nargs=-1, metavar="CHAPTER...")
@click.option("--chapters", multiple=True, metavar="CHAPTER...", help="The same.")
@click.option("--tasks", type=click.IntRange(1, 40), default=8, show_default=True)
@click.option("--variants", type=click.IntRange(1, 8), default=4, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--to",
    type=click.Path(dir_okay=False, path_type=Path),
    default="exam.html",
    show_default=True,
    help="The page to print. Its source has the same name but ends in .md, and a table "
    "for the points ends in .csv.",
)
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Make the page from this edited source instead of drawing questions.",
)
@with_grading
@plainly
def exam(more, chapters, tasks, variants, seed, to, source):
    """Write a paper exam about some chapters, with a key for each variant.

    Students find a bug, predict a verdict, put lines in order and compute by hand.
    Every key comes from running the code, which can take a few minutes.

    Example: lernformer exam --chapters attention masking --tasks 8 --seed 2027
    """
    from lernformer import atomic
    from lernformer.grading.pages import exam_page

    if source:
        atomic.write(to, exam_page.page(source.read_text("utf-8")))
        click.echo(f"The exam as a page: {to}")
        return
    from lernformer.checks import exams
    from lernformer.grading.course.marks import write_exam

    if not (named := (*chapters, *more)):
        raise click.UsageError("Which chapters? For example --chapters attention")
    drawn = exams.exam(named, tasks, variants, seed)
    text = exam_page.markdown(drawn, seed)
    atomic.write(to.with_suffix(".md"), text)
    atomic.write(to, exam_page.page(text))
    click.echo(
        f"{len(drawn)} variants with {tasks} questions each, and their keys: {to}"
    )
    table = to.with_suffix(".csv")
    if write_exam(table, drawn):
        click.echo(f"Enter each student's points in {table}")
    else:
        click.echo(
            f"{table} already has points, perhaps for a different exam: not changed"
        )
    click.echo(f"To change a question, edit {to.with_suffix('.md')}, then run")
    click.echo(f"  lernformer exam --from {to.with_suffix('.md')} --to {to}")


# train ------------------------------------------------------------------------------


@main.command()
@folder_option
@click.option(
    "--preset",
    type=KeyOf("lernformer.transformer", "PRESETS"),
    default="toy",
    show_default=True,
    help="Sizes of the model, and the recipe that goes with them.",
)
@click.option("--resume", is_flag=True, help="Continue from the checkpoint.")
@click.option("--overwrite", is_flag=True, help="Replace the checkpoint.")
@corpus_option
@corpus_seed_option
@click.option(
    "--bpe",
    type=click.IntRange(10),
    help="Learn this many word pieces (with sentencepiece); plain text only.",
)
@click.option("--seed", type=int, help="Seed for weights, batches, dropout.")
@click.option("--steps", type=click.IntRange(1), help="How many steps.")
@click.option("--batch-tokens", type=click.IntRange(1), help="Tokens per batch.")
@click.option(
    "--schedule", type=click.Choice(["noam", "cosine", "linear"]), help="Rate schedule."
)
@click.option(
    "--peak", type=Number(0, min_open=True), help="The highest learning rate."
)
@click.option(
    "--warmup-steps", type=click.IntRange(1), help="Steps for which the rate rises."
)
@click.option("--smoothing", type=Number(0, 1), help="Label smoothing.")
@click.option("--weight-decay", type=Number(0), help="0 is plain Adam.")
@click.option(
    "--joined",
    type=Number(0, 10),
    help="Extra examples of two sentences in a row, as a share of the corpus.",
)
@click.option("--bf16/--no-bf16", default=None, help="Compute in bfloat16.")
@click.option(
    "--dropout", type=Number(0, 1, max_open=True), help="Dropout in training."
)
@click.option(
    "--positions",
    type=KeyOf("lernformer.positional_encoding", "POSITIONS"),
    help="Positional encoding; by default, the preset decides.",
)
@click.option("--post-norm", is_flag=True, help="Use post-norm, as in the paper.")
@click.option(
    "--save-every",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Steps between two checkpoints.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
@device_option
@plainly
def train(**options):
    """Train a translator.

    The folder gets the checkpoint, log.jsonl with the progress, and curve.svg. To
    resume training that was interrupted, add --resume to the same command. Where no
    default is shown, the preset decides.

    To train on several GPUs, or on several machines that share the folder:

    \b
        torchrun --nproc-per-node 2 -m lernformer.cli train --preset base
    """
    from lernformer import commands

    commands.train(**options)


# translate --------------------------------------------------------------------------


@main.command()
@click.argument("sentences", metavar="[SENTENCE]...", nargs=-1)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where a checkpoint is; by default the everyday translator that comes with "
    "the package.",
)
@beam_option
@penalty_option
@click.option(
    "--attention",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Draw where the decoder looks in the source, as SVG. One sentence only.",
)
@click.option("--layer", type=int, help="Layer to draw; by default the last.")
@click.option("--head", type=int, help="Head to draw; by default the mean of all.")
@click.option("--guess", is_flag=True, help="Translate despite unknown words.")
@device_option
@plainly
def translate(sentences, attention, layer, head, **options):
    """Translate English sentences, or the lines of standard input.

    Each line of standard input gives one line of output. An empty line stays empty, and
    so does a line with unknown words, which are listed at the end.

    Example: lernformer translate "I don't want to go home" --beam 4
    """
    lines = not sentences
    if lines:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("give a sentence")
        sentences = lines_of(sys.stdin.buffer.read())
    if not attention and (layer is not None or head is not None):
        raise click.UsageError("--layer and --head say what --attention draws")
    if attention and len(sentences) != 1:
        raise click.UsageError(f"--attention draws one sentence, got {len(sentences)}")
    from lernformer import commands

    commands.translate(
        sentences, attention=attention, layer=layer, head=head, lines=lines, **options
    )


def lines_of(content: bytes) -> list[str]:
    """Return the lines of a text in UTF-8, or in UTF-16 if it has a byte-order mark.

    Raises:
        ValueError: if a line isn't in UTF-8.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        content = content.decode("utf-16", errors="replace").encode()
    found = []
    for number, line in enumerate(content.removesuffix(b"\n").split(b"\n"), 1):
        try:
            text = line.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValueError(
                f"line {number} is not in UTF-8: byte {line[error.start]:#x} at "
                f"position {error.start + 1}; save the file as UTF-8"
            ) from error
        found.append(" ".join(text.replace("\ufeff", "").split()))
    return found


# inspect ----------------------------------------------------------------------------


@main.command()
@click.argument("sentence", required=False)
@click.option(
    "--without",
    "off",
    metavar="PART",
    multiple=True,
    help="Switch this part off; may be given several times.",
)
@click.option(
    "--paste",
    metavar="PART",
    multiple=True,
    help="Give this part its attention in the sentence --from; may be given several "
    "times.",
)
@click.option(
    "--from", "other", metavar="SENTENCE", help="A sentence with as many words."
)
@click.option(
    "--heads", is_flag=True, help="Show which heads matter, over 500 sentences."
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where a checkpoint is; by default the everyday translator that comes with "
    "the package. With --heads, it is measured in a minute; without a folder, "
    "results of three seeds are shown.",
)
@plainly
def inspect(sentence, off, paste, other, heads, folder):
    """Look inside: switch parts off, or paste attention, and see the German change.

    A PART is a layer (encoder.1), an attention (decoder.0.cross) or a head
    (encoder.1.head.2, decoder.0.self.head.3). Layers and heads are counted from 0. If
    you don't name a part, each head is switched off in turn.

    \b
    lernformer inspect "The dog saw a cat." --without encoder.0.head.2
    lernformer inspect "The dog sleeps." --paste encoder.0 --from "The dogs sleep."
    lernformer inspect --heads
    """
    if heads == bool(sentence):
        raise click.UsageError("give either a sentence or --heads")
    if bool(paste) != bool(other):
        raise click.UsageError("--paste and --from go together")
    if heads and (off or paste):
        raise click.UsageError("--heads tests every head; give a sentence instead")
    from lernformer import commands

    if heads:
        commands.show_heads(folder)
    else:
        commands.inspect(sentence, off, paste, other, folder)


# evaluate ---------------------------------------------------------------------------


@main.command()
@folder_option
@click.option(
    "--split",
    "splits",
    multiple=True,
    type=click.Choice(SPLITS),
    help="Part of the corpus; may be given several times. By default test; for the "
    "grammar, compositional and longer, too.",
)
@click.option(
    "--limit", type=click.IntRange(1), help="At most this many sentences per split."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@corpus_option
@corpus_seed_option
@beam_option
@penalty_option
@device_option
@plainly
def evaluate(**options):
    """Compare a translator's output with the right answers: exact match, BLEU, chrF."""
    from lernformer import commands

    commands.evaluate(**options)


# export-web -------------------------------------------------------------------------


@main.command()
@click.argument("folder", metavar="CHECKPOINT", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@plainly
def export_web(folder, file):
    """Write the translator in the folder CHECKPOINT as a script that a page can load.

    Example: lernformer export-web _build/translator translator.js
    """
    from lernformer import commands

    commands.export_web(folder, file)


if __name__ == "__main__":
    main()
