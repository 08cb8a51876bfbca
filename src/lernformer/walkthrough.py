"""Follows one sentence through the translator, chapter by chapter.

`stage("attention", translator)` is the picture that opens the book's chapter on
attention: all the parts, with the chapter's own part highlighted, and what that part
does with the sentence. `zoom` goes from the whole translator into one of its heads. All
numbers come from the trained translator.
"""

from dataclasses import dataclass

import numpy as np
import torch
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.textpath import TextPath

from lernformer import CHAPTERS, figures
from lernformer.attention import split_heads
from lernformer.masking import padding_mask
from lernformer.positional_encoding import sinusoidal_encoding
from lernformer.translator.attention_maps import attention_maps
from lernformer.translator.translation import Translator

SENTENCE = "the king admires her castle"
TOKENS = f"<bos> {SENTENCE} <eos>"  # as the encoder reads it
ASKS, ABOUT = "her", "castle"  # German needs the gender of what she owns
SHOWN = 16  # how many features of a vector fit into a picture
LABELS = ("words", "positions", "attention", "masks", "norms", "layers", "German")
DECODER = "decoder.layers.0.self_attention"
CROSS = "decoder.layers.1.cross_attention"

# -1 is blue, 0 the page, 1 orange, as in the interactive figures.
SIGNED = LinearSegmentedColormap.from_list(
    "signed",
    [
        (0.0, to_rgba(figures.BLUE, 1)),
        (0.5, to_rgba(figures.BLUE, 0)),
        (0.5, to_rgba(figures.ORANGE, 0)),
        (1.0, to_rgba(figures.ORANGE, 1)),
    ],
)


@dataclass(frozen=True)
class Panel:
    """An array as the picture shows it: a title, words next to the rows, numbers.

    Attributes:
        title: what the array is.
        rows: (n,) words on the left.
        values: (n, m) numbers; (n, 1) are written out, (n, 0) shows only the words.
        columns: (m,) words below, if the columns stand for words.
    """

    title: str
    rows: list[str]
    values: np.ndarray
    columns: tuple[str, ...] = ()


def panels(slug: str, translator: Translator) -> tuple[Panel, Panel]:
    """Return the input and the output of a chapter's part.

    Args:
        slug: the chapter's slug.
        translator: a trained translator; its encoder and decoder have pre-norm.

    Raises:
        ValueError: if there is no such chapter.
    """
    if slug not in CHAPTERS:
        raise ValueError(f"slug must be one of {CHAPTERS}, got {slug!r}")
    return _PANELS[slug](translator)


def _embedding(translator):
    ids = translator.encode([SENTENCE])[0, 1:-1, None].numpy()
    words = SENTENCE.split()
    return Panel("its id", words, ids), _vectors("its vector", _embedded(translator))


def _positional_encoding(translator):
    x = _embedded(translator)
    places = sinusoidal_encoding(len(x), x.shape[1])
    return _vectors("the vector", x), _vectors("with its position", x + places)


def _attention(translator):
    x = _embedded(translator)
    found = _captured(translator, "encoder.layers.0.self_attention.out_proj")
    return _vectors("the vector", x), _vectors("what it takes in", found)


def _masking(translator):
    masked = _maps(translator)[DECODER][0].numpy()
    german = ["<bos>", *_german(translator)]
    attention = translator.model.get_submodule(DECODER)
    read = translator.model.decoder.layers[0].residual_1.norm
    with torch.no_grad():
        h = _input_of(translator, read)
        _, open_ = attention(*[read(h)] * 3)
    return (
        Panel("no mask, head 0", german, open_[0, 0].numpy(), tuple(german)),
        Panel("with the mask", german, masked, tuple(german)),
    )


def _residual_norm(translator):
    norm = translator.model.encoder.layers[0].residual_2.norm
    summed = _input_of(translator, norm)
    with torch.no_grad():
        normed = norm(summed)
    rows = slice(1, -1)
    return (
        _vectors("vector + attention", summed[0, rows].numpy()),
        _vectors("after the norm", normed[0, rows].numpy()),
    )


def _transformer(translator):
    with torch.no_grad():
        memory = translator.model.encode(translator.encode([SENTENCE]))[0, 1:-1]
    return (
        _vectors("the vector", _embedded(translator)),
        _vectors("the memory", memory.numpy()),
    )


