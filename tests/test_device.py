"""Devices by name."""

import pytest

from lernformer.translator.device import pick_device


def test_devices():
    assert pick_device("cpu").type == "cpu"
    assert pick_device().type in ("cuda", "mps", "cpu")
    for name in ("tpu", "cpu:x", "cuda:99", ""):
        message = f"there is no device '{name}' here, only .*cpu"
        with pytest.raises(ValueError, match=message):
            pick_device(name)
