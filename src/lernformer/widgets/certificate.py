"""A page to keep: who wrote the parts, how the loss fell, and what they translate.

The page needs no other file and no network. People type the sentences, so the template
escapes everything it is given, and a policy in its head lets nothing run or load.
"""

import math
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from lernformer import atomic, figures
from lernformer.widgets.training import Said, Watch

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'">
<title>A translator of my own</title>
<style>
:root { color-scheme: light dark; --pst-color-text-base: #1f2328;
  --pst-color-background: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --pst-color-text-base: #e6e6e6; --pst-color-background: #121212; }
  .lf-figure { {{ dark }} !important }
}
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto;
  padding: 0 1rem; color: var(--pst-color-text-base);
  background: var(--pst-color-background); overflow-wrap: break-word }
h1 { line-height: 1.2 }
dt { margin-top: .6rem }
dd { margin: 0; font-weight: 600 }
li code { font-size: .95em }
</style>
</head>
<body>
<main>
<h1>{{ title }}</h1>
<p>{{ name }}{{ ": " if name }}{{ parts }} They were put together into a Transformer and
learned English and German from sentences of a small grammar, in {{ steps }} steps.</p>
{% if others %}
<ul>
{% for part, why in others.items() %}
<li><code>{{ part }}</code>: {{ why }}</li>
{% endfor %}
</ul>
{% endif %}
<h2>How it learned</h2>
<p>A word cost {{ first }} nats at the first step and {{ last }} at the end; guessing
costs ln {{ words }} = {{ guessing }}.</p>
{{ curve }}
<h2>What it says</h2>
<p>Of {{ asked }} sentences that it had never read, it translated {{ exact }} % word for
word{{ "; BLEU " ~ bleu if bleu is not none }}.</p>
<dl>
{% for source, said in translations %}
<dt>{{ source }}</dt>
<dd lang="de" translate="no">{{ said }}</dd>
{% endfor %}
</dl>
</main>
</body>
</html>
"""


def certificate(
    parts: Any,
    watch: Watch,
    translations: Said,
    right: float,
    asked: int,
    bleu: float | None = None,
    name: str = "",
    path: str | Path = "certificate.html",
) -> Path:
    """Write the page, completely or not at all, and return its path.

    Args:
        parts: from ``lernformer.parts.gather``.
        watch: the ``Watch`` of the training.
        translations: sentences to show, with their translations.
        right: the share of ``asked`` sentences that were translated word for word.
        asked: the number of sentences.
        bleu: the BLEU score on the same sentences.
        name: whose page it is.
        path: the path of the page.
    """
    template = Environment(autoescape=True, undefined=StrictUndefined).from_string(PAGE)
    dark = "".join(f"--lf-{x}: {tone};" for x, (_, tone) in figures.PALETTE.items())
    page = template.render(
        title="This translator is my own",
        dark=Markup(dark.rstrip(";")),
        name=name,
        parts=parts.told if not parts.why else parts.told.replace("; these", ". These"),
        others=parts.why,
        steps=len(watch.losses),
        first=f"{watch.losses[0]:.2f}",
        last=f"{watch.recent:.2f}",
        words=watch.words,
        guessing=f"{math.log(watch.words):.2f}",
        curve=Markup(watch.curve()),
        asked=asked,
        exact=f"{100 * right:.0f}",
        bleu=None if bleu is None else f"{bleu:.1f}",
        translations=translations,
    )
    atomic.write(path, page)
    return Path(path)
