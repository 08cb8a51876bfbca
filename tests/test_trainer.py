"""Training ends where it should, whatever interrupts it."""

import math
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import nn
from translators import pairs, translator

from lernformer.fast import bfloat16
from lernformer.translator.batch import encode_pairs
from lernformer.translator.checkpoint import NAME, details, load
from lernformer.translator.evaluation import evaluate
from lernformer.translator.recipe import Recipe
from lernformer.translator.trainer import train

RECIPE = Recipe(steps=12, batch_tokens=40, peak=0.01, warmup_steps=4)


def ids(translator, n=40, seed=0):
    return encode_pairs(pairs(n, seed), translator.source, translator.target)


def parameters(translator):
    return nn.utils.parameters_to_vector(translator.model.parameters()).detach()


@pytest.mark.parametrize(
    "more",
    [
        *({}, {"smoothing": 0.0, "candidates": 5}, {"forms": True}, {"replay": 0.2}),
        {"bf16": True},
    ],
    ids=str,
)
def test_training_learns_to_translate(monkeypatch, more):
    monkeypatch.setattr(bfloat16, "is_fast", lambda: True)  # whatever the processor
    made = translator(dropout=0.0, d_model=32, d_ff=64)
    recipe = Recipe(steps=500, batch_tokens=200, peak=0.01, warmup_steps=40, **more)
    train(made, ids(made, 1500), recipe)
    assert evaluate(made, pairs(100, seed=9))["exact_match"] > 95


def test_the_same_seed_gives_the_same_parameters():
    results = []
    for seed in (0, 0, 1):
        made = translator(dropout=0.3)
        torch.manual_seed(time.time_ns() % 1000)  # outside randomness does not matter
        train(made, ids(made), replace(RECIPE, seed=seed))
        results.append(parameters(made))
    assert torch.equal(results[0], results[1])
    assert not torch.equal(results[0], results[2])


@pytest.mark.parametrize(
    ("stop", "more"),
    [
        *((3, {}), (5, {}), (5, {"smoothing": 0.0, "candidates": 3})),
        *((5, {"forms": True}), (5, {"replay": 0.3}), (9, {"replay": 0.3})),
        (5, {"bf16": True}),
    ],
)
def test_a_resumed_training_continues_bit_for_bit(tmp_path, stop, more):
    recipe = replace(RECIPE, **more)
    whole = translator(dropout=0.3)
    train(whole, ids(whole), recipe)

    class Stop(Exception):
        pass

    def report(progress):
        if progress.step == stop:
            raise Stop

    first = translator(dropout=0.3)
    options = {"folder": tmp_path, "save_every": stop, "report_every": 1}
    with pytest.raises(Stop):
        train(first, ids(first), recipe, report=report, **options)
    rest = translator(seed=5, dropout=0.3)
    last = train(rest, ids(rest), recipe, resume=True, **options)
    assert last.step == recipe.steps
    assert torch.equal(parameters(rest), parameters(whole))
    assert torch.equal(parameters(load(tmp_path)[0]), parameters(whole))
    # nothing is left to do
    again = translator(dropout=0.3)
    assert train(again, ids(again), recipe, resume=True, **options).step == 12
    assert torch.equal(parameters(again), parameters(whole))


def test_there_is_nothing_to_resume_without_a_folder():
    made = translator()
    with pytest.raises(ValueError, match="folder of a checkpoint, got None"):
        train(made, ids(made), RECIPE, resume=True)


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


# Several processes ------------------------------------------------------------------

WORKER = """
import sys
from dataclasses import replace
import torch
from torch import nn, distributed
sys.path.insert(0, sys.argv[1])
from test_trainer import RECIPE, ids
from translators import translator
from lernformer.translator.device import is_first, processes
from lernformer.translator.trainer import train
torch.set_num_threads(1)
with processes(torch.device("cpu")):
    assert distributed.get_world_size() == 2
    made = translator(dropout=0.0)
    made.model.double()
    reports = []
    recipe = replace(RECIPE, replay=float(sys.argv[3]))
    train(made, ids(made, 41), recipe, report=reports.append, folder=sys.argv[2])
    assert bool(reports) == is_first()
    if is_first():
        torch.save([each.loss for each in reports], f"{sys.argv[2]}/losses.pt")
    vector = nn.utils.parameters_to_vector(made.model.parameters()).detach()
    torch.save(vector, f"{sys.argv[2]}/{distributed.get_rank()}.pt")
"""


@pytest.mark.slow
@pytest.mark.parametrize("replay", [0.0, 0.3])
def test_two_processes_arrive_where_one_does(tmp_path, replay):
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command += ["--nproc-per-node", "2", script, Path(__file__).parent, tmp_path]
    command.append(str(replay))
    subprocess.run(command, check=True, capture_output=True)
    made = translator(dropout=0.0)
    made.model.double()
    reports = []
    train(made, ids(made, 41), replace(RECIPE, replay=replay), report=reports.append)
    # losses of all rows, not just of the first process's
    losses = torch.load(tmp_path / "losses.pt")
    assert losses == pytest.approx([each.loss for each in reports], abs=1e-6)
    for rank in range(2):
        # float64 on both sides; sums in a different order, magnified by Adam's division
        torch.testing.assert_close(
            torch.load(tmp_path / f"{rank}.pt"), parameters(made), rtol=0, atol=1e-9
        )
    # the first process alone kept a checkpoint; files of weights are float64 here too
    assert (tmp_path / "weights-12.safetensors").exists()


KILLED = """
import sys
import torch
sys.path.insert(0, sys.argv[1])
from test_trainer import ENDLESS, ids
from translators import translator
from lernformer.translator.trainer import train
torch.set_num_threads(1)
made = translator(dropout=0.3)
resume = sys.argv[3] == "resume"
train(made, ids(made), ENDLESS, folder=sys.argv[2], save_every=1, resume=resume)
"""
# this schedule doesn't depend on the end
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
        while not (folder / NAME).exists() or details(folder)["step"] <= step:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        found, told = load(folder)
        assert told["step"] > step
        step = told["step"]
    made = translator(dropout=0.3)
    train(made, ids(made), replace(ENDLESS, steps=step))
    assert torch.equal(parameters(found), parameters(made))
