"""Checkpoints: everything comes back, and a kill at any moment leaves a whole one."""

import json
import os
import shutil

import pytest
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from translators import translator

from lernformer.embedding import SPECIALS
from lernformer.translator import checkpoint
from lernformer.translator.checkpoint import (
    NAME,
    code_version,
    details,
    load,
    resume,
    save,
)

WEIGHTS = "weights-7.safetensors"
KEPT = {"recipe": {"steps": 7, "peak": None}, "corpus": "abc"}


def same(one, other):
    ours, theirs = one.model.state_dict(), other.model.state_dict()
    return ours.keys() == theirs.keys() and all(
        torch.equal(ours[name], theirs[name]) for name in ours
    )


def stepped(made):
    """An optimiser with averages, after a step."""
    optimizer = torch.optim.AdamW(made.model.parameters(), lr=0.01)
    src = tgt = torch.tensor([[1, 4, 5, 2]])
    made.model(src, tgt).square().sum().backward()
    optimizer.step()
    return optimizer


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tie_output": False, "positions": "learned", "max_length": 9},
        {"tie_embeddings": True, "norm": "rms", "norm_first": False, "dropout": 0.2},
    ],
)
def test_a_translator_comes_back(tmp_path, options):
    made = translator(seed=1, **options)
    save(tmp_path, made, 7, {"exact_match": 12.5}, KEPT)
    found, saved = load(tmp_path)
    assert same(found, made)
    assert (found.source, found.target) == (made.source, made.target)
    assert found.model.config == made.model.config
    assert not found.model.training
    assert saved["metrics"] == {"exact_match": 12.5}
    assert (saved["step"], saved["code"]) == (7, code_version())
    assert saved.items() >= KEPT.items()


def test_the_files_are_what_they_are_called(tmp_path):
    made = translator()
    for step in (3, 7, 7):  # a new checkpoint replaces the old one
        save(tmp_path, made, step, {}, KEPT, stepped(made))
    averages = "optimizer-7.safetensors"
    assert {path.name for path in tmp_path.iterdir()} == {NAME, WEIGHTS, averages}
    tensors = load_file(tmp_path / WEIGHTS)
    assert tensors.keys() == dict(made.model.named_parameters()).keys()
    saved = details(tmp_path)
    assert (saved["step"], saved["config"]["d_model"]) == (7, 16)
    assert saved["source"][:2] == ["<pad>", "<bos>"]


def test_a_translator_and_its_optimiser_go_on(tmp_path):
    made = translator(seed=1)
    optimizer = stepped(made)
    save(tmp_path, made, 7, {}, KEPT, optimizer)
    other = translator(seed=2)
    fresh = torch.optim.AdamW(other.model.parameters(), lr=0.01)
    assert resume(tmp_path, other, fresh, KEPT)["step"] == 7
    assert same(other, made)
    states = optimizer.state_dict()["state"], fresh.state_dict()["state"]
    torch.testing.assert_close(*states, rtol=0, atol=0)


class Killed(BaseException):
    pass


@pytest.mark.parametrize("moment", range(11))
def test_a_kill_at_any_moment_leaves_a_whole_checkpoint(tmp_path, monkeypatch, moment):
    old, new = translator(seed=1), translator(seed=2)
    save(tmp_path, old, 5, {}, KEPT, stepped(old))
    before = translator(seed=1)
    resume(tmp_path, before, stepped(translator()), KEPT)
    optimizer, calls = stepped(new), []

    def deadly(function):
        def call(*arguments, **options):
            calls.append(function)
            if len(calls) > moment:
                raise Killed
            return function(*arguments, **options)

        return call

    # everything that touches the disk
    path = type(tmp_path)
    for name in ("replace", "write_text", "unlink"):
        monkeypatch.setattr(path, name, deadly(getattr(path, name)))
    monkeypatch.setattr(checkpoint, "save_file", deadly(checkpoint.save_file))
    monkeypatch.setattr(os, "fsync", deadly(os.fsync))
    with pytest.raises(Killed):
        save(tmp_path, new, 6, {}, KEPT, optimizer)
    monkeypatch.undo()
    found, saved = load(tmp_path)
    assert same(found, {5: before, 6: new}[saved["step"]])
    assert resume(tmp_path, found, stepped(found), KEPT)["step"] == saved["step"]
    save(tmp_path, new, 7, {}, KEPT)  # sweeps up
    assert {p.name for p in tmp_path.iterdir()} == {NAME, WEIGHTS}


