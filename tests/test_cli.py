"""The command line: what it does, what it says, and with which exit code."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import click
import pytest
import torch
from click.testing import CliRunner
from translators import pairs

from lernformer import cli, commands
from lernformer.positional_encoding import POSITIONS
from lernformer.transformer import PRESETS
from lernformer.translator.checkpoint import details, load
from lernformer.translator.corpus.text import read_corpus
from lernformer.translator.splitter import Words
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

TRAIN = ["--steps", "300", "--batch-tokens", "200", "--warmup-steps", "40"]


def small_corpus(name="grammar", seed=0):
    splits = {name: pairs(30, seed=i + 1) for i, name in enumerate(cli.SPLITS)}
    splits["train"] = pairs(800, seed=seed)
    fingerprint = f"fingerprint {seed}"
    return SimpleNamespace(**splits, fingerprint=fingerprint, splits=lambda: splits)


def run(*arguments, code=0, **options):
    result = CliRunner().invoke(cli.main, [str(a) for a in arguments], **options)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


@pytest.fixture(autouse=True)
def corpus(monkeypatch):
    monkeypatch.setattr(commands, "read_corpus", small_corpus)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder with a translator that is nearly always right."""
    folder = tmp_path_factory.mktemp("trained")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "read_corpus", small_corpus)
        run("train", "--folder", folder, *TRAIN, "--quiet")
    return folder


# train ------------------------------------------------------------------------------


def test_training_leaves_a_checkpoint_a_log_and_a_curve(trained):
    told = details(trained)
    assert (told["step"], told["corpus"]) == (300, "fingerprint 0")
    assert told["metrics"]["exact_match"] > 50
    log = (trained / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in log] == [50, 100, 150, 200, 250, 300]
    drawing = ElementTree.fromstring((trained / "curve.svg").read_text("utf-8"))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"


def test_options_reach_model_and_recipe(tmp_path):
    options = ["--steps", 3, "--schedule", "noam", "--peak", 0.01, "--seed", 4]
    options += ["--smoothing", 0.2, "--weight-decay", 0.1, "--bf16", "--dropout", 0.3]
    options += ["--positions", "rotary", "--post-norm", "--corpus-seed", 5]
    result = run("train", "--folder", tmp_path, *options)
    assert "after 3 steps" in result.output
    assert "100%" in result.stderr
    told = details(tmp_path)
    recipe, config = told["recipe"], told["config"]
    assert told["corpus"] == "fingerprint 5"
    assert (recipe["schedule"], recipe["peak"], recipe["seed"]) == ("noam", 0.01, 4)
    assert (recipe["smoothing"], recipe["weight_decay"]) == (0.2, 0.1)
    assert recipe["bf16"] is True
    assert (config["dropout"], config["positions"]) == (0.3, "rotary")
    assert config["norm_first"] is False


def test_a_checkpoint_is_not_replaced_by_accident(tmp_path):
    run("train", "--folder", tmp_path, "--steps", 2, "--quiet")
    result = run("train", "--folder", tmp_path, "--steps", 2, "--quiet", code=2)
    assert "--resume continues from it, --overwrite replaces it" in result.output
    run("train", "--folder", tmp_path, "--steps", 3, "--quiet", "--overwrite")
    assert details(tmp_path)["step"] == 3


