"""Answers to `next_word_logits(model, ids)`: (B, L, V)."""

import torch

from lernformer.masking import decoder_mask, look_ahead_mask

from .. import mutant, variant

TASK = "translator.next_word_logits"


# --- Wrong ---------------------------------------------------------------------------


@mutant(TASK, mistake="gradient_cut")
@torch.no_grad()
def without_gradients(model, ids):
    """No gradients are needed to predict."""
    return steps(model, ids)


# --- Right ---------------------------------------------------------------------------


@variant(TASK)
def steps(model, ids):
    """A mask from torch.tril; one step a line."""
    n = ids.shape[1]
    mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=ids.device))
    x = model.embedding(ids)
    x = model.positions(x)
    x = model.encoder(x, mask)
    x = model.output(x)
    return x


@variant(TASK)
def by_decoder_mask(model, ids):
    """The mask that hides padding, too."""
    x = model.positions(model.embedding(ids))
    return model.output(model.encoder(x, decoder_mask(ids)))


@variant(TASK)
def prefix_by_prefix(model, ids):
    """Reads each prefix alone."""

    def last(prefix):
        mask = look_ahead_mask(prefix.size(1)).to(ids.device)
        x = model.encoder(model.positions(model.embedding(prefix)), mask)
        return model.output(x[:, -1:])

    return torch.cat([last(ids[:, : n + 1]) for n in range(ids.size(1))], dim=1)


@variant(TASK)
def compared_positions(model, ids):
    """Places compared with places; keyword arguments; (1, 1, L, L)."""
    places = torch.arange(ids.size(-1), device=ids.device)
    mask = (places[:, None] >= places).view(1, 1, len(places), len(places))
    return model.output(
        model.encoder(model.positions(model.embedding(ids)), src_mask=mask)
    )


@variant(TASK)
def layer_by_layer(model, ids):
    """Calls the encoder's layers, and its norm."""
    mask = ~torch.ones(ids.size(1), ids.size(1), device=ids.device).triu(1).bool()
    x = model.positions(model.embedding(ids))
    for layer in model.encoder.layers:
        x = layer(x, mask)
    return model.output(model.encoder.norm(x))
