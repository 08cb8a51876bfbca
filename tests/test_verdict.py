"""What a verdict says: symptom, cause, place, and nothing that isn't true."""

import contextlib
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch

from lernformer.checks import CheckFailed, check, judging, run, task, tasks
from lernformer.checks.judging import judge
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.probing import OutOfTime, time_limit
from tests.answers import reference, variants


def naive(scores, axis=-1):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def test_a_verdict_gives_symptom_cause_place_and_partial_credit():
    verdict = run("attention.softmax", naive, seed=5)
    assert verdict.mistake == "overflow"
    assert 0 < verdict.score < 1
    assert "survives large scores" in verdict.message
    assert "nan" in verdict.message
    assert "exp overflows" in verdict.message
    assert "Subtract each row" not in verdict.message  # hint() says it later
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
    """A task with one more aspect, which is optional."""
    chosen = task("attention.softmax")

    def cases(rng):
        inputs = {"scores": np.array([[1.0, 2.0]])}
        return [*chosen.cases(rng), Case(aspect, inputs, optional=True)]

    return replace(chosen, cases=cases, aspects=chosen.aspects | {aspect: 5})


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ([4.0, 7.0, 5.0, 2.0], False),  # by chance, ids of a different case
        ([0.4, 0.7, 0.5, 0.2], True),
        ([0.4, 0.4, 0.2, 0.2], False),
        (range(21), True),
    ],
)
def test_few_whole_numbers_are_no_result_of_an_earlier_call(result, told):
    values = {"ids": np.array(result, dtype=float)}
    assert judging._tells(values, values) is told


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
    assert "○ takes anything (optional: your code doesn't handle this" in str(declined)
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


def test_a_limit_that_got_lost_is_told_again(monkeypatch):
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


def test_what_else_got_lost_is_told_meanwhile(monkeypatch):
    lost = []
    monkeypatch.setattr("sys.unraisablehook", lambda one: lost.append(one.exc_type))
    with time_limit(5):
        Last(lambda: 1 / 0)
    Last(lambda: [].pop())
    assert lost == [ZeroDivisionError, IndexError]


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
    with pytest.raises(CheckFailed, match="write yours"):
        check("attention.softmax", reference("attention.softmax"))


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
    told = "○ not judged while “hides what the mask forbids” is wrong"
    assert told in verdict.as_html()
    assert verdict.score == pytest.approx(0.5)  # what waits earns no points yet


def test_a_second_mistake_has_a_line_of_its_own():
    def encode(sentence, vocabulary):
        for word in sentence.split():
            vocabulary.setdefault(word, len(vocabulary))
        return [vocabulary[word] for word in sentence.split()]

    verdict = run("embedding.encode", encode, seed=1)
    assert verdict.others == {PURE: "overwrites its input: vocabulary"}
    assert f"{PURE}: overwrites its input: vocabulary" in verdict.message
    assert f"{PURE}: overwrites its input: vocabulary" in verdict.as_html()


def test_nothing_returned_needs_no_other_cause():
    def encode(sentence, vocabulary):
        print([vocabulary[word] for word in sentence.split()])

    verdict = run("embedding.encode", encode)
    assert "is the return statement missing?" in verdict.symptom
    assert verdict.cause == ""


def test_what_to_write_stands_behind_the_cause():
    verdict = run("attention.softmax", naive)
    html = verdict.as_html()
    cause, _, instead = html.partition("<summary>What to write instead</summary>")
    assert "exp overflows" in cause
    assert "Subtract each row" not in cause
    assert "Subtract each row" in instead
    assert "Subtract" not in verdict.as_html(early=True)


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


def test_what_came_out_stands_above_what_was_expected():
    html = run("attention.softmax", naive, seed=1).as_html()
    told = "result is [nan, nan],\nexpected [0.2689, 0.7311] for scores = [1000, 1001]"
    assert told in html


def test_a_number_after_the_first_six_of_its_row_is_shown():
    chosen = replace(task("attention.softmax"), symptoms=())
    case = Case("turns scores into weights", {"scores": np.arange(9.0)})
    result = chosen.expected(case)["result"]
    seen = Observation({"result": np.append(result[:-1], 1)})
    verdict = judge(chosen, [case], [seen], 0)
    assert verdict.symptom == "result[8] is 1, expected 0.632198578"


def test_an_error_is_told_without_its_advice_for_others():
    def broken(scores, axis=-1):
        raise RuntimeError("no gradient. Hint: enable anomaly detection")

    assert "no gradient.\n" in run("attention.softmax", broken).symptom