def test_an_interrupted_training_goes_on(tmp_path, monkeypatch):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    options = ["--steps", 100, "--save-every", 20, "--quiet", "--dropout", 0.1]
    options += ["--batch-tokens", 100]
    run("train", "--folder", whole, *options)
    log = commands.Log.__call__

    def interrupted(self, progress):
        if progress.step == 50:
            raise KeyboardInterrupt
        log(self, progress)

    monkeypatch.setattr(commands.Log, "__call__", interrupted)
    result = run("train", "--folder", parts, *options, code=1)
    assert "interrupted; --resume continues" in result.output
    assert details(parts)["step"] == 40
    monkeypatch.setattr(commands.Log, "__call__", log)
    run("train", "--folder", parts, *options, "--resume")
    ours, theirs = (load(f)[0].model.state_dict() for f in (whole, parts))
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    steps = [
        json.loads(x)["step"]
        for x in (parts / "log.jsonl").read_text().split("\n")[:-1]
    ]
    assert steps == [20, 40, 50, 60, 80, 100]
    # killed between the last checkpoint and its report
    kept = (parts / "log.jsonl").read_text()
    (parts / "log.jsonl").unlink()
    (parts / "curve.svg").unlink()
    run("train", "--folder", parts, *options, "--resume")
    assert (parts / "log.jsonl").read_text() == kept.splitlines(keepends=True)[-1]
    assert (parts / "curve.svg").exists()


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--resume"], 1, "there is no checkpoint in"),
        (["--device", "tpu"], 1, "there is no device 'tpu' here"),
        (["--steps", "0"], 2, "0 is not in the range x>=1"),
        (["--preset", "huge"], 2, "'huge' is not one of"),
        (["--peak", "-1"], 2, "-1.0 is not in the range x>0"),
        (["--peak", "nan"], 2, "nan isn't finite"),
        (["--weight-decay", "inf"], 2, "inf isn't finite"),
        (["--joined", "1e9"], 2, "1000000000.0 is not in the range 0<=x<=10"),
        (["--seed", "1" + 30 * "0"], 1, "seed must lie in -2^63 … 2^63 - 1, got 10"),
        (["--warmup-steps", 400 * "9"], 1, "warmup_steps must be at most 2^53, got 9"),
        (["--device", "cpu:x"], 1, "there is no device 'cpu:x' here"),
        (["--steps", "5", "--peak", "1e30"], 1, "try a lower learning rate"),
    ],
)
def test_training_that_cannot_be_says_why(tmp_path, options, code, message):
    result = run("train", "--folder", tmp_path / "new", *options, code=code)
    assert message in result.output


def test_resume_wants_the_same_options(tmp_path):
    run("train", "--folder", tmp_path, "--steps", 2, "--quiet")
    options = ["--folder", tmp_path, "--steps", 4, "--quiet", "--resume"]
    assert "different recipe: steps 2, not 4" in run("train", *options, code=1).output


# translate --------------------------------------------------------------------------


@pytest.mark.parametrize("beam", [[], ["--beam", 3, "--length-penalty", 1]])
def test_translating_sentences(trained, beam):
    result = run("translate", "ant bee cat", "fox", "--folder", trained, *beam)
    assert result.stdout == "CAT BEE ANT\nFOX\n"


def test_translating_lines(trained):
    result = run("translate", "--folder", trained, input="ant bee\n\n fox \n")
    assert result.stdout == "BEE ANT\n\nFOX\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\ufeffant bee\r\nfox\r\n", "BEE ANT\nFOX\n"),
        ("ant\u2028bee\n \n\x0cfox\x85", "BEE ANT\n\nFOX\n"),
        ("...\nfox\n\n\n", "\nFOX\n\n\n"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_each_line_gives_one_line(trained, text, told, encoding):
    result = run("translate", "--folder", trained, input=text.encode(encoding))
    assert result.stdout == told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"fox\nb\xfcro\n", "line 2 is not in UTF-8: byte 0xfc at position 2"),
        (b"fox\n\nant zebra\n", "line 3: not in the vocabulary"),
    ],
)
def test_the_line_that_cannot_be_translated_is_named(trained, text, words):
    result = run("translate", "--folder", trained, input=text, code=1)
    assert words in result.stderr


