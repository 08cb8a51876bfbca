"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable

import torch
from torch import Tensor

from lernformer.embedding import BOS_ID, PAD_ID
from lernformer.mistakes.common import INPUT_MODIFIED, SIZE_LIMITED, fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.translator.decoding import LIMIT, MODE, RECORDS
from lernformer.probes.values import agree

BATCH_OF_ONE = (
    "one sentence is translated for all of them; src is a batch, and each of its rows "
    "gets a translation of its own."
)

BOS_KEPT = "<bos> was read, not said; cut it off: tgt[:, 1:]."

EOS_CUT = "<eos> is lost; it belongs to the translation, as its last word."

TOO_LONG = "there is one word too many; max_length counts all words, <eos> among them."

EOS_IGNORED = "the end is another word than eos_id; use the argument."

Make = Callable[[str, str, Callable], Mistake]


def _maker(probe: Callable, expected: Callable) -> Make:
    def mistake(id: str, cause: str, answer: Callable) -> Mistake:
        def gives(case: Case) -> Arrays:
            wrong, wanted = probe(answer, case).values, expected(case)
            if all(agree(wrong[name], wanted[name], 1e-6) for name in wanted):
                raise ValueError("no mistake here")
            return wrong

        return Mistake(id, cause, gives)

    return mistake


def _fact(name: str, value: str = "yes") -> Callable[[Case, Observation], bool]:
    return lambda case, seen: seen.facts.get(name) == value


def _own_ends(case: Case) -> bool:
    return "bos_id" in case.inputs


def begins_otherwise(case: Case, seen: Observation) -> bool:
    read = seen.facts.get("read first")
    return read not in (None, str(case.inputs.get("bos_id", BOS_ID)))


BOTH = (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    sign(
        "eval_forgotten",
        "dropout is at work while the model decodes; call model.eval() before the "
        "first encode or decode.",
        lambda case, seen: case.aspect == MODE and "training" in seen.facts,
    ),
    sign(
        "mode_not_restored",
        "whoever trains goes on in the wrong mode: remember model.training at the "
        "beginning, and give it to model.train(…) at the end.",
        lambda case, seen: case.aspect == MODE and "mode" in seen.facts,
    ),
    sign(
        "gradients_recorded",
        "all steps are kept for a backward pass that never comes; decode under "
        "torch.no_grad().",
        lambda case, seen: case.aspect == RECORDS and "gradients" in seen.facts,
    ),
    sign(
        "wrong_source",
        "decode(tgt, memory, src) got a memory and a source that do not belong "
        "together: the third argument is the source, row by row as in the memory.",
        _fact("other source"),
    ),
    sign(
        "bos_id_ignored",
        "the decoder reads another word first than bos_id; use the argument.",
        lambda case, seen: _own_ends(case) and begins_otherwise(case, seen),
    ),
    sign(
        "begins_without_bos",
        "the decoder has to read <bos> first, bos_id, for every sentence.",
        begins_otherwise,
    ),
    sign(
        "batch_of_one",
        BATCH_OF_ONE,
        fails("cannot be converted to Scalar", "only one element tensors"),
    ),
    sign("batch_of_one", BATCH_OF_ONE, lambda case, seen: "rows" in seen.facts),
    sign(
        "padded_too_far",
        "there is padding beyond max_length; the longest translation needs none.",
        lambda case, seen: case.aspect == LIMIT and "too wide" in seen.facts,
    ),
)


def _with_bos(said: Tensor, max_length: int, bos_id: int, eos_id: int) -> Tensor:
    return torch.cat([torch.full_like(said[:, :1], bos_id), said], dim=1)


def _without_eos(said: Tensor, max_length: int, bos_id: int, eos_id: int) -> Tensor:
    return said.masked_fill(said == eos_id, PAD_ID)
