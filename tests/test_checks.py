"""The checks, judged by wrong answers that must fail and right ones that must pass."""

import contextlib
import functools
import importlib
import os
import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn.attention import bias

import lernformer.fast.decoding
import lernformer.fast.training
from lernformer.checks import CheckFailed, check, run, task, tasks
from lernformer.checks.judging import judge
from lernformer.grading.rounds import Round
from lernformer.probes.case import Case, Observation
from lernformer.probes.probing import OutOfTime, observe, time_limit
from lernformer.translator import decoding
from tests.answers import degenerate, mutants, variants
from tests.answers.table import TARGET as TABLE

CHAPTERS = sorted({name.split(".")[0] for name in tasks()})
# CI asks for 200, as `make mutants` does
SEEDS = int(os.environ.get("SEEDS", "20"))


def reference(task_id):
    slug, name = task_id.split(".")
    return getattr(importlib.import_module(f"lernformer.{slug}"), name)


def is_function(task_id):
    return not isinstance(reference(task_id), type)


def of(answers):
    """Parametrize over answers, each under its own name.

    Those to a task go to one worker, where they share ``round_of``; the dearest tasks
    come first, modules before functions, so that no worker is left alone with one of
    them in the end.
    """
    every = [answer for slug in CHAPTERS for answer in answers(slug)]
    every.sort(key=lambda a: (is_function(a.task), -task(a.task).points))
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(
                answer,
                id=f"{answer.task}-{answer.name}",
                marks=pytest.mark.xdist_group(answer.task),
            )
            for answer in every
        ],
    )


# The verdicts ------------------------------------------------------------------------


@pytest.mark.parametrize("task_id", tasks())
def test_the_reference_scores_full(task_id):
    verdict = run(task_id, reference(task_id), reference=True)
    assert verdict.passed, verdict.message
    assert verdict.score == 1


@functools.lru_cache(maxsize=2 * SEEDS)
def round_of(task_id, seed):
    """Cases of a seed: all answers share them, and what is worked out for them."""
    return Round(task(task_id), seed)


def verdict_of(case, seed, first=None):
    """What ``run`` says, or would say of the ``first`` cases alone."""
    asked = round_of(case.task, seed)
    cases = asked.cases[:first]
    # What torch.manual_seed does for the CPU; it also writes down who has called it.
    torch.default_generator.manual_seed(seed)
    seen, printed = observe(asked.task.probe, case.answer, cases)
    return judge(asked.remembering, cases, seen, seed, printed)


@functools.cache
def at_seed_0(case):
    return verdict_of(case, seed=0)


def enough(case):
    """As many cases as it takes to see that an answer is wrong."""
    aspects = [asked.aspect for asked in round_of(case.task, 0).cases]
    return len(aspects) - aspects[::-1].index(at_seed_0(case).aspect)


@of(mutants)
def test_a_mutant_fails_and_its_mistake_is_named(case):
    verdict = at_seed_0(case)
    assert not verdict.passed
    assert verdict.score < 1
    assert verdict.mistake == case.mistake, verdict.message
    assert max(map(len, str(verdict).splitlines())) <= 80  # columns of a terminal
    if verdict.cause:
        assert verdict.cause in verdict.message
        slug = case.task.partition(".")[0]
        assert f"#{slug}-{case.mistake}".replace("_", "-") in verdict.message


@of(variants)
def test_a_right_variant_passes(case):
    verdict = run(case.task, case.answer)
    assert verdict.passed, str(verdict)


@pytest.mark.slow
@pytest.mark.timeout(900)  # the first variant has the cases of all seeds drawn
@of(variants)
def test_no_seed_rejects_a_right_variant(case):
    assert not [s for s in range(SEEDS) if not verdict_of(case, s).passed]