def test_people_write_capitals_and_marks(trained):
    result = run("translate", "Ant, Bee  cat!", "--folder", trained)
    assert result.stdout == "CAT BEE ANT\n"


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("ant zebra cat", "Error: not in the vocabulary: zebra."),
        ("ant bees", "Error: not in the vocabulary: bees (try: bee)."),
        ("", "Error: there is no word to translate"),
        ("...", "Error: there is no word to translate"),
        ("ant & bee", "Error: not in the vocabulary: &."),  # not a mark to drop
        ("ant \udcff bee", r"Error: not in the vocabulary: \udcff."),  # no UTF-8
        (" ".join(["ant"] * 2000), "a sentence may have 1022 words, got 2000"),
    ],
)
def test_what_cannot_be_translated_is_told(trained, sentence, message):
    assert message in run("translate", sentence, "--folder", trained, code=1).stderr


def test_unknown_words_can_be_guessed_at(trained):
    result = run("translate", "ant zebra", "--guess", "--folder", trained)
    assert result.stdout.strip()


def test_long_sentences_are_warned_about(trained):
    result = run("translate", " ".join(["ant"] * 9), "--folder", trained)
    assert "Warning: 9 words; the longest sentence in training had 5" in result.stderr


def test_what_is_translated_one_by_one_is_told():
    first, second = "My brother bought a new car", "my sister bought a small hat"
    result = run("translate", f"{first}, and {second} today. Is it late?")
    told = f"one by one: {first.lower()}; {second} today; is it late."
    assert re.search(rf"Note: .* at most 12 words.* {told}", result.stderr)
    assert re.search(r" gekauft und .* gekauft\. .*\?$", result.stdout)
    result = run("translate", f"He {'very ' * 12}often sleeps")
    assert "Warning: 15 words; the longest sentence in training had 12" in result.stderr
    assert "Note" not in result.stderr
    assert run("translate", "I am tired. I am here.").stderr == ""


def test_only_what_is_read_in_one_go_is_drawn(tmp_path):
    path = tmp_path / "map.svg"
    result = run("translate", "I am here. Go!", "--attention", path, code=1)
    told = "one sentence of at most 12 words; these 2 .* one by one: i am here; go"
    assert re.search(f"--attention draws {told}", result.stderr)
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["fox", "--beam", "0"], 2, "0 is not in the range"),
        (["fox", "--length-penalty", "-1"], 2, "-1.0 is not in the range"),
        (["fox", "--length-penalty", "nan"], 2, "nan isn't finite"),
        (["fox", "--length-penalty", "1e300"], 2, "1e+300 is not in the range"),
        (["fox", "--layer", "0"], 2, "--layer and --head say what --attention draws"),
        (["fox", "ant", "--attention", "x.svg"], 2, "draws one sentence, got 2"),
        (
            ["fox", "--attention", "x.svg", "--layer", "2"],
            1,
            "--layer must lie in 0 … 1",
        ),
        (
            ["fox", "--attention", "x.svg", "--head", "-1"],
            1,
            "--head must lie in 0 … 3",
        ),
        (["fox", "--attention", "no/x.svg"], 1, "No such file or directory"),
    ],
)
def test_wrong_options_are_told(
    trained, tmp_path, monkeypatch, arguments, code, message
):
    monkeypatch.chdir(tmp_path)
    result = run("translate", *arguments, "--folder", trained, code=code)
    assert message in result.stderr


def test_without_a_checkpoint_the_way_to_one_is_told(tmp_path):
    result = run("translate", "fox", "--folder", tmp_path, code=1)
    assert f"there is no checkpoint in {tmp_path}" in result.stderr
    assert "lernformer train" in result.stderr


def test_nothing_on_standard_input(trained):
    result = run("translate", "--folder", trained, input="\n", code=1)
    assert "there is no word to translate" in result.stderr


def test_without_standard_input_a_sentence_is_asked_for(trained, monkeypatch):
    monkeypatch.setattr(cli.sys, "stdin", None)
    with pytest.raises(click.UsageError, match="give a sentence"):
        cli.main(["translate", "--folder", str(trained)], standalone_mode=False)


