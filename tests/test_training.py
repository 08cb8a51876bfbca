"""The loss, the schedules, and trainings that end where they should."""

import json
import math
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from translators import pairs, translator

from lernformer.translator.batch import collate, encode_pairs
from lernformer.translator.checkpoint import NAME, details, load
from lernformer.translator.device import pick_device
from lernformer.translator.evaluation import evaluate
from lernformer.translator.progress import Bar, Log, clock, read_log
from lernformer.translator.recipe import RECIPES, Recipe, make_optimizer
from lernformer.translator.training import (
    Progress,
    label_smoothed_loss,
    noam_learning_rate,
    teacher_forcing,
    train,
    train_step,
)

B, L, V = 3, 5, 7
RECIPE = Recipe(steps=12, batch_tokens=40, peak=0.01, warmup_steps=4)


def ids(translator, n=40, seed=0):
    return encode_pairs(pairs(n, seed), translator.source, translator.target)


def parameters(translator):
    return nn.utils.parameters_to_vector(translator.model.parameters()).detach()


# One step ---------------------------------------------------------------------------


def test_teacher_forcing_is_one_word_apart():
    tgt = torch.tensor([[1, 5, 6, 2], [1, 7, 2, 0]])
    decoder_input, labels = teacher_forcing(tgt)
    assert decoder_input.tolist() == [[1, 5, 6], [1, 7, 2]]
    assert labels.tolist() == [[5, 6, 2], [7, 2, 0]]


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.7, 1.0])
@pytest.mark.parametrize("pad_id", [0, 4])
def test_loss_and_gradient_equal_torch(smoothing, pad_id):
    torch.manual_seed(0)
    logits = torch.randn(B, L, V, dtype=torch.float64, requires_grad=True)
    labels = torch.randint(V, (B, L))
    labels[0, 0], labels[0, 1:] = 1, pad_id
    loss = label_smoothed_loss(logits, labels, smoothing, pad_id)
    want = nn.CrossEntropyLoss(ignore_index=pad_id, label_smoothing=smoothing)(
        logits.transpose(1, 2), labels
    )
    torch.testing.assert_close(loss, want, rtol=0, atol=1e-12)
    for got, expected in zip(
        torch.autograd.grad(loss, logits),
        torch.autograd.grad(want, logits),
        strict=True,
    ):
        torch.testing.assert_close(got, expected, rtol=0, atol=1e-12)


def test_padding_alone_costs_nothing():
    logits = torch.randn(B, L, V, requires_grad=True)
    loss = label_smoothed_loss(logits, torch.zeros(B, L).long())
    loss.backward()
    assert loss == 0
    assert not logits.grad.any()


def test_the_least_loss_is_where_the_smoothed_label_is_met():
    smoothing = 0.3
    wanted = torch.full((V,), smoothing / V)
    wanted[2] += 1 - smoothing
    labels = torch.tensor([[2]])
    entropy = -(wanted * wanted.log()).sum()
    best = label_smoothed_loss(wanted.log()[None, None], labels, smoothing)
    torch.testing.assert_close(best, entropy)
    sure = label_smoothed_loss(torch.eye(V)[2][None, None] * 50, labels, smoothing)
    assert sure > best


@pytest.mark.parametrize("smoothing", [-0.1, 1.1])
def test_smoothing_out_of_range_is_refused(smoothing):
    message = rf"smoothing must lie in \[0, 1\], got {smoothing}"
    with pytest.raises(ValueError, match=message):
        label_smoothed_loss(torch.zeros(1, 1, V), torch.ones(1, 1).long(), smoothing)
    with pytest.raises(ValueError, match=message):
        replace(RECIPE, smoothing=smoothing)


def test_noam_equals_the_formula():
    d_model, warmup = 512, 4000
    rates = [noam_learning_rate(step, d_model, warmup) for step in range(1, 9000)]
    assert max(rates) == rates[warmup - 1] == pytest.approx((512 * 4000) ** -0.5)
    assert rates[0] == pytest.approx(rates[warmup - 1] / warmup)
    assert rates[2 * warmup - 1] == pytest.approx(rates[warmup - 1] / math.sqrt(2))


