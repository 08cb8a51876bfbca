"""One mistake costs the points of one task, whichever tasks call that answer."""

import functools
from html import escape

import numpy as np
import pytest
import torch
from extent import ALL, some
from graded import exercise, solution

from lernformer import checks
from lernformer.checks import run, tasks
from lernformer.checks.fairer import fairer
from lernformer.checks.verdict import Verdict
from lernformer.probes import probe
from lernformer.probes.earlier import called, earlier, standing_in
from lernformer.probes.probing import missing
from tests.answers import mutants

SEED = 3


def names_of(slug):
    return [i.split(".")[1] for i in tasks() if i.startswith(f"{slug}.")]


def chapter(slug):
    """A kernel's memory in which the chapter is solved, and no other cell has run."""
    memory = {"__name__": "__main__"}
    for cell in solution(slug).cells:
        if cell.cell_type == "code" and (
            cell.id in names_of(slug) or "lernformer.checks import" in cell.source
        ):
            exec(cell.source, memory)
    return memory


@functools.cache
def calls():
    """Every solution that directly calls another task's: (task, other)."""
    found = []
    for task_id in tasks():
        slug, name = task_id.split(".")
        memory = chapter(slug)
        others = [other for other in names_of(slug) if other != name]
        memory.update(dict.fromkeys(others))  # so that calls made by these don't count
        found += [(task_id, other) for other in called(memory[name], others)]
    return found


def isolated(task_id):
    """True if its check has its own stand-ins for what the answer calls."""
    return task_id.startswith("transformer.")


def stub(slug, name):
    if checks.task(f"{slug}.{name}").bugs:
        return missing(f"{slug}.{name}")  # until a bug is dealt
    memory = chapter(slug)
    exec(exercise(slug).cells[name].source, memory)
    return memory[name]


ABSENT = object()
OTHERS = {
    "is a mutant": lambda slug, name: next(
        m.answer for m in mutants(slug) if m.task == f"{slug}.{name}"
    ),
    "is a stub": stub,
    "is None": lambda slug, name: None,
    "has another signature": lambda slug, name: lambda: None,
    "is not there": lambda slug, name: ABSENT,
}


def with_other(slug, other, made):
    memory = chapter(slug)
    memory[other] = made
    if made is ABSENT:
        del memory[other]
    return memory


def test_solutions_of_seven_chapters_call_others():
    assert len({task_id.split(".")[0] for task_id, _ in calls()}) == 7


@pytest.mark.parametrize("how", some([*OTHERS], [*OTHERS][::2]))
@pytest.mark.parametrize(("task_id", "other"), calls())
def test_a_right_answer_earns_all_whatever_it_calls(task_id, other, how):
    slug, name = task_id.split(".")
    made = OTHERS[how](slug, other)
    memory = with_other(slug, other, made)
    verdict = run(task_id, memory[name], seed=SEED)
    assert verdict.passed, verdict.message
    # an answer without source here was not fixed, if there was a bug to find
    assert verdict.score == (0.5 if checks.task(task_id).bugs else 1)
    if how != "is a mutant" and not isolated(task_id):  # otherwise it may not notice
        assert verdict.blocked_by == (other,)
        message = f"not yet with your own {other}"
        if made is ABSENT:
            message = f"with the course's {other}, because yours isn't defined"
        assert message in verdict.message
        assert verdict.not_run == (made is ABSENT)
        assert verdict.aside in " ".join(str(verdict).split())
        assert escape(verdict.aside) in verdict._repr_html_()
        assert not verdict.works
    assert memory.get(other, ABSENT) is made  # everything is restored


SPOILED = """
import torch
def _spoil(x):
    if isinstance(x, tuple):
        return _spoil(x[0]), *x[1:]
    return ~x if getattr(x, "dtype", None) == torch.bool else x + 1
if isinstance({0}, type):
    class wrong({0}):
        def forward(self, *inputs):
            return _spoil(super().forward(*inputs))
else:
    def wrong(*inputs):
        return _spoil({0}(*inputs))
"""


def wrong(memory, name):
    """An answer that calls what the right one calls, but is itself wrong."""
    exec(SPOILED.format(name), memory)
    return memory["wrong"]


@pytest.mark.parametrize(("task_id", "other"), calls())
def test_a_wrong_answer_fails_with_its_own_mistake(task_id, other):
    slug, name = task_id.split(".")
    alone = run(task_id, wrong(chapter(slug), name), seed=SEED)
    assert not alone.passed
    assert not alone.blocked_by
    memory = with_other(slug, other, stub(slug, other))
    beside = run(task_id, wrong(memory, name), seed=SEED)
    if not isolated(task_id):
        assert beside.blocked_by == (other,)
        assert f"the course's {other} instead of yours" in beside.message
    assert (beside.symptom, beside.mistake) == (alone.symptom, alone.mistake)
    assert beside.score == alone.score < 1


# What may replace an answer ------------------------------------------------------


def test_only_what_comes_before_and_does_another_work_replaces_answers():
    assert earlier(probe("masking.padding_mask")) == []
    assert earlier(probe("masking.decoder_mask")) == names_of("masking")[:3]
    lookup = earlier(probe("embedding.embed_by_lookup"))
    assert "one_hot" in lookup
    assert "embed_by_matmul" not in lookup


