"""One mistake costs the points of one task, whichever tasks call that answer."""

import functools
from html import escape

import numpy as np
import pytest
import torch
from extent import some
from graded import exercise, solution

from lernformer import checks
from lernformer.checks import run, tasks
from lernformer.checks.fairer import fairer
from lernformer.checks.verdict import Verdict
from lernformer.probes import probe
from lernformer.probes.earlier import called, earlier, right, standing_in
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


def test_several_solutions_of_most_chapters_call_others():
    assert len(calls()) >= 14
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
        assert verdict.held_up_by == (other,)
        told = f"not yet with your own {other}"
        if made is ABSENT:
            told = f"with the course's {other}, because yours isn't defined"
        assert told in verdict.message
        assert verdict.not_run == (made is ABSENT)
        assert verdict.aside in " ".join(str(verdict).split())
        assert escape(verdict.aside) in verdict._repr_html_()
        assert not verdict.works
    assert memory.get(other, ABSENT) is made  # everything is restored


SPOILED = """
def _spoil(x):
    if isinstance(x, tuple):
        return _spoil(x[0]), *x[1:]
    return ~x if getattr(x, "dtype", None) == torch.bool else x + 1
"""
AS_FUNCTION = """
def wrong(*inputs):
    return _spoil({0}(*inputs))
"""
AS_CLASS = """
class wrong({0}):
    def forward(self, *inputs):
        return _spoil(super().forward(*inputs))
"""


def wrong(memory, name):
    """An answer that calls what the right one calls, but is itself wrong."""
    form = AS_CLASS if isinstance(memory[name], type) else AS_FUNCTION
    exec("import torch\n" + SPOILED + form.format(name), memory)
    return memory["wrong"]


@pytest.mark.parametrize(("task_id", "other"), calls())
def test_a_wrong_answer_fails_with_its_own_mistake(task_id, other):
    slug, name = task_id.split(".")
    alone = run(task_id, wrong(chapter(slug), name), seed=SEED)
    assert not alone.passed
    assert not alone.held_up_by
    memory = with_other(slug, other, stub(slug, other))
    beside = run(task_id, wrong(memory, name), seed=SEED)
    if not isolated(task_id):
        assert beside.held_up_by == (other,)
        assert f"the course's {other} instead of yours" in beside.message
    for one in (alone, beside):
        assert one.score < 1
    assert (beside.symptom, beside.mistake) == (alone.symptom, alone.mistake)
    assert beside.score == alone.score


# What may replace an answer ------------------------------------------------------


@pytest.mark.parametrize("slug", list(dict.fromkeys(i.split(".")[0] for i in tasks())))
def test_the_tasks_stand_in_the_order_of_the_notebook(slug):
    cells = [cell.id for cell in solution(slug).cells]
    assert [name for name in cells if name in names_of(slug)] == names_of(slug)


def test_only_what_comes_before_and_does_another_work_stands_in():
    assert earlier(probe("masking.padding_mask")) == []
    assert earlier(probe("masking.decoder_mask")) == names_of("masking")[:3]
    lookup = earlier(probe("embedding.embed_by_lookup"))
    assert "one_hot" in lookup
    assert "embed_by_matmul" not in lookup


def unwritten(*inputs):
    raise NotImplementedError


@pytest.mark.parametrize(
    ("task_id", "source"),
    [
        (
            "masking.padding_mask",
            "def padding_mask(ids, pad_id=0):\n"
            "    return decoder_mask(ids, pad_id)[:, :, -1:]",
        ),
        (
            "embedding.embed_by_lookup",
            "def embed_by_lookup(ids, E):\n    return embed_by_matmul(ids, E)",
        ),
        (
            "masking.decoder_mask",
            "def decoder_mask(ids, pad_id=0):\n    return padding_mask(ids, pad_id)",
        ),
    ],
)
def test_nobody_is_given_what_is_asked_for(task_id, source):
    slug, name = task_id.split(".")
    memory = dict.fromkeys(names_of(slug), unwritten) | {"__name__": "__main__"}
    exec(source, memory)
    assert run(task_id, memory[name]).score == 0


def test_no_earlier_answer_does_a_later_ones_work():
    for task_id in tasks():
        name = task_id.split(".")[1]
        for other in earlier(probe(task_id)):
            memory = {"__name__": "__main__"}
            exec(f"def {name}(*inputs):\n    return {other}(*inputs)", memory)
            assert run(task_id, memory[name], seed=SEED).score == 0, (task_id, other)


def test_where_the_reference_is_called_already_nothing_stands_in(monkeypatch):
    looks = []
    look = checks._look
    monkeypatch.setattr(checks, "_look", lambda *x: looks.append(x) or look(*x))
    memory = {"__name__": "__main__"}
    exec("from lernformer.masking import padding_mask, look_ahead_mask", memory)
    exec("def decoder_mask(ids, pad_id=0):\n    return padding_mask(ids)", memory)
    assert not run("masking.decoder_mask", memory["decoder_mask"]).passed
    assert len(looks) == 1


# Which functions an answer calls ------------------------------------------------------

