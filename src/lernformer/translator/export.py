"""A translator as one file that a page can load: configuration, words, numbers.

The file is a script that leaves the model in a global variable, because from a folder
(``file://``) a page may load scripts beside it, but not read files. The numbers stand
one tensor after the other, little-endian, in base64: matrices in float16; vectors,
which are few and act on every feature, in float32, for that halves the error of the
attention. ``widgets/translator_model.mjs`` reads it and computes with it.
"""

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np

from lernformer.translator.translation import AHEAD, Translator

VARIABLE = "lernformerTranslator"
# what the page's arithmetic knows; the presets "toy", "base" and "big" with --positions
# rotary are such
KNOWN = {
    "norm_first": True,
    "positions": "rotary",
    "norm": "layer",
    "deepnorm": False,
}


def for_page(translator: Translator, longest: int | None = None) -> dict[str, Any]:
    """What a page needs to translate, ready for JSON.

    Args:
        translator: of the kind that ``KNOWN`` tells.
        longest: words of the longest sentence in training, if known.

    Raises:
        ValueError: if the page cannot compute with this model.
    """
    config = translator.model.config
    for name, value in KNOWN.items():
        if getattr(config, name) != value:
            raise ValueError(
                f"the page knows {name}={value!r} only, got {getattr(config, name)!r}"
            )
    shapes, numbers = [], []
    for name, parameter in translator.model.named_parameters():  # a shared one once
        kind = "<f4" if parameter.dim() == 1 else "<f2"
        with np.errstate(over="ignore"):  # told below
            tensor = parameter.detach().cpu().float().numpy().astype(kind)
        if not np.isfinite(tensor).all():
            raise ValueError(f"{name} has values beyond float16")
        shapes.append([name, list(tensor.shape)])
        numbers.append(tensor.tobytes())
    return {
        "d_model": config.d_model,
        "n_heads": config.n_heads,
        "n_layers": config.n_layers,
        "max_length": config.max_length,
        "ahead": AHEAD,
        "longest": longest,
        "source": list(translator.source.words),
        "target": list(translator.target.words),
        "shapes": shapes,
        "numbers": base64.b64encode(b"".join(numbers)).decode(),
    }


def export_web(translator: Translator, path: Path, longest: int | None = None) -> int:
    """Write the script that brings a translator into a page; return its bytes.

    Args:
        translator: see ``for_page``, and so is ``longest``.
        path: of the file; its folder is made if it is not there.

    Raises:
        ValueError: if the page cannot compute with this model.
    """
    text = json.dumps(for_page(translator, longest), ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(f"globalThis.{VARIABLE} = {text};\n".encode())
