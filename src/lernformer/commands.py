"""Implements `lernformer train`, `translate`, `inspect`, `evaluate`, `export-web`.

The options and their help are in `cli`, so ``--help`` loads none of this.
"""

import difflib
import json
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click
import torch

from lernformer import figures
from lernformer.claims import detokenise
from lernformer.memory import lasting
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator import checkpoint, release
from lernformer.translator.batch import encode_pairs
from lernformer.translator.corpus.text import read_corpus
from lernformer.translator.device import is_first, pick_device, processes
from lernformer.translator.evaluation import evaluate as evaluate_on
from lernformer.translator.export import export_web as write_script
from lernformer.translator.heads import SENTENCES, importance
from lernformer.translator.heads import as_text as as_table
from lernformer.translator.heads import results as measured_heads
from lernformer.translator.inspection import heads, look_inside, parts_of
from lernformer.translator.passages import Passage
from lernformer.translator.progress import Bar, Log, read_log
from lernformer.translator.recipe import RECIPES
from lernformer.translator.splitter import Contractions, Pieces, Spaces, Words
from lernformer.translator.trainer import Progress, kept_progress
from lernformer.translator.trainer import train as train_model
from lernformer.translator.translation import Translator, is_degenerate
from lernformer.translator.vocabulary import Vocabulary

UNSURE = "(I am not sure.)"
LEARNED_FROM = ("train", "validation")  # parts of the corpus
N_VALIDATION = 200  # sentences for measuring the exact match during training


# train ------------------------------------------------------------------------------


def train(
    folder: Path,
    preset: str,
    resume: bool,
    overwrite: bool,
    corpus_name: str | None,
    corpus_seed: int,
    bpe: int | None,
    save_every: int,
    quiet: bool,
    **options: Any,
) -> None:
    if (folder / checkpoint.NAME).exists() and not (resume or overwrite):
        raise click.UsageError(
            f"there is a checkpoint in {folder}: --resume continues from it, "
            "--overwrite replaces it"
        )
    corpus_name = corpus_name or ("everyday" if preset == "everyday" else "grammar")
    if preset in ("toy", "everyday"):
        # The tensors are so small that threads cost more than they save. Also, a single
        # thread adds in a fixed order, so the translator doesn't depend on the cores.
        torch.set_num_threads(1)
    with processes(pick_device(options.pop("device"))) as device:
        recipe = replace(RECIPES[preset], **_given(options, RECIPES[preset]))
        if corpus_name == "everyday" and not quiet:
            click.echo("Generating the sentences takes a few minutes.", err=True)
        with lasting():
            corpus = read_corpus(corpus_name, corpus_seed)
            splitter, source, target = words_of(corpus_name, corpus.train, bpe)
            pairs = encode_pairs(corpus.train, source, target, splitter)
        config = TransformerConfig.preset(preset, len(source), len(target))
        config = replace(config, tie_embeddings=source is target)
        config = replace(config, **_given(options, config))
        if options["post_norm"]:
            config = replace(config, norm_first=False)
        torch.manual_seed(recipe.seed)
        model = Transformer(config).to(device)
        translator = Translator(model, source, target, splitter)

        kept = kept_progress(folder) if resume else None
        reporters: list[Callable[[Progress], None]] = []
        if is_first():
            reporters.append(Log(folder / "log.jsonl", kept))
        if not quiet:
            reporters.append(Bar(recipe.steps))

        def report(progress: Progress) -> None:
            for reporter in reporters:
                reporter(progress)

        checked = corpus.validation[:N_VALIDATION]
        try:
            last = train_model(
                translator,
                pairs,
                recipe,
                folder=folder,
                fingerprint=corpus.fingerprint,
                resume=resume,
                report=report,
                validate=lambda: evaluate_on(translator, checked)["exact_match"],
                save_every=save_every,
            )
        except KeyboardInterrupt as error:
            raise click.ClickException(
                "interrupted; --resume continues from the last checkpoint"
            ) from error
        if is_first():
            write_curve(folder)
            click.echo(f"The translator is in {folder}, after {last.step} steps.")


