"""Probe for ``embedding.build_vocabulary``."""

from typing import Any

import numpy as np

from lernformer.embedding import SPECIALS
from lernformer.probes.case import Arrays, Case, Observation, Probe, once
from lernformer.probes.embedding.common import is_id
from lernformer.probes.values import Unusable, call, describe

TIES = "breaks ties alphabetically"


def probe_vocabulary(answer: Any, case: Case) -> Observation:
    inputs = {**case.inputs, "sentences": list(case.inputs["sentences"])}
    before = list(inputs["sentences"])
    vocabulary = call(answer, inputs)
    if not isinstance(vocabulary, dict):
        raise Unusable(f"should return a dict, got {describe(vocabulary)}")
    for word, i in vocabulary.items():
        if not isinstance(word, str):
            raise Unusable(f"gives {{{word!r}: {i!r}, …}}, but {word!r} is not a word")
        if not is_id(i):
            raise Unusable(f"gives {word!r} the id {describe(i)}, not an integer")
    strange = sorted(vocabulary.keys() - words_of(case))
    facts = {"strange": " ".join(map(repr, strange[:3]))}
    facts["modified"] = "" if inputs["sentences"] == before else "sentences"
    return Observation(vocabulary_arrays(vocabulary, case), facts)


@once
def words_of(case: Case) -> list[str]:
    """Return the specials, and all words of the sentences in alphabetical order."""
    text = " ".join(case.inputs["sentences"])
    return [*SPECIALS, *sorted(set(text.split()) - set(SPECIALS))]


def vocabulary_arrays(vocabulary: dict, case: Case) -> Arrays:
    """Return the id of each word, NaN if it has none, and the number of all entries."""
    ids = [vocabulary.get(word, np.nan) for word in words_of(case)]
    return {"ids": np.array(ids, dtype=float), "size": np.array([len(vocabulary)])}


PROBE = Probe("embedding.build_vocabulary", probe_vocabulary)
