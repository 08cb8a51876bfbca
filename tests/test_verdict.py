"""What a verdict says: symptom, cause, place, and nothing that isn't true."""

import contextlib
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch

from lernformer.checks import CheckFailed, check, run, task, tasks
from lernformer.checks.judging import judge
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.probing import OutOfTime, time_limit
from tests.answers import reference, variants

SOFTMAX = "attention.softmax"
LIMIT = "lernformer.probes.probing.TIME_LIMIT"


def naive(scores, axis=-1):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def right(scores, axis=-1):
    return naive(scores - scores.max(axis=axis, keepdims=True), axis)


def right_variant(task_id):
    slug = task_id.split(".")[0]
    return next(v.answer for v in variants(slug) if v.task == task_id)


def test_a_verdict_gives_symptom_cause_place_and_partial_credit():
    verdict = run(SOFTMAX, naive, seed=5)
    assert verdict.mistake == "overflow"
    assert 0 < verdict.score < 1
    for words in ("survives large scores", "nan", "exp overflows"):
        assert words in verdict.message
    assert "Subtract each row" not in verdict.message  # hint() says it later
    assert 'check("attention.softmax", softmax, seed=5)' in str(verdict)
    assert not verdict.aspects["survives large scores"]
    assert verdict.aspects["works along any axis"]
    html = verdict.as_html()
    text = "result is [nan, nan],\nexpected [0.2689, 0.7311] for scores = [1000, 1001]"
    assert text in run(SOFTMAX, naive, seed=1).as_html()
    cause, _, instead = html.partition("<summary>What to write instead</summary>")
    assert "exp overflows" in cause
    assert "Subtract each row" not in cause
    assert "Subtract each row" in instead
    assert "Subtract" not in verdict.as_html(early=True)


def positive(scores, axis=-1):
    return np.where(scores > 0, 1.0, 0.0)


def turned(q, k, v, mask=None):
    weights = (q @ k.mT).softmax(-1)
    return (weights @ v).mT, weights


def broken(scores, axis=-1):
    return scores / undefined  # noqa: F821


def torn(scores, axis=-1):
    raise RuntimeError("no gradient. Hint: enable anomaly detection")


def test_the_same_seed_gives_the_same_message():
    assert run(SOFTMAX, positive, 3) == run(SOFTMAX, positive, 3)


@pytest.mark.parametrize(
    ("task_id", "answer", "text"),
    [
        (  # names of axes
            "attention.scaled_dot_product_attention",
            turned,
            r"output has shape \(2, 5, 3\).*expected \(2, 3, 5\) = \(B, L_q, d_v\)",
        ),
        (  # the student's own line
            SOFTMAX,
            broken,
            r"raises NameError: name 'undefined' is not defined.*"
            r"in broken, line \d+: return scores / undefined",
        ),
        (SOFTMAX, torn, r"no gradient\.\n"),  # without its advice for others
        (SOFTMAX, [right], r"is a list of 1 \((type|function)\), not a function"),
        # words are in quotes
        ("embedding.encode", lambda sentence, vocabulary: [3], 'sentence = "a cat"'),
    ],
)
def test_a_message_says_what_came_out_and_where(task_id, answer, text):
    message = run(task_id, answer).message
    assert re.search(text, message, re.S)
    assert "probing.py" not in message


@pytest.mark.parametrize("task_id", tasks())
def test_a_slip_of_the_pen_is_no_misconception(task_id):
    def slip(*inputs):
        return mistyped  # noqa: F821

    known = right_variant(task_id)
    is_class = isinstance(known, type)
    answer = type("Slip", (known,), {"forward": slip}) if is_class else slip
    verdict = run(task_id, answer)
    assert "NameError: name 'mistyped'" in verdict.message
    assert verdict.mistake is None, verdict.cause


def test_an_answer_that_a_passed_case_contradicts_is_no_cause():
    def barely_hidden(q, k, v, mask=None):
        """Right without a mask; a sigmoid would be wrong there, too."""
        scores = q @ k.mT / q.size(-1) ** 0.5
        weights = scores.softmax(-1) if mask is None else scores.sigmoid() * mask
        return weights @ v, weights

    verdict = run("attention.scaled_dot_product_attention", barely_hidden, seed=3)
    assert verdict.aspects["averages the values by weights"]
    assert verdict.mistake != "sigmoid"


