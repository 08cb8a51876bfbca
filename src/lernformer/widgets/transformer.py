"""Interactive figures for the transformer chapter.

`ArchitectureMap` leads from each block to its chapter, `DataFlow` follows an array
through a block, and `AutoregressiveLoop` steps through a trained model's translation.
The first two compute shapes and sizes from the reader's settings. The third shows
probabilities that Python has computed.
"""

from collections.abc import Sequence
from typing import Self

import anywidget
import torch
import traitlets

from lernformer.embedding import BOS_ID
from lernformer.fast.decoding import greedy_decode
from lernformer.transformer import Transformer, TransformerConfig, count_parameters
from lernformer.translator.translation import AHEAD, Translator
from lernformer.widgets import among, css, esm, within

# The paper's base model: post-norm, one vocabulary of about 37,000 pieces of words,
# one matrix for both embeddings and the output (sections 3.4, 5.1).
BASE = TransformerConfig(37_000, 37_000, norm_first=False, tie_embeddings=True)

COMPONENTS = {
    "embeddings": ("src_embedding", "tgt_embedding", "output"),
    "positions": ("src_positions", "tgt_positions"),
    "self-attention, encoder": ("encoder.*.self_attention",),
    "feed-forward, encoder": ("encoder.*.feed_forward",),
    "self-attention, decoder": ("decoder.*.self_attention",),
    "cross-attention, decoder": ("decoder.*.cross_attention",),
    "feed-forward, decoder": ("decoder.*.feed_forward",),
    "norms": ("*.norm",),
}


def parameters_by_component(config: TransformerConfig) -> dict[str, int]:
    """Return how many parameters each kind of component has, counted on the model.

    This model has shapes but no numbers in memory. A shared matrix counts once.

    Returns:
        One number for each name in ``COMPONENTS``; their sum is ``count_parameters``.
    """
    with torch.device("meta"):
        model = Transformer(config)
    counts = dict.fromkeys(COMPONENTS, 0)
    for name, parameter in model.named_parameters():
        (component,) = (
            component
            for component, patterns in COMPONENTS.items()
            if any(_matches(name, pattern) for pattern in patterns)
        )
        counts[component] += parameter.numel()
    return counts


def _matches(name: str, pattern: str) -> bool:
    """Return whether a parameter's name contains a module that the pattern names."""
    first, _, last = pattern.rpartition("*")
    if not last:
        return name.startswith(f"{pattern}.")
    return name.startswith(first) and f"{last}." in name


class ArchitectureMap(anywidget.AnyWidget):
    """The whole Transformer; every block leads to the chapter that builds it.

    Blocks link to the book's pages. When the pointer or the focus is on a block, a line
    shows what it does, its input and output shapes, and its parameters.

    Args:
        config: the configuration whose parameters to count; by default, the paper's
            base.
        here: the slug of the page that shows the map and needs no link to itself.
    """

    _esm, _css = esm("transformer"), css("transformer")

    layers = traitlets.Int().tag(sync=True)
    parameters = traitlets.Dict().tag(sync=True)  # by component, summed over all layers
    total = traitlets.Int().tag(sync=True)
    here = traitlets.Unicode("").tag(sync=True)
    chosen = traitlets.Unicode("").tag(sync=True)  # the block that was last looked at

    def __init__(self, config: TransformerConfig = BASE, here: str = ""):
        super().__init__(
            layers=config.n_layers,
            parameters=parameters_by_component(config),
            total=count_parameters(config),
            here=here,
        )


HEAD_CHOICES = (1, 2, 4, 8)
D_MODEL_CHOICES = (64, 128, 256, 512)
STEPS = {"encoder": 12, "decoder": 19}  # a test counts them in JavaScript


class DataFlow(anywidget.AnyWidget):
    """An array on its way through an encoder or decoder block, with its shape.

    Args:
        state: initial values of `part` ("encoder" or "decoder"), `step` (from 0),
            `source` and `target` (tokens, 1 to 8), `heads` (1, 2, 4 or 8) and
            `d_model` (64, 128, 256 or 512). d_ff is four times d_model.

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("transformer_flow"), css("transformer_flow")

    part = traitlets.Unicode("encoder").tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    source = traitlets.Int(5).tag(sync=True)
    target = traitlets.Int(4).tag(sync=True)
    heads = traitlets.Int(4).tag(sync=True)
    d_model = traitlets.Int(64).tag(sync=True)

    _check_choice = among(
        part=tuple(STEPS), heads=HEAD_CHOICES, d_model=D_MODEL_CHOICES
    )
    _check_range = within(
        source=(1, 8), target=(1, 8), step=(0, max(STEPS.values()) - 1)
    )

    @traitlets.observe("part")
    def _keep_step_inside(self, change):
        self.step = min(self.step, STEPS[change.new] - 1)


class AutoregressiveLoop(anywidget.AnyWidget):
    """A translation, made word by word or predicted at all positions at once.

    Args:
        examples: one dict per sentence, made by ``predict``.
        state: initial values of `sentence` (from 0), `step` (words written so far) and
            `parallel` (all positions at once, as in training).

    Raises:
        ValueError: if there is no example, or if a value is out of range.
    """

    _esm, _css = esm("transformer_loop"), css("transformer_loop")

    examples = traitlets.List[dict]().tag(sync=True)
    sentence = traitlets.Int(0).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    parallel = traitlets.Bool(False).tag(sync=True)

    def __init__(self, examples: Sequence[dict], **state: object):
        if not examples:
            raise ValueError("there is no example to step through")
        super().__init__(examples=list(examples), **state)

    @classmethod
    def of(
        cls, translator: Translator, sentences: Sequence[str], **state: object
    ) -> Self:
        """Return the loop of a translator on English sentences."""
        return cls([predict(translator, sentence) for sentence in sentences], **state)

    _check_range = within(
        sentence=(0, lambda self: len(self.examples) - 1),
        step=(0, lambda self: len(self.examples[self.sentence]["target"])),
    )

    @traitlets.observe("sentence")
    def _begin_again(self, change):
        self.step = 0


SHOWN = 5  # how many words to show with their probabilities


def predict(translator: Translator, sentence: str) -> dict:
    """Return the decoder's greedy predictions, and the most likely words at each step.

    Returns:
        ``source`` and ``target`` (words, the last of them ``<eos>`` if the translation
        ended), and ``likely``: for each position, the ``SHOWN`` most likely words with
        their probabilities.
    """
    model, words = translator.model.eval(), translator.target.words
    src = translator.encode([sentence])
    tgt = greedy_decode(model, src, src.size(1) + AHEAD)  # (1, L)
    read = torch.cat([tgt.new_full((1, 1), BOS_ID), tgt[:, :-1]], dim=1)
    with torch.no_grad():
        logits = model(src, read)[0]  # (L, V)
    top = logits.softmax(dim=-1).topk(SHOWN, dim=-1)
    likely = [
        [[words[i], round(p, 6)] for i, p in zip(*place, strict=True)]
        for place in zip(top.indices.tolist(), top.values.tolist(), strict=True)
    ]
    return {
        "source": sentence.split(),
        "target": [words[i] for i in tgt[0].tolist()],
        "likely": likely,
    }
