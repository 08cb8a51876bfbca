"""CTranslate2 in float32: C++, written only for decoding, near the limit of a CPU.

It computes on the same device as our model.
"""

import tempfile

import ctranslate2
import numpy as np
import torch
from ctranslate2.specs import TransformerSpec
from ctranslate2.specs.common_spec import LinearSpec
from torch import Tensor, nn

from benchmarks.peers import Ids, Translate
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID, UNK_ID
from lernformer.fast.decoding import LENGTH_PENALTY
from lernformer.transformer import Transformer

SPECIAL = {PAD_ID: "<pad>", BOS_ID: "<bos>", EOS_ID: "<eos>", UNK_ID: "<unk>"}


def translator(model: Transformer) -> Translate:
    vocab_size = model.config.tgt_vocab_size
    words = [SPECIAL.get(i, str(i)) for i in range(vocab_size)]
    ids = {word: i for i, word in enumerate(words)}
    with tempfile.TemporaryDirectory() as folder:
        specification(model, words).save(folder)
        theirs = ctranslate2.Translator(
            folder,
            device=model.src_embedding.weight.device.type,
            compute_type="float32",
            inter_threads=1,
            intra_threads=torch.get_num_threads(),
        )

    def run(src: Tensor, beam_size: int, max_length: int) -> Ids:
        rows = [[words[i] for i in row if i != PAD_ID] for row in src.tolist()]
        results = theirs.translate_batch(
            rows,
            beam_size=beam_size,
            length_penalty=LENGTH_PENALTY if beam_size > 1 else 0.0,
            max_decoding_length=max_length,
        )
        return [[ids[word] for word in result.hypotheses[0]] for result in results]

    return Translate(lambda src, max_length: run(src, 1, max_length), run)


def specification(model: Transformer, words: list[str]) -> TransformerSpec:
    """Our weights in CTranslate2's format."""
    c = model.config
    spec = TransformerSpec.from_config(
        (c.n_layers, c.n_layers), c.n_heads, pre_norm=False
    )
    embedding = array(model.src_embedding.weight)
    for side in (spec.encoder, spec.decoder):
        embeddings = side.embeddings
        embeddings = embeddings[0] if isinstance(embeddings, list) else embeddings
        embeddings.weight = embedding
        side.scale_embeddings = c.d_model**0.5
        side.position_encodings.encodings = array(model.src_positions.table)
    spec.decoder.projection.weight = embedding
    layers = [*model.encoder.layers, *model.decoder.layers]
    theirs = [*spec.encoder.layer, *spec.decoder.layer]
    for layer, their in zip(layers, theirs, strict=True):
        attention = layer.self_attention
        projections = (attention.q_proj, attention.k_proj, attention.v_proj)
        linear(their.self_attention.linear[0], *projections)
        linear(their.self_attention.linear[1], attention.out_proj)
        norm(their.self_attention.layer_norm, layer.residual_1.norm)
        last = layer.residual_2
        if hasattr(layer, "cross_attention"):
            attention = layer.cross_attention
            linear(their.attention.linear[0], attention.q_proj)
            linear(their.attention.linear[1], attention.k_proj, attention.v_proj)
            linear(their.attention.linear[2], attention.out_proj)
            norm(their.attention.layer_norm, layer.residual_2.norm)
            last = layer.residual_3
        linear(their.ffn.linear_0, layer.feed_forward.linear_1)
        linear(their.ffn.linear_1, layer.feed_forward.linear_2)
        norm(their.ffn.layer_norm, last.norm)
    spec.register_source_vocabulary(words)
    spec.register_target_vocabulary(words)
    spec.config.bos_token, spec.config.eos_token = SPECIAL[BOS_ID], SPECIAL[EOS_ID]
    spec.config.unk_token = SPECIAL[UNK_ID]
    spec.config.decoder_start_token = SPECIAL[BOS_ID]
    spec.config.layer_norm_epsilon = 1e-5
    spec.validate()
    return spec


def array(tensor: Tensor) -> np.ndarray:
    return tensor.detach().cpu().numpy()


def linear(spec: LinearSpec, *layers: nn.Linear) -> None:
    """Several layers, joined side by side into one."""
    spec.weight = np.concatenate([array(layer.weight) for layer in layers])
    spec.bias = np.concatenate([array(layer.bias) for layer in layers])


def norm(spec, layer: nn.Module) -> None:
    spec.gamma, spec.beta = array(layer.gamma), array(layer.beta)