@pytest.mark.slow
@pytest.mark.timeout(900)
@of(mutants)
def test_no_seed_lets_a_mutant_pass(case):
    seeds = range(1, 2 + SEEDS // 50)
    # What fails in the first cases fails in all of them.
    passed = [s for s in seeds if verdict_of(case, s, enough(case)).passed]
    assert not [s for s in passed if verdict_of(case, s).passed]


@pytest.mark.parametrize("task_id", tasks())
def test_degenerate_answers_score_0_and_are_told_why(task_id):
    for case in degenerate(task_id):
        verdict = run(task_id, case.answer)
        assert verdict.score == 0, (case.name, verdict.message)
        assert len(verdict.symptom) > 10, case.name


@pytest.mark.parametrize("slug", CHAPTERS)
def test_every_mistake_of_a_chapter_is_made_by_some_mutant(slug):
    known = {m.id for t in tasks() if t.startswith(slug) for m in task(t).mistakes}
    assert known <= {case.mistake for case in mutants(slug)}


@pytest.mark.parametrize("task_id", tasks())
def test_the_catalogue_is_handed_in_to_itself(task_id):
    """Each of its answers is one of the mutants, which are named by their own id."""
    known = {(m.id, m.answer) for m in task(task_id).mistakes if m.answer is not None}
    tried = {(a.mistake, a.answer) for a in mutants(task_id.split(".")[0])}
    assert known
    assert known <= tried


@pytest.mark.parametrize("task_id", tasks())
def test_a_mistake_is_an_answer_or_a_sign(task_id):
    for known in task(task_id).mistakes:
        assert (known.answer is None) != (known.shows is None), known.id
        assert known.seen in ("issue", "course", "literature", "made up"), known.id
        if known.answer is not None:
            assert known.answer.__doc__, f"{known.id} tells no misconception"


@pytest.mark.parametrize("task_id", tasks())
def test_what_a_task_asks_for_is_not_optional(task_id):
    chosen = round_of(task_id, 0)
    asked = {case.aspect for case in chosen.cases if not case.optional}
    assert asked == set(chosen.task.aspects)


def test_the_books_table_is_of_these_answers():
    rows = re.findall(r"\| `([\w.]+)` \| (.*) \|", TABLE.read_text("utf-8"))
    assert [task_id for task_id, _ in rows] == tasks()
    for task_id, counts in rows:
        slug = task_id.split(".")[0]
        wrong, right = (
            sum(case.task == task_id for case in answers(slug))
            for answers in (mutants, variants)
        )
        told = rf"{wrong} \| {wrong} \| {wrong} \| {right} \| \d+ \| 0 \| yes"
        assert re.fullmatch(told, counts), task_id


# What a task must carry --------------------------------------------------------------


@pytest.mark.parametrize("task_id", tasks())
def test_a_task_is_complete(task_id):
    chosen = task(task_id)
    assert len(chosen.hints) == len(set(chosen.hints)) == 3
    assert chosen.points > 0
    assert chosen.difficulty in (1, 2, 3)
    assert chosen.minutes > 0
    tried = [case.aspect for case in chosen.cases(np.random.default_rng(0))]
    assert set(tried) == set(chosen.aspects)
    assert tried[0] == next(iter(chosen.aspects))


@pytest.mark.parametrize("task_id", tasks())
def test_a_seed_repeats_the_cases(task_id):
    draw = [task(task_id).cases(np.random.default_rng(7)) for _ in range(2)]
    for one, two in zip(*draw, strict=True):
        np.testing.assert_equal(one.inputs, two.inputs)


# Feedback ---------------------------------------------------------------------------


def naive(scores, axis=-1):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def test_a_verdict_gives_symptom_cause_place_and_partial_credit():
    verdict = run("attention.softmax", naive, seed=5)
    assert verdict.mistake == "overflow"
    assert 0 < verdict.score < 1
    assert "survives large scores" in verdict.message
    assert "nan" in verdict.message
    assert "Subtract each row's own largest score" in verdict.message
    assert 'check("attention.softmax", softmax, seed=5)' in str(verdict)
    assert not verdict.aspects["survives large scores"]
    assert verdict.aspects["works along any axis"]


def test_the_same_seed_gives_the_same_message():
    def wrong(scores, axis=-1):
        return np.where(scores > 0, 1.0, 0.0)

    assert run("attention.softmax", wrong, 3) == run("attention.softmax", wrong, 3)


def test_wrong_shapes_are_told_in_names_of_axes():
    def turned(q, k, v, mask=None):
        weights = (q @ k.mT).softmax(-1)
        return (weights @ v).mT, weights

    message = run("attention.scaled_dot_product_attention", turned).message
    assert "output has shape (2, 5, 3)" in message
    assert "expected (2, 3, 5) = (B, L_q, d_v)" in message


def test_an_error_shows_the_students_own_line():
    def broken(scores, axis=-1):
        return scores / undefined  # noqa: F821

    message = run("attention.softmax", broken).message
    assert "raises NameError: name 'undefined' is not defined" in message
    assert re.search(r"in broken, line \d+: return scores / undefined", message)
    assert "probing.py" not in message


@pytest.mark.parametrize("task_id", tasks())
def test_a_slip_of_the_pen_is_no_misconception(task_id):
    def slip(*inputs):
        return mistyped  # noqa: F821

    slug = task_id.split(".")[0]
    right = next(a.answer for a in variants(slug) if a.task == task_id)
    is_class = isinstance(right, type)
    answer = type("Slip", (right,), {"forward": slip}) if is_class else slip
    verdict = run(task_id, answer)
    assert "NameError: name 'mistyped'" in verdict.message
    assert verdict.mistake is None, verdict.cause


def judged(task_id, answer, seed=3):
    return run(task_id, answer, seed=seed)


def test_an_answer_that_a_passed_case_contradicts_is_no_cause():
    def barely_hidden(q, k, v, mask=None):
        """Right without a mask; a sigmoid would be wrong there, too."""
        scores = q @ k.mT / q.size(-1) ** 0.5
        weights = scores.softmax(-1) if mask is None else scores.sigmoid() * mask
        return weights @ v, weights

    verdict = judged("attention.scaled_dot_product_attention", barely_hidden)
    assert verdict.aspects["averages the values by weights"]
    assert verdict.mistake != "sigmoid"


def test_parameters_that_are_not_the_stubs_are_told():
    verdict = judged("attention.softmax", lambda scores: naive(scores))
    assert "takes 1 positional argument but 2 were given" in verdict.message
    assert verdict.mistake == "signature_changed"

    def softmax(scores):
        shifted = np.exp(scores - scores.max(-1, keepdims=True))
        return shifted / shifted.sum(-1, keepdims=True)

    verdict = judged("attention.softmax", softmax)
    assert verdict.mistake == "signature_changed"
    assert "yours is softmax(scores)" in verdict.message

    def noam(step, d_model, warmup):
        return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)

    assert judged("translator.noam_learning_rate", noam).passed

    def smoothed(logits, labels, smoothing, pad_id):
        return logits.sum()

    verdict = judged("translator.label_smoothed_loss", smoothed)
    assert verdict.mistake == "default_missing"


