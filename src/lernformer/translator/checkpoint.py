"""Checkpoints of a translator: the numbers as safetensors, the rest as JSON.

A folder contains one checkpoint:

    checkpoint.json              config, vocabularies, metrics, recipe, corpus, code
    weights-500.safetensors      the parameters after step 500
    optimizer-500.safetensors    the optimiser's averages, for resuming
    state-500.safetensors        anything else that training needs for resuming

The JSON names the other files. It is written last, first under a temporary name. So if
the process is killed, the folder contains either the old checkpoint or the new one.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

import lernformer
from lernformer import atomic
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.splitter import Spaces, restored
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

NAME = "checkpoint.json"
FORMAT = 1  # the version of the JSON format
KINDS = {  # what the JSON must contain
    "step": int,
    "files": dict,
    "metrics": dict,
    "config": dict,
    "source": list,
    "target": list,
}


def code_version() -> str:
    """Return the package's version and a fingerprint of its code.

    The fingerprint covers all code that affects what is learned: the chapters, the fast
    versions, the corpus and the training.
    """
    root = Path(__file__).parents[1]
    patterns = "*.py", "fast/**/*.py", "translator/**/*.py"
    files = sorted(file for pattern in patterns for file in root.glob(pattern))
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files))
    return f"{lernformer.__version__}+{digest.hexdigest()[:12]}"


def save(
    folder: str | Path,
    translator: Translator,
    step: int,
    metrics: dict[str, Any],
    kept: dict[str, Any],
    optimizer: torch.optim.Optimizer | None = None,
    parts: Mapping[str, nn.Parameter] | None = None,
    state: Mapping[str, Tensor] | None = None,
) -> None:
    """Replace the folder's checkpoint with one of the translator as it is now.

    Args:
        folder: the checkpoint's folder, which is created if it doesn't exist.
        translator: the translator whose parameters, configuration and vocabularies are
            saved.
        step: the number of steps trained so far.
        metrics: what is known about the translator's quality.
        kept: details to save with it: the recipe and the corpus's fingerprint.
        optimizer: the model's optimiser, so that training can be resumed; None if
            training is finished.
        parts: other tensors that the optimiser updates, by name.
        state: anything else that training needs in order to resume.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    parameters = dict(translator.model.named_parameters())  # shared ones appear once
    tensors: dict[str, Mapping[str, Tensor]] = {"weights": parameters}
    if optimizer is not None:
        moved = parameters | dict(parts or {})
        tensors["optimizer"] = _optimizer_tensors(optimizer, moved)
    if state:
        tensors["state"] = state
    files = {kind: f"{kind}-{step}.safetensors" for kind in tensors}
    for kind, file in files.items():
        with atomic.writing(folder / file) as path:
            _save_tensors(
                {k: v.detach().contiguous() for k, v in tensors[kind].items()}, path
            )
    details = {
        "format": FORMAT,
        "code": code_version(),
        "step": step,
        "files": files,
        "metrics": metrics,
        **kept,
        **_of(translator),
    }
    with atomic.writing(folder / NAME) as path:
        text = json.dumps(details, ensure_ascii=False, indent=1)
        path.write_text(f"{text}\n", "utf-8")
    for old in [*folder.glob("*.safetensors"), *folder.glob("*.part")]:
        if old.name not in files.values():
            old.unlink()


def _save_tensors(tensors: dict[str, Tensor], path: Path) -> None:
    try:
        save_file(tensors, path)
    except SafetensorError as error:
        raise OSError(f"{path} cannot be written: {error}") from error


def details(folder: str | Path) -> dict[str, Any]:
    """Return everything that a checkpoint's JSON contains.

    Raises:
        ValueError: if there is no checkpoint, or this code can't read it.
    """
    path = Path(folder) / NAME
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ValueError(
            f"there is no checkpoint in {folder}: `lernformer train` makes one"
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"{path} isn't a checkpoint of format {FORMAT}")
    for name, kind in KINDS.items():
        if not isinstance(found.get(name), kind):
            raise ValueError(
                f"{path} is damaged: {name} must be of type {kind.__name__}"
            )
    if not isinstance(found.get("longest", 0), int):
        raise ValueError(f"{path} is damaged: longest must be of type int")
    found["config"].pop("fused", None)  # only in old files
    return found


def _load_tensors(folder: str | Path, found: dict, kind: str) -> dict[str, Tensor]:
    if kind not in found["files"]:
        raise ValueError(f"the checkpoint in {folder} has no {kind}")
    path = Path(folder) / str(found["files"][kind])
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error