def test_a_closed_pipe_ends_in_silence(trained):
    command = [sys.executable, "-m", "lernformer.cli", "translate", "--folder", trained]
    process = subprocess.Popen(
        [*command, *["ant"] * 500],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    assert process.communicate()[1] == ""
    assert process.returncode == 1


@pytest.mark.parametrize(
    ("options", "which"),
    [([], "layer 1, the mean of all heads"), (["--layer", 0, "--head", 2], "head 2")],
)
def test_attention_becomes_a_drawing(trained, tmp_path, options, which):
    path = tmp_path / "map.svg"
    run("translate", "ant bee", "--folder", trained, "--attention", path, *options)
    text = path.read_text("utf-8")
    drawing = ElementTree.fromstring(text)
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    words = {e.text for e in drawing.iter() if e.tag.endswith("text")}
    assert {"ant", "bee", "ANT", "BEE", "<eos>", "<bos>"} <= words
    assert which in text
    assert not re.search(r"https?://(?!www\.w3\.org)", text)


def test_a_drawing_holds_words_of_any_script(trained, tmp_path):
    path = tmp_path / "map.svg"
    arguments = ["ant 犬", "--guess", "--folder", trained, "--attention", path]
    assert run("translate", *arguments).stderr == ""
    assert "犬" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("The dog sleeps.", "the dog sleeps ."),
        ("does Anna sleep?", "does Anna sleep"),  # the vocabulary has no "?"
        ("  the \t dog ", "the dog"),
        ("the Zebra", "the Zebra"),
        ("“Anna”, the dog – sleeps…", "Anna the dog sleeps"),
        ("the dog's 3.5 €", "the dog's 3.5 €"),
    ],
)
def test_as_in_corpus(text, want):
    vocabulary = Vocabulary.of(["does the dog sleeps sleep .", "Anna"])
    translator = Translator(None, vocabulary, vocabulary)
    assert translator.as_in_corpus(text) == want


# inspect ----------------------------------------------------------------------------


def test_inspect_switches_off_and_pastes():
    says = "Er lacht, weil sie müde ist."
    sentence = "He laughs because she is tired."
    told = run("inspect", sentence, "--without", "decoder.0").output
    assert re.search(rf"as it is +{says}\nwithout decoder.0 ", told)
    other = "He laughs and she is tired."
    same = run("inspect", other, "--paste", "encoder.0", "--from", other).output
    printed, changed = re.findall(r"(?:as it is|pasted encoder.0) +(.*)", same)
    assert printed == changed != ""
    told = run("inspect", "Mary is a good teacher.").output
    heads = re.findall(r"^without (\S+\.head\.\d) ", told, re.M)
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
        (
            ["He sleeps.", "--paste", "encoder.0", "--from", "He is tired."],
            "2 and 3",
            1,
        ),
    ],
)
def test_inspect_says_what_is_wrong(arguments, message, code):
    assert message in run("inspect", *arguments, code=code).output


def test_inspect_shows_which_heads_matter():
    told = run("inspect", "--heads").output
    for name in ("toy, seed 0", "toy, seed 1", "toy, seed 2", "everyday"):
        assert re.search(rf"^{name}.*: \d+\.\d % exact$", told, re.M)
    assert len(re.findall(r"^decoder.1.cross(?: +-?\d+\.\d){5}$", told, re.M)) == 4
    assert "500 unseen sentences" in told


# evaluate ---------------------------------------------------------------------------


def test_evaluating(trained):
    result = run("evaluate", "--folder", trained, "--json", "--beam", 2)
    scores = json.loads(result.stdout)
    assert list(scores) == ["test", "compositional", "longer"]
    assert scores["test"].keys() == {"sentences", "exact_match", "bleu", "chrf"}
    assert scores["test"]["exact_match"] > 50
    options = ["--split", "validation", "--limit", 7]
    result = run("evaluate", "--folder", trained, *options)
    heading, line = result.stdout.splitlines()
    assert heading.split() == ["sentences", "exact", "%", "BLEU", "chrF"]
    assert line.split()[:2] == ["validation", "7"]


