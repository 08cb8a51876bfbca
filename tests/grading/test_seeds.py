"""The secret seeds: drawn once, for their owner alone, never replaced."""

import pytest

from lernformer.grading.judge.seeds import NAME, secret_of, seed_of


def test_one_secret_for_each_assignment_and_term(tmp_path):
    terms = [("attention", "1"), ("attention", "2"), ("masking", "1")]
    secrets = [secret_of(tmp_path, *which) for which in terms]
    assert len(set(secrets)) == 3
    assert [secret_of(tmp_path, *which) for which in terms] == secrets


def test_its_owner_alone_can_read_it(tmp_path):
    secret_of(tmp_path, "attention", "1")
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    (tmp_path / NAME).chmod(0o644)
    with pytest.raises(ValueError, match="can be read by others: chmod 600"):
        secret_of(tmp_path, "attention", "1")


def test_a_damaged_file_is_not_drawn_anew(tmp_path):
    path = tmp_path / NAME
    path.touch(0o600)
    for text in ("{", "[]", '{"attention": {"1": 5}}', '{"attention": 1}'):
        path.write_text(text)
        with pytest.raises(ValueError, match="damaged"):
            secret_of(tmp_path, "attention", "1")
        assert path.read_text() == text


def test_each_task_has_its_own_seed():
    seeds = {seed_of(b"x" * 32, task) for task in ("a.one", "a.two")}
    assert len(seeds) == 2
    assert all(0 <= seed < 2**63 for seed in seeds)
