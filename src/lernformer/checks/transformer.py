"""Checks of the tasks on the whole model.

Sizes differ from one another wherever they can, so that an answer that confuses two
of them fails. Layers are asked with numbers drawn for each of their parts, stacks with
stand-ins for their layers, and the model with stand-ins for its stacks.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lernformer import transformer as reference
from lernformer.checks.mistakes import transformer as mistakes
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    PURE,
    SIZE,
    loses_dtype,
    modifies_input,
    not_finite,
)
from lernformer.checks.mistakes.transformer.layers import (
    BY_DEFAULT,
    DROPOUT,
    MASKS,
    ONES,
    POST,
)
from lernformer.checks.mistakes.transformer.model import (
    DEVICE,
    METHODS,
    PADDING,
    TIED,
    words_and_positions,
)
from lernformer.checks.mistakes.transformer.stacks import ARGUMENTS_PASSED
from lernformer.checks.modules import stays_behind
from lernformer.checks.task import Arrays, Case, Observation, Task
from lernformer.checks.transformer_probes import (
    LOST,
    READS,
    VARIES,
    adapt_parts,
    config_of,
    probe_layer,
    probe_model,
    probe_stack,
)
from lernformer.checks.values import Unusable, describe, random_mask, spread_out

ROUNDED = 1e-3  # a norm's eps is free, and 1e-6 for 1e-5 tells on a quiet token
STEEP = 1e-2  # and ten times as much on its gradients
FLOAT32 = 2e-3  # 24 bits of precision through up to three layers
BFLOAT16 = 0.6  # 8 bits of precision, a hundred roundings of numbers around 5


# EncoderLayer and DecoderLayer -------------------------------------------------------

TORCHS = (
    "torch.nn.Transformer",
    "torch.nn.TransformerEncoder",
    "torch.nn.TransformerDecoder",
    "torch.nn.TransformerEncoderLayer",
    "torch.nn.TransformerDecoderLayer",
)
TRANSFORMS = "runs its sublayers one after the other"


def tokens(
    rng: np.random.Generator, b: int, s: int, t: int | None, d: int, masks: str
) -> dict:
    """Inputs of a layer or a stack; of a decoder's, where there is a target length t.

    The masks are those of padding and of the future; "random" hides at random, and
    "none" nothing.
    """
    x = 2 * spread_out(rng, b, s if t is None else t, d)
    hide = rng.random((b, 1, 1, s)) < 0.7
    hide[..., 0], hide[0, ..., -1] = True, False  # a sentence at least has padding
    if masks == "random":
        hide = random_mask(rng, b, 1, s if t is None else t, s)
    inputs = {"x": x, "src_mask": None if masks == "none" else hide}
    if t is None:
        return inputs
    past = np.tril(np.ones((1, 1, t, t), dtype=bool))
    if masks == "random":
        past = random_mask(rng, b, 1, t, t)
    inputs["tgt_mask"] = None if masks == "none" else past
    return inputs | {"memory": rng.normal(0, 1, (b, s, d))}


def layer_cases(decoder: bool) -> Callable[[np.random.Generator], list[Case]]:
    sublayers = ["attention 0", *["attention 1"] * decoder, "feed-forward"]

    def cases(rng: np.random.Generator) -> list[Case]:
        weights = int(rng.integers(2**31))

        def case(aspect, b, s, t, n, d_k, d_ff, setting="", masks="none", **more):
            inputs = {"d_model": n * d_k, "n_heads": n, "d_ff": d_ff}
            inputs["dropout"] = more.pop("dropout", 0.0)
            inputs["norm_first"] = more.pop("pre", True)
            inputs |= tokens(rng, b, s, t if decoder else None, n * d_k, masks)
            inputs["weights"] = weights
            if setting.startswith("dropout"):
                inputs["bias"] = rng.choice([-1, 1], n * d_k) * rng.uniform(1, 2)
            if setting == "dropout in post-norm":
                inputs["bias"][1:] = 0
            if aspect == GRADIENT:
                inputs["upstream"] = rng.normal(0, 1, inputs["x"].shape)
            axes = {"output": "B T d_model" if decoder else "B S d_model"}
            more = {"tolerance": STEEP if aspect == GRADIENT else ROUNDED, **more}
            return Case(aspect, inputs, axes, setting, **more)

        half, post = {"dropout": 0.5}, {"pre": False}
        sizes = (2, 4, 5, 3, 2, 7)  # B, S, T, H, d_k, d_ff
        dropped = [
            case(DROPOUT, *sizes, setting=f"dropout of {name}", **half)
            for name in sublayers
        ]
        return [
            case(TRANSFORMS, 2, 2, 2, 2, 2, 3),
            case(TRANSFORMS, *sizes),
            case(TRANSFORMS, *sizes, setting="second call"),
            case(MASKS, 2, 3, 3, 2, 2, 3, masks="random"),  # they fit either side
            case(MASKS, 2, 5, 3, 2, 3, 4, setting="second call", masks="random"),
            case(MASKS, *sizes, masks="padding"),
            case(MASKS, *sizes, setting="changes", masks="padding"),
            case(POST, 2, 2, 2, 2, 2, 3, **post),
            case(POST, *sizes, **post),
            case(BY_DEFAULT, *sizes, setting="train by default"),
            case(ONES, 2, 1, 3, 3, 2, 7),
            case(ONES, 1, 3, 1, 3, 2, 7),
            case(DROPOUT, *sizes, setting="eval with dropout", **half),
            case(DROPOUT, *sizes, setting="train without dropout", **post),
            *dropped,
            case(DROPOUT, *sizes, setting="dropout in post-norm", **half, **post),
            case(PURE, *sizes),
            case(GRADIENT, *sizes),
            case(DTYPE, *sizes, dtype="float32", tolerance=FLOAT32),
            case(DTYPE, *sizes, dtype="bfloat16", tolerance=BFLOAT16),
        ]

    return cases


def expected_from(probe: Callable, answer: Any) -> Callable[[Case], Arrays]:
    """What the reference gives, but for what dropout leaves to chance."""

    def expected(case: Case) -> Arrays:
        if case.setting.startswith(("dropout of", "dropout in", "device")):
            return {}
        if case.setting == "dropout" and probe is probe_model:
            return {}
        return probe(answer, replace(case, dtype="float64")).values

    return expected


def share_dropped(zeros: np.ndarray, p: float, what: str) -> str | None:
    """Six standard errors: noise alone goes beyond once in a hundred million runs."""
    share = zeros.mean()
    if abs(share - p) <= 6 * (p * (1 - p) / zeros.size) ** 0.5:
        return None
    return f"a share of {share:.2f} {what} is dropped, though dropout = {p}"


def sublayer_dropped(case: Case, seen: Observation) -> str | None:
    """The symptom of a sublayer whose result is dropped wrongly, or that of x."""
    if "added" not in seen.values:
        return None
    added, p, bias = seen.values["added"], case.inputs["dropout"], case.inputs["bias"]
    which = case.setting.removeprefix("dropout of ")
    which = {
        "attention 0": "self-attention",
        "attention 1": "the attention to the memory",
        "feed-forward": "the feed-forward network",
    }[which]
    if np.allclose(added, bias):
        return f"what {which} adds is the same in training, though dropout = {p}"
    kept = bias / (1 - p)
    off = np.minimum(np.abs(added), np.abs(added - kept))
    if off.max() > case.tolerance:
        at = np.unravel_index(np.argmax(off), off.shape)
        return (
            f"in training with dropout = {p}, where {which} alone adds "
            f"{bias[at[-1]]:.4g} to x, {added[at]:.4g} is added, expected 0 or, if "
            f"kept, {kept[at[-1]]:.4g}"
        )
    return share_dropped(np.abs(added) < 1e-6, p, f"of what {which} adds")


def post_norm_dropped(case: Case, seen: Observation) -> str | None:
    """The symptom of a post-norm layer that drops otherwise than its sublayers do."""
    if "off" not in seen.values:
        return None
    p = case.inputs["dropout"]
    if "same" in seen.facts:
        return (
            f"with norm_first=False the output is the same in training, though "
            f"dropout = {p}"
        )
    if (worst := seen.values["off"].max()) > case.tolerance:
        return (
            f"in training with dropout = {p} and norm_first=False a token's output is "
            f"{worst:.4g} away from all that dropping what the sublayers add can give"
        )
    return None


LAYER_SYMPTOMS = (
    modifies_input,
    loses_dtype,
    not_finite,
    sublayer_dropped,
    post_norm_dropped,
)
LAYER_SHARES = {
    MASKS: 3,
    POST: 1.5,
    BY_DEFAULT: 0.5,
    ONES: 0.5,
    DROPOUT: 1.5,
    PURE: 0.5,
    GRADIENT: 1,
    DTYPE: 0.5,
}

ENCODER_LAYER = Task(
    id="transformer.EncoderLayer",
    points=3,
    difficulty=2,
    minutes=20,
    hints=(
        "All parts exist. __init__ makes one attention, one feed-forward network and "
        "two residual connections; forward is two lines.",
        "ResidualConnection takes x and a function of one tensor. For attention that "
        "is a lambda: its argument is query, key and value at once, and of the two "
        "results it returns the first.",
        "x = self.residual_1(x, lambda h: self.self_attention(h, h, h, src_mask)[0]); "
        "return self.residual_2(x, self.feed_forward).",
    ),
    aspects={TRANSFORMS: 4, **LAYER_SHARES},
    cases=layer_cases(decoder=False),
    probe=probe_layer,
    expected=expected_from(probe_layer, reference.EncoderLayer),
    symptoms=LAYER_SYMPTOMS,
    mistakes=mistakes.ENCODER_LAYER,
    ready_made=TORCHS,
)

DECODER_LAYER = Task(
    id="transformer.DecoderLayer",
    points=4,
    difficulty=2,
    minutes=25,
    hints=(
        "It is the encoder's layer with one more attention in the middle. Whose are "
        "the queries there, whose the keys and values? Which mask hides which keys?",
        "Two attentions with projections of their own, three residual connections. The "
        "first attention stays within the target (tgt_mask), the second goes from the "
        "target to the memory (src_mask).",
        "In the middle: x = self.residual_2(x, lambda h: self.cross_attention(h, "
        "memory, memory, src_mask)[0]).",
    ),
    aspects={TRANSFORMS: 4, **LAYER_SHARES},
    cases=layer_cases(decoder=True),
    probe=probe_layer,
    expected=expected_from(probe_layer, reference.DecoderLayer),
    symptoms=LAYER_SYMPTOMS,
    mistakes=mistakes.DECODER_LAYER,
    ready_made=TORCHS,
)

# Encoder and Decoder -----------------------------------------------------------------

STACKS = "runs all layers in turn, and a norm at the end"


def config(n: int, d_k: int, d_ff: int, **more) -> dict:
    """The fields of a configuration, and other inputs of a case."""
    return {
        "src_vocab_size": 9,
        "tgt_vocab_size": 11,
        "d_model": n * d_k,
        "n_heads": n,
        "d_ff": d_ff,
        "n_layers": 2,
        "dropout": 0.0,
        "norm_first": True,
        "max_length": 13,
        **more,
    }


def stack_cases(decoder: bool) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        weights = int(rng.integers(2**31))

        def case(aspect, b, s, t, sizes, setting="", masks="none", **more):
            own = {"dtype", "tolerance"} & more.keys()
            own = {name: more.pop(name) for name in own}
            inputs = config(*sizes, weights=weights, **more)
            length = t if decoder else None
            inputs |= tokens(rng, b, s, length, inputs["d_model"], masks)
            if aspect == GRADIENT:
                inputs["upstream"] = rng.normal(0, 1, inputs["x"].shape)
            axes = {"output": "B T d_model" if decoder else "B S d_model"}
            own = {"tolerance": STEEP if aspect == GRADIENT else ROUNDED, **own}
            return Case(aspect, inputs, axes, setting, **own)

        sizes, post = (3, 2, 7), {"norm_first": False}
        return [
            case(STACKS, 2, 2, 2, (2, 2, 3), n_layers=3),
            case(STACKS, 2, 4, 5, sizes),
            case(STACKS, 3, 5, 4, (2, 4, 3), n_layers=3),
            case(STACKS, 2, 4, 5, sizes, n_layers=1),
            case(STACKS, 2, 4, 5, sizes, setting="second call"),
            case(MASKS, 2, 3, 3, (2, 2, 3), masks="random", n_layers=3),
            case(MASKS, 2, 5, 3, (2, 3, 4), "second call", masks="random"),
            case(MASKS, 2, 4, 5, sizes, masks="padding"),
            case(MASKS, 2, 4, 5, sizes, setting="changes", masks="padding"),
            case(POST, 2, 4, 5, sizes, **post),
            case(ARGUMENTS_PASSED, 2, 4, 5, sizes, setting="arguments", dropout=0.25),
            case(ARGUMENTS_PASSED, 2, 4, 5, sizes, "arguments", dropout=0.5, **post),
            case(DROPOUT, 2, 4, 5, sizes, setting="eval with dropout", dropout=0.5),
            case(DROPOUT, 2, 4, 5, sizes, setting="train without dropout"),
            case(DROPOUT, 2, 4, 5, sizes, setting="dropout", dropout=0.5),
            case(ONES, 2, 1, 3, sizes),
            case(ONES, 1, 3, 1, sizes),
            case(PURE, 2, 4, 5, sizes),
            case(GRADIENT, 2, 4, 5, sizes),
            case(DTYPE, 2, 4, 5, sizes, dtype="float32", tolerance=FLOAT32),
            case(DTYPE, 2, 4, 5, sizes, dtype="bfloat16", tolerance=BFLOAT16),
        ]

    return cases


STACK_SHARES = {
    MASKS: 2.5,
    POST: 1,
    ARGUMENTS_PASSED: 1.5,
    DROPOUT: 0.5,
    ONES: 0.5,
    PURE: 0.5,
    GRADIENT: 1,
    DTYPE: 0.5,
}

ENCODER = Task(
    id="transformer.Encoder",
    points=2,
    difficulty=1,
    minutes=15,
    hints=(
        "n_layers layers, each with parameters of its own, called one after the other. "
        "And the sum that pre-norm has built up is still to be normed.",
        "nn.ModuleList registers what it holds; a plain list does not. [layer] * n "
        "would be n times the same layer. In post-norm nothing is left to be done at "
        "the end: nn.Identity() fits.",
        "self.layers = nn.ModuleList(EncoderLayer(…) for _ in range(config.n_layers)); "
        "in forward: for layer in self.layers: x = layer(x, src_mask); return "
        "self.norm(x).",
    ),
    aspects={STACKS: 4, **STACK_SHARES},
    cases=stack_cases(decoder=False),
    probe=probe_stack,
    expected=expected_from(probe_stack, reference.Encoder),
    symptoms=LAYER_SYMPTOMS,
    mistakes=mistakes.ENCODER,
    ready_made=TORCHS,
    adapt=adapt_parts,
)

DECODER = Task(
    id="transformer.Decoder",
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "Compare with your Encoder: what does a layer take here that it did not there?",
        "Every layer reads the same memory, and gets both masks.",
        "for layer in self.layers: x = layer(x, memory, tgt_mask, src_mask); return "
        "self.norm(x).",
    ),
    aspects={STACKS: 4, **STACK_SHARES},
    cases=stack_cases(decoder=True),
    probe=probe_stack,
    expected=expected_from(probe_stack, reference.Decoder),
    symptoms=LAYER_SYMPTOMS,
    mistakes=mistakes.DECODER,
    ready_made=TORCHS,
    adapt=adapt_parts,
)

# Transformer -------------------------------------------------------------------------

TELLS = "gives logits over the next target word"
LOOKS_BACK = "sees no later word of the target"


def sentences(rng: np.random.Generator, lengths: list[int], size: int, words: int):
    """(B, size) ids: <bos>, words, in every second sentence <eos>, padding."""
    ids = rng.integers(3, words, (len(lengths), size))
    ids[:, 0] = 1
    for row, length in zip(ids, lengths, strict=True):
        row[length:] = 0
    for row, length in zip(ids[::2], lengths[::2], strict=True):
        if length > 1:
            row[length - 1] = 2
    return ids


def model_cases(rng: np.random.Generator) -> list[Case]:
    weights = int(rng.integers(2**31))

    def case(aspect, src, tgt, sizes=(3, 2, 7), setting="", **more):
        own = {"dtype", "tolerance"} & more.keys()
        own = {name: more.pop(name) for name in own}
        upstream = aspect == GRADIENT
        inputs = config(*sizes, weights=weights, **{"n_layers": 1, **more})
        inputs["src"] = sentences(rng, src, max(src), inputs["src_vocab_size"])
        inputs["tgt"] = sentences(rng, tgt, max(tgt), inputs["tgt_vocab_size"])
        b, s, t = len(src), max(src), max(tgt)
        if setting == "decode":
            inputs["memory"] = rng.normal(0, 1, (b, s, inputs["d_model"]))
        if setting == "padding inside":
            inputs["tgt"][0, 1] = 0
        if upstream:
            inputs["upstream"] = rng.normal(0, 1, (b, t, inputs["tgt_vocab_size"]))
        axes = {"output": "B S d_model" if setting == "encode" else "B T V"}
        own = {"tolerance": STEEP if aspect == GRADIENT else ROUNDED, **own}
        return Case(aspect, inputs, axes, setting, **own)

    src, tgt = [4, 4], [5, 5]
    mixed = [4, 2, 3], [6, 5, 2]
    smaller = {"src_vocab_size": 12, "tgt_vocab_size": 8}
    tied = {"tie_embeddings": True, "src_vocab_size": 10, "tgt_vocab_size": 10}
    untied = {"tie_output": False}
    half = {"dropout": 0.5}
    return [
        case(TELLS, [2, 2], [2, 2], (2, 2, 3)),
        case(TELLS, src, tgt, n_layers=2),
        case(TELLS, src, tgt, **smaller),
        case(TELLS, [5, 5, 5], [3, 3, 3], (2, 4, 5)),
        case(TELLS, src, tgt, (3, 3, 5)),  # odd d_model
        case(TELLS, src, tgt, setting="second call"),
        case(LOOKS_BACK, src, tgt, setting="other last word"),
        case(PADDING, *mixed),
        case(PADDING, *mixed, setting="more padding"),
        case(PADDING, [1, 4], [5, 1], setting="second call"),
        case(PADDING, [4, 2], [5, 4], setting="padding inside"),
        case(METHODS, *mixed, setting="encode"),
        case(METHODS, *mixed, setting="decode"),
        case(TIED, src, tgt, setting="learned"),
        case(TIED, src, tgt, setting="learned", **untied),
        case(TIED, src, tgt, setting="learned", **tied),
        case(TIED, src, tgt, **untied),
        case(TIED, src, tgt, **tied),
        case(POST, *mixed, norm_first=False),
        case(DROPOUT, *mixed, setting="eval with dropout", **half),
        case(DROPOUT, *mixed, setting="train without dropout"),
        case(DROPOUT, src, tgt, setting="dropout", **half),
        case(ONES, [1], [3]),
        case(ONES, [4, 2], [1, 1]),
        case(ONES, [13], [13]),  # max_length
        case(SIZE, [140], [140], max_length=150),
        case(GRADIENT, *mixed),
        case(DEVICE, src, tgt, setting="device"),
        case(DTYPE, *mixed, dtype="float32", tolerance=FLOAT32),
        case(DTYPE, *mixed, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def words_dropped(case: Case, seen: Observation) -> str | None:
    """The symptom of words that reach the stacks in training other than they should."""
    if case.setting != "dropout":
        return None
    if VARIES in seen.values:
        still = "the output in training is the same each time, though dropout = 0.5"
        return None if seen.values[VARIES] else still
    p, right = case.inputs["dropout"], words_and_positions(case)
    for name in READS:
        got, want = seen.values[name], right[name]
        if got.shape != want.shape:
            return f"{name} has shape {got.shape}, expected {want.shape}"
        if np.allclose(got, want, atol=1e-3):
            return f"{name} is the same in training, though dropout = {p}"
        off = np.minimum(np.abs(got), np.abs(got - want / (1 - p)))
        if off.max() > 1e-3:
            at = np.unravel_index(np.argmax(off), off.shape)
            return (
                f"in training with dropout = {p}, {name} has {got[at]:.4g} where word "
                f"and position add up to {want[at]:.4g}; expected 0 or, if kept, "
                f"{want[at] / (1 - p):.4g}"
            )
        if told := share_dropped(got == 0, p, f"of {name}"):
            return told
    for name in LOST:
        if (worst := np.abs(seen.values[name]).max()) > 1e-3:
            return f"{name} in training is {worst:.4g}, expected 0"
    return None


MODEL = Task(
    id="transformer.Transformer",
    points=5,
    difficulty=3,
    minutes=35,
    hints=(
        "Follow the figure of the paper from the bottom to the top, once on the left "
        "(encode) and once on the right (decode). Two tables of words, positions on "
        "both sides, two stacks, one output layer.",
        "padding_mask(src) serves the encoder and, in the decoder, the attention to "
        "the memory; decoder_mask(tgt) is for the target. TokenEmbedding has scaled by "
        "√d_model already, and PositionalEncoding drops out.",
        "encode: self.encoder(self.positions(self.src_embedding(src)), "
        "padding_mask(src)). decode: x = self.positions(self.tgt_embedding(tgt)); x = "
        "self.decoder(x, memory, decoder_mask(tgt), padding_mask(src)); return "
        "self.output(x).",
    ),
    aspects={
        TELLS: 3.5,
        LOOKS_BACK: 1,
        PADDING: 1.5,
        METHODS: 1,
        TIED: 1,
        POST: 0.25,
        DROPOUT: 0.75,
        ONES: 0.25,
        SIZE: 0.25,
        GRADIENT: 0.25,
        DEVICE: 0.25,
        DTYPE: 0.5,
    },
    cases=model_cases,
    probe=probe_model,
    expected=expected_from(probe_model, reference.Transformer),
    symptoms=(loses_dtype, stays_behind, not_finite, words_dropped),
    mistakes=mistakes.MODEL,
    ready_made=TORCHS,
    adapt=adapt_parts,
)

# count_parameters --------------------------------------------------------------------

COUNTS = "counts what a model learns"
COUNTS_TIED = "counts shared numbers once"


def count_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, **more):
        n, d_k = more.pop("n_heads", 3), int(rng.integers(2, 9))
        sizes = {
            "src_vocab_size": int(rng.integers(50, 99)),
            "tgt_vocab_size": int(rng.integers(100, 199)),
            "n_layers": int(rng.integers(2, 6)),
            **more,
        }
        d_ff = sizes.pop("d_ff", int(rng.integers(80, 120)))
        inputs = config(n, d_k, d_ff, **sizes)
        return Case(aspect, inputs, tolerance=1e-12)  # whole numbers

    tied = {"tie_embeddings": True, "src_vocab_size": 77, "tgt_vocab_size": 77}
    base = {"d_model": 512, "n_heads": 8, "d_ff": 2048, "n_layers": 6}
    base |= {"src_vocab_size": 37_000, "tgt_vocab_size": 37_000}
    return [
        case(COUNTS, n_layers=1),
        case(COUNTS),
        case(COUNTS, **base),
        case(COUNTS, n_layers=96, src_vocab_size=10**6, d_model=12_288, n_heads=96),
        case(POST, norm_first=False),
        case(POST, norm_first=False),
        case(COUNTS_TIED, tie_output=False),
        case(COUNTS_TIED, **tied),
        case(COUNTS_TIED, **tied, tie_output=False),
    ]


def probe_count(answer: Any, case: Case) -> Observation:
    if not callable(answer):
        raise Unusable(f"is {describe(answer)}, not a function")
    count = answer(config_of(case.inputs))
    if isinstance(count, bool) or not isinstance(count, int | np.integer):
        raise Unusable(f"should return an int, got {describe(count)}")
    return Observation({"the count": np.array(float(count))})


def counts_wrongly(case: Case, seen: Observation) -> str | None:
    """Both counts in full, and how far they are apart."""
    got = int(seen.values["the count"])
    want = reference.count_parameters(config_of(case.inputs))
    return (
        None if got == want else f"counts {got:,}, expected {want:,} ({got - want:+,})"
    )


COUNT = Task(
    id="transformer.count_parameters",
    points=2,
    difficulty=2,
    minutes=20,
    hints=(
        "Count one attention, one feed-forward network and one norm; then how many of "
        "each there are in a layer of the encoder, and in one of the decoder.",
        "A linear layer from n to m learns n · m + m numbers, a norm 2 d. Encoder "
        "layer: 1 attention, 1 network, 2 norms; decoder layer: 2, 1, 3. In pre-norm "
        "each stack has one more norm. Positions learn nothing.",
        "attention = 4 * (d * d + d); feed_forward = d * d_ff + d_ff + d_ff * d + d; "
        "norm = 2 * d; words: one row of d for each target word, for each source word "
        "unless tie_embeddings, and for each target word again unless tie_output.",
    ),
    aspects={COUNTS: 5, POST: 2, COUNTS_TIED: 3},
    cases=count_cases,
    probe=probe_count,
    expected=lambda case: probe_count(reference.count_parameters, case).values,
    symptoms=(counts_wrongly,),
    mistakes=mistakes.COUNT,
    ready_made=("torch.nn.Module.__init__",),
)

TASKS = (ENCODER_LAYER, DECODER_LAYER, ENCODER, DECODER, MODEL, COUNT)
