"""Writes a translator to a single file that a page can load.

The file contains the model's configuration, words and numbers. It is a script that puts
them into a global variable, because a page opened from a folder (``file://``) can load
scripts next to it, but can't read files. ``widgets/translator_model.mjs`` reads the
variable and computes with it.

The numbers are in base64, little-endian, one tensor after another. Vectors are in
float32, because there are few of them. Matrices are in float16, followed by an int8 for
each number, which says where the number lies between two float16 numbers. Without the
int8, one translation in several hundred would be different. The release doesn't need
it, because its numbers are in float16 anyway.
"""

import base64
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from lernformer.translator.splitter import CONTRACTIONS, Contractions
from lernformer.translator.translation import AHEAD, Translator

VARIABLE = "lernformerTranslator"
PARTS = 254  # steps between two float16 numbers
# The settings that the page can compute with. They include those of the presets "toy",
# "base" and "big" with --positions rotary.
SUPPORTED = {
    "norm_first": True,
    "positions": "rotary",
    "norm": "layer",
    "deepnorm": False,
}


DETAILS = ("longest", "quality", "following", "lexicon")  # details that a page gets


def for_page(
    translator: Translator, found: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return everything that a page needs to translate, ready for JSON.

    Args:
        translator: a translator with the settings in ``SUPPORTED``.
        found: the details of its checkpoint. The page uses the length of the longest
            sentence in training, the measured quality, the words that may come next,
            and how the German for a word begins.

    Raises:
        ValueError: if the page cannot compute with this model.
    """
    config = translator.model.config
    for name, value in SUPPORTED.items():
        if getattr(config, name) != value:
            raise ValueError(
                f"the page needs {name}={value!r}, got {getattr(config, name)!r}"
            )
    return {
        "d_model": config.d_model,
        "n_heads": config.n_heads,
        "n_layers": config.n_layers,
        "max_length": config.max_length,
        "ahead": AHEAD,
        **{name: (found or {}).get(name) for name in DETAILS},
        "source": list(translator.source.words),
        "target": list(translator.target.words),
        "contractions": _contractions(translator),
        "joints": dict(translator.splitter.joints) or None,
        **numbers_of(translator.model),
    }


def numbers_of(model: nn.Module) -> dict[str, Any]:
    """Return the data that a page computes with: ``shapes`` by name, and ``numbers``.

    Raises:
        ValueError: if a number is too large for float16.
    """
    shapes, numbers = [], []
    named = model.named_parameters()  # shared parameters appear only once
    tensors = {name: p.detach().cpu().float().numpy() for name, p in named}
    refined = not all(t.ndim == 1 or _is_half(t) for t in tensors.values())
    for name, tensor in tensors.items():
        shapes.append([name, list(tensor.shape)])
        if np.abs(tensor).max() > np.finfo(np.float16).max:
            raise ValueError(f"{name} has values beyond float16")
        numbers += _vector(tensor) if tensor.ndim == 1 else _matrix(tensor, refined)
    return {
        "shapes": shapes,
        "refined": refined,
        "numbers": base64.b64encode(b"".join(numbers)).decode(),
    }


def _contractions(translator: Translator) -> list[list[str]]:
    """Return the splitter's contractions, as JavaScript patterns and replacements."""
    if not isinstance(translator.splitter, Contractions):
        return []
    return [[old, re.sub(r"\\(\d)", r"$\1", new)] for old, new in CONTRACTIONS]


def _vector(tensor: np.ndarray) -> list[bytes]:
    return [tensor.astype("<f4").tobytes()]


def _is_half(tensor: np.ndarray) -> bool:
    with np.errstate(over="ignore"):  # we reject numbers that are too large later
        return np.array_equal(tensor.astype("<f2").astype(np.float32), tensor)


def _matrix(tensor: np.ndarray, refined: bool) -> list[bytes]:
    half = tensor.astype("<f2")
    if not refined:
        return [half.tobytes()]
    gap = np.spacing(np.abs(half)).astype(np.float32)  # to the next float16
    rest = np.rint((tensor - half) / gap * PARTS)  # at most half a gap: -127 … 127
    return [half.tobytes(), rest.astype(np.int8).tobytes()]


def export_web(
    translator: Translator, path: Path, found: Mapping[str, Any] | None = None
) -> int:
    """Write the script that loads a translator into a page; return its size in bytes.

    Args:
        translator: see ``for_page``, which also explains ``found``.
        path: the path of the file; its folder is created if it doesn't exist.

    Raises:
        ValueError: if the page cannot compute with this model.
    """
    return write_script(VARIABLE, for_page(translator, found), path)


def write_script(variable: str, exported: Mapping[str, Any], path: Path) -> int:
    """Write a script with a model in a global variable; return its size in bytes."""
    text = json.dumps(exported, ensure_ascii=False, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(f"globalThis.{variable} = {text};\n".encode())
