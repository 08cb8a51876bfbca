"""`lernformer translate`: sentences, lines, drawings, and what cannot be translated."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from command_line import run

from lernformer import cli
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary


def translate(trained, *given, **more):
    return run("translate", *given, "--folder", trained, **more)


@pytest.mark.parametrize("beam", [[], ["--beam", 3, "--length-penalty", 1]])
def test_translating_sentences(trained, beam):
    output = translate(trained, "Ant, Bee  cat!", "fox", *beam).stdout
    assert output == "CAT BEE ANT\nFOX\n"


@pytest.mark.parametrize(
    ("text", "translations"),
    [
        ("ant bee\n\n fox \n", "BEE ANT\n\nFOX\n"),
        ("\ufeffant bee\r\nfox\r\n", "BEE ANT\nFOX\n"),
        ("ant\u2028bee\n \n\x0cfox\x85", "BEE ANT\n\nFOX\n"),
        ("...\nfox\n\n\n", "\nFOX\n\n\n"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_each_line_gives_one_line(trained, text, translations, encoding):
    assert translate(trained, input=text.encode(encoding)).stdout == translations


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("ant zebra cat", "Error: not in the vocabulary: zebra."),
        ("ant bees", "Error: not in the vocabulary: bees (try: bee)."),
        ("", "Error: there is no word to translate"),
        ("...", "Error: there is no word to translate"),
        ("ant & bee", "Error: not in the vocabulary: &."),  # not a mark to drop
        ("ant \udcff bee", r"Error: not in the vocabulary: \udcff."),  # no UTF-8
        (" ".join(["ant"] * 2000), "a sentence may have at most 1022 words, got 2000"),
        # on standard input
        (b"fox\nb\xfcro\n", "line 2 is not in UTF-8: byte 0xfc at position 2"),
        (b"fox\n\nant zebra\n", "line 3: not in the vocabulary"),
        (b"\n", "there is no word to translate"),
    ],
)
def test_what_cannot_be_translated_gets_a_message(trained, given, message):
    arguments, text = ([], given) if isinstance(given, bytes) else ([given], None)
    assert message in translate(trained, *arguments, input=text, code=1).stderr


def test_a_line_with_unknown_words_stops_no_other_line(trained):
    result = translate(trained, input=b"fox\nant zebra\nfox\nbees", code=1)
    assert result.stdout == "FOX\n\nFOX\n\n"
    for words in ("line 2: not in the vocabulary: zebra", "line 4: not in the vocab"):
        assert words in result.stderr


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ("--beam 0", 2, "0 is not in the range"),
        ("--length-penalty -1", 2, "-1.0 is not in the range"),
        ("--length-penalty nan", 2, "nan isn't finite"),
        ("--length-penalty 1e300", 2, "1e+300 is not in the range"),
        ("--layer 0", 2, "--layer and --head say what --attention draws"),
        ("ant --attention x.svg", 2, "draws one sentence, got 2"),
        ("--attention x.svg --layer 2", 1, "--layer must lie in 0 … 1"),
        ("--attention x.svg --head -1", 1, "--head must lie in 0 … 3"),
        ("--attention no/x.svg", 1, "No such file or directory"),
    ],
)
def test_wrong_options_fail(trained, tmp_path, monkeypatch, options, code, message):
    monkeypatch.chdir(tmp_path)
    errors = translate(trained, "fox", *options.split(), code=code).stderr
    assert message in errors


def test_without_a_checkpoint_the_message_says_how_to_get_one(tmp_path):
    errors = translate(tmp_path, "fox", code=1).stderr
    assert f"there is no checkpoint in {tmp_path}" in errors
    assert "lernformer train" in errors


def test_unknown_words_can_be_guessed_at(trained):
    assert translate(trained, "ant zebra", "--guess").stdout.strip()


def test_long_sentences_are_warned_about(trained):
    errors = translate(trained, " ".join(["ant"] * 9)).stderr
    assert "Warning: 9 words; the longest sentence in training had 5" in errors


def test_a_note_lists_what_is_translated_one_by_one(tmp_path):
    first, second = "My brother bought a new car", "my sister bought a small hat"
    result = run("translate", f"{first}, and {second} today. Is it late?")
    note = f"one by one: {first.lower()}; {second} today; is it late."
    assert re.search(rf"Note: .* at most 12 words.* {note}", result.stderr)
    assert re.search(r" gekauft und .* gekauft\. .*\?$", result.stdout)
    errors = run("translate", f"He {'very ' * 12}often sleeps").stderr
    assert "Warning: 15 words; the longest sentence in training had 12" in errors
    assert "Note" not in errors
    assert run("translate", "I am tired. I am here.").stderr == ""
    # only what is read in one go is drawn
    path = tmp_path / "map.svg"
    result = run("translate", "I am here. Go!", "--attention", path, code=1)
    message = "one sentence of at most 12 words; these 2 .* one by one: i am here; go"
    assert re.search(f"--attention draws {message}", result.stderr)
    assert not path.exists()


def test_without_standard_input_a_sentence_is_asked_for(trained, monkeypatch):
    monkeypatch.setattr(cli.sys, "stdin", None)
    with pytest.raises(cli.click.UsageError, match="give a sentence"):
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
    ("word", "options", "caption", "german"),
    [
        ("bee", [], "layer 1, the mean of all heads", {"ANT", "BEE"}),
        ("bee", ["--layer", 0, "--head", 2], "head 2", {"ANT", "BEE"}),
        ("犬", ["--guess"], "犬", set()),
    ],
)
def test_attention_becomes_a_drawing(trained, tmp_path, word, options, caption, german):
    path = tmp_path / "map.svg"
    given = [f"ant {word}", "--attention", path]
    assert translate(trained, *given, *options).stderr == ""
    text = path.read_text("utf-8")
    drawing = ElementTree.fromstring(text)
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    words = {e.text for e in drawing.iter() if e.tag.endswith("text")}
    assert {"ant", word, "<eos>", "<bos>"} | german <= words
    assert caption in text
    assert not re.search(r"https?://(?!www\.w3\.org)", text)


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
    assert Translator(None, vocabulary, vocabulary).as_in_corpus(text) == want