@pytest.mark.parametrize(("step", "warmup"), [(0, 10), (-1, 10), (1, 0)])
def test_steps_count_from_1(step, warmup):
    with pytest.raises(ValueError, match=f"from 1, got step {step} and .* {warmup}"):
        noam_learning_rate(step, 8, warmup)


@given(st.integers(1, 2000), st.integers(1, 500), st.sampled_from(["noam", "cosine"]))
def test_schedules_rise_to_their_peak_and_fall(steps, warmup, schedule):
    recipe = Recipe(steps, 1, schedule, peak=0.5, warmup_steps=warmup)
    rates = [recipe.learning_rate(step, 64) for step in range(1, steps + 1)]
    assert all(0 < rate <= 0.5 + 1e-12 for rate in rates)
    assert rates[:warmup] == sorted(rates[:warmup])
    assert rates[warmup - 1 :] == sorted(rates[warmup - 1 :], reverse=True)
    if steps >= warmup:
        assert max(rates) == pytest.approx(0.5)
    if schedule == "cosine" and steps > 2 * warmup + 20:
        assert rates[-1] < 0.02


def test_without_a_peak_the_paper_decides():
    paper = RECIPES["base"]
    assert paper.learning_rate(77, 512) == noam_learning_rate(77, 512, 4000)
    cosine = replace(paper, schedule="cosine")
    assert cosine.learning_rate(4000, 512) == noam_learning_rate(4000, 512, 4000)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": 0}, "steps must be at least 1, got 0"),
        ({"batch_tokens": 0}, "batch_tokens must be at least 1, got 0"),
        ({"warmup_steps": 0}, "warmup_steps must be at least 1, got 0"),
        ({"schedule": "step"}, "schedule must be noam or cosine, got step"),
        ({"steps": 10**400}, r"steps must be at most 2\^53, got 1"),
        ({"peak": 0.0}, "peak must be above 0 and finite, got 0.0"),
        ({"peak": math.nan}, "peak must be above 0 and finite, got nan"),
        ({"max_norm": -1.0}, "max_norm must be above 0 and finite, got -1.0"),
        ({"weight_decay": math.inf}, "weight_decay must be at least 0 .*, got inf"),
        ({"joined": -0.1}, "joined must be at least 0 and finite, got -0.1"),
        (
            {"seed": 2**63},
            r"seed must lie in -2\^63 … 2\^63 - 1, got 9223372036854775808",
        ),
    ],
)
def test_recipes_out_of_range_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        replace(RECIPE, **change)


def test_a_step_does_what_torch_does():
    ours, theirs = translator(dropout=0.0), translator(dropout=0.0)
    batch = collate(ids(ours, 4))
    optimizer = torch.optim.SGD(ours.model.eval().parameters(), lr=0.1)
    loss = train_step(ours.model, optimizer, batch.src, batch.tgt, smoothing=0.2)

    other = torch.optim.SGD(theirs.model.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.2)
    logits = theirs.model(batch.src, batch.tgt[:, :-1])
    want = criterion(logits.flatten(0, 1), batch.tgt[:, 1:].flatten())
    want.backward()
    other.step()
    torch.testing.assert_close(loss, want.detach())
    assert not loss.requires_grad
    assert ours.model.training
    torch.testing.assert_close(parameters(ours), parameters(theirs))


def test_old_gradients_do_not_count():
    one, other = translator(dropout=0.0), translator(dropout=0.0)
    batch = collate(ids(one, 4))
    for parameter in other.model.parameters():
        parameter.grad = torch.ones_like(parameter)
    for made in (one, other):
        optimizer = torch.optim.SGD(made.model.parameters(), lr=0.1)
        train_step(made.model, optimizer, batch.src, batch.tgt)
    assert torch.equal(parameters(one), parameters(other))


