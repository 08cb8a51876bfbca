"""Runs `lernformer` in this process, on a small corpus if requested."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from translators import pairs

from lernformer import cli

TRAIN = ["--steps", 300, "--batch-tokens", 200, "--warmup-steps", 40, "--quiet"]
READ = "lernformer.commands.read_corpus"  # not loaded here: other tests don't need it


def run(*arguments, code=0, **options):
    result = CliRunner().invoke(cli.main, [str(a) for a in arguments], **options)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def small_corpus(name="grammar", seed=0):
    splits = {name: pairs(30, seed=i + 1) for i, name in enumerate(cli.SPLITS)}
    splits["train"] = pairs(800, seed=seed)
    fingerprint = f"fingerprint {seed}"
    return SimpleNamespace(**splits, fingerprint=fingerprint, splits=lambda: splits)


@pytest.fixture
def corpus(monkeypatch):
    """The commands train and evaluate on the small corpus."""
    monkeypatch.setattr(READ, small_corpus)


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    """A folder with a translator that is nearly always right."""
    folder = tmp_path_factory.mktemp("trained")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(READ, small_corpus)
        run("train", "--folder", folder, *TRAIN)
    return folder