def without_axis(scores):
    return right(scores)


def without_default(logits, labels, smoothing, pad_id):
    return logits.sum()


class WithoutSelf(right_variant("attention.MultiHeadAttention")):
    def forward(query, key, value, mask=None):
        return query, key


KEPT = {}


def remembering(p):
    known = KEPT.setdefault(p.size, np.diag(p) - np.outer(p, p))
    return known if p.ndim == 1 else p[..., None] * (np.eye(p.shape[-1]) - p)


@pytest.mark.parametrize(
    ("task_id", "answer", "mistake", "text"),
    [
        (SOFTMAX, lambda scores: naive(scores), "signature_changed", "takes 1 pos"),
        (SOFTMAX, without_axis, "signature_changed", "yours is without_axis(scores)"),
        ("translator.label_smoothed_loss", without_default, "default_missing", ""),
        (
            "attention.MultiHeadAttention",
            WithoutSelf,
            "self_forgotten",
            "yours is forward(query, key, value, mask=None)",
        ),
        ("attention.softmax_jacobian", remembering, "result_kept", ""),
    ],
)
def test_what_python_itself_complains_about_is_named(task_id, answer, mistake, text):
    verdict = run(task_id, answer, seed=3)
    assert verdict.mistake == mistake, verdict.message
    assert text in verdict.message


def test_what_is_declined_earns_nothing_and_does_not_count_against_the_answer():
    aspect, softmax = "takes anything", task(SOFTMAX)
    declinable = Case(aspect, {"scores": np.array([[1.0, 2.0]])}, optional=True)
    cases = [*softmax.cases(np.random.default_rng(0)), declinable]
    chosen = replace(softmax, aspects=softmax.aspects | {aspect: 5})

    def verdict(last):
        seen = [Observation(chosen.expected(case)) for case in cases[:-1]]
        return judge(chosen, cases, [*seen, last], 0)

    declined = verdict(Observation(trouble="raises ValueError: no", kind="error"))
    assert declined.aspects[aspect] is None
    assert declined.passed
    own = sum(softmax.aspects.values())
    assert declined.score == own / (own + 5)
    assert "○ takes anything (optional: your code doesn't handle this" in str(declined)
    wrong = verdict(Observation({"result": np.zeros((1, 2))}))
    assert wrong.aspects[aspect] is False
    assert not wrong.passed
    assert verdict(Observation(chosen.expected(cases[-1]))).score == 1


# Time limits --------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["by a timer", "as on Windows", "on another thread"])
def test_an_endless_loop_is_stopped_in_its_own_line(monkeypatch, how):
    monkeypatch.setattr(LIMIT, 0.3)
    if how == "as on Windows":
        for name in ("setitimer", "SIGALRM", "ITIMER_REAL"):
            monkeypatch.delattr(f"signal.{name}", raising=False)

    def endless(scores, axis=-1):
        while True:
            try:
                scores = scores + 1
            except Exception:
                continue

    if how == "on another thread":
        with ThreadPoolExecutor() as pool:
            verdict = pool.submit(run, SOFTMAX, endless).result()
    else:
        verdict = run(SOFTMAX, endless)
    assert verdict.score == 0
    assert "still running after 0.3 seconds" in verdict.message
    assert "in endless, line" in verdict.message


def test_a_limit_that_was_kept_stops_nothing_later(monkeypatch):
    """It holds whether the watching thread wakes up before or after the end."""
    monkeypatch.delattr("signal.setitimer", raising=False)
    for _ in range(50):
        with contextlib.suppress(OutOfTime), time_limit(0.001):
            sum(range(20_000))  # about as long as the limit
        sum(range(20_000))


class Last:
    """An object that acts when it is deleted."""

    def __init__(self, act):
        self.act = act

    def __del__(self):
        self.act()


def test_a_limit_that_got_lost_is_signalled_again(monkeypatch):
    """Python loses what is raised in ``__del__`` or during garbage collection."""
    lost = []
    monkeypatch.setattr("sys.unraisablehook", lambda one: lost.append(one.exc_type))

    def endless():
        while True:
            pass

    def endless_twice():
        Last(endless)
        endless()

    with pytest.raises(OutOfTime), time_limit(0.05):
        endless_twice()
    assert lost == []  # a time limit is not an error in the answer
    with time_limit(5):
        Last(lambda: 1 / 0)
    Last(lambda: [].pop())
    assert lost == [ZeroDivisionError, IndexError]


