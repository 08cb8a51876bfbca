"""Training ends where it should, whatever interrupts it."""

import math
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import torch
from extent import some
from torch import distributed, nn
from translators import pairs, translator

from lernformer.fast import bfloat16
from lernformer.translator.batch import encode_pairs
from lernformer.translator.checkpoint import NAME, details, load
from lernformer.translator.device import is_first, processes
from lernformer.translator.evaluation import evaluate
from lernformer.translator.recipe import Recipe
from lernformer.translator.trainer import train

RECIPE = Recipe(steps=12, batch_tokens=40, peak=0.01, warmup_steps=4)


def ids(translator, n=40, seed=0):
    return encode_pairs(pairs(n, seed), translator.source, translator.target)


def parameters(translator):
    return nn.utils.parameters_to_vector(translator.model.parameters()).detach()


def trained(dtype=torch.float32, n=40, dropout=0.0, folder=None, every=50, **changes):
    """Train; return where the parameters arrive, and the losses reported on the way."""
    made, reports = translator(dropout=dropout), []
    made.model.to(dtype)
    options = {"folder": folder, "report": reports.append, "report_every": every}
    train(made, ids(made, n), replace(RECIPE, **changes), **options)
    return parameters(made), torch.tensor([each.loss for each in reports])


OPTIONS = {
    "plain": {},
    "candidates": {"smoothing": 0.0, "candidates": 5},
    "forms": {"forms": True},
    "replay": {"replay": 0.3},
    "bf16": {"bf16": True},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_training_learns_to_translate(monkeypatch, name):
    monkeypatch.setattr(bfloat16, "is_fast", lambda: True)  # whatever the processor
    made = translator(dropout=0.0, d_model=32, d_ff=64)
    sizes = {"steps": 500, "batch_tokens": 200, "peak": 0.01, "warmup_steps": 40}
    train(made, ids(made, 1500), Recipe(**sizes, **OPTIONS[name]))
    assert evaluate(made, pairs(100, seed=9))["exact_match"] > 95


def test_the_same_seed_gives_the_same_parameters():
    results = []
    for seed in (0, 0, 1):
        torch.manual_seed(time.time_ns() % 1000)  # outside randomness does not matter
        results.append(trained(dropout=0.3, seed=seed)[0])
    assert torch.equal(results[0], results[1])
    assert not torch.equal(results[0], results[2])


@pytest.mark.parametrize(
    ("name", "stop"), [("plain", 3), ("replay", 9), *((name, 5) for name in OPTIONS)]
)
def test_a_resumed_training_continues_bit_for_bit(tmp_path, name, stop):
    recipe = replace(RECIPE, **OPTIONS[name])
    whole, _ = trained(dropout=0.3, **OPTIONS[name])

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
    assert torch.equal(parameters(rest), whole)
    assert torch.equal(parameters(load(tmp_path)[0]), whole)
    # nothing is left to do
    again = translator(dropout=0.3)
    assert train(again, ids(again), recipe, resume=True, **options).step == 12
    assert torch.equal(parameters(again), whole)


def test_joined_sentences_are_trained_on():
    assert not torch.equal(trained()[0], trained(joined=0.5)[0])


def test_there_is_nothing_to_resume_without_a_folder():
    with pytest.raises(ValueError, match="folder of a checkpoint, got None"):
        train(translator(), ids(translator()), RECIPE, resume=True)


def test_reports_and_checkpoints_come_when_requested(tmp_path):
    made, reports = translator(), []
    times = {"report_every": 5, "validate_every": 10, "save_every": 100}
    options = {"folder": tmp_path, "fingerprint": "abc", "validate": lambda: 50.0}
    train(made, ids(made), RECIPE, report=reports.append, **times, **options)
    assert [r.step for r in reports] == [5, 10, 12]
    assert [r.exact_match for r in reports] == [None, 50.0, 50.0]
    assert all(r.tokens_per_second > 0 for r in reports)
    assert reports[-1].learning_rate == RECIPE.learning_rate(12, 16)
    _, saved = load(tmp_path)
    assert (saved["step"], saved["corpus"], saved["longest"]) == (12, "abc", 5)
    assert saved["metrics"]["exact_match"] == 50.0


def test_the_reported_loss_is_the_mean_of_the_steps():
    singles, pooled = trained(every=1)[1], trained(every=6)[1]
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


# Other processes --------------------------------------------------------------------

# this schedule doesn't depend on the end
ENDLESS = replace(RECIPE, schedule="noam", steps=1_000_000)


def train_together(folder, replay):
    """What each of two processes does."""
    with processes(torch.device("cpu")):
        assert distributed.get_world_size() == 2
        found, losses = trained(torch.float64, 41, folder=folder, replay=float(replay))
        assert bool(len(losses)) == is_first()
        torch.save([found, losses], f"{folder}/{distributed.get_rank()}.pt")


def train_endlessly(folder, resume):
    made = translator(dropout=0.3)
    options = {"folder": folder, "save_every": 1, "resume": bool(resume)}
    train(made, ids(made), ENDLESS, **options)


@pytest.mark.slow
@pytest.mark.parametrize("replay", some([0.0, 0.3], [0.3]))
def test_two_processes_arrive_where_one_does(tmp_path, replay):
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command += ["--nproc-per-node", "2", __file__, "train_together"]
    subprocess.run([*command, tmp_path, str(replay)], check=True, capture_output=True)
    want, want_losses = trained(torch.float64, 41, replay=replay)
    for rank in range(2):
        found, losses = torch.load(tmp_path / f"{rank}.pt")
        # float64 on both sides; sums in a different order, magnified by Adam's division
        torch.testing.assert_close(found, want, rtol=0, atol=1e-9)
        if rank == 0:  # it has the losses of all rows, not just of its own
            torch.testing.assert_close(losses, want_losses, rtol=0, atol=1e-6)
    # the first process alone kept a checkpoint; files of weights are float64 here too
    assert (tmp_path / "weights-12.safetensors").exists()


@pytest.mark.slow
def test_a_training_killed_again_and_again_makes_the_same_steps(tmp_path):
    folder, step = tmp_path / "kept", 0
    for resume in ("", "resume", "resume"):
        command = [sys.executable, __file__, "train_endlessly", folder, resume]
        process = subprocess.Popen(command)
        while not (folder / NAME).exists() or details(folder)["step"] <= step:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        found, saved = load(folder)
        assert saved["step"] > step
        step = saved["step"]
    want, _ = trained(dropout=0.3, schedule="noam", steps=step)
    assert torch.equal(parameters(found), want)


if __name__ == "__main__":
    torch.set_num_threads(1)
    globals()[sys.argv[1]](*sys.argv[2:])