def right_variant(task_id):
    slug = task_id.split(".")[0]
    return next(a.answer for a in variants(slug) if a.task == task_id)


def test_a_forgotten_self_is_told():
    class Attention(right_variant("attention.MultiHeadAttention")):
        def forward(query, key, value, mask=None):
            return query, key

    verdict = judged("attention.MultiHeadAttention", Attention)
    assert verdict.mistake == "self_forgotten", verdict.message
    assert "yours is forward(query, key, value, mask=None)" in verdict.message


def test_the_result_of_an_earlier_call_is_told():
    kept = {}

    def remembering(p):
        known = kept.setdefault(p.size, np.diag(p) - np.outer(p, p))
        return known if p.ndim == 1 else p[..., None] * (np.eye(p.shape[-1]) - p)

    verdict = judged("attention.softmax_jacobian", remembering)
    assert verdict.mistake == "result_kept", verdict.message


def declining(aspect):
    """A task with one aspect more, which an answer may leave alone."""
    chosen = task("attention.softmax")

    def cases(rng):
        inputs = {"scores": np.array([[1.0, 2.0]])}
        return [*chosen.cases(rng), Case(aspect, inputs, optional=True)]

    return replace(chosen, cases=cases, aspects=chosen.aspects | {aspect: 5})


def test_what_is_declined_earns_nothing_and_is_not_held_against_the_answer():
    chosen = declining("takes anything")
    cases = chosen.cases(np.random.default_rng(0))

    def verdict(last):
        right = [Observation(chosen.expected(case)) for case in cases[:-1]]
        return judge(chosen, cases, [*right, last], 0)

    declined = verdict(Observation(trouble="raises ValueError: no", kind="error"))
    assert declined.aspects["takes anything"] is None
    assert declined.passed
    own = sum(task("attention.softmax").aspects.values())
    assert declined.score == own / (own + 5)
    assert "○ takes anything (your code does not take this" in str(declined)
    wrong = verdict(Observation({"result": np.zeros((1, 2))}))
    assert wrong.aspects["takes anything"] is False
    assert not wrong.passed
    assert verdict(Observation(chosen.expected(cases[-1]))).score == 1


