"""Ready-made answers are refused, however they are held; others are not."""

import functools
import importlib
import subprocess
import sys

import numpy as np
import pytest
import torch
from torch.nn.attention import bias

import lernformer.fast.decoding
import lernformer.fast.training
from lernformer.checks import run, tasks
from lernformer.translator import decoding
from tests.answers import reference


def handed_on(function):
    """Ways to hold a function without a name that could be replaced."""
    held = [function]

    def looked_up(*inputs):
        return held[0](*inputs)

    def by_default(*inputs, does=function):
        return does(*inputs)

    return [looked_up, by_default, functools.partial(function)]


def borrowed_classes(right):
    """Ways to pass off the reference's class as a student's own."""

    class Inherited(right):
        pass

    class Inside(torch.nn.Module):
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
        verdict = run(task_id, answer)
        assert verdict.score == 0
        assert verdict.mistake == "ready_made", verdict.message
        assert f"{right.__name__}, which does this task's work" in verdict.message
    # and everything is restored
    assert run(task_id, right, reference=True).passed


READY_MADE = {
    "attention.softmax": lambda of: [
        lambda x, axis=-1: of(torch.from_numpy(x), dim=axis).numpy(),
        lambda x, axis=-1: torch.from_numpy(x).softmax(axis).numpy(),
        lambda x, axis=-1: torch.nn.Softmax(axis)(torch.from_numpy(x)).numpy(),
        lambda x, axis=-1: torch.special.log_softmax(torch.from_numpy(x), axis).exp(),
        lambda x, axis=-1: torch.nn.Softmin(axis)(-torch.from_numpy(x)).numpy(),
        lambda x, axis=-1: torch._softmax(torch.from_numpy(x), axis, False).numpy(),
        lambda x, axis=-1: torch.ops.aten.softmax(torch.from_numpy(x), axis).numpy(),
        lambda x, axis=-1: torch.ops.aten.softmax.int(torch.from_numpy(x), axis),
        lambda x, axis=-1: importlib.import_module("scipy.special").softmax(x, axis),
        lambda x, axis=-1: called_back(lambda: of(torch.from_numpy(x), dim=axis)),
    ],
    "residual_norm.standardize": lambda of: [
        lambda x, axis: of(torch.from_numpy(x.T).unsqueeze(0)).numpy(),
        lambda x, axis: reference("residual_norm.layer_norm")(x, 1.0, 0.0, 0.0),
    ],
    "residual_norm.layer_norm": lambda of: [
        lambda x, gamma, beta, eps=1e-5: of(torch.from_numpy(x), 1).numpy(),
        lambda x, gamma, beta, eps=1e-5: torch.ops.aten.layer_norm(
            torch.from_numpy(x), gamma.shape
        ).numpy(),
    ],
    "residual_norm.LayerNorm": lambda of: [
        calling(lambda self, x: of(x, x.shape[-1:], self.gamma, self.beta)),
        calling(lambda self, x: torch.layer_norm(x, x.shape[-1:], self.gamma)),
        calling(lambda self, x: torch.nn.LayerNorm(x.shape[-1:], dtype=x.dtype)(x)),
    ],
    "residual_norm.RMSNorm": lambda of: [
        calling(lambda self, x: of(x, x.shape[-1:], self.gamma)),
        calling(lambda self, x: torch.nn.RMSNorm(x.shape[-1:], dtype=x.dtype)(x)),
    ],
    "residual_norm.weight_norm": lambda of: [
        lambda v, g: of(torch.from_numpy(v), torch.from_numpy(g)[:, None], 0).numpy(),
        lambda v, g: (
            torch.nn.utils.parametrizations.weight_norm(
                torch.nn.Linear(*v.shape[::-1])
            ).weight
        ),
    ],
    "attention.scaled_dot_product_attention": lambda of: [
        lambda q, k, v, mask=None: (of(q, k, v, mask), None),
        lambda q, k, v, mask=None: (
            torch.ops.aten.scaled_dot_product_attention(q, k, v, mask),
            None,
        ),
        lambda q, k, v, mask=None: reference("masking.masked_attention")(
            q, k, v, torch.tensor(True)
        ),
    ],
    "embedding.pad_batch": lambda of: [
        lambda sequences, pad_id=0: torch._C._nn.pad_sequence(
            [torch.tensor(s) for s in sequences], True, pad_id
        ).numpy(),
        lambda sequences, pad_id=0: torch.nested.to_padded_tensor(
            torch.nested.nested_tensor([torch.tensor(s) for s in sequences]), pad_id
        ).numpy(),
    ],
    "embedding.one_hot": lambda of: [
        lambda ids, size: torch.ops.aten.one_hot(torch.from_numpy(ids), size).numpy(),
    ],
    "embedding.embed_by_lookup": lambda of: [
        lambda ids, E: of(torch.from_numpy(ids), torch.from_numpy(E), mode="sum"),
        lambda ids, E: torch.ops.aten.embedding(*map(torch.from_numpy, (E, ids))),
    ],
    "embedding.cosine_similarity": lambda of: [
        lambda a, b: torch.ops.aten.cosine_similarity(
            torch.from_numpy(a), torch.from_numpy(b), -1
        ).numpy(),
    ],
    "masking.look_ahead_mask": lambda of: [of],
    "masking.masked_softmax": lambda of: [
        lambda scores, mask: torch.ops.aten._safe_softmax(
            scores.masked_fill(~mask, -torch.inf), -1
        ),
        lambda scores, mask: of(scores, scores, scores, mask),
        lambda scores, mask: reference("attention.attention_weights")(
            scores, scores, mask
        ),
    ],
    "masking.masked_attention": lambda of: [
        lambda q, k, v, mask: (of(q, k, v, mask), None),
        lambda q, k, v, mask: reference("attention.scaled_dot_product_attention")(
            q, k, v, mask
        ),
    ],
    "attention.softmax_jacobian": lambda of: [
        lambda p: of(lambda x: torch.softmax(x, -1))(torch.from_numpy(p).log()),
        lambda p: torch.autograd.functional.jacobian(
            lambda x: torch.softmax(x, -1), torch.from_numpy(p).log()
        ).numpy(),
    ],
    "attention.MultiHeadAttention": lambda of: [torch.nn.MultiheadAttention],
    "transformer.EncoderLayer": lambda of: [
        lambda *sizes: torch.nn.TransformerEncoderLayer(*sizes[:3]),
    ],
    "transformer.Transformer": lambda of: [lambda config: torch.nn.Transformer(8)],
    "translator.label_smoothed_loss": lambda of: [
        lambda logits, labels, smoothing=0.1, pad_id=0: of(
            logits.flatten(0, 1), labels.flatten(), label_smoothing=0.1
        ),
        lambda logits, labels, smoothing=0.1, pad_id=0: (
            torch.ops.aten.cross_entropy_loss(
                logits.mT, labels, None, 1, pad_id, smoothing
            )
        ),
        lambda logits, labels, smoothing=0.1, pad_id=0: torch.nn.CrossEntropyLoss(
            ignore_index=pad_id, label_smoothing=0.1
        )(logits.mT, labels),
        lambda logits, labels, smoothing=0.1, pad_id=0: called_back(
            lambda: of(logits.mT, labels, label_smoothing=0.1)
        ),
    ],
    "translator.greedy_decode": lambda of: [
        lambda model, src, length, bos=1, eos=2: of(model, src, 1, length)[0],
        lambda model, src, length, bos=1, eos=2: reference("translator.beam_search")(
            model, src, 1, length
        )[0],
    ],
    "translator.corpus_bleu": lambda of: [
        lambda said, right: (
            importlib.import_module("sacrebleu").corpus_bleu(said, [right]).score
        ),
    ],
}
HELD = {
    "attention.softmax_jacobian": torch.func.jacrev,
    "translator.greedy_decode": decoding.beam_search,
    "residual_norm.standardize": torch.nn.functional.instance_norm,
    "residual_norm.layer_norm": torch.nn.functional.group_norm,
    "embedding.embed_by_lookup": torch.nn.functional.embedding_bag,
    "masking.look_ahead_mask": bias.causal_lower_right,
    "attention.softmax": torch.softmax,
    "residual_norm.LayerNorm": torch.nn.functional.layer_norm,
    "residual_norm.RMSNorm": torch.nn.functional.rms_norm,
    "residual_norm.weight_norm": torch._weight_norm,
    "translator.label_smoothed_loss": torch.nn.functional.cross_entropy,
}


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

    class Norm(torch.nn.Module):
        def __init__(self, d_model, eps=1e-5):
            super().__init__()
            self.gamma = torch.nn.Parameter(torch.ones(d_model))
            self.beta = torch.nn.Parameter(torch.zeros(d_model))

    Norm.forward = forward
    return Norm


