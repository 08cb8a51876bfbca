"""Which heads matter: what was measured fits the code, and is measured correctly."""

import json

import pytest
from extent import only_in_all
from translators import learned, pairs

from benchmarks import heads as measuring
from benchmarks import longer
from lernformer.translator import checkpoint, heads, release
from lernformer.translator.corpus.text import make_everyday
from lernformer.translator.inspection import Part, without


def test_what_is_lost_is_counted():
    small, new = learned(), pairs(60, seed=1)

    def exact(some):
        outputs = some.translate([pair.source for pair in new])
        return 100 * sum(s == p.target for s, p in zip(outputs, new, strict=True)) / 60

    found = heads.importance(small, new)
    assert found["exact"] == round(exact(small), 1) > 50
    assert len(found["lost"]) == 3 * 2 * (4 + 1)
    for name in ("decoder.1.cross", "encoder.0.head.3", "decoder.0.self.head.1"):
        part = Part.of(name, small.model.config)
        expected = exact(small) - exact(without(small, [part]))
        assert found["lost"][name] == pytest.approx(expected, abs=0.05)
    assert found["lost"]["decoder.1.cross"] > 20

    table = heads.rows(found)
    assert list(table) == [name for name in found["lost"] if "head" not in name]
    assert {len(values) for values in table.values()} == {4 + 1}
    assert all(values[-1] == found["lost"][name] for name, values in table.items())
    assert table["encoder.0.self"][3] == found["lost"]["encoder.0.head.3"]
    assert table["decoder.0.self"][1] == found["lost"]["decoder.0.self.head.1"]
    text = heads.as_text(found, "small").splitlines()
    assert text[0] == f"small: {found['exact']:.1f} % exact"
    last = text[-1].split()
    assert last[0] == "decoder.1.cross"
    assert [float(x) for x in last[1:]] == table["decoder.1.cross"]


def test_the_everyday_translator_of_the_package_was_measured():
    found = heads.results()["everyday"]
    assert found["weights"] == release.weights(), "`python -m benchmarks.heads`"


@pytest.mark.slow
@only_in_all  # drawing the corpus takes minutes
def test_the_everyday_translator_was_measured_as_it_is():
    found = heads.results()["everyday"]
    (measured,) = found["seeds"]
    ours, _ = release.load()
    new = make_everyday().test[: found["sentences"]]
    name = "encoder.0.head.0"
    silent = without(ours, [Part.of(name, ours.model.config)])
    outputs = silent.translate([pair.source for pair in new])
    exact = sum(s == p.target for s, p in zip(outputs, new, strict=True)) / len(new)
    # machines round differently, so not to the last sentence
    left = measured["exact"] - measured["lost"][name]
    assert left == pytest.approx(100 * exact, abs=1)


@pytest.mark.slow
def test_the_toys_were_trained_and_measured_with_this_code():
    found, now = heads.results()["toy"], measuring.of_toy()
    kept = checkpoint.details(release.TOY)
    assert measuring.fits(kept, now), "`python -m benchmarks.heads`"
    assert measuring.fits(found, now), "run `python -m benchmarks.heads` again"
    assert not measuring.fits(found, now | {"first_loss": now["first_loss"] + 0.1})
    assert not measuring.fits(found, now | {"corpus": ""})
    assert found["sentences"] == heads.SENTENCES
    assert len(found["seeds"]) == measuring.SEEDS
    assert len({str(seed) for seed in found["seeds"]}) == measuring.SEEDS
    lengths = json.loads(longer.RESULTS.read_text("utf-8"))
    assert measuring.fits(lengths, now), "run `make experiments` again"
    assert len(lengths["runs"]) == longer.SEEDS * len(longer.KINDS)


def test_results_of_one_preset_leave_the_other(tmp_path):
    path = tmp_path / "heads.json"
    measuring.save("everyday", {"a": 1}, path)
    measuring.save("toy", {"b": 1}, path)
    measuring.save("everyday", {"a": 2}, path)
    assert path.read_text("utf-8").replace("\n", "").replace(" ", "") == (
        '{"toy":{"b":1},"everyday":{"a":2}}'
    )