def test_words_stand_in_quotes():
    message = judged("embedding.encode", lambda sentence, vocabulary: [3]).message
    assert 'sentence = "a cat"' in message


@pytest.mark.parametrize("timer", [True, False], ids=["timer", "as on Windows"])
def test_an_endless_loop_is_stopped_in_its_own_line(monkeypatch, timer):
    monkeypatch.setattr("lernformer.probes.probing.TIME_LIMIT", 0.3)
    if not timer:
        for name in ("setitimer", "SIGALRM", "ITIMER_REAL"):
            monkeypatch.delattr(f"signal.{name}", raising=False)

    def endless(scores, axis=-1):
        while True:
            try:
                scores = scores + 1
            except Exception:
                continue

    verdict = run("attention.softmax", endless)
    assert verdict.score == 0
    assert "still running after 0.3 seconds" in verdict.message
    assert "in endless, line" in verdict.message


def test_what_is_not_on_the_main_thread_is_stopped_too(monkeypatch):
    monkeypatch.setattr("lernformer.probes.probing.TIME_LIMIT", 0.3)

    def endless(scores, axis=-1):
        while True:
            scores = scores + 1

    with ThreadPoolExecutor() as pool:
        message = pool.submit(run, "attention.softmax", endless).result().message
    assert "still running after 0.3 seconds" in message


def test_a_limit_that_was_kept_stops_nothing_later(monkeypatch):
    """Whenever the watching thread wakes up, before or after the end."""
    monkeypatch.delattr("signal.setitimer", raising=False)
    for _ in range(50):
        with contextlib.suppress(OutOfTime), time_limit(0.001):
            sum(range(20_000))  # about as long as the limit
        sum(range(20_000))


def test_an_unfinished_stub_is_called_unfinished():
    def stub(scores, axis=-1):
        raise NotImplementedError

    verdict = run("attention.softmax", stub)
    assert verdict.score == 0
    assert "not written yet" in verdict.message


def test_prints_and_warnings_neither_flood_nor_fail():
    def talkative(scores, axis=-1):
        print("x" * 10_000)
        warnings.warn("beware", stacklevel=1)
        return reference("attention.softmax")(scores, axis)

    talkative.__module__ = "student"
    patched = run("attention.softmax", lambda *a: naive(*a))
    assert not patched.passed

    def right(scores, axis=-1):
        print("x" * 10_000)
        warnings.warn("beware", stacklevel=1)
        shifted = np.exp(scores - scores.max(axis=axis, keepdims=True))
        return shifted / shifted.sum(axis=axis, keepdims=True)

    verdict = run("attention.softmax", right)
    assert verdict.passed
    assert 0 < len(verdict.printed) <= 1000


