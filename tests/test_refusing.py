"""Ready-made answers are refused, however they are stored; others are not."""

import functools
import re
import subprocess
import sys
from importlib import import_module  # noqa: F401  an answer uses it

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.attention.bias import causal_lower_right

from lernformer.checks import run, tasks
from lernformer.fast import decoding, training_step
from lernformer.translator.decoding import beam_search
from tests.answers import reference

aten, tensor = torch.ops.aten, torch.from_numpy


def handed_on(function):
    """Ways to hold a function without a name that could be replaced."""
    stored = [function]

    def looked_up(*inputs):
        return stored[0](*inputs)

    def by_default(*inputs, does=function):
        return does(*inputs)

    return [looked_up, by_default, functools.partial(function)]


def borrowed_classes(right):
    """Ways to pass off the reference's class as a student's own."""

    class Inherited(right):
        pass

    class Inside(nn.Module):
        def __init__(self, *sizes, **more):
            super().__init__()
            self.inner = right(*sizes, **more)

        def forward(self, *inputs):
            return self.inner(*inputs)

    methods = {"__init__": right.__init__, "forward": right.forward}
    return [Inherited, Inside, type("Taken", (right,), methods)]


@pytest.mark.parametrize("task_id", tasks())
def test_the_reference_is_refused_whatever_holds_it(task_id):
    right = reference(task_id)
    is_class = isinstance(right, type)
    for answer in borrowed_classes(right) if is_class else handed_on(right):
        refused(task_id, answer, f"{right.__name__}, which does this task's work")
    # and everything is restored
    assert run(task_id, right, reference=True).passed


def called_back(work):
    """The result of some work that torch itself calls."""
    found = []

    def inside(number):
        found.append(work())
        return number

    torch.zeros(1).apply_(inside)
    return found[0]


def calling(forward):
    """A norm that creates its own parameters and has `forward` do the rest."""

    class Norm(nn.Module):
        def __init__(self, d_model, eps=1e-5):
            super().__init__()
            self.gamma = nn.Parameter(torch.ones(d_model))
            self.beta = nn.Parameter(torch.zeros(d_model))

    Norm.forward = forward
    return Norm