KERNEL = """
import functools
from html import escape
import torch
from torch import nn
from lernformer.masking import padding_mask as helper

def own(x):
    return softmax(x)

def softmax(x):
    return x

def through_a_helper(x):
    return [own(y) for y in x]

@torch.no_grad()
def decorated(x):
    return own(x)

def counted(function):
    def inner(*inputs):
        return function(*inputs)
    return inner

@counted
def decorated_by_hand(x):
    return own(x)

partly = functools.partial(own, 3)

class Method(nn.Module):
    @property
    def weight(self):
        return 3
    @staticmethod
    def forward(x):
        return own(x)

class Inherits(Method):
    pass

def within(x):
    def inside():
        return softmax(x)
    return inside()

def of_another(x):
    softmax = helper(x)
    return torch.softmax(x, -1), x.softmax, softmax

def itself(x):
    return itself(x)
"""


@pytest.fixture
def kernel():
    memory = {"__name__": "__main__"}
    exec(KERNEL, memory)
    return memory


@pytest.mark.parametrize(
    "name",
    [
        "own",
        "through_a_helper",
        "decorated",
        "decorated_by_hand",
        "partly",
        "Method",
        "Inherits",
        "within",
    ],
)
def test_what_an_answer_calls_is_found_behind_helpers_and_decorators(kernel, name):
    answer = kernel[name]
    assert called(answer, ["softmax", "merge_heads"]) == ["softmax"]
    before = kernel["softmax"]
    with standing_in(answer, right("attention", ["softmax"])):
        assert kernel["softmax"].__module__ == "lernformer.attention"
    assert kernel["softmax"] is before


def test_attributes_and_locals_are_no_answers(kernel):
    assert called(kernel["of_another"], ["softmax"]) == []
    assert called(kernel["itself"], ["softmax"]) == []
    for nothing in (None, 3, "softmax", np.exp, torch.nn.Linear):
        assert called(nothing, ["softmax"]) == []


def test_all_is_put_back_when_the_answer_raises(kernel):
    del kernel["softmax"]
    with (
        pytest.raises(KeyError),
        standing_in(kernel["own"], dict.fromkeys(["softmax", "split_heads"])),
    ):
        raise KeyError
    assert not {"softmax", "split_heads"} & kernel.keys()


# Which verdict counts ----------------------------------------------------------------


def verdict(score, symptom="is wrong", **more):
    return Verdict("a.b", {"all": score == 1}, score, None, symptom=symptom, **more)


USED = ["first", "second"]


def test_the_better_verdict_counts():
    own, given = verdict(0.5), verdict(0.7)
    assert fairer(own, given, USED, lambda name: True).score == 0.7
    assert fairer(given, own, USED, lambda name: True) is given


def test_who_is_to_blame_is_named():
    own, given = verdict(0), verdict(1, "")
    told = fairer(own, given, USED, lambda name: name == "second")
    assert told.held_up_by == ("second",)
    told = fairer(own, given, USED, lambda name: False)
    assert "not yet with your own first and second" in told.message


def test_a_mistake_of_its_own_is_blamed_on_nobody():
    def nobody(name):
        raise AssertionError("asked for no reason")

    own = verdict(0)
    assert fairer(own, verdict(0), USED, nobody) is own
    assert fairer(own, verdict(0, "differs"), USED, lambda name: False) is own


def test_where_the_right_one_does_not_fit_the_first_message_stands():
    misfit = verdict(0, "raises TypeError: first() takes 1 positional argument")
    own = verdict(0)
    assert fairer(own, misfit, USED, lambda name: True) is own
    stub = verdict(0, "not written yet", mistake="unfinished")
    assert fairer(stub, misfit, USED, lambda name: True).symptom == misfit.symptom


# Helpers in an earlier task's cell -------------------------------------------------


@pytest.mark.parametrize(
    ("helper", "source", "own", "later"),
    [
        (
            "attention_weights",
            "def attention_weights(q, k, mask=None):\n"
            "    return (q @ k.mT).softmax(-1)",
            "attention.scaled_dot_product_attention",
            "attention.MultiHeadAttention",
        ),
        (
            "_rows",
            "def _rows(table, x, start):\n"
            "    return table[start + 1 : start + 1 + x.size(-2)]",
            "positional_encoding.PositionalEncoding",
            "positional_encoding.LearnedPositionalEncoding",
        ),
    ],
)
def test_a_mistake_in_a_helper_costs_the_points_of_one_task(helper, source, own, later):
    memory = chapter(own.split(".")[0])
    exec(source, memory)
    assert not run(own, memory[own.split(".")[1]], seed=SEED).passed
    verdict = run(later, memory[later.split(".")[1]], seed=SEED)
    assert verdict.passed, verdict.message
    assert verdict.held_up_by == (helper,)
    assert f"not yet with your own {helper}" in verdict.message


def test_what_was_not_run_is_not_called_wrong():
    memory = chapter("attention")
    del memory["attention_weights"], memory["split_heads"]
    verdict = run("attention.MultiHeadAttention", memory["MultiHeadAttention"], SEED)
    assert verdict.passed
    assert verdict.not_run
    assert not verdict.works
    assert "because yours isn't defined: run the cells above" in verdict.message
    assert "fix" not in verdict.message
