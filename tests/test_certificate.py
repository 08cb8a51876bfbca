"""The page at the end: complete, escaped, and it requests nothing from anybody."""

import re

from lernformer.parts import Parts
from lernformer.widgets.certificate import certificate
from lernformer.widgets.training import Watch


def test_it_shows_parts_curve_and_translations_and_runs_nothing(tmp_path):
    watch = Watch(words=50)
    watch.losses = [4.5, 3.0, 1.25]
    mine = dict.fromkeys(("encode", "decode", "greedy_decode"))
    parts = Parts(mine, {"decode": "40% so far"})
    pairs = [("<b>you</b> & i", "du & <i>ich</i>")]
    path = tmp_path / "page.html"
    numbers = 0.965, 200, 98.24
    made = certificate(parts, watch, pairs, *numbers, path=path, name="Ada <script>")
    assert made == path
    text = path.read_text("utf-8")
    assert "Ada &lt;script&gt;: 2 of 3 parts are yours. These are the course" in text
    assert "<code>decode</code>: 40% so far" in text
    assert "4.50 nats at the first step" in text
    assert "ln 50 = 3.91" in text
    assert "<svg" in text
    assert re.search(
        r"Of 200 sentences .* 96 %\s+word for\s+word; BLEU 98.2", text, re.S
    )
    assert "<dt>&lt;b&gt;you&lt;/b&gt; &amp; i</dt>" in text
    assert "du &amp; &lt;i&gt;ich&lt;/i&gt;" in text
    assert "<script" not in text
    assert "default-src 'none'" in text
    assert not re.search(r"https?://(?!www\.w3\.org)|src=|url\((?!#)", text)