# For each task, an answer's parameters and a function that it holds as ``of``; below,
# what answers return.
READY_MADE = """\
attention.softmax (x, axis=-1) torch.softmax
  of(tensor(x), dim=axis).numpy()
  tensor(x).softmax(axis).numpy()
  nn.Softmax(axis)(tensor(x)).numpy()
  torch.special.log_softmax(tensor(x), axis).exp()
  nn.Softmin(axis)(-tensor(x)).numpy()
  torch._softmax(tensor(x), axis, False).numpy()
  aten.softmax(tensor(x), axis).numpy()
  aten.softmax.int(tensor(x), axis)
  import_module("scipy.special").softmax(x, axis)
  called_back(lambda: of(tensor(x), dim=axis))
residual_norm.standardize (x, axis) F.instance_norm
  of(tensor(x.T).unsqueeze(0)).numpy()
  reference("residual_norm.layer_norm")(x, 1.0, 0.0, 0.0)
residual_norm.layer_norm (x, gamma, beta, eps=1e-5) F.group_norm
  of(tensor(x), 1).numpy()
  aten.layer_norm(tensor(x), gamma.shape).numpy()
residual_norm.LayerNorm (self, x) F.layer_norm
  of(x, x.shape[-1:], self.gamma, self.beta)
  torch.layer_norm(x, x.shape[-1:], self.gamma)
  nn.LayerNorm(x.shape[-1:], dtype=x.dtype)(x)
residual_norm.RMSNorm (self, x) F.rms_norm
  of(x, x.shape[-1:], self.gamma)
  nn.RMSNorm(x.shape[-1:], dtype=x.dtype)(x)
residual_norm.weight_norm (v, g) torch._weight_norm
  of(tensor(v), tensor(g)[:, None], 0).numpy()
  nn.utils.parametrizations.weight_norm(nn.Linear(*v.shape[::-1])).weight
attention.scaled_dot_product_attention (q, k, v, mask=None) ATTENTION
  (of(q, k, v, mask), None)
  (aten.scaled_dot_product_attention(q, k, v, mask), None)
  reference("masking.masked_attention")(q, k, v, torch.tensor(True))
embedding.pad_batch (sequences, pad_id=0) torch._C._nn.pad_sequence
  of([*map(torch.tensor, sequences)], True, pad_id).numpy()
  torch.nested.to_padded_tensor(NESTED([*map(torch.tensor, sequences)]), pad_id).numpy()
embedding.one_hot (ids, size) aten.one_hot
  of(tensor(ids), size).numpy()
embedding.embed_by_lookup (ids, E) F.embedding_bag
  of(tensor(ids), tensor(E), mode="sum")
  aten.embedding(tensor(E), tensor(ids))
embedding.cosine_similarity (a, b) aten.cosine_similarity
  of(tensor(a), tensor(b), -1).numpy()
masking.look_ahead_mask (*lengths) AHEAD
  of(*lengths)
masking.masked_softmax (scores, mask) ATTENTION
  aten._safe_softmax(scores.masked_fill(~mask, -torch.inf), -1)
  of(scores, scores, scores, mask)
  reference("attention.attention_weights")(scores, scores, mask)
masking.masked_attention (q, k, v, mask) ATTENTION
  (of(q, k, v, mask), None)
  reference("attention.scaled_dot_product_attention")(q, k, v, mask)
attention.softmax_jacobian (p) torch.func.jacrev
  of(lambda x: torch.softmax(x, -1))(tensor(p).log())
  torch.autograd.functional.jacobian(lambda x: x.softmax(-1), tensor(p).log()).numpy()
attention.MultiHeadAttention (*sizes) nn.MultiheadAttention
  of(*sizes)
transformer.EncoderLayer (*sizes) nn.TransformerEncoderLayer
  of(*sizes[:3])
transformer.Transformer (config) nn.Transformer
  of(8)
translator.label_smoothed_loss (logits, labels, smoothing=0.1, pad_id=0) CROSS_ENTROPY
  of(logits.flatten(0, 1), labels.flatten(), label_smoothing=0.1)
  aten.cross_entropy_loss(logits.mT, labels, None, 1, pad_id, smoothing)
  nn.CrossEntropyLoss(ignore_index=pad_id, label_smoothing=0.1)(logits.mT, labels)
  called_back(lambda: of(logits.mT, labels, label_smoothing=0.1))
translator.greedy_decode (model, src, length, bos=1, eos=2) BEAM
  of(model, src, 1, length)[0]
  reference("translator.beam_search")(model, src, 1, length)[0]
translator.corpus_bleu (hypothesis, right) import_module("sacrebleu").corpus_bleu
  of(hypothesis, [right]).score
"""
ATTENTION, CROSS_ENTROPY = F.scaled_dot_product_attention, F.cross_entropy
AHEAD, BEAM, NESTED = causal_lower_right, beam_search, torch.nested.nested_tensor
NO_MORE_THAN_NUMPY = """\
attention.softmax (x, axis=-1) None
  np.exp(x - torch.tensor(x).logsumexp(axis, True).numpy())
  torch.tensor(x).sigmoid().numpy()
embedding.cosine_similarity (a, b) None
  (F.normalize(torch.tensor(a), dim=-1) * torch.tensor(b)).sum(-1).numpy()
residual_norm.standardize (x, axis) None
  torch.rms_norm(torch.tensor(x), x.shape[-1:]).numpy()
"""


def answers(table):
    """The answers of such a table, each with its task."""
    blocks = re.findall(r"(?m)^(\S+) \((.*?)\) (.*)\n((?:  .*\n)+)", table)
    for task_id, parameters, of, results in blocks:
        for result in results.splitlines():
            made = eval(f"lambda of: lambda {parameters}: {result.strip()}")(eval(of))
            yield task_id, calling(made) if parameters == "self, x" else made


def refused(task_id, answer, *texts):
    verdict = run(task_id, answer)
    assert verdict.score == 0
    assert verdict.mistake == "ready_made", verdict.message
    assert all(words in verdict.message for words in texts), verdict.message


@pytest.mark.parametrize(("task_id", "answer"), [*answers(READY_MADE)])
def test_ready_made_functions_are_refused_in_words(task_id, answer):
    refused(task_id, answer, " calls ", "build it from its parts")