def _translator(translator):
    german = _german(translator)
    src, tgt = _ids(translator)
    with torch.no_grad():
        probabilities = translator.model(src, tgt).softmax(-1)[0, :-1].max(-1).values
    looked = _maps(translator)[CROSS].mean(0)[: len(german), 1:-1].numpy()
    return (
        Panel("where it looks", german, looked, tuple(SENTENCE.split())),
        Panel("probability", german, probabilities[: len(german), None].numpy()),
    )


_PANELS = {
    "embedding": _embedding,
    "positional_encoding": _positional_encoding,
    "attention": _attention,
    "masking": _masking,
    "residual_norm": _residual_norm,
    "transformer": _transformer,
    "translator": _translator,
}


def stage(slug: str, translator: Translator) -> figures.InlineSVG:
    """Return the picture that opens a chapter; for the arguments, see `panels`."""
    given, made = panels(slug, translator)
    lit = CHAPTERS.index(slug)
    fig, axes = figures.subplots(
        2, 2, width=4.5, height=2.7, gridspec_kw={"height_ratios": [1, 5]}
    )
    fig.get_layout_engine().set(wspace=0.08)
    for ax in axes[0]:
        ax.remove()
    _draw_parts(fig.add_subplot(axes[0, 0].get_gridspec()[0, :]), lit)
    for ax, panel in zip(axes[1], (given, made), strict=True):
        _draw_panel(ax, panel)
    if made.rows == given.rows:
        axes[1, 1].set_yticks([])
    return figures.figure(
        fig,
        alt=f"The parts of the Transformer in a row, {LABELS[lit]} lit. "
        f"Below, two arrays for {SENTENCE}: {given.title}, and {made.title}.",
    )


LEVELS = ("the whole", "encoder and decoder", "a layer", "a head")


def zoom(level: int, translator: Translator) -> figures.InlineSVG:
    """Show the translator at work on the sentence; a higher level is closer up.

    Args:
        level: 0 for the whole, 1 for encoder and decoder, 2 for the encoder's first
            layer, 3 for the head in that layer in which *her* looks most at *castle*.
        translator: a trained translator; its encoder has pre-norm.

    Raises:
        ValueError: if there is no such level.
    """
    if level not in range(len(LEVELS)):
        raise ValueError(f"level must be 0 to {len(LEVELS) - 1}, got {level}")
    english, german = SENTENCE.split(), _german(translator)
    vectors, memory = panels("transformer", translator)
    her, castle = (TOKENS.split().index(word) for word in (ASKS, ABOUT))
    maps = _maps(translator)["encoder.layers.0.self_attention"]
    head = int(maps[:, her, castle].argmax())
    weights = maps[head, 1:-1, 1:-1].numpy()
    share = panels("translator", translator)[1].values
    steps: tuple[Panel | str, ...] = (
        (_written("English", english), "Transformer", _written("German", german)),
        (
            _written("English", english),
            "encoder",
            memory,
            "decoder",
            Panel("German", german, share),
        ),
        (
            vectors,
            "self-\nattention",
            panels("attention", translator)[1],
            "+, norm,\nfeed-\nforward",
            _vectors("after it", _captured(translator, "encoder.layers.0")),
        ),
        (
            Panel("who looks at whom", english, weights, tuple(english)),
            "her\nlooks at",
            Panel("her weights", english, weights[her - 1, :, None]),
        ),
    )[level]
    ratios = [1 if isinstance(step, str) or step.values.size else 0.5 for step in steps]
    fig, axes = figures.subplots(
        columns=len(steps), width=4.5, height=2.1, gridspec_kw={"width_ratios": ratios}
    )
    for ax, step in zip(axes, steps, strict=True):
        if isinstance(step, str):
            place = {"ha": "center", "va": "center", "multialignment": "center"}
            ax.text(0.5, 0.5, f"{step}\n→", fontsize=9, **place)
            ax.set_axis_off()
        else:
            _draw_panel(ax, step)
    names = [step if isinstance(step, str) else step.title for step in steps]
    return figures.figure(
        fig, alt=f"From left to right: {', '.join(names)}.".replace("\n", " ")
    )


