"""Measurements of a GPU come in parts that can be resumed; here they run on a CPU."""

import pytest
import torch
from click.testing import CliRunner

from benchmarks import gpu, report


def test_without_a_device_it_says_how_to_try_it(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    ended = CliRunner().invoke(gpu.main, [])
    assert ended.exit_code == 1
    assert "there is no CUDA device; --tiny tries it on a CPU" in ended.output


def test_what_has_a_line_is_not_measured_again(tmp_path, monkeypatch, capsys):
    measured = []

    def part(name, error=None):
        def measure(setting):
            measured.append(name)
            if error:
                raise error
            return {"name": name}

        return measure

    parts = {"a": part("a"), "b": part("b", LookupError("no file")), "c": part("c")}
    monkeypatch.setattr(gpu, "PARTS", parts)
    setting, path = gpu.Setting(torch.device("cpu")), tmp_path / "gpu.jsonl"
    gpu.measure(setting, path, minutes=0, parts=parts)
    assert measured == []
    assert "a: not measured, 0 minutes are over" in capsys.readouterr().out
    for _ in range(2):
        gpu.measure(setting, path, minutes=60, parts=parts)
    assert measured == ["a", "b", "c", "b"]
    assert "b: not measured, no file" in capsys.readouterr().out
    assert {k: line["results"]["name"] for k, line in gpu.read(path).items()} == {
        "a": "a",
        "c": "c",
    }


def test_the_table_says_what_is_not_measured():
    _, text, *_ = report.on_a_gpu({})
    assert text.count("| not measured |") == len(text.splitlines()) - 2
    step = {"peers": {"ours": {"share_of_peak": 31.5, "step_gigabytes": 2.5}}}
    setup = {"about": gpu.about(torch.device("cpu"), 1) | {"load_after": 0}}
    _, text, footnote = report.on_a_gpu({"step": setup | {"results": step}})
    assert "| our share of the device's peak | 31.5 % |" in text
    assert "| memory of our step | 2.5 GB |" in text
    assert "| training step in bfloat16, Marian / ours | not measured |" in text
    assert "1 threads" in footnote


@pytest.mark.slow
def test_a_step_is_measured_beside_others(tmp_path):
    path = tmp_path / "gpu.jsonl"
    options = ["step", "translating", "--tiny", "--results", str(path)]
    ended = CliRunner().invoke(gpu.main, options)
    assert ended.exit_code == 0, ended.output
    found = gpu.read(path)
    assert "step" in found  # CTranslate2 may be missing
    peers = found["step"]["results"]["peers"]
    assert peers["ours"]["share_of_peak"] > 0
    assert peers["nn.Transformer"]["ratio"] > 0
    missing = {"step", "translating"} - {*found}
    assert all(f"{part}: not measured, No module" in ended.output for part in missing)
