"""`lernformer train`, `evaluate`, `inspect`, `export-web`; `translate` has a file."""

import json
import re
from xml.etree import ElementTree

import pytest
from command_line import TRAIN, run
from translators import pairs

from lernformer import commands
from lernformer.positional_encoding import POSITIONS
from lernformer.transformer import PRESETS
from lernformer.translator.checkpoint import details, load
from lernformer.translator.corpus.text import read_corpus

pytestmark = pytest.mark.usefixtures("corpus")


def steps_in(folder):
    log = (folder / "log.jsonl").read_text().splitlines()
    return [json.loads(line)["step"] for line in log]


def test_training_leaves_a_checkpoint_a_log_and_a_curve(trained):
    saved = details(trained)
    assert (saved["step"], saved["corpus"]) == (300, "fingerprint 0")
    assert saved["metrics"]["exact_match"] > 50
    assert steps_in(trained) == [50, 100, 150, 200, 250, 300]
    drawing = ElementTree.fromstring((trained / "curve.svg").read_text("utf-8"))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"


def test_options_reach_model_and_recipe(tmp_path):
    recipe = {"schedule": "noam", "peak": 0.01, "seed": 4, "smoothing": 0.2}
    recipe |= {"weight_decay": 0.1, "bf16": True}
    options = ["--steps", 3, "--schedule", "noam", "--peak", 0.01, "--seed", 4]
    options += ["--smoothing", 0.2, "--weight-decay", 0.1, "--bf16", "--dropout", 0.3]
    options += ["--positions", "rotary", "--post-norm", "--corpus-seed", 5]
    result = run("train", "--folder", tmp_path, *options)
    assert "after 3 steps" in result.output
    assert "100%" in result.stderr
    saved = details(tmp_path)
    assert saved["corpus"] == "fingerprint 5"
    assert recipe.items() <= saved["recipe"].items()
    config = {"dropout": 0.3, "positions": "rotary", "norm_first": False}
    assert config.items() <= saved["config"].items()


def test_a_checkpoint_is_not_replaced_by_accident(tmp_path):
    def train(steps, *options, code=0):
        start = ["train", "--folder", tmp_path, "--quiet", "--steps", steps]
        return run(*start, *options, code=code).output

    train(2)
    assert "--resume continues from it, --overwrite replaces it" in train(2, code=2)
    assert "different recipe: steps 2, not 4" in train(4, "--resume", code=1)
    train(3, "--overwrite")
    assert details(tmp_path)["step"] == 3


def test_an_interrupted_training_goes_on(tmp_path, monkeypatch):
    """Its numbers are those of an uninterrupted one: see `test_trainer`."""
    train = ["train", "--folder", tmp_path, "--steps", 100, "--save-every", 20]
    train += ["--quiet", "--batch-tokens", 100]
    log = commands.Log.__call__

    def interrupted(self, progress):
        if progress.step == 50:
            raise KeyboardInterrupt
        log(self, progress)

    monkeypatch.setattr(commands.Log, "__call__", interrupted)
    result = run(*train, code=1)
    assert "interrupted; --resume continues" in result.output
    assert details(tmp_path)["step"] == 40
    monkeypatch.setattr(commands.Log, "__call__", log)
    run(*train, "--resume")
    assert steps_in(tmp_path) == [20, 40, 50, 60, 80, 100]
    # killed between the last checkpoint and its report
    kept = (tmp_path / "log.jsonl").read_text()
    (tmp_path / "log.jsonl").unlink()
    (tmp_path / "curve.svg").unlink()
    run(*train, "--resume")
    assert (tmp_path / "log.jsonl").read_text() == kept.splitlines(keepends=True)[-1]
    assert (tmp_path / "curve.svg").exists()


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ("--resume", 1, "there is no checkpoint in"),
        ("--device tpu", 1, "there is no device 'tpu' here"),
        ("--device cpu:x", 1, "there is no device 'cpu:x' here"),
        ("--steps 0", 2, "0 is not in the range x>=1"),
        ("--preset huge", 2, "'huge' is not one of"),
        ("--peak nan", 2, "nan isn't finite"),
        ("--joined 1e9", 2, "1000000000.0 is not in the range 0<=x<=10"),
        (f"--seed 1{'0' * 30}", 1, "seed must lie in -2^63 … 2^63 - 1, got 10"),
        (f"--warmup-steps {400 * '9'}", 1, "warmup_steps must be at most 2^53, got 9"),
        ("--steps 5 --peak 1e30", 1, "try a lower learning rate"),
        ("--bpe 100", 1, "--bpe is for plain text"),
    ],
)
def test_training_that_cannot_be_says_why(tmp_path, options, code, message):
    result = run("train", "--folder", tmp_path / "new", *options.split(), code=code)
    assert message in result.output


def test_help_lists_the_choices():
    text = run("train", "--help").stdout
    for option, known in (("--preset", PRESETS), ("--positions", POSITIONS)):
        assert f"{option} [{'|'.join(known)}]" in text


