"""The style of the book's static figures: inline SVG that follows light and dark.

    fig, ax = figures.subplots()
    ax.plot(x, y, color=figures.BLUE, label="scaled")
    figures.figure(fig, alt="What the figure shows, in one or two sentences.")

Text stays text and colours become CSS variables, so a figure fits the page around it:
the book and JupyterLab in either theme, and paper. Write formulas in labels with
Unicode ("√dₖ"), because Matplotlib's own maths sets every letter separately.
"""

import html
import io
import re

import matplotlib
import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from matplotlib.rcsetup import cycler

# Based on Okabe and Ito (2008), with one tone for light and one for dark pages. The
# contrast with the page is at least 3 : 1, and people with any kind of colour vision
# can tell the colours apart.
PALETTE = {
    "blue": ("#1f6fb5", "#3b9ae0"),
    "orange": ("#e06500", "#ff9442"),
    "green": ("#009e73", "#5fd6b0"),
    "purple": ("#7d2a78", "#e8b0e8"),
    "grey": ("#6b7280", "#8b94a2"),  # for the background
}
BLUE, ORANGE, GREEN, PURPLE, GREY = (light for light, _ in PALETTE.values())
INK, PAPER, LINE = "#000000", "#ffffff", "#cccccc"  # text, page, grid and frames

# 0 is the colour of the page, 1 is blue.
WEIGHTS = LinearSegmentedColormap.from_list(
    "weights", [to_rgba(BLUE, 0), to_rgba(BLUE, 1)]
)

SMALLEST_TEXT = 9  # pixels
PHONE = 328  # pixels: a 360-pixel screen minus the book's margins

STYLE = {
    "axes.edgecolor": LINE,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelsize": 11,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, PURPLE, GREY]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "figure.facecolor": "none",
    "font.size": 11,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "xtick.labelcolor": INK,
    "ytick.color": LINE,
    "ytick.labelcolor": INK,
}

_CSS = """\
.lf-figure{{--lf-ink:var(--pst-color-text-base,var(--jp-content-font-color1,#1f2328));
--lf-paper:var(--pst-color-background,var(--jp-layout-color0,#fff));
--lf-line:color-mix(in srgb,var(--lf-ink) 25%,transparent);
{light};overflow-x:auto}}
@media not print{{:is(html[data-theme=dark],[data-jp-theme-light=false],.vscode-dark) \
.lf-figure{{{dark}}}}}
.lf-figure svg{{display:block;width:100%;height:auto;margin:auto;fill:var(--lf-ink);
stroke-linejoin:round}}""".format(
    light=";".join(f"--lf-{name}:{light}" for name, (light, _) in PALETTE.items()),
    dark=";".join(f"--lf-{name}:{dark}" for name, (_, dark) in PALETTE.items()),
)
_VARIABLES = {light: f"var(--lf-{name})" for name, (light, _) in PALETTE.items()} | {
    INK: "var(--lf-ink)",
    PAPER: "var(--lf-paper)",
    LINE: "var(--lf-line)",
    "#b0b0b0": "var(--lf-line)",  # Matplotlib's default grid
}


def subplots(rows=1, columns=1, width=5.0, height=2.9, **options):
    """Return a Matplotlib figure in the book's style and its axes, like `plt.subplots`.

    It isn't registered with pyplot, so a notebook shows it only through `figure`.

    Args:
        rows, columns: the grid of axes.
        width, height: inches. At the default width, the text is readable on a phone; a
            wider figure scrolls sideways there.
        options: passed on to `Figure.subplots`.
    """
    with matplotlib.rc_context(STYLE):
        fig = Figure((width, height))
        return fig, fig.subplots(rows, columns, **options)


def band(ax, x, runs, style="-", label=None):
    """Draw the mean of several runs, and a band from the smallest to the largest.

    Args:
        ax: the axes to draw on.
        x: (n,) positions on the x-axis.
        runs: (seeds, n) numbers.
        style: line style, as Matplotlib writes it. Give each curve a different one, so
            that readers don't have to recognise curves by colour alone.
        label: text for the legend.
    """
    runs = np.asarray(runs)
    (line,) = ax.plot(x, runs.mean(0), style, label=label)
    low, high = runs.min(0), runs.max(0)
    ax.fill_between(x, low, high, color=line.get_color(), alpha=0.2, linewidth=0)


def dots(ax, rows):
    """Draw a row of dots for each kind of run, and a line at their mean.

    Args:
        ax: the axes to draw on.
        rows: the numbers of each kind, keyed by its label, from top to bottom.
    """
    for place, values in enumerate(rows.values()):
        ax.plot(values, [place] * len(values), "o", color=BLUE)
        ax.plot([np.mean(values)] * 2, [place - 0.3, place + 0.3], "-", color=ORANGE)
    ax.set_yticks(range(len(rows)), rows)
    ax.set_ylim(len(rows) - 0.5, -0.5)