def _fill(parameters: Mapping[str, Tensor], saved: dict[str, Tensor]) -> None:
    """Copy saved numbers into tensors with the same names and shapes."""
    shapes, wanted = (
        {name: tuple(tensor.shape) for name, tensor in tensors.items()}
        for tensors in (saved, parameters)
    )
    if shapes != wanted:
        name = min({n for n, _ in shapes.items() ^ wanted.items()})
        raise ValueError(
            f"the checkpoint doesn't match the model: {name} should be "
            f"{wanted.get(name)}, got {shapes.get(name)}"
        )
    with torch.no_grad():
        for name, tensor in parameters.items():
            tensor.copy_(saved[name])


def load(
    folder: str | Path, device: torch.device | str = "cpu"
) -> tuple[Translator, dict[str, Any]]:
    """Load a translator, ready for use, and the details of its checkpoint.

    Raises:
        ValueError: if there is no checkpoint, or if it is damaged.
    """
    found = details(folder)
    try:
        model = Transformer(TransformerConfig(**found["config"]))
    except (TypeError, RuntimeError) as error:  # RuntimeError: larger than memory
        raise ValueError(f"{folder}/{NAME} doesn't match this code: {error}") from error
    for side, size in (
        ("source", model.config.src_vocab_size),
        ("target", model.config.tgt_vocab_size),
    ):
        words = found[side]
        if len(words) != size or not all(isinstance(word, str) for word in words):
            raise ValueError(
                f"{folder}/{NAME} is damaged: {side} should be {size} words, "
                f"got {len(words)}"
            )
    source, target = Vocabulary(found["source"]), Vocabulary(found["target"])
    _fill(dict(model.named_parameters()), _load_tensors(folder, found, "weights"))
    splitter = restored(str(found.get("splitter", Spaces.name)))
    longest = found.get("longest")
    model = model.to(device).eval()
    return Translator(model, source, target, splitter, longest), found


def resume(
    folder: str | Path,
    translator: Translator,
    optimizer: torch.optim.Optimizer,
    kept: dict[str, Any],
    parts: Mapping[str, nn.Parameter] | None = None,
    state: Mapping[str, Tensor] | None = None,
) -> dict[str, Any]:
    """Restore a translator and its optimiser to the state of the checkpoint.

    Args:
        folder: the folder that contains the checkpoint.
        translator: a translator with the checkpoint's configuration and vocabularies.
        optimizer: the optimiser for the model's parameters.
        kept: the details, which must equal those that were saved.
        parts: other tensors that the optimiser updates, by the names in ``save``.
        state: a dictionary, which is overwritten with the saved state.

    Returns:
        The checkpoint's details.

    Raises:
        ValueError: if there is no checkpoint, or if it doesn't match.
    """
    found = details(folder)
    now = json.loads(json.dumps({**kept, **_of(translator)}))  # turns tuples into lists
    for name, value in now.items():
        if found.get(name) != value:
            raise ValueError(
                f"the checkpoint in {folder} has a different {name}"
                f"{_difference(found.get(name), value)}"
            )
    parameters = dict(translator.model.named_parameters())
    _fill(parameters, _load_tensors(folder, found, "weights"))
    moved = parameters | dict(parts or {})
    for name, tensor in _load_tensors(folder, found, "optimizer").items():
        key, _, name = name.partition(".")
        parameter = moved.get(name)
        if parameter is None or tensor.shape not in ((), parameter.shape):
            raise ValueError(
                f"the checkpoint in {folder} doesn't match the model: its optimiser "
                f"has {key}.{name} {tuple(tensor.shape)}"
            )
        optimizer.state[parameter][key] = tensor.to(parameter.device)
    if state:
        _fill(state, _load_tensors(folder, found, "state"))
    return found


def _of(translator: Translator) -> dict[str, Any]:
    return {
        "config": asdict(translator.model.config),
        "source": translator.source.words,
        "target": translator.target.words,
        "splitter": translator.splitter.state(),
    }


def _difference(then: Any, now: Any) -> str:
    if not isinstance(then, dict) or not isinstance(now, dict):
        return ""
    changed = sorted(k for k in then.keys() | now.keys() if then.get(k) != now.get(k))
    return ": " + ", ".join(f"{k} {then.get(k)}, not {now.get(k)}" for k in changed)


def _optimizer_tensors(
    optimizer: torch.optim.Optimizer, parameters: dict[str, nn.Parameter]
) -> dict[str, Tensor]:
    """Return the optimiser's own tensors, named after their parameters."""
    return {
        f"{key}.{name}": value
        for name, parameter in parameters.items()
        for key, value in optimizer.state[parameter].items()
    }