def test_long_gradients_are_cut():
    made = translator(dropout=0.0)
    before, batch = parameters(made), collate(ids(made, 4))
    optimizer = torch.optim.SGD(made.model.parameters(), lr=1.0)
    train_step(made.model, optimizer, batch.src, batch.tgt, max_norm=0.01)
    # (x - g) - x keeps about seven digits of x, not of g
    length = (parameters(made) - before).norm().item()
    assert length == pytest.approx(0.01, rel=1e-3)


def test_bf16_is_near_to_float32():
    made, other = translator(dropout=0.0), translator(dropout=0.0)
    batch = collate(ids(made, 4))
    losses = [
        train_step(
            m.model, make_optimizer(m.model, RECIPE), batch.src, batch.tgt, bf16=bf16
        )
        for m, bf16 in ((made, False), (other, True))
    ]
    assert losses[0] != losses[1]
    assert losses[0] == pytest.approx(losses[1].item(), rel=0.02)
    assert {p.dtype for p in other.model.parameters()} == {torch.float32}


# Many steps -------------------------------------------------------------------------


def test_training_learns_to_translate():
    made = translator(dropout=0.0, d_model=32, d_ff=64)
    recipe = Recipe(steps=500, batch_tokens=200, peak=0.01, warmup_steps=40)
    train(made, ids(made, 1500), recipe)
    assert evaluate(made, pairs(100, seed=9))["exact_match"] > 95


def test_the_same_seed_gives_the_same_parameters():
    results = []
    for seed in (0, 0, 1):
        made = translator(dropout=0.3)
        torch.manual_seed(time.time_ns() % 1000)  # chance outside does not matter
        train(made, ids(made), replace(RECIPE, seed=seed))
        results.append(parameters(made))
    assert torch.equal(results[0], results[1])
    assert not torch.equal(results[0], results[2])


@pytest.mark.parametrize("stop", [3, 5])
def test_a_resumed_training_continues_bit_for_bit(tmp_path, stop):
    whole = translator(dropout=0.3)
    train(whole, ids(whole), RECIPE)

    class Stop(Exception):
        pass

    def report(progress):
        if progress.step == stop:
            raise Stop

    first = translator(dropout=0.3)
    options = {"folder": tmp_path, "save_every": stop, "report_every": 1}
    with pytest.raises(Stop):
        train(first, ids(first), RECIPE, report=report, **options)
    rest = translator(seed=5, dropout=0.3)
    last = train(rest, ids(rest), RECIPE, resume=True, **options)
    assert last.step == RECIPE.steps
    assert torch.equal(parameters(rest), parameters(whole))
    assert torch.equal(parameters(load(tmp_path)[0]), parameters(whole))
    # nothing is left to do
    again = translator(dropout=0.3)
    assert train(again, ids(again), RECIPE, resume=True, **options).step == 12
    assert torch.equal(parameters(again), parameters(whole))


def test_joined_sentences_are_trained_on():
    results = []
    for joined in (0.0, 0.5):
        made = translator(dropout=0.0)
        train(made, ids(made), replace(RECIPE, joined=joined))
        results.append(parameters(made))
    assert not torch.equal(*results)


def test_reports_and_checkpoints_come_when_asked_for(tmp_path):
    made, reports, validations = translator(), [], []

    def validate():
        validations.append(made)
        return 50.0

    train(
        made,
        ids(made),
        RECIPE,
        folder=tmp_path,
        fingerprint="abc",
        report=reports.append,
        validate=validate,
        report_every=5,
        validate_every=10,
        save_every=100,
    )
    assert [r.step for r in reports] == [5, 10, 12]
    assert [r.exact_match for r in reports] == [None, 50.0, 50.0]
    assert all(r.tokens_per_second > 0 for r in reports)
    assert reports[-1].learning_rate == RECIPE.learning_rate(12, 16)
    _, told = load(tmp_path)
    assert (told["step"], told["corpus"], told["longest"]) == (12, "abc", 5)
    assert told["metrics"]["exact_match"] == 50.0