def heat_map(ax, weights, rows, columns, form=".2f", largest=1.0):
    """Draw numbers as cells that darken from 0 to the largest, each with its number.

    Args:
        ax: the axes to draw on.
        weights: (len(rows), len(columns)) from 0 to ``largest``; NaN is an empty cell.
        rows, columns: words on the left and below; rows run from top to bottom.
        form: the format of the numbers, as in `format`.
        largest: the number for the darkest cell.
    """
    weights = np.asarray(weights)
    ax.grid(False)
    # We don't use imshow, because its pixels can't follow the theme.
    ax.pcolormesh(weights, cmap=WEIGHTS, vmin=0, vmax=largest, edgecolors=LINE, lw=0.5)
    for (i, j), weight in np.ndenumerate(weights):
        if np.isnan(weight):
            continue
        color = PAPER if weight > 0.75 * largest else INK
        place = {"ha": "center", "va": "center"}
        ax.text(j + 0.5, i + 0.5, format(weight, form), color=color, **place)
    ax.set_xticks(np.arange(len(columns)) + 0.5, columns)
    ax.set_yticks(np.arange(len(rows)) + 0.5, rows)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.invert_yaxis()


class InlineSVG:
    """A figure that notebooks show as SVG and terminals as its alt text."""

    def __init__(self, markup: str, alt: str):
        self.markup = markup
        self.alt = alt

    def _repr_html_(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return f"Figure: {self.alt}"


def figure(fig: Figure, alt: str) -> InlineSVG:
    """Turn a Matplotlib figure into inline SVG. The same figure gives the same bytes.

    Args:
        fig: any Matplotlib figure; `subplots` makes one in the book's style.
        alt: what the figure shows, for readers who can't see it.

    Raises:
        ValueError: if `alt` is empty.
    """
    if not alt.strip():
        raise ValueError("alt must say what the figure shows, got an empty text")
    # Use the alt text as salt, so that figures on one page don't share ids.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": alt}):
        buffer = io.StringIO()
        fig.savefig(buffer, format="svg", metadata={"Date": None})
    svg = buffer.getvalue()

    viewbox = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert viewbox is not None
    width, height = float(viewbox[1]), float(viewbox[2])
    sizes = re.findall(r"<text style=\"font-size: ([\d.]+)px", svg)
    narrowest = width * SMALLEST_TEXT / min(map(float, sizes), default=SMALLEST_TEXT)
    drawing = _drawing(svg)
    # Scrolling regions must be reachable from the keyboard.
    focus = ' tabindex="0"' if narrowest > PHONE else ""
    return InlineSVG(
        f'<div class="lf-figure"{focus}>'
        f'<svg role="img" aria-label="{html.escape(alt)}" '
        f'viewBox="0 0 {width:g} {height:g}" '
        # A point of the figure is at most 1.4 px, so text is as large as the page's.
        f'style="max-width:{1.4 * width:.0f}px;min-width:{narrowest:.0f}px">'
        # Inside the drawing, where HTML allows it; it applies to the whole page.
        f"<style>{_CSS}</style>{drawing}</svg></div>",
        alt,
    )


def _drawing(svg: str) -> str:
    """Return the inside of Matplotlib's <svg>, in the page's colours and font."""
    drawing = svg[svg.index("</defs>") + len("</defs>") : svg.rindex("</svg>")]
    drawing = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", drawing, flags=re.S)
    # Every figure has ids that nothing refers to, but ids must be unique on a page.
    drawing = re.sub(r' id="[A-Za-z][\w.]*_\d+"', "", drawing)
    drawing = re.sub(r" ?font-family: [^;\"]*;?", "", drawing)  # the page's font
    drawing = re.sub(
        r"#[0-9a-f]{6}\b(?=[;\"])", lambda m: _VARIABLES.get(m[0], m[0]), drawing
    )
    numbers = re.compile(r"-?\d+\.\d{3,}")
    drawing = re.sub(
        r' (?:d|x|y|x1|x2|y1|y2|width|height|points|transform)="[^"]*"',
        lambda m: numbers.sub(lambda n: f"{float(n[0]):.2f}", m[0]),
        drawing,
    )
    drawing = re.sub(r' transform="rotate\(-?0 [^"]*"|xlink:(?=href)', "", drawing)
    drawing = re.sub(r">\s+<", "><", re.sub(r"\s*\n\s*", " ", drawing))
    return _ungrouped(re.sub(r'<path d="[^"]*" style="fill: none"/>', "", drawing))


def _ungrouped(drawing: str) -> str:
    """Return the drawing without the many groups that have no attributes."""
    ends: list[str] = []

    def kept(tag: re.Match[str]) -> str:
        if tag[0] == "</g>":
            return ends.pop()
        bare = tag[0] == "<g>"
        ends.append("" if bare else "</g>")
        return "" if bare else tag[0]

    return re.sub(r"</?g\b[^>]*>", kept, re.sub(r"<g\b[^>]*/>", "", drawing))
