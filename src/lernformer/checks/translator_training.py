"""Checks of the translator's tasks that teach: shift, loss, one step."""

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from lernformer import translator as reference
from lernformer.checks.mistakes import translator as mistakes
from lernformer.checks.mistakes.common import (
    GRADIENT,
    INPUT_MODIFIED,
    PURE,
    modifies_input,
    not_finite,
)
from lernformer.checks.mistakes.translator.training import (
    EVERY_FLOAT,
    IDS,
    LARGE,
    LONELY,
    LOSS,
    PADDING,
    SHIFT,
    SMOOTHING,
    STEPS,
    TRAINING,
    VALUE,
)
from lernformer.checks.refusing import ReadyMade, plain_name
from lernformer.checks.task import Arrays, Case, Observation, Task, once
from lernformer.checks.translator_models import model_of
from lernformer.checks.translator_numbers import as_number
from lernformer.checks.values import (
    as_reference,
    call,
    modified,
    plain,
    probe_torch,
    tensors,
)
from lernformer.translator import label_smoothed_loss, teacher_forcing

BFLOAT16 = 0.1  # 8 bits of precision, a sum of numbers around 3


def sentences(
    rng: np.random.Generator, lengths: list[int], vocab_size: int
) -> np.ndarray:
    """Ids (B, L) from <bos> to <eos>, then padding; lengths count both ends."""
    ids = rng.integers(3, vocab_size, (len(lengths), max(lengths)))
    ids[:, 0] = 1
    for row, length in zip(ids, lengths, strict=True):
        row[length - 1], row[length:] = 2, 0
    return ids


# teacher_forcing --------------------------------------------------------------------


def forcing_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, ids, **more):
        axes = {"decoder_input": "B L", "labels": "B L"}
        return Case(aspect, {"tgt": np.asarray(ids)}, axes, **more)

    return [
        case(SHIFT, [[1, 5, 6, 2]]),
        case(SHIFT, [[1, 5, 6, 2], [1, 7, 2, 0]]),
        case(SHIFT, sentences(rng, [4, 7, 5], 20)),
        case(SHIFT, sentences(rng, [6, 6], 20)),
        case(SHIFT, sentences(rng, [3, 9, 5, 4], 20)),
        case(LONELY, [[1, 2]]),
        case(LONELY, [[1, 2], [1, 2]]),
        case(LONELY, sentences(rng, [2, 5], 20)),
        case(IDS, sentences(rng, [4, 7, 5], 300)),
        case(PURE, sentences(rng, [4, 7, 5], 20)),
    ]


probe_forcing = probe_torch("decoder_input", "labels")


def forcing_told(case: Case, seen: Observation) -> str | None:
    """The first sentence that is cut in another way, in words."""
    want = FORCING.expected(case)
    for name in want:
        for row, got, right in zip(
            case.inputs["tgt"], seen.values[name], want[name], strict=True
        ):
            if not np.array_equal(got, right):
                told = [x.astype(int).tolist() for x in (row, got, right)]
                return f"{name} of {told[0]} is {told[1]}, expected {told[2]}"
    return None


def no_integers(case: Case, seen: Observation) -> str | None:
    for name in ("decoder_input", "labels"):
        dtype = seen.facts[f"{name}.dtype"]
        if case.aspect == IDS and "int" not in dtype:
            return f"{name} is {dtype}, expected integers, as tgt"
    return None


FORCING = Task(
    id="translator.teacher_forcing",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Write down a sentence with <bos> and <eos>. Under each word write the word "
        "that the decoder should say when it has read up to there. Which word is read "
        "last, and which is never to be said?",
        "Both are the same sentence with one column missing: one lacks the last "
        "column, the other the first. The first axis is the batch.",
        "tgt[:, :-1] is read, tgt[:, 1:] is to be said.",
    ),
    aspects={SHIFT: 6, LONELY: 2, IDS: 1, PURE: 1},
    cases=forcing_cases,
    probe=probe_forcing,
    expected=as_reference(teacher_forcing, probe_forcing),
    symptoms=(modifies_input, no_integers, forcing_told),
    mistakes=mistakes.FORCING,
)

# label_smoothed_loss ----------------------------------------------------------------