def words_of(
    corpus_name: str, pairs: Sequence, bpe: int | None
) -> tuple[Spaces, Vocabulary, Vocabulary]:
    """Return a splitter for a corpus, and the vocabularies of both languages.

    Word pieces are learned from both languages and share one vocabulary. Whole words
    that occur only once in real text count as unknown.
    """
    if corpus_name in ("grammar", "everyday"):
        if bpe:
            raise ValueError("--bpe is for plain text: the grammar is already split")
        splitter = Contractions() if corpus_name == "everyday" else Spaces()
        min_count = 1
    elif bpe:
        splitter = Pieces.learn((text for pair in pairs for text in pair), bpe)
        texts = (splitter.split(text) for pair in pairs for text in pair)
        vocabulary = Vocabulary.of(texts)
        return splitter, vocabulary, vocabulary
    else:
        splitter, min_count = Words(), 2
    sources = (splitter.split(pair.source) for pair in pairs)
    targets = (splitter.split(pair.target) for pair in pairs)
    return (
        splitter,
        Vocabulary.of(sources, min_count),
        Vocabulary.of(targets, min_count),
    )


def _given(options: dict, settings: Any) -> dict:
    """Return the given options that are fields of ``settings``."""
    names = {field.name for field in fields(settings)}
    return {k: v for k, v in options.items() if k in names and v is not None}


def write_curve(folder: Path) -> None:
    """Plot the training log."""
    reports = read_log(folder / "log.jsonl")
    checked = [r for r in reports if r["exact_match"] is not None]
    fig, (upper, lower) = figures.subplots(2, 1, height=4.2, sharex=True)
    upper.plot(*zip(*((r["step"], r["loss"]) for r in reports), strict=True))
    upper.set(ylabel="loss", yscale="log")
    steps = [r["step"] for r in checked]
    lower.plot(
        steps,
        [r["exact_match"] for r in checked],
        "o-",
        color=figures.ORANGE,
        clip_on=False,
    )
    lower.set(xlabel="step", ylabel="exact match in %", ylim=(0, 101))
    alt = (
        f"Over {reports[-1]['step']} steps the loss goes from {reports[0]['loss']:.2f} "
        f"to {reports[-1]['loss']:.3f}"
    )
    if checked:
        alt += (
            f"; by then {checked[-1]['exact_match']:.1f} % of the validation sentences "
            "are translated exactly"
        )
    write_svg(figures.figure(fig, f"{alt}."), folder / "curve.svg")


def write_svg(figure: figures.InlineSVG, path: Path) -> None:
    """Save a figure as a separate file: the same drawing, on white."""
    (drawing,) = re.findall(r"<svg.*</svg>", figure.markup, re.S)
    width, height = re.findall(r'viewBox="0 0 (\S+) (\S+)"', drawing)[0]
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" class="lf-figure" '
        f'viewBox="0 0 {width} {height}" '
        f'width="{1.4 * float(width):.0f}" height="{1.4 * float(height):.0f}">'
        f'<rect width="100%" height="100%" fill="#fff"/>{drawing}</svg>\n',
        "utf-8",
    )


# translate --------------------------------------------------------------------------


