"""The translator as a file for the page: nothing is lost, all of it can be computed."""

import base64
import io
import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from translators import translator

from lernformer.embedding import SPECIALS
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.export import VARIABLE, export_web, for_page
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary


def made(**options):
    return translator(**{"positions": "rotary"} | options)


def numbers_of(exported):
    """The tensors, read as the docstring says."""
    data = io.BytesIO(base64.b64decode(exported["numbers"]))

    def take(kind, shape):
        size = np.dtype(kind).itemsize * int(np.prod(shape))
        return np.frombuffer(data.read(size), kind).reshape(shape).astype(np.float64)

    for name, shape in exported["shapes"]:
        if len(shape) == 1:
            yield name, take("<f4", shape)
        else:
            half = take("<f2", shape)
            gap = np.spacing(np.abs(half).astype(np.float16)).astype(np.float64)
            parts = take("i1", shape) if exported["refined"] else 0
            yield name, half + parts * gap / 254
    assert not data.read()


@pytest.mark.parametrize("tied", [True, False])
def test_every_number_is_there_to_the_precision_of_its_kind(tied):
    model = made(tie_output=tied).model
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.uniform_(-1, 1)
    found = dict(numbers_of(for_page(Translator(model, *[Vocabulary(SPECIALS)] * 2))))
    parameters = dict(model.named_parameters())
    assert found.keys() == parameters.keys()
    assert ("output.weight" in found) == (not tied)
    for name, tensor in found.items():
        expected = parameters[name].detach().numpy()
        # below 1, float16's gap is at most 2^-11, and half of a 254th is lost
        error = 0 if tensor.ndim == 1 else 2**-11 / 508 * 1.001
        np.testing.assert_allclose(tensor, expected, rtol=0, atol=error, err_msg=name)


def test_numbers_that_are_float16_need_no_more():
    halves = made()
    halves.model.half().float()
    exported = for_page(halves)
    assert not exported["refined"]
    assert for_page(made())["refined"]
    parameters = dict(halves.model.named_parameters())
    for name, tensor in numbers_of(exported):
        np.testing.assert_array_equal(tensor, parameters[name].detach().numpy())


def test_the_script_leaves_the_model_in_its_variable(tmp_path):
    path = tmp_path / "new" / "model.js"
    size = export_web(made(), path, {"longest": 13})
    assert size == path.stat().st_size
    name, _, text = path.read_text("utf-8").partition(" = ")
    assert name == f"globalThis.{VARIABLE}"
    exported = json.loads(text.removesuffix(";\n"))
    assert exported == for_page(made(), {"longest": 13})
    assert exported["longest"] == 13
    assert exported["source"][4:] == ["ant", "bee", "cat", "dog", "eel", "fox"]
    assert exported["target"][4:] == ["ANT", "BEE", "CAT", "DOG", "EEL", "FOX"]


def test_the_toy_preset_is_small(tmp_path):
    words = [*SPECIALS, *(f"Wörterbuch-{i}" for i in range(3000))]
    config = TransformerConfig.preset("toy", len(words), len(words))
    config = replace(config, positions="rotary")
    big = Translator(Transformer(config), Vocabulary(words), Vocabulary(words))
    assert export_web(big, tmp_path / "model.js") < 4_000_000


def test_what_the_page_cannot_compute_is_refused():
    for option, message in (
        ({"norm_first": False}, "the page needs norm_first=True, got False"),
        ({"positions": "learned"}, "positions='rotary', got 'learned'"),
        ({"norm": "rms"}, "norm='layer', got 'rms'"),
    ):
        with pytest.raises(ValueError, match=message):
            for_page(made(**option))
    large = made()
    with torch.no_grad():
        large.model.tgt_embedding.weight[4, 0] = 70_000
    with pytest.raises(ValueError, match=r"tgt_embedding\.weight has values beyond"):
        for_page(large)