def test_the_reported_loss_is_the_mean_of_the_steps():
    made, reports = translator(dropout=0.0), []
    train(made, ids(made), RECIPE, report=reports.append, report_every=1)
    other, every_six = translator(dropout=0.0), []
    train(other, ids(other), RECIPE, report=every_six.append, report_every=6)
    singles = torch.tensor([r.loss for r in reports])
    pooled = torch.tensor([r.loss for r in every_six])
    torch.testing.assert_close(pooled, singles.view(2, 6).mean(dim=1))


def test_a_training_that_diverges_says_so(tmp_path):
    made = translator()
    with torch.no_grad():
        made.model.src_embedding.weight.fill_(math.nan)
    with pytest.raises(FloatingPointError, match="the loss is nan at step 5"):
        train(made, ids(made), RECIPE, folder=tmp_path, report_every=5)
    assert not list(tmp_path.iterdir())


@pytest.mark.gpu
@pytest.mark.parametrize("bf16", [False, True])
def test_training_on_a_gpu_ends_near_to_that_on_a_cpu(bf16):
    results = []
    for device in ("cpu", "cuda"):
        made = translator(dropout=0.0)
        made.model.to(device)
        train(made, ids(made), replace(RECIPE, bf16=bf16 and device == "cuda"))
        results.append(parameters(made).cpu())
    # 12 steps of at most 0.01 each
    tolerance = 0.05 if bf16 else 1e-3
    torch.testing.assert_close(*results, rtol=0, atol=tolerance)


def test_devices():
    assert pick_device("cpu").type == "cpu"
    assert pick_device().type in ("cuda", "mps", "cpu")
    for name in ("tpu", "cpu:x", "cuda:99", ""):
        message = f"there is no device '{name}' here, only .*cpu"
        with pytest.raises(ValueError, match=message):
            pick_device(name)


# Several processes ------------------------------------------------------------------

WORKER = """
import sys
import torch
from torch import nn, distributed
sys.path.insert(0, sys.argv[1])
from test_training import RECIPE, ids
from translators import translator
from lernformer.translator.device import is_first, processes
from lernformer.translator.training import train
torch.set_num_threads(1)
with processes(torch.device("cpu")):
    assert distributed.get_world_size() == 2
    made = translator(dropout=0.0)
    made.model.double()
    reports = []
    train(made, ids(made, 41), RECIPE, report=reports.append, folder=sys.argv[2])
    assert bool(reports) == is_first()
    vector = nn.utils.parameters_to_vector(made.model.parameters()).detach()
    torch.save(vector, f"{sys.argv[2]}/{distributed.get_rank()}.pt")
"""


@pytest.mark.slow
def test_two_processes_arrive_where_one_does(tmp_path):
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command += ["--nproc-per-node", "2", script, Path(__file__).parent, tmp_path]
    subprocess.run(command, check=True, timeout=110, capture_output=True)
    made = translator(dropout=0.0)
    made.model.double()
    train(made, ids(made, 41), RECIPE)
    for rank in range(2):
        # float64 on both sides; sums in another order, magnified by Adam's division
        torch.testing.assert_close(
            torch.load(tmp_path / f"{rank}.pt"), parameters(made), rtol=0, atol=1e-9
        )
    # the first process alone kept a checkpoint; files of weights are float64 here too
    assert (tmp_path / "weights-12.safetensors").exists()


KILLED = """
import sys
import torch
sys.path.insert(0, sys.argv[1])
from test_training import ENDLESS, ids
from translators import translator
from lernformer.translator.training import train
torch.set_num_threads(1)
made = translator(dropout=0.3)
resume = sys.argv[3] == "resume"
train(made, ids(made), ENDLESS, folder=sys.argv[2], save_every=1, resume=resume)
"""
# this schedule does not look at the end
ENDLESS = replace(RECIPE, schedule="noam", steps=1_000_000)