def unwritten(*inputs):
    raise NotImplementedError


@pytest.mark.parametrize(
    ("task_id", "parameters", "result"),
    [
        ("masking.padding_mask", "ids, pad_id=0", "decoder_mask(ids)[:, :, -1:]"),
        ("embedding.embed_by_lookup", "ids, E", "embed_by_matmul(ids, E)"),
        ("masking.decoder_mask", "ids, pad_id=0", "padding_mask(ids, pad_id)"),
    ],
)
def test_nobody_is_given_what_the_task_requires(task_id, parameters, result):
    slug, name = task_id.split(".")
    memory = dict.fromkeys(names_of(slug), unwritten) | {"__name__": "__main__"}
    exec(f"def {name}({parameters}):\n    return {result}", memory)
    assert run(task_id, memory[name]).score == 0


def test_no_earlier_answer_does_a_later_ones_work():
    for task_id in tasks():
        name = task_id.split(".")[1]
        others = earlier(probe(task_id))
        for other in others if ALL else others[-1:]:
            memory = {"__name__": "__main__"}
            exec(f"def {name}(*inputs):\n    return {other}(*inputs)", memory)
            assert run(task_id, memory[name], seed=SEED).score == 0, (task_id, other)


# Which functions an answer calls ------------------------------------------------------

KERNEL = """
import torch

def padding_mask(ids, pad_id=0):
    return ids

def look_ahead_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril()[None, None]

def own(ids, pad_id=0):
    return padding_mask(ids, pad_id) & look_ahead_mask(ids.size(1)).to(ids.device)

def counted(function):
    def inner(*inputs, **named):
        return function(*inputs, **named)
    return inner
"""


@pytest.mark.parametrize(
    "answer",
    [
        "decoder_mask = lambda ids, pad_id=0: [own(x, pad_id) for x in [ids]][0]",
        "decoder_mask = torch.no_grad()(own)",
        "decoder_mask = counted(own)",
        "def decoder_mask(ids, pad_id=0):\n"
        "    def inside():\n"
        "        return own(ids, pad_id)\n"
        "    return inside()",
    ],
)
def test_what_an_answer_calls_is_found_behind_helpers_and_decorators(answer):
    memory = {"__name__": "__main__"}
    exec(KERNEL + answer, memory)
    before = memory["padding_mask"]
    verdict = run("masking.decoder_mask", memory["decoder_mask"])
    assert verdict.passed, verdict.message
    assert verdict.blocked_by == ("padding_mask",)
    assert memory["padding_mask"] is before


def of_another(x):
    softmax = escape(x)
    return torch.softmax(x, -1), x.softmax, softmax


def itself(x):
    return itself(x)


def test_attributes_and_locals_are_no_answers():
    for nothing in (of_another, itself, None, 3, "softmax", np.exp, torch.nn.Linear):
        assert called(nothing, ["softmax"]) == []


def test_all_is_put_back_when_the_answer_raises():
    memory = {"__name__": "__main__"}
    exec("def own(x):\n    return softmax(x)", memory)
    others = dict.fromkeys(["softmax", "split_heads"])
    assert called(functools.partial(memory["own"], 3), [*others]) == ["softmax"]
    with pytest.raises(KeyError), standing_in(memory["own"], others):
        raise KeyError
    assert not {"softmax", "split_heads"} & memory.keys()


# Which verdict counts ----------------------------------------------------------------


def test_where_the_right_one_does_not_fit_the_first_message_stays():
    def wrong(symptom, **more):
        return Verdict("a.b", {"all": False}, 0, None, symptom=symptom, **more)

    misfit = wrong("raises TypeError: first() takes 1 positional argument")
    own, stub = wrong("is wrong"), wrong("not written yet", mistake="unfinished")
    assert fairer(own, misfit, ["first"], lambda name: True) is own
    verdict = fairer(stub, misfit, ["first"], lambda name: True)
    assert verdict.symptom == misfit.symptom


# Helpers in an earlier task's cell -------------------------------------------------


@pytest.mark.parametrize(
    ("helper", "source", "own", "later"),
    [
        (
            "attention_weights",
            "lambda q, k, mask=None: (q @ k.mT).softmax(-1)",
            "attention.scaled_dot_product_attention",
            "attention.MultiHeadAttention",
        ),
        (
            "_rows",
            "lambda table, x, start: table[start + 1 : start + 1 + x.size(-2)]",
            "positional_encoding.PositionalEncoding",
            "positional_encoding.LearnedPositionalEncoding",
        ),
    ],
)
def test_a_mistake_in_a_helper_costs_the_points_of_one_task(helper, source, own, later):
    memory = chapter(own.split(".")[0])
    exec(f"{helper} = {source}", memory)
    assert not run(own, memory[own.split(".")[1]], seed=SEED).passed
    verdict = run(later, memory[later.split(".")[1]], seed=SEED)
    assert verdict.passed, verdict.message
    assert verdict.blocked_by == (helper,)
    assert f"not yet with your own {helper}" in verdict.message