def loss_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, logits, labels, *options, **more):
        inputs = {"logits": np.asarray(logits, float), "labels": np.asarray(labels)}
        inputs |= dict(zip(("smoothing", "pad_id"), options, strict=False))
        if aspect == GRADIENT:
            inputs["upstream"] = np.array(1.5)
        return Case(aspect, inputs, **more)

    def drawn(aspect, lengths, V, *options, scale=1.5, **more):
        L = max(lengths)
        logits = rng.normal(0, scale, (len(lengths), L, V))
        pad_id = options[1] if len(options) > 1 else 0
        words = [i for i in range(V) if i != pad_id]
        labels = rng.choice(words, (len(lengths), L))
        for row, length in zip(labels, lengths, strict=True):
            row[length - 1], row[length:] = 2, pad_id
        return case(aspect, logits, labels, *options, **more)

    nothing = rng.normal(0, 1, (2, 3, 7))
    # The label is now the likeliest word by far, now the unlikeliest.
    large = rng.choice([-1000.0, 1000.0], (2, 4, 7)) + rng.normal(0, 1, (2, 4, 7))
    return [
        case(VALUE, [[[1.0, 2, 3, 0, -1]]], [[3]]),
        drawn(VALUE, [3, 3], 7),
        drawn(VALUE, [4, 4, 4], 11, 0.1),
        drawn(VALUE, [1, 1], 6, 0.1),
        drawn(PADDING, [3, 1], 6),
        drawn(PADDING, [5, 2, 3], 8),
        drawn(PADDING, [4, 5, 1], 5),  # V = L, so that axes can be confused
        drawn(PADDING, [5, 2, 3], 8, 0.1, 4),
        drawn(PADDING, [2, 4], 9, 0.1, 8),
        drawn(SMOOTHING, [3, 3], 7, 0.0),
        drawn(SMOOTHING, [3, 5, 2], 7, 0.3),
        drawn(SMOOTHING, [3, 2], 7, 1.0),
        drawn(SMOOTHING, [3, 5, 2], 9, float(rng.uniform(0.15, 0.8)), 5),
        case(EMPTY_BATCH, nothing, np.zeros((2, 3), int)),
        case(EMPTY_BATCH, nothing, np.full((2, 3), 4), 0.2, 4),
        case(LARGE, large, sentences(rng, [4, 3], 7)),
        drawn(LARGE, [4, 3], 7, 0.2, scale=300),
        drawn(GRADIENT, [5, 2, 3], 8),
        drawn(GRADIENT, [2, 4], 9, 0.4, 8),
        drawn(PURE, [5, 2, 3], 8, 0.1, 4),
        drawn(EVERY_FLOAT, [5, 2, 3], 8, dtype="float32", tolerance=1e-4),
        drawn(EVERY_FLOAT, [5, 2, 3], 8, dtype="bfloat16", tolerance=BFLOAT16),
    ]


EMPTY_BATCH = "is 0 where there is nothing but padding"


class RefusingSmoothing(TorchFunctionMode):
    """While open, torch's cross-entropy works but does not smooth labels.

    Without smoothing it is one of the parts to build from.
    """

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        place = {"cross_entropy": 7, "cross_entropy_loss": 5}.get(plain_name(func))
        if place is not None:
            given = args[place:] or (kwargs.get("label_smoothing", 0.0),)
            if given[0]:
                raise ReadyMade(
                    "calls torch.nn.functional.cross_entropy with label_smoothing, "
                    "which does this task's work: build it from its parts"
                )
        return func(*args, **kwargs)


def probe_loss(answer: Any, case: Case) -> Observation:
    with RefusingSmoothing():
        return probe_torch("loss")(answer, case)


def loss_told(case: Case, seen: Observation) -> str | None:
    """The loss beside the right one, and how many labels there are."""
    got, want = seen.values["loss"], SMOOTHED.expected(case)["loss"]
    if np.isclose(got, want, rtol=case.tolerance, atol=case.tolerance):
        return None
    x = case.inputs
    pad_id = x.get("pad_id", 0)
    real = int((x["labels"] != pad_id).sum())
    return (
        f"the loss is {got:.6g}, expected {want:.6g}, for logits of shape "
        f"{x['logits'].shape}, {real} real labels and {x['labels'].size - real} of "
        f"padding (pad_id = {pad_id}), smoothing = {x.get('smoothing', 0.1):.3g}"
    )