@pytest.mark.slow
def test_a_training_killed_again_and_again_makes_the_same_steps(tmp_path):
    script, folder = tmp_path / "killed.py", tmp_path / "kept"
    script.write_text(KILLED)
    step = 0
    for mode in ("new", "resume", "resume"):
        process = subprocess.Popen(
            [sys.executable, script, Path(__file__).parent, folder, mode]
        )
        for _ in range(2000):
            if (folder / NAME).exists() and details(folder)["step"] > step:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        found, told = load(folder)
        assert told["step"] > step
        step = told["step"]
    made = translator(dropout=0.3)
    train(made, ids(made), replace(ENDLESS, steps=step))
    assert torch.equal(parameters(found), parameters(made))


# The bar and the log ----------------------------------------------------------------


class Screen:
    def __init__(self, tty):
        self.tty, self.text = tty, ""

    def isatty(self):
        return self.tty

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def told(bar, steps=40):
    for step in range(1, steps + 1):
        exact = 12.5 if step == 20 else None
        bar(Progress(step, 2.0 / step, 0.1, 12345.6, 3.0 * step, exact))
    return bar.stream.text


def test_the_bar_in_a_terminal_moves_in_one_line():
    lines = told(Bar(40, Screen(tty=True))).split("\r")[1:]
    assert len(lines) == 40
    assert lines[9].startswith(" 25% █████░░░░░░░░░░░░░░░ loss 0.200  12,346 words/s")
    assert "1:30 left" in lines[9]
    assert "exact" not in lines[18]
    assert "12.5 % exact" in lines[30]
    assert lines[-1].endswith("took 2:00\x1b[K\n")
    assert all(len(line) < 88 for line in lines)


def test_the_bar_in_a_file_is_ten_lines():
    lines = told(Bar(40, Screen(tty=False))).splitlines()
    assert len(lines) == 10
    assert "\r" not in "".join(lines)


def test_the_bar_counts_from_where_training_went_on():
    bar = Bar(100, Screen(tty=True))
    for step in (60, 70):
        bar(Progress(step, 1.0, 0.1, 1.0, 1000.0 + step))
    assert bar.stream.text.endswith("0:30 left\x1b[K")


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0:00"), (65, "1:05"), (7420, "2:03:40")]
)
def test_clock(seconds, text):
    assert clock(seconds) == text


def test_the_log_goes_on_after_the_checkpoint(tmp_path):
    path = tmp_path / "new" / "log.jsonl"
    log = Log(path)
    for step in (1, 2, 3):
        log(Progress(step, 0.5, 0.1, 9.0, 1.0))
    assert [json.loads(line)["step"] for line in path.read_text().splitlines()] == [
        1,
        2,
        3,
    ]
    with path.open("a") as file:
        file.write('{"step": 4, "lo')  # killed while writing
    assert [r["step"] for r in read_log(path)] == [1, 2, 3]
    Log(path, Progress(2, 0.5, 0.1, 9.0, 1.0))(Progress(3, 0.25, 0.1, 9.0, 1.0))
    assert [(r["step"], r["loss"]) for r in read_log(path)][1:] == [(2, 0.5), (3, 0.25)]
    # killed between the checkpoint of step 5 and its report
    last = Progress(5, 0.125, 0.1, 9.0, 1.0)
    Log(path, last)
    assert [r["step"] for r in read_log(path)] == [1, 2, 3, 5]
    assert [p.name for p in path.parent.iterdir()] == ["log.jsonl"]
    for other in ("[1]", "3", '{"step": 6}', "\N{REPLACEMENT CHARACTER}"):
        path.write_text(f"{json.dumps(asdict(last))}\n{other}\n", "utf-8")
        assert read_log(path) == [asdict(last)]
    Log(path)
    assert read_log(path) == read_log(tmp_path / "none") == []
