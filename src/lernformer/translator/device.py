"""Decides where to compute: on one CPU or GPU, or in several processes (torchrun)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import distributed


def pick_device(name: str = "auto") -> torch.device:
    """Return a device by its name; "auto" is the first available of cuda, mps, cpu.

    Raises:
        ValueError: if there is no such device.
    """
    there = {
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
        "cpu": True,
    }
    if name == "auto":
        name = next(device for device, is_there in there.items() if is_there)
    try:
        device = torch.device(name)
        is_here = there.get(device.type, False)
    except RuntimeError:  # not the name of a device
        is_here = False
    if is_here and device.type == "cuda":
        is_here = (device.index or 0) < torch.cuda.device_count()
    if not is_here:
        found = ", ".join(device for device, is_there in there.items() if is_there)
        raise ValueError(f"there is no device {name!r} here, only {found}")
    return device


def is_first() -> bool:
    """Return whether this process is the one that writes files and reports."""
    return not distributed.is_initialized() or distributed.get_rank() == 0


@contextmanager
def processes(device: torch.device) -> Iterator[torch.device]:
    """If ``torchrun`` has started several processes, connect this one to the others.

    If ``device`` is "cuda", each process gets its own GPU.

    Yields:
        The device of this process.
    """
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        yield device
        return
    if device.type == "cuda":
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
    distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
    try:
        yield device
    finally:
        distributed.destroy_process_group()
