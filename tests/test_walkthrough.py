"""One sentence on its way through a translator: the arrays are the model's own."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from models import SMALL

from lernformer import CHAPTERS, walkthrough
from lernformer.transformer import Transformer
from lernformer.translator.attention_maps import attention_maps
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

GERMAN = "der König bewundert ihr Schloss ."


class AlwaysRight(Translator):
    """Says the right sentence, because untrained weights would not."""

    def translate(self, sentences, **_):
        return [GERMAN] * len(sentences)


@pytest.fixture(scope="module")
def translator():
    torch.manual_seed(0)
    source = Vocabulary.of([walkthrough.SENTENCE])
    target = Vocabulary.of([GERMAN])
    sizes = {"src_vocab_size": len(source), "tgt_vocab_size": len(target)}
    config = replace(SMALL, positions="rotary", **sizes)
    return AlwaysRight(Transformer(config), source, target)


@pytest.mark.parametrize("slug", CHAPTERS)
def test_each_chapter_has_its_picture(slug, translator):
    picture = walkthrough.stage(slug, translator)
    assert walkthrough.LABELS[CHAPTERS.index(slug)] in picture.alt
    assert picture.markup.count("<svg") == 1


@pytest.mark.parametrize("level", range(len(walkthrough.LEVELS)))
def test_one_can_zoom_from_the_whole_into_a_head(level, translator):
    picture = walkthrough.zoom(level, translator)
    assert picture.alt.startswith("From left to right: ")
    assert ("German" in picture.alt) == (level < 2)


def test_the_head_that_is_looked_into_looks_most(translator):
    q, k, v = walkthrough.looking_head(translator)
    assert q.shape == k.shape == v.shape == (7, SMALL.d_model // SMALL.n_heads)
    weights = (q @ k.T / k.shape[1] ** 0.5).softmax(-1)
    src, tgt = translator.encode([walkthrough.SENTENCE]), torch.tensor([[1]])
    maps = attention_maps(translator.model, src, tgt)["encoder.layers.0.self_attention"]
    assert weights[4, 5] == pytest.approx(maps[0, :, 4, 5].max(), abs=1e-6)


def test_there_are_only_so_many_levels(translator):
    with pytest.raises(ValueError, match="level must be 0 to 3, got 4"):
        walkthrough.zoom(4, translator)


def test_another_name_is_refused(translator):
    with pytest.raises(ValueError, match="got 'attentoin'"):
        walkthrough.panels("attentoin", translator)


def test_vectors_are_rows_of_the_table_times_the_root(translator):
    ids, vectors = walkthrough.panels("embedding", translator)
    table = translator.model.src_embedding.weight.detach().numpy()
    rows = table[ids.values[:, 0]] * SMALL.d_model**0.5
    np.testing.assert_allclose(vectors.values, rows[:, : walkthrough.SHOWN], rtol=1e-6)


def test_the_mask_hides_what_comes_later_and_nothing_else(translator):
    open_, masked = (
        panel.values for panel in walkthrough.panels("masking", translator)
    )
    assert (np.triu(masked, 1) == 0).all()
    assert (open_ > 0).all()
    seen = np.tril(open_)
    expected = seen / seen.sum(axis=1, keepdims=True)  # the visible share is the whole
    np.testing.assert_allclose(masked, expected, rtol=1e-4, atol=1e-6)


def test_the_norm_is_torchs(translator):
    summed, normed = walkthrough.panels("residual_norm", translator)
    assert summed.values.shape == normed.values.shape == (5, SMALL.d_model)
    expected = torch.nn.functional.layer_norm(
        torch.from_numpy(summed.values), (SMALL.d_model,)
    )
    np.testing.assert_allclose(normed.values, expected, rtol=1e-4, atol=1e-5)