SMOOTHED = Task(
    id="translator.label_smoothed_loss",
    points=4,
    difficulty=2,
    minutes=30,
    hints=(
        "Three steps: log-probabilities of all words, the loss of each label, the mean "
        "over those that are no padding. What does a label pay for its own word, and "
        "what for all words together?",
        "logits.log_softmax(dim=-1) is safe where softmax().log() overflows. "
        ".gather(-1, labels[..., None]) takes the label's own log-probability, "
        ".mean(dim=-1) is the part that all V words share. Divide by the number of "
        "real labels, at least by 1.",
        "loss = -(1 - smoothing) * of_label - smoothing * of_all, both (B, L); real = "
        "labels != pad_id; loss.masked_fill(~real, 0).sum() / "
        "real.sum().clamp(min=1).",
    ),
    aspects={
        VALUE: 4,
        PADDING: 3,
        SMOOTHING: 2,
        EMPTY_BATCH: 0.5,
        LARGE: 1,
        GRADIENT: 1,
        PURE: 0.5,
        EVERY_FLOAT: 0.5,
    },
    cases=loss_cases,
    probe=probe_loss,
    expected=as_reference(label_smoothed_loss, probe_loss),
    symptoms=(modifies_input, not_finite, loss_told),
    mistakes=mistakes.SMOOTHED,
)

# train_step -------------------------------------------------------------------------

OPTIMIZERS = {
    "plain": lambda parameters: torch.optim.SGD(parameters, lr=0.3),
    "momentum": lambda parameters: torch.optim.SGD(parameters, lr=0.2, momentum=0.9),
    "Adam": lambda parameters: torch.optim.Adam(parameters, lr=0.01),
}
WAYS = "learns in every batch anew"
RETURNS = "returns the loss as a number"
WHOLE = "teaches a Transformer"


def step_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lengths, optimizer="plain", *, calls=1, setting="", **more):
        src_vocab, tgt_vocab = 13, 9  # all sizes differ
        batches = {}
        for i in range(calls):
            # One shorter, and with ids that both know: the model can be asked the
            # other way round, and who does so gets numbers and no error.
            batches[f"src {i}"] = sentences(rng, [n - 1 for n in lengths], tgt_vocab)
            shuffled = rng.permutation(lengths).tolist()
            batches[f"tgt {i}"] = sentences(rng, shuffled, tgt_vocab)
        inputs = {
            **batches,
            "weights": int(rng.integers(2**31)),
            "src_vocab": src_vocab,
            "tgt_vocab": tgt_vocab,
            "d_model": 5,
            "optimizer": optimizer,
            **more,
        }
        return Case(aspect, inputs, setting=setting)

    return [
        case(STEPS, [4, 4], setting="training", smoothing=0.1),
        case(STEPS, [6, 3, 5], setting="training", smoothing=0.1),
        case(STEPS, [7, 4, 4, 5], "Adam", setting="training"),
        case(LOSS, [5, 3, 4], setting="training", smoothing=0.0),
        case(LOSS, [5, 6, 4], setting="training", smoothing=0.4),
        case(WAYS, [5, 3, 4], calls=2, setting="training"),
        case(WAYS, [6, 3], "momentum", calls=3, setting="training"),
        case(TRAINING, [5, 3, 4], setting=""),
        case(TRAINING, [5, 3, 4], "momentum", calls=2, setting=""),
        case(RETURNS, [5, 3, 4], setting="training"),
        case(WHOLE, [5, 3, 4], "momentum", calls=2, setting="Transformer, training"),
        case(PURE, [5, 3, 4], setting="training"),
    ]