@pytest.mark.parametrize("task_id", READY_MADE)
def test_ready_made_functions_are_refused_in_words(task_id):
    attention = torch.nn.functional.scaled_dot_product_attention
    for answer in READY_MADE[task_id](HELD.get(task_id, attention)):
        verdict = run(task_id, answer)
        assert verdict.score == 0
        assert verdict.mistake == "ready_made", verdict.message
        assert " calls " in verdict.message
        assert "build it from its parts" in verdict.message


@pytest.mark.parametrize(
    ("name", "faster"),
    [
        ("greedy_decode", lernformer.fast.decoding.greedy_decode),
        ("beam_search", lernformer.fast.decoding.beam_search),
        ("train_step", lernformer.fast.training.train_step),
    ],
)
def test_what_does_the_same_faster_is_refused(name, faster):
    verdict = run(
        f"translator.{name}", lambda *given, **options: faster(*given, **options)
    )
    assert verdict.score == 0
    assert verdict.mistake == "ready_made", verdict.message


def by_gradient(x, axis=-1):
    x = torch.tensor(x * 1.0, requires_grad=True)
    torch.logsumexp(x, axis).sum().backward()
    return x.grad.numpy()


def by_a_loss_of_another_name(x, axis=-1):
    x = torch.tensor(x * 1.0).movedim(axis, -1)
    flat = x.reshape(-1, x.shape[-1]).requires_grad_()
    loss = torch.nn.functional.cross_entropy
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
    loss = torch.nn.functional.cosine_embedding_loss
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
    verdict = run(task_id, answer)
    assert verdict.score == 0
    assert verdict.mistake == "ready_made", verdict.message
    assert "not among the functions that an answer may call here" in verdict.message