def test_another_corpus_is_noticed(trained):
    result = run("evaluate", "--folder", trained, "--corpus-seed", 1)
    assert "learned from a different corpus" in result.stderr


@pytest.mark.parametrize("command", ["train", "evaluate"])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "europarl",
            "a corpus is grammar, everyday, multi30k:DIR or tsv:FILE, got 'europarl'",
        ),
        ("multi30k:no-such-folder", "there is no train.en in no-such-folder"),
        ("tsv:no-such.tsv", "there is no no-such.tsv in ."),
    ],
)
def test_a_corpus_that_is_not_there_is_told(
    trained, tmp_path, monkeypatch, command, name, message
):
    monkeypatch.setattr(commands, "read_corpus", read_corpus)
    folder = trained if command == "evaluate" else tmp_path
    result = run(command, "--folder", folder, "--corpus", name, code=1)
    assert f"Error: {message}" in result.stderr


def test_a_corpus_of_ones_own(tmp_path, monkeypatch):
    monkeypatch.setattr(commands, "read_corpus", read_corpus)
    lines = [f"{s.capitalize()}!\t{t}!\n" for s, t in pairs(3000, longest=3)]
    (tmp_path / "pairs.tsv").write_text("".join(lines), "utf-8")
    corpus = ["--corpus", f"tsv:{tmp_path}/pairs.tsv", "--folder", tmp_path / "new"]
    run("train", *corpus, *TRAIN, "--quiet", "--joined", 0)
    result = run("translate", "Ant bee!", "--folder", tmp_path / "new")
    assert result.stdout == "BEE ANT!\n"
    scores = json.loads(run("evaluate", *corpus, "--json").stdout)
    assert list(scores) == ["test"]
    assert scores["test"]["exact_match"] > 50
    result = run("evaluate", *corpus, "--split", "longer", code=1)
    assert "has no longer, only train, validation, test" in result.stderr


def test_pieces_of_words(tmp_path, monkeypatch):
    pytest.importorskip("sentencepiece", reason="SUBWORDS ARE NOT TESTED")
    monkeypatch.setattr(commands, "read_corpus", read_corpus)
    lines = [f"{s}!\t{t}!\n" for s, t in pairs(3000, longest=3)]
    (tmp_path / "pairs.tsv").write_text("".join(lines), "utf-8")
    folder = ["--folder", tmp_path / "new"]
    corpus = ["--corpus", f"tsv:{tmp_path}/pairs.tsv", "--bpe", 40]
    steps = ["--steps", 600, "--joined", 0]
    run("train", *corpus, *TRAIN, *folder, "--quiet", *steps)
    assert run("translate", "dog bee!", *folder).stdout == "BEE DOG!\n"
    assert details(tmp_path / "new")["config"]["tie_embeddings"] is True
    run("train", *corpus, *TRAIN, *folder, "--quiet", *steps, "--resume")


def test_the_words_of_a_corpus():
    grammar = commands.words_of("grammar", pairs(20), None)
    assert grammar[0].name == "spaces"
    with pytest.raises(ValueError, match="--bpe is for plain text"):
        commands.words_of("grammar", pairs(20), 100)
    rare = [*pairs(20), *[type(pairs(1)[0])("unique!", "UNIQUE!")]]
    splitter, source, target = commands.words_of("tsv:x", rare, None)
    assert isinstance(splitter, Words)
    assert "unique" not in source.ids
    assert "ant" in source.ids
    assert "ANT" in target.ids


# everything, on the corpus -----------------------------------------------------------


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


def test_the_command_is_installed():
    (script,) = entry_points(group="console_scripts", name="lernformer")
    assert script.load() is cli.main


# help -------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], ["train"], ["translate"], ["evaluate"]])
def test_help_explains_every_option(command):
    text = run(*command, "--help").stdout
    assert text.startswith("Usage:")
    parent = cli.main.commands[command[0]] if command else cli.main
    for parameter in parent.params:
        for option in getattr(parameter, "opts", []):
            if option.startswith("--"):
                assert option in text
                assert parameter.help, option