def translate(
    sentences: Sequence[str],
    folder: Path | None,
    beam: int,
    length_penalty: float,
    attention: Path | None,
    layer: int | None,
    head: int | None,
    guess: bool,
    device: str,
    lines: bool = False,
) -> None:
    folder = folder or release.FOLDER
    translator, _ = checkpoint.load(folder, pick_device(device))
    every = [translator.as_in_corpus(sentence) for sentence in sentences]
    places = [place for place, sentence in enumerate(every) if sentence]
    if not places or (len(every) > len(places) and not lines):
        raise ValueError("there is no word to translate")
    refused = []
    if not guess:
        for place in list(places):
            words = " ".join(
                passage.text for passage in translator.cut([every[place]])[0]
            )
            try:
                refuse_unknown(translator.splitter.split(words), translator.source)
            except ValueError as error:
                places.remove(place)
                refused.append(f"line {place + 1}: {error}" if lines else str(error))
        if not places:
            raise ValueError("\n".join(refused))
    sentences = [every[place] for place in places]
    texts = translator.cut(sentences)
    if attention and len(texts[0]) > 1:
        listed = "; ".join(passage.text for passage in texts[0])
        raise ValueError(
            f"--attention draws one sentence of at most {translator.longest} words; "
            f"these {len(texts[0])} are translated one by one: {listed}"
        )
    for passages in texts:
        warn_if_long(passages, translator)
    translations = translator.translate(sentences, beam, length_penalty)
    output = dict(zip(places, map(shown, translations), strict=True))
    for place in range(len(every)):
        click.echo(output.get(place, ""))
    if attention:
        figure = attention_figure(
            translator, sentences[0], translations[0], layer, head
        )
        write_svg(figure, attention)
    if refused:
        raise ValueError("\n".join(refused))


def warn_if_long(passages: Sequence[Passage], translator: Translator) -> None:
    """Warn the user if the text is longer than the sentences in training."""
    longest = translator.longest
    if longest is None:
        return
    if any(passage.joint for passage in passages):
        click.echo(
            f"Note: sentences in training had at most {longest} words. These are "
            f"translated one by one: {'; '.join(p.text for p in passages)}.",
            err=True,
        )
    most = max(len(translator.splitter.split(p.text).split()) for p in passages)
    if most > longest:
        click.echo(
            f"Warning: {most} words; the longest sentence in training had "
            f"{longest}. The translation may be wrong.",
            err=True,
        )


def refuse_unknown(sentence: str, vocabulary: Vocabulary, guess: bool = True) -> None:
    """Raise ``ValueError`` if words are unknown, and suggest similar known words."""
    unknown = vocabulary.unknown(sentence)
    if unknown:
        hints = []
        for word in dict.fromkeys(unknown):
            like = difflib.get_close_matches(word.lower(), vocabulary.words, 3)
            hints.append(f"{word} (try: {', '.join(like)})" if like else word)
        way_out = " --guess translates anyway." if guess else ""
        raise ValueError(f"not in the vocabulary: {'; '.join(hints)}.{way_out}")


def attention_figure(
    translator: Translator,
    sentence: str,
    translation: str,
    layer: int | None,
    head: int | None,
) -> figures.InlineSVG:
    """Return a figure of where the decoder looks in the source for each word."""
    config = translator.model.config
    for name, value, n in (
        ("layer", layer, config.n_layers),
        ("head", head, config.n_heads),
    ):
        if value is not None and not 0 <= value < n:
            raise ValueError(f"--{name} must lie in 0 … {n - 1}, got {value}")
    layer = config.n_layers - 1 if layer is None else layer
    maps = translator.attention(sentence, translation)
    weights = maps[f"decoder.layers.{layer}.cross_attention"]  # (H, L_q, L_k)
    weights = weights.mean(dim=0) if head is None else weights[head]
    german, english = (translator.splitter.split(x) for x in (translation, sentence))
    rows = [*german.split(), "<eos>"]  # the decoder's output, not its input
    columns = ["<bos>", *english.split(), "<eos>"]
    width, height = 1.2 + 0.5 * len(columns), 1.0 + 0.3 * len(rows)
    fig, ax = figures.subplots(width=width, height=height)
    figures.heat_map(ax, weights.cpu(), rows, columns)
    ax.tick_params(axis="x", labelrotation=60)
    heads = "the mean of all heads" if head is None else f"head {head}"
    alt = (
        f"Attention of layer {layer}, {heads}, from each word of “{translation}” to "
        f"“{sentence}”."
    )
    with warnings.catch_warnings():
        # the page that shows the drawing has its own fonts
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font")
        return figures.figure(fig, alt)


# inspect ----------------------------------------------------------------------------