@pytest.mark.parametrize(("task_id", "answer"), [*answers(NO_MORE_THAN_NUMPY)])
def test_in_numpys_tasks_torch_does_no_more_than_numpy_could(task_id, answer):
    refused(task_id, answer)


@pytest.mark.parametrize(
    "faster", [decoding.greedy_decode, decoding.beam_search, training_step.train_step]
)
def test_what_does_the_same_faster_is_refused(faster):
    def answer(*given, **options):
        return faster(*given, **options)

    refused(f"translator.{faster.__name__}", answer)


def by_gradient(x, axis=-1):
    x = torch.tensor(x * 1.0, requires_grad=True)
    torch.logsumexp(x, axis).sum().backward()
    return x.grad.numpy()


def by_a_loss_of_another_name(x, axis=-1):
    x = torch.tensor(x * 1.0).movedim(axis, -1)
    flat = x.reshape(-1, x.shape[-1]).requires_grad_()
    loss = F.cross_entropy
    loss.__name__ = "exp"
    try:
        target = torch.zeros(len(flat), dtype=torch.long)
        (found,) = torch.autograd.grad(loss(flat, target, reduction="sum"), flat)
    finally:
        loss.__name__ = "cross_entropy"
    found[:, 0] += 1
    return found.reshape(x.shape).movedim(-1, axis).numpy()


def by_a_similar_loss(a, b):
    a, b = (torch.tensor(x) for x in np.broadcast_arrays(a, b))
    rows = (x.reshape(-1, x.shape[-1]) for x in (a, b))
    loss = F.cosine_embedding_loss
    found = 1 - loss(*rows, torch.ones(1), reduction="none")
    return found.reshape(a.shape[:-1]).numpy()


@pytest.mark.parametrize(
    ("task_id", "answer"),
    [
        ("attention.softmax", by_gradient),
        ("attention.softmax", by_a_loss_of_another_name),
        ("embedding.cosine_similarity", by_a_similar_loss),
    ],
)
def test_what_is_not_on_the_list_of_torchs_functions_is_refused(task_id, answer):
    refused(task_id, answer, "not among the functions that an answer may call here")


class Number:
    """A number that calls a function while torch reads it."""

    def __init__(self, work):
        self.work = work

    def __float__(self):
        self.work()
        return 0.0

    __index__ = __float__


class Row(list):
    def __init__(self, work):
        super().__init__([0.0])
        self.work = work

    def __iter__(self):
        self.work()
        return iter([0.0])


@pytest.mark.parametrize(
    "hand_over",
    [
        lambda work: torch.tensor([[Number(work)]]),
        lambda work: torch.ones(3)[Number(work) :],
        lambda work: torch.tensor(Row(work)),
        lambda work: torch.ones(2).as_subclass(Handing) + 1,
    ],
)
def test_torch_calls_nothing_of_an_answers_unwatched(hand_over):
    def answer(x, axis=-1):
        found = []
        hand_over(lambda: found.append(torch.from_numpy(x * 1.0).softmax(axis)))
        return found[0].numpy()

    verdict = run("attention.softmax", answer)
    assert verdict.score == 0
    assert "an object of a class of its own" in verdict.message


class Handing(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {}))


# Runs in a process where no bank of answers lifts the ban: hands in everything in the
# modules of wrong answers, and prints what earns something.
BORROWER = """
import importlib, inspect
from lernformer.checks import run, tasks

for task_id in tasks():
    module = importlib.import_module(f"lernformer.mistakes.{task_id}")
    for name, part in list(vars(module).items()):
        is_code = inspect.isfunction(part) or inspect.isclass(part)
        if is_code and part.__module__.startswith("lernformer."):
            verdict = run(task_id, lambda *inputs: part(*inputs), seed=5)
            if verdict.score or name.lower() == "right":
                print(task_id, name, verdict.score, verdict.mistake)
"""


@pytest.mark.slow
def test_what_wrong_answers_are_made_of_is_ready_made():
    done = subprocess.run(
        [sys.executable, "-c", BORROWER], check=True, capture_output=True, text=True
    )
    rows = [line.split() for line in done.stdout.splitlines()]
    assert "attention.softmax" in [task_id for task_id, *_ in rows]
    assert not [one for one in rows if one[2:] != ["0.0", "ready_made"]]