class Number:
    """A number that calls a function while torch reads it."""

    def __init__(self, work):
        self.work = work

    def __float__(self):
        self.work()
        return 0.0

    __index__ = __float__


class Row(list):
    def __iter__(self):
        self.work()
        return iter([0.0])


@pytest.mark.parametrize(
    "hand_over",
    [
        lambda work: torch.tensor([[Number(work)]]),
        lambda work: torch.ones(3)[Number(work) :],
        lambda work: torch.tensor(row(work)),
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


def row(work):
    made = Row([0.0])
    made.work = work
    return made


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
        [sys.executable, "-c", BORROWER],
        check=True,
        capture_output=True,
        text=True,
    )
    told = [line.split() for line in done.stdout.splitlines()]
    assert "attention.softmax" in [task_id for task_id, *_ in told]
    assert not [one for one in told if one[2:] != ["0.0", "ready_made"]]


@pytest.mark.parametrize(
    ("task_id", "answer"),
    [
        ("attention.softmax",
         lambda x, axis=-1: np.exp(x - torch.tensor(x).logsumexp(axis, True).numpy())),
        ("attention.softmax",
         lambda x, axis=-1: torch.tensor(x).sigmoid().numpy()),
        ("embedding.cosine_similarity",
         lambda a, b: (torch.nn.functional.normalize(torch.tensor(a), dim=-1)
                       * torch.tensor(b)).sum(-1).numpy()),
        ("residual_norm.standardize",
         lambda x, axis: torch.rms_norm(torch.tensor(x), x.shape[-1:]).numpy()),
    ],
)  # fmt: skip
def test_in_numpys_tasks_torch_does_no_more_than_numpy_could(task_id, answer):
    assert run(task_id, answer).mistake == "ready_made"