def inspect(
    sentence: str,
    off: Sequence[str],
    paste: Sequence[str],
    other: str | None,
    folder: Path | None,
) -> None:
    translator, _ = checkpoint.load(folder or release.FOLDER)
    config = translator.model.config
    texts = [
        translator.as_in_corpus(text, several=False) for text in (sentence, other or "")
    ]
    for text in texts:
        refuse_unknown(translator.splitter.split(text), translator.source, guess=False)
    silent, others = parts_of(off, config), parts_of(paste, config)
    before = look_inside(translator, texts[0])
    found = {"as it is": before}
    if off or paste:
        changes = [f"without {', '.join(map(str, silent))}"] if silent else []
        changes += [f"pasted {', '.join(map(str, others))}"] if others else []
        after = look_inside(translator, texts[0], silent, others, texts[1])
        found["; ".join(changes)] = after
    else:
        for head in heads(config):
            after = look_inside(translator, texts[0], [head])
            if after != before:
                found[f"without {head}"] = after
    width = max(map(len, found)) + 2
    for name, translation in found.items():
        click.echo(f"{name:{width}}{shown(translation)}")
    if len(found) == 1:
        click.echo("No single head changes it: try a layer, --without encoder.1")


def show_heads(folder: Path | None) -> None:
    if folder is None:
        for preset, found in measured_heads().items():
            for seed, measured in enumerate(found["seeds"]):
                click.echo(as_table(measured, f"{preset}, seed {seed}") + "\n")
            n_sentences = found["sentences"]
    else:
        translator, _ = checkpoint.load(folder)
        everyday = isinstance(translator.splitter, Contractions)
        corpus = read_corpus("everyday" if everyday else "grammar")
        pairs = corpus.test[:SENTENCES]
        click.echo(as_table(importance(translator, pairs), str(folder)) + "\n")
        n_sentences = len(pairs)
    click.echo(
        f"Exact matches lost among {n_sentences} unseen sentences, in percentage "
        "points, without one\nhead or its whole attention. Don't compare head numbers "
        "across seeds:\nchance decides which head learns what."
    )


def shown(translation: str) -> str:
    """Return a translation as printed, or ``UNSURE`` if it goes round in circles."""
    return UNSURE if is_degenerate(translation) else detokenise(translation)


# evaluate ---------------------------------------------------------------------------


def evaluate(
    folder: Path,
    splits: Sequence[str],
    limit: int | None,
    as_json: bool,
    corpus_name: str | None,
    corpus_seed: int,
    beam: int,
    length_penalty: float,
    device: str,
) -> None:
    translator, found = checkpoint.load(folder, pick_device(device))
    if corpus_name is None:
        everyday = isinstance(translator.splitter, Contractions)
        corpus_name = "everyday" if everyday else "grammar"
    corpus = read_corpus(corpus_name, corpus_seed)
    if found.get("corpus") != corpus.fingerprint:
        click.echo("Warning: the translator learned from a different corpus.", err=True)
    scores = {}
    there = corpus.splits()
    for split in splits or [split for split in there if split not in LEARNED_FROM]:
        if split not in there:
            raise ValueError(f"{corpus_name} has no {split}, only {', '.join(there)}")
        pairs = there[split][:limit]
        scores[split] = {"sentences": len(pairs)} | evaluate_on(
            translator, pairs, beam_size=beam, length_penalty=length_penalty
        )
    if as_json:
        click.echo(json.dumps(scores, indent=1))
        return
    click.echo(f"{'':14}{'sentences':>10}{'exact %':>9}{'BLEU':>7}{'chrF':>7}")
    for split, score in scores.items():
        click.echo(
            f"{split:14}{score['sentences']:10}{score['exact_match']:9.2f}"
            f"{score['bleu']:7.2f}{score['chrf']:7.2f}"
        )


# export-web -------------------------------------------------------------------------


def export_web(folder: Path, file: Path) -> None:
    translator, found = checkpoint.load(folder)
    size = write_script(translator, file, found)
    click.echo(f"{file}: {size / 1e6:.2f} MB")