# export-web -------------------------------------------------------------------------


def test_a_translator_is_exported_for_the_page(tmp_path):
    run("train", "--folder", tmp_path, "--steps", 1, "--quiet")
    result = run("export-web", tmp_path, tmp_path / "model.js")
    size = (tmp_path / "model.js").stat().st_size
    assert result.output == f"{tmp_path / 'model.js'}: {size / 1e6:.2f} MB\n"
    assert (tmp_path / "model.js").read_text("utf-8").startswith("globalThis.")


def test_what_cannot_be_exported_is_told(tmp_path):
    result = run("export-web", tmp_path, tmp_path / "model.js", code=1)
    assert "there is no checkpoint" in result.output
    run("train", "--folder", tmp_path, "--steps", 1, "--quiet", "--post-norm")
    result = run("export-web", tmp_path, tmp_path / "model.js", code=1)
    assert "the page knows norm_first=True only" in result.output


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["grade", "--help"]])
def test_what_a_command_does_not_need_is_not_loaded(arguments):
    """Reading the help needs no nbgrader, and nobody waits seconds for torch."""
    code = (
        "import sys\nfrom lernformer.cli import main\n"
        f"main({arguments}, standalone_mode=False)\n"
        "print({'torch', 'matplotlib', 'nbformat', 'nbgrader'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout.endswith("\nset()\n"), ran


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        (["grade", "attention"], "nbgrader"),
        (["report", "attention"], "nbgrader"),
        (["items", "attention"], "nbgrader"),
        (["check", __file__], "nbformat"),
    ],
)
def test_what_is_not_installed_is_told_in_one_line(arguments, missing):
    code = (
        f"import sys\nsys.modules[{missing!r}] = None\n"
        f"from lernformer.cli import main\nmain({arguments})"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    words = f"{missing} is not installed: pip install 'lernformer[grading]'"
    assert ran.stderr == f"Error: {words}\n"
    assert ran.returncode == 1


def test_translating_needs_nothing_of_the_grading():
    """People who install only the package don't have nbgrader."""
    code = (
        "import sys, lernformer.commands; "
        "print({'nbformat', 'nbgrader'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout == "set()\n", ran.stderr


@pytest.mark.parametrize("table", ["--preset", "--positions"])
def test_what_can_be_chosen_is_told(table):
    text = run("train", "--help").stdout
    known = {"--preset": PRESETS, "--positions": POSITIONS}[table]
    assert f"{table} [{'|'.join(known)}]" in text
    result = run("train", table, "cooking", code=2)
    assert "is not one of" in result.output


# lab --------------------------------------------------------------------------------


def test_lab_opens_the_folder_or_says_what_is_missing(tmp_path, monkeypatch):
    opened = []

    def call(command, cwd, env):
        opened.append((command[1:3], cwd, env["JUPYTER_CONFIG_PATH"]))
        assert command[-1] == "--LabApp.default_url=/lab/tree/START.ipynb"
        assert (cwd / "START.ipynb").is_file()
        return 0

    monkeypatch.setattr(cli.subprocess, "call", call)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/mine")
    run("lab", tmp_path)
    mine, ours = opened[0][2].split(os.pathsep)
    assert opened[0][:2] == (["-m", "jupyterlab"], tmp_path)
    assert (Path(ours) / "labconfig" / "page_config.json").is_file()
    assert mine == "/mine"  # the user's own setting stays
    assert "no exercises in" in run("lab", tmp_path / "none", code=1).output
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'lernformer[lab]'" in run("lab", tmp_path, code=1).output


# tutor ------------------------------------------------------------------------------


def test_the_tutor_says_in_one_line_what_is_missing(tmp_path, monkeypatch):
    assert "no exercises in" in run("tutor", tmp_path / "none", code=1).output
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: None)
    told = run("tutor", tmp_path, code=1).output
    assert told == "Error: mcp is not installed: pip install 'lernformer[tutor]'\n"