def overwritten(text):
    """A function that writes this to the JSON."""
    return lambda folder: (folder / NAME).write_text(text)


def changed(before='"d_ff"', after='"d_ff"', **entries):
    """A function that changes a text and entries of the JSON."""

    def change(folder):
        data = json.loads((folder / NAME).read_text().replace(before, after))
        (folder / NAME).write_text(json.dumps(data | entries))

    return change


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda f: shutil.rmtree(f), "there is no checkpoint in "),
        (overwritten("{"), "cannot be read: Expecting"),
        (overwritten("[]"), "isn't a checkpoint of format 1"),
        (overwritten("[" * 99_999), "cannot be read"),
        (lambda f: (f / WEIGHTS).unlink(), "weights-7.* cannot be read"),
        (lambda f: (f / WEIGHTS).write_bytes(b"0" * 99), "weights-7.* cannot be read"),
        (
            changed('"d_ff": 20', '"d_ff": 24'),
            r"linear_1.bias should be \(24,\), got \(20,\)",
        ),
        (changed('"d_ff"', '"d_f"'), "doesn't match this code: .*d_f"),
        (changed(files=None), "damaged: files must be of type dict"),
        (changed(files={"weights": 3}), "kept/3 cannot be read"),
        (changed(step="7"), "damaged: step must be of type int"),
        (changed(longest="7"), "damaged: longest must be of type int"),
        (changed(splitter=None), "there is no splitter 'None'"),
        (changed(source=[*SPECIALS]), "source should be .* words, got 4"),
        (changed(target=[*SPECIALS] * 2), "target should be .* words, got 8"),
    ],
)
def test_damage_is_reported(tmp_path, harm, message):
    folder = tmp_path / "kept"
    save(folder, translator(), 7, {}, KEPT)
    harm(folder)
    with pytest.raises(ValueError, match=message):
        load(folder)


@pytest.mark.parametrize(
    ("options", "kept", "message"),
    [
        ({"dropout": 0.5}, {}, r"different config: dropout 0.1, not 0.5"),
        ({}, {"corpus": "other"}, "different corpus$"),
        ({}, {"recipe": {"steps": 8, "peak": None}}, "recipe: steps 7, not 8"),
    ],
)
def test_only_the_same_training_goes_on(tmp_path, options, kept, message):
    made, other = translator(), translator(**options)
    save(tmp_path, made, 7, {}, KEPT, stepped(made))
    with pytest.raises(ValueError, match=message):
        resume(tmp_path, other, stepped(other), KEPT | kept)


@pytest.mark.parametrize(
    ("final", "message"), [(True, "has no optimizer"), (False, "its optimiser has")]
)
def test_averages_must_be_there_and_of_this_model(tmp_path, final, message):
    made = translator()
    save(tmp_path, made, 7, {}, KEPT, None if final else stepped(made))
    shutil.copy(tmp_path / WEIGHTS, tmp_path / "optimizer-7.safetensors")
    with pytest.raises(ValueError, match=message):
        resume(tmp_path, made, stepped(made), KEPT)


def test_a_full_disk_is_reported(tmp_path, monkeypatch):
    def full(tensors, path):
        raise SafetensorError("no space left")

    monkeypatch.setattr(checkpoint, "save_file", full)
    with pytest.raises(OSError, match=r"weights-7.* cannot be written: no space left"):
        save(tmp_path, translator(), 7, {}, KEPT)


def test_the_version_is_that_of_the_code_that_learns(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "__file__", str(tmp_path / "translator" / "x.py"))
    learned = ("attention.py", "fast/linear.py", "translator/trainer.py")
    learned += ("translator/corpus/grammar.py",)
    for name in (*learned, "checks/attention.py", "widgets/attention.mjs"):
        before = code_version()
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(f"# {name}\n")
        assert (code_version() != before) == (name in learned), name


def test_a_checkpoint_that_says_how_to_compute_is_read(tmp_path):
    made = translator(dropout=0.0)
    save(tmp_path, made, 7, {}, KEPT, stepped(made))
    changed('"d_ff"', '"fused": true, "d_ff"')(tmp_path)
    assert same(load(tmp_path)[0], made)
    resume(tmp_path, made, stepped(made), KEPT)