def looking_head(
    translator: Translator,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the head of the first layer in which *her* looks most at *castle*.

    Returns:
        The head's queries, keys and values for ``TOKENS``, (L, d_k) each. With rotary
        positions, queries and keys have been rotated.
    """
    attention = translator.model.encoder.layers[0].self_attention
    seen = {}
    hooks = [
        getattr(attention, f"{name}_proj").register_forward_hook(
            lambda _module, _args, output, name=name: seen.update({name: output})
        )
        for name in "qkv"
    ]
    with torch.no_grad():
        translator.model.encode(translator.encode([SENTENCE]))
    for hook in hooks:
        hook.remove()
    n_heads = translator.model.config.n_heads
    q, k, v = (split_heads(seen[name], n_heads)[0] for name in "qkv")
    weights = (q @ k.mT / k.size(-1) ** 0.5).softmax(-1)  # (H, L, L)
    asks, about = (TOKENS.split().index(word) for word in (ASKS, ABOUT))
    head = int(weights[:, asks, about].argmax())
    return q[head], k[head], v[head]


def _written(title: str, words: list[str]) -> Panel:
    return Panel(title, words, np.zeros((len(words), 0)))


def _draw_parts(ax: Axes, here: int) -> None:
    start = 0.0
    for i, label in enumerate(LABELS):
        written = TextPath((0, 0), label, size=9).get_extents().width
        width = written + 12  # points
        color = figures.BLUE if i == here else figures.LINE
        ax.barh(0, width - 2, 0.8, start, color=color)
        ink = figures.PAPER if i == here else figures.INK
        ax.text(
            start + width / 2 - 1,
            0,
            label,
            color=ink,
            ha="center",
            va="center",
            fontsize=9,
        )
        start += width
    ax.set(xlim=(0, start), ylim=(-0.5, 0.5))
    ax.set_axis_off()


def _draw_panel(ax: Axes, panel: Panel) -> None:
    values = panel.values
    if values.shape[1] == 0:
        ax.set(xlim=(0, 1), ylim=(0, len(values)), xticks=[])
    elif values.shape[1] == 1:
        form = "d" if np.issubdtype(values.dtype, np.integer) else ".1%"
        for i, value in enumerate(values[:, 0]):
            ax.text(0.5, i + 0.5, format(value, form), ha="center", va="center")
        ax.set(xlim=(0, 1), ylim=(0, len(values)), xticks=[])
    else:
        largest = np.abs(values).max()
        # We don't use imshow, because its pixels can't follow the theme.
        ax.pcolormesh(values, cmap=SIGNED, vmin=-largest, vmax=largest)
        places = np.arange(len(panel.columns)) + 0.5
        ax.set_xticks(places, panel.columns, fontsize=9, rotation=90)
    ax.set_yticks(np.arange(len(panel.rows)) + 0.5, panel.rows, fontsize=9)
    ax.set_title(panel.title, fontsize=10)
    ax.tick_params(length=0)
    ax.grid(False)
    ax.spines[:].set_visible(False)
    ax.invert_yaxis()


def _vectors(title: str, x: np.ndarray) -> Panel:
    return Panel(title, SENTENCE.split(), x[:, :SHOWN])


def _embedded(translator: Translator) -> np.ndarray:
    """Return (words, d_model), the sentence's word vectors at the model's input."""
    with torch.no_grad():
        ids = translator.encode([SENTENCE])
        return translator.model.src_embedding(ids)[0, 1:-1].numpy()


def _german(translator: Translator) -> list[str]:
    return translator.translate([SENTENCE])[0].split()


def _ids(translator: Translator) -> tuple[torch.Tensor, torch.Tensor]:
    words = translator.target.encode(" ".join(_german(translator)))
    return translator.encode([SENTENCE]), torch.tensor([words[:-1]])


def _maps(translator: Translator) -> dict[str, torch.Tensor]:
    maps = attention_maps(translator.model, *_ids(translator))
    return {name: weights[0] for name, weights in maps.items()}


def _captured(translator: Translator, name: str) -> np.ndarray:
    """Return (words, d_model), an encoder module's output for the sentence's words."""
    seen = []
    module = translator.model.get_submodule(name)
    hook = module.register_forward_hook(lambda _, __, output: seen.append(output))
    src = translator.encode([SENTENCE])
    with torch.no_grad():
        translator.model.encoder(translator.model.src_embedding(src), padding_mask(src))
    hook.remove()
    return seen[0][0, 1:-1].numpy()


def _input_of(translator: Translator, module: torch.nn.Module) -> torch.Tensor:
    """Return a module's input as the model reads the sentence and its translation."""
    seen = []
    hook = module.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    with torch.no_grad():
        translator.model(*_ids(translator))
    hook.remove()
    return seen[0]