# What answers print and change --------------------------------------------------------


def test_prints_and_warnings_neither_flood_nor_fail():
    def talkative(scores, axis=-1):
        print("x" * 10_000)
        warnings.warn("beware", stacklevel=1)
        return right(scores, axis)

    verdict = run(SOFTMAX, talkative)
    assert verdict.passed
    assert 0 < len(verdict.printed) <= 1000

    def silent_at_first(scores, axis=-1):
        if scores.ndim > 1:
            print("shape", scores.shape)
        return naive(scores, axis)

    printed = run(SOFTMAX, silent_at_first).printed  # in one case
    assert printed.count("shape") == 1


def test_a_checked_answer_leaves_the_random_state_alone():
    torch.manual_seed(1)
    want = torch.rand(2)
    torch.manual_seed(1)
    name = "attention.MultiHeadAttention"
    run(name, reference(name), reference=True)
    assert torch.equal(torch.rand(2), want)


def test_what_an_answer_calls_may_change_between_two_checks():
    layer = right_variant("transformer.EncoderLayer")

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


def test_check_shows_the_verdict_and_raises(capsys):
    with pytest.raises(CheckFailed, match="survives large scores"):
        check(SOFTMAX, naive)
    assert "✗ attention.softmax: not yet" in capsys.readouterr().out
    assert check(SOFTMAX, right) is None
    assert "✓ attention.softmax: passed, 100%" in capsys.readouterr().out
    with pytest.raises(CheckFailed, match="write yours"):
        check(SOFTMAX, reference(SOFTMAX))
    with pytest.raises(ValueError, match=r"'attention.sofmax'.* attention.softmax"):
        run("attention.sofmax", naive)


# Several mistakes ---------------------------------------------------------------------


def test_what_follows_from_one_mistake_is_not_crossed():
    def attend(q, k, v, mask=None):
        scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask, -1e9)
        weights = scores.softmax(-1)
        return weights @ v, weights

    verdict = run("attention.scaled_dot_product_attention", attend, seed=1)
    wrong = [aspect for aspect, ok in verdict.aspects.items() if ok is False]
    assert wrong == ["hides what the mask forbids"]
    assert "keeps the dtype of its inputs" in verdict.waits
    text = "○ not judged while “hides what the mask forbids” is wrong"
    assert text in verdict.as_html()
    assert verdict.score == pytest.approx(0.5)  # what waits earns no points yet


def test_a_second_mistake_has_a_line_of_its_own():
    def encode(sentence, vocabulary):
        for word in sentence.split():
            vocabulary.setdefault(word, len(vocabulary))
        return [vocabulary[word] for word in sentence.split()]

    verdict = run("embedding.encode", encode, seed=1)
    assert verdict.others == {PURE: "overwrites its input: vocabulary"}
    for text in (verdict.message, verdict.as_html()):
        assert f"{PURE}: overwrites its input: vocabulary" in text


def test_nothing_returned_needs_no_other_cause():
    def encode(sentence, vocabulary):
        print([vocabulary[word] for word in sentence.split()])

    verdict = run("embedding.encode", encode)
    assert "is the return statement missing?" in verdict.symptom
    assert verdict.cause == ""


def test_the_verdict_as_html_has_symbol_words_and_escapes():
    def scripting(scores, axis=-1):
        raise ValueError("<script>alert(1)</script>")

    html = run(SOFTMAX, scripting)._repr_html_()
    assert "✗ softmax: not yet" in html
    assert "&lt;script&gt;" in html
    assert "<script>" not in html


def test_a_number_after_the_first_six_of_its_row_is_shown():
    chosen = replace(task(SOFTMAX), symptoms=())
    case = Case("turns scores into weights", {"scores": np.arange(9.0)})
    result = chosen.expected(case)["result"]
    seen = Observation({"result": np.append(result[:-1], 1)})
    verdict = judge(chosen, [case], [seen], 0)
    assert verdict.symptom == "result[8] is 1, expected 0.632198578"
