"""Probe for ``translator.next_word_logits``."""

from typing import Any

import torch
from torch import nn

from lernformer.embedding import TiedOutput, TokenEmbedding
from lernformer.positional_encoding import PositionalEncoding
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import on_another_device, outputs_of
from lernformer.probes.values import gradients, plain, tensors
from lernformer.transformer import Encoder, TransformerConfig

WORDS = 11
BY_LATER = "what a different last word changes before it"


class Parts(nn.Module):
    """An untrained model whose logits differ clearly from word to word."""

    def __init__(self, weights: int, n_layers: int):
        torch.default_generator.manual_seed(weights)
        super().__init__()
        sizes = TransformerConfig(WORDS, WORDS, 12, 3, 16, n_layers, dropout=0.0)
        self.embedding = TokenEmbedding(WORDS, sizes.d_model)
        self.positions = PositionalEncoding(sizes.d_model)
        self.encoder = Encoder(sizes)
        self.output = TiedOutput(self.embedding)
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.mul_(2)


def probe_logits(answer: Any, case: Case) -> Observation:
    x = tensors(case)
    model = Parts(x["weights"], x["n_layers"]).to(getattr(torch, case.dtype))
    model.train(case.setting == "training")
    if case.setting == "device":
        model = model.to("meta")
        return on_another_device(lambda ids: answer(model, ids), {"ids": x["ids"]})

    facts: dict[str, str] = {}

    def logits(ids: torch.Tensor) -> torch.Tensor:
        given = {"model": model, "ids": ids}
        return outputs_of(answer, given, facts)["output"]

    before = x["ids"].clone()
    output = logits(x["ids"])
    values = {"output": plain(output)}
    if case.setting == "other last word" and output.ndim == 3:
        later = before
        later[:, -1] = later[:, -1] % (WORDS - 1) + 1
        changed = logits(later)
        if changed.shape == output.shape:
            values = {BY_LATER: plain((changed - output)[:, :-1]), **values}
    if "upstream" in x:
        learned = {"embedding": model.embedding.weight}
        values |= gradients(output, x["upstream"], learned)
    if model.training != (case.setting == "training"):
        facts["modified"] = "the mode of model"
    return Observation(values, facts)


PROBE = Probe("translator.next_word_logits", probe_logits)
