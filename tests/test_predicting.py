"""`predict`: first a choice, then the drawing, then both; and what it says is true."""

import json
import re
from pathlib import Path

import ipywidgets
import numpy as np
import pytest
import torch
from course import ROOT, SLUGS
from torch import nn
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention
from lernformer.checks import predicting
from lernformer.checks.questions import every, question
from lernformer.embedding import analogy, chance_similarity
from lernformer.residual_norm import ResidualConnection, gradient_lengths
from lernformer.transformer import silenced_heads

ASK = """\
from lernformer.checks import predict
if predict("attention.times_ten"):
    print("drawn")
"""
QUESTIONS = [f"{slug}.{name}" for slug in SLUGS for name in every(slug)]


@pytest.mark.parametrize("slug", SLUGS)
def test_each_question_has_its_place_in_the_notebook(slug):
    script = (ROOT / "solutions" / slug / f"{slug}.py").read_text("utf-8")
    names = re.findall(r'predict\("(.*?)"\)', script)
    assert names == [f"{slug}.{name}" for name in every(slug)]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_has_choices_and_one_is_right(name):
    one = question(name)
    assert len(set(one.choices)) == 3
    assert one.choices[one.right] not in one.ask
    assert one.ask.count("?") >= 1


def test_no_place_is_always_right():
    places = [question(name).right for name in QUESTIONS]
    assert max(map(places.count, range(3))) < 0.6 * len(places)


def test_nothing_is_drawn_before_a_choice(notebook):
    out = notebook.run(ASK)
    assert "All scores are multiplied by 10. What happens to the weights?" in out
    assert "2. the largest takes nearly everything" in out
    assert "drawn" not in out
    assert "It is" not in out


def test_a_choice_is_kept_and_both_are_seen(notebook):
    choice = ASK.replace('ten"', 'ten", 1')
    out = notebook.run(choice)
    assert "You said: nothing: they are normalised. It is: the largest takes" in out
    assert out.endswith("drawn")
    kept = json.loads(Path("kept", "predictions.json").read_text("utf-8"))
    assert kept == {"attention.times_ten": "nothing: they are normalised"}
    assert notebook.run(ASK) == out


@pytest.mark.parametrize("content", ["", "[]", '{"attention.times_ten": "any"}'])
def test_what_cannot_be_read_is_shown_again(notebook, content):
    Path("kept").mkdir()
    Path("kept", "predictions.json").write_text(content)
    assert "drawn" not in notebook.run(ASK)
    assert "drawn" in notebook.run(ASK.replace('ten"', 'ten", 2'))


@pytest.fixture
def shown(notebook, monkeypatch):
    """Everything that a notebook with buttons has to display."""
    found = []
    monkeypatch.setattr(predicting, "in_a_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", found.append)
    return found


def test_a_button_runs_the_cell(notebook, shown):
    assert "drawn" not in notebook.run(ASK)
    (box,) = (x for x in shown if isinstance(x, ipywidgets.VBox))
    _, choices, _ = box.children
    last = choices.children[2]
    assert last.description == "they become more alike"
    last.click()
    assert "drawn" in notebook.capsys.readouterr().out
    assert choices.children == ()
    html = shown[-1]._repr_html_()
    assert "<em>You said:</em> they become more alike" in html
    hidden = html.partition("<details>")[2]
    assert "<em>It is:</em> the largest takes nearly everything" in hidden


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('predict("attention.no")', "no question 'attention.no'; there are attention."),
        ('predict("no")', "no question 'no'; there are embedding, "),
        ('predict("attention.times_ten", 4)', "choice must be 1 to 3, got 4"),
    ],
)
def test_what_is_not_there_gets_a_message(notebook, call, message):
    assert message in notebook.run(f"from lernformer.checks import predict\n{call}")


# what the answers say, measured ---------------------------------------------------


def drawn(*shape):
    return np.random.default_rng(0).normal(size=shape)


def test_chance_falls_by_16():
    ratio = chance_similarity(drawn(300, 4)) / chance_similarity(drawn(300, 1024))
    assert ratio == pytest.approx(16, rel=0.05)
    assert "16" in right("embedding.chance_falls")


def right(name):
    return question(name).choices[question(name).right]


def test_bread_is_to_queen():
    script = (ROOT / "solutions/embedding/embedding.py").read_text("utf-8")
    features = dict(re.findall(r'"(\w+)": \((-?\d.*?)\)', script))
    words = list(features)
    E = np.array([np.fromstring(row, sep=",") for row in features.values()])
    a, b, c = map(words.index, ("man", "woman", "bread"))
    assert words[analogy(a, b, c, E)] == right("embedding.analogy_fails")


def test_one_of_sixteen_heads_is_a_quarter():
    torch.manual_seed(0)
    attention = MultiHeadAttention(64, 16)
    nn.init.zeros_(attention.out_proj.bias)
    change = silenced_heads(attention, torch.randn(4, 12, 64)).mean()
    assert change == pytest.approx(1 / 4, rel=0.1)
    assert "1/4" in right("transformer.one_of_sixteen")


def test_next_to_nothing_arrives_without_residuals():
    torch.manual_seed(0)
    networks = [
        nn.Sequential(nn.Linear(32, 128), nn.ReLU(), nn.Linear(128, 32))
        for _ in range(24)
    ]
    around = [lambda x, n=n: ResidualConnection(32)(x, n) for n in networks]
    x, upstream = torch.randn(2, 8, 32)
    assert gradient_lengths(networks, x, upstream)[0] < 1e-9
    assert 0.5 < gradient_lengths(around, x, upstream)[0] < 3
    assert "a billionth" in right("residual_norm.what_arrives")


def test_scores_ten_times_as_large_leave_one():
    scores = torch.tensor([1, 0.5, 0.2, -0.3, -1])
    assert F.softmax(scores, 0).max() < 0.5
    assert F.softmax(10 * scores, 0).max() > 0.95