def probe_step(answer: Any, case: Case) -> Observation:
    """Make model and optimiser and let the answer take one step or several."""
    x, facts, events = tensors(case), {}, set()
    model = model_of(case)
    learned = list(model.parameters())
    optimizer = OPTIMIZERS[x["optimizer"]](learned)
    optimizer.register_step_post_hook(lambda *_: events.add("step"))
    for p in learned:
        p.register_post_accumulate_grad_hook(lambda _: events.add("backward"))
    losses, parameters, before = [], [], parameters_of(learned)
    more = {"smoothing": x["smoothing"]} if "smoothing" in x else {}
    for i in range(sum(name.startswith("src ") for name in x)):
        batch = {"src": x[f"src {i}"], "tgt": x[f"tgt {i}"]}
        kept = {name: ids.clone() for name, ids in batch.items()}
        inputs = {"model": model, "optimizer": optimizer, **batch, **more}
        loss = call(answer, inputs)
        if isinstance(loss, Tensor) and loss.requires_grad:
            facts["graph"] = "yes"
            loss = loss.detach()
        losses.append(as_number("the loss", loss))
        parameters.append(parameters_of(learned))
        facts["modified"] = facts.get("modified") or modified(kept, batch)
    facts |= model.facts() | dict.fromkeys(events, "yes")
    if model.asked and torch.equal(model.asked[0], x["src 0"]):
        facts["read"] = "source"
    left = any(p.grad is not None and p.grad.any() for p in learned)
    facts["gradients left"] = "yes" if left else "no"
    facts["learned"] = "no" if np.array_equal(parameters[0], before) else "yes"
    values = {"losses": np.array(losses), "parameters": np.stack(parameters)}
    return Observation(values, facts)


def parameters_of(learned: list[Tensor]) -> np.ndarray:
    return np.concatenate([plain(p).ravel() for p in learned])


@once
def expected_step(case: Case) -> Arrays:
    return probe_step(reference.train_step, case).values


def step_told(case: Case, seen: Observation) -> str | None:
    """What is wrong with a step, in words."""
    if case.aspect == RETURNS and "graph" in seen.facts:
        return "the loss is returned with its graph, expected a number"
    if case.aspect == TRAINING and "training" not in seen.facts and _asked(seen):
        return "the model came in evaluation mode, and was not put into training mode"
    want = expected_step(case)
    for i, (got, right) in enumerate(
        zip(seen.values["losses"], want["losses"], strict=True)
    ):
        if not np.isclose(got, right, rtol=case.tolerance, atol=case.tolerance):
            return f"the loss of step {i + 1} is {got:.6g}, expected {right:.6g}"
        if np.allclose(
            seen.values["parameters"][i],
            want["parameters"][i],
            rtol=case.tolerance,
            atol=case.tolerance,
        ):
            continue
        if seen.facts["learned"] == "no":
            return "no parameter of the model has changed"
        off = np.abs(seen.values["parameters"][i] - want["parameters"][i])
        return (
            f"after step {i + 1} of the optimiser ({case.inputs['optimizer']}) "
            f"{int((off > case.tolerance).sum())} of {off.size} parameters are not "
            f"where one step down the loss's gradient leads, by {off.max():.2g} at most"
        )
    return None


def _asked(seen: Observation) -> bool:
    return "calls" in seen.facts


STEP = Task(
    id="translator.train_step",
    points=3,
    difficulty=2,
    minutes=20,
    hints=(
        "Five steps: training mode; what to read and what to say; logits and loss; "
        "gradients; one step of the optimiser. Where do gradients of the last batch "
        "stay?",
        "backward() adds to the gradients that are there, so zero_grad() comes first. "
        "The model is called with src and the decoder's input; it returns logits "
        "(B, L, V). loss.item() is the number without its graph.",
        "model.train(); decoder_input, labels = teacher_forcing(tgt); loss = "
        "label_smoothed_loss(model(src, decoder_input), labels, smoothing); "
        "optimizer.zero_grad(); loss.backward(); optimizer.step(); return loss.item().",
    ),
    aspects={
        STEPS: 4,
        LOSS: 1,
        WAYS: 2,
        TRAINING: 1,
        RETURNS: 0.5,
        WHOLE: 1,
        PURE: 0.5,
    },
    cases=step_cases,
    probe=probe_step,
    expected=lambda case: {},  # judged by ``step_told``
    symptoms=(modifies_input, step_told),
    mistakes=(INPUT_MODIFIED, *mistakes.steps(probe_step)),
    ready_made=("lernformer.fast.training.train_step",),
)