@pytest.mark.parametrize(
    ("sentence", "bpe"), [("Dog bee!", []), ("dog bee!", ["--bpe", 40, "--steps", 600])]
)
def test_a_corpus_of_ones_own(tmp_path, monkeypatch, sentence, bpe):
    if bpe:
        pytest.importorskip("sentencepiece", reason="SUBWORDS ARE NOT TESTED")
    monkeypatch.setattr(commands, "read_corpus", read_corpus)
    lines = [f"{s}!\t{t}!\n" for s, t in pairs(3000, longest=3)]
    if not bpe:
        lines += [f"rare{letter}\trare{letter}\n" for letter in "abcdefghijkl"]
    (tmp_path / "pairs.tsv").write_text("".join(lines), "utf-8")
    folder = ["--folder", tmp_path / "new"]
    own = [*folder, "--corpus", f"tsv:{tmp_path}/pairs.tsv"]
    train = ["train", *own, *TRAIN, *bpe, "--joined", 0]
    run(*train)
    assert run("translate", sentence, *folder).stdout == "BEE DOG!\n"
    translator = load(tmp_path / "new")[0]
    assert translator.model.config.tie_embeddings is bool(bpe)
    assert "rare" not in " ".join(translator.source.ids)
    run(*train, "--resume")
    scores = json.loads(run("evaluate", *own, "--json").stdout)
    assert list(scores) == ["test"]
    assert scores["test"]["exact_match"] > 50
    output = run("evaluate", *own, "--split", "longer", code=1).stderr
    assert "has no longer, only train, validation, test" in output
    output = run("evaluate", *own, "--corpus", "tsv:none.tsv", code=1).stderr
    assert output == "Error: there is no none.tsv in .\n"


@pytest.mark.slow
def test_the_corpus_from_training_to_translation(tmp_path, monkeypatch):
    monkeypatch.setattr(commands, "read_corpus", read_corpus)
    result = run("train", "--folder", tmp_path, "--steps", 60, "--save-every", 30)
    assert "exact" in result.stderr
    sentence = "Anthony Hopkins admired Michael Bay as a great director."
    options = ["--folder", tmp_path, "--beam", 4, "--attention", tmp_path / "map.svg"]
    # after so few steps the translation may be anything, even empty
    assert run("translate", sentence, *options).stdout.count("\n") == 1
    assert "director" in (tmp_path / "map.svg").read_text("utf-8")
    result = run("evaluate", "--folder", tmp_path, "--limit", 20)
    assert len(result.stdout.splitlines()) == 4
    assert "Warning" not in result.output


def test_evaluating(trained):
    output = run("evaluate", "--folder", trained, "--json", "--beam", 2).stdout
    scores = json.loads(output)
    assert list(scores) == ["test", "compositional", "longer"]
    assert scores["test"].keys() == {"sentences", "exact_match", "bleu", "chrf"}
    assert scores["test"]["exact_match"] > 50
    options = ["--split", "validation", "--limit", 7, "--corpus-seed", 1]
    result = run("evaluate", "--folder", trained, *options)
    heading, line = result.stdout.splitlines()
    assert heading.split() == ["sentences", "exact", "%", "BLEU", "chrF"]
    assert line.split()[:2] == ["validation", "7"]
    assert "learned from a different corpus" in result.stderr


def test_inspect_switches_off_and_pastes():
    says = "Er lacht, weil sie müde ist."
    sentence = "He laughs because she is tired."
    output = run("inspect", sentence, "--without", "decoder.0").output
    assert re.search(rf"as it is +{says}\nwithout decoder.0 ", output)
    other = "He laughs and she is tired."
    same = run("inspect", other, "--paste", "encoder.0", "--from", other).output
    printed, changed = re.findall(r"(?:as it is|pasted encoder.0) +(.*)", same)
    assert printed == changed != ""
    output = run("inspect", "Mary is a good teacher.").output
    heads = re.findall(r"^without (\S+\.head\.\d) ", output, re.M)
    assert len(set(heads)) == len(heads)


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        ([], "give either a sentence or --heads", 2),
        (["Hello.", "--heads"], "give either a sentence or --heads", 2),
        (["Hello.", "--paste", "encoder.0"], "go together", 2),
        (["--heads", "--without", "encoder.0"], "--heads tests every head", 2),
        (["He sleeps.", "--without", "e.1"], "a part looks like", 1),
        (["The zebras sleep."], "not in the vocabulary: zebras", 1),
    ],
)
def test_inspect_says_what_is_wrong(arguments, message, code):
    assert message in run("inspect", *arguments, code=code).output


def test_inspect_shows_which_heads_matter():
    output = run("inspect", "--heads").output
    for name in ("toy, seed 0", "toy, seed 1", "toy, seed 2", "everyday"):
        assert re.search(rf"^{name}.*: \d+\.\d % exact$", output, re.M)
    assert len(re.findall(r"^decoder.1.cross(?: +-?\d+\.\d){5}$", output, re.M)) == 4
    assert "500 unseen sentences" in output


def test_a_translator_is_exported_for_the_page(tmp_path):
    page = tmp_path / "model.js"
    train = ["train", "--folder", tmp_path, "--steps", 1, "--quiet"]
    run(*train)
    output = run("export-web", tmp_path, page).output
    assert output == f"{page}: {page.stat().st_size / 1e6:.2f} MB\n"
    assert page.read_text("utf-8").startswith("globalThis.")
    run(*train, "--post-norm", "--overwrite")
    output = run("export-web", tmp_path, page, code=1).output
    assert "the page needs norm_first=True" in output