def test_prints_are_those_of_one_case():
    def silent_at_first(scores, axis=-1):
        if scores.ndim > 1:
            print("shape", scores.shape)
        return naive(scores, axis)

    assert run("attention.softmax", silent_at_first).printed.count("shape") == 1


def handed_on(function):
    """Ways to hold a function so that no name of it can be replaced."""
    held = [function]

    def looked_up(*inputs):
        return held[0](*inputs)

    def by_default(*inputs, does=function):
        return does(*inputs)

    return [looked_up, by_default, functools.partial(function)]


def borrowed_classes(right):
    """The reference's class as a student's own."""

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
    # and all is put back
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
    "translator.label_smoothed_loss": torch.nn.functional.cross_entropy,
}


def calling(forward):
    """A norm that makes its parameters itself and has `forward` do the rest."""

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


# In a process in which no bank of answers lifts the ban: hands in all that the modules
# of wrong answers hold, and prints what earns something.
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


def test_a_checked_answer_leaves_the_random_state_alone():
    torch.manual_seed(1)
    want = torch.rand(2)
    torch.manual_seed(1)
    right = reference("attention.MultiHeadAttention")
    run("attention.MultiHeadAttention", right, reference=True)
    assert torch.equal(torch.rand(2), want)


def test_what_an_answer_calls_may_change_between_two_checks():
    layer = next(
        v.answer for v in variants("transformer") if v.task.endswith("EncoderLayer")
    )

    class Wrapped(torch.nn.Module):
        part = "layer"

        def __init__(self, *sizes):
            super().__init__()
            setattr(self, self.part, layer(*sizes))

        def forward(self, *inputs):
            return getattr(self, self.part)(*inputs)

    for name in ("layer", "another"):
        Wrapped.part = name
        assert run("transformer.EncoderLayer", Wrapped).passed


@pytest.mark.parametrize(
    "task_id", ["attention.MultiHeadAttention", "transformer.EncoderLayer"]
)
def test_what_makes_a_module_need_not_have_a_hash(task_id):
    class Maker(list):
        def __call__(self, *sizes):
            return self[0](*sizes)

    slug = task_id.split(".")[0]
    right = next(v.answer for v in variants(slug) if v.task == task_id)
    assert run(task_id, Maker([right])).passed
    assert "is a list of 1 (type), not a function" in run(task_id, [right]).message


# In a notebook -----------------------------------------------------------------------


def test_check_shows_the_verdict_and_raises(capsys):
    with pytest.raises(CheckFailed, match="survives large scores"):
        check("attention.softmax", naive)
    assert "✗ attention.softmax: not yet" in capsys.readouterr().out

    def right(scores, axis=-1):
        shifted = np.exp(scores - scores.max(axis=axis, keepdims=True))
        return shifted / shifted.sum(axis=axis, keepdims=True)

    assert check("attention.softmax", right) is None
    assert "✓ attention.softmax: passed, 100%" in capsys.readouterr().out


def test_check_refuses_the_reference_itself():
    with pytest.raises(CheckFailed, match="write your own"):
        check("attention.softmax", reference("attention.softmax"))


def test_the_verdict_as_html_has_symbol_words_and_escapes():
    def broken(scores, axis=-1):
        raise ValueError("<script>alert(1)</script>")

    html = run("attention.softmax", broken)._repr_html_()
    assert "✗ softmax: not yet" in html
    assert "&lt;script&gt;" in html
    assert "<script>" not in html


def test_an_unknown_task_is_named_beside_the_nearest():
    with pytest.raises(ValueError, match=r"'attention.sofmax'.* attention.softmax"):
        run("attention.sofmax", naive)
