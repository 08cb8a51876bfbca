"""Lernformer, with its fused path and its own training step."""

import torch
from torch import Tensor

from benchmarks.peers import Ids, Step, Translate, count, up_to
from benchmarks.sizes import SMOOTHING
from lernformer.embedding import EOS_ID
from lernformer.fast import faster
from lernformer.fast.decoding import beam_search, greedy_decode
from lernformer.fast.inference import Prepared
from lernformer.fast.training_step import train_step
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.recipe import Recipe, make_optimizer


def trainer(
    config: TransformerConfig, device: torch.device, bf16: bool = False
) -> tuple[Step, int]:
    model = faster(Transformer(config).to(device))
    optimizer = make_optimizer(model, Recipe(steps=1, batch_tokens=1))

    def step(src: Tensor, tgt: Tensor) -> Tensor:
        return train_step(model, optimizer, src, tgt, SMOOTHING, bf16=bf16).sum()

    return step, count(model)


def translator(model: Transformer) -> Translate:
    ready = Prepared(model)

    def greedy(src: Tensor, max_length: int) -> Ids:
        return up_to(greedy_decode(ready, src, max_length).tolist(), EOS_ID)

    def beam(src: Tensor, beam_size: int, max_length: int) -> Ids:
        tgt, _ = beam_search(ready, src, beam_size, max_length)
        return up_to(tgt.tolist(), EOS_ID)

    return Translate(greedy, beam)
