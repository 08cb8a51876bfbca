"""Beam search as a growing tree: which beams were kept, dropped or finished.

The search itself is `lernformer.fast.decoding.beam_search`; a wrapper around the model
records which beams it kept. `beams.mjs` draws the tree and divides the scores of
finished translations by their lengths.
"""

from collections.abc import Sequence

import anywidget
import torch
import traitlets
from torch import Tensor, nn

from lernformer.embedding import BOS_ID, EOS_ID
from lernformer.fast.decoding import LENGTH_PENALTY, EncoderDecoder, beam_search
from lernformer.translator.translation import AHEAD, Translator
from lernformer.widgets import css, esm, within

BEAM_SIZES = (1, 2, 3, 4)
DROPPED = 2  # how many dropped candidates to show at each step
LEAST = 0.001  # the smallest probability for which a word is worth showing


class Recorder(nn.Module):
    """Passes everything on to a model, and records what the search reads and gets."""

    def __init__(self, model: EncoderDecoder):
        super().__init__()
        self.model = model
        self.calls: list[tuple[Tensor, Tensor]] = []  # prefixes (K, L), next (K, V)

    def encode(self, src: Tensor) -> Tensor:
        return self.model.encode(src)

    def decode(self, tgt: Tensor, memory: Tensor, src: Tensor) -> Tensor:
        logits = self.model.decode(tgt, memory, src)
        self.calls.append((tgt.clone(), logits[:, -1].log_softmax(dim=-1)))
        return logits


def search_tree(
    translator: Translator,
    sentence: str,
    beam_size: int,
    length_penalty: float = LENGTH_PENALTY,
) -> dict:
    """Return the tree of a beam search.

    Returns:
        ``nodes``: lists of ``[parent, depth, word, score, state]``, root first, where
        the score is the logarithm of the product of all probabilities on the way and
        the state is "kept", "dropped" or "ended"; ``best``, the node of the translation
        that the search returned; and ``steps``, the number of steps.
    """
    model = Recorder(translator.model.eval())
    src = translator.encode([sentence])
    found, _ = beam_search(
        model, src, beam_size, src.size(1) + AHEAD, length_penalty=length_penalty
    )
    words = translator.target.words
    nodes = [[-1, 0, words[BOS_ID], 0.0, "kept"]]
    at = {(BOS_ID,): 0}  # the node of each beam
    best = (BOS_ID, *found[0].tolist())
    for depth, (prefixes, steps) in enumerate(model.calls, start=1):
        following = model.calls[depth][0] if depth < len(model.calls) else prefixes[:0]
        kept = {tuple(row) for row in following.tolist()}
        parents = [tuple(row) for row in prefixes.tolist()]
        scores = torch.tensor([[nodes[at[p]][3]] for p in parents]) + steps  # (K, V)
        order = scores.flatten().argsort(descending=True)[: 2 * beam_size + DROPPED + 2]
        dropped = 0
        candidates = {divmod(i, scores.size(1)) for i in order.tolist()}
        # the only ending that the search looks at
        candidates.add((scores[:, EOS_ID].argmax().item(), EOS_ID))
        for row, word in sorted(candidates, key=lambda c: -scores[c]):
            beginning = (*parents[row], word)
            probability = steps[row, word].exp().item()
            if word == EOS_ID or beginning == best:  # the limit may have cut it off
                state = "ended"
            else:
                state = "kept" if beginning in kept else "dropped"
            if state == "dropped":
                dropped += 1
                if dropped > DROPPED:
                    continue
            if state != "kept" and probability < LEAST and beginning != best:
                continue
            at[beginning] = len(nodes)
            score = round(scores[row, word].item(), 5)
            nodes.append([at[parents[row]], depth, words[word], score, state])
    return {"nodes": nodes, "best": at[best], "steps": len(model.calls)}


def best_words(tree: dict, length_penalty: float) -> str:
    """Return the best of the finished translations, as the figure ranks them."""

    def rank(node: list) -> float:
        return node[3] / ((5 + node[1]) / 6) ** length_penalty

    nodes = tree["nodes"]
    node, words = max((n for n in nodes if n[4] == "ended"), key=rank), []
    while (node := nodes[node[0]])[0] >= 0:
        words.append(node[2])
    return " ".join(reversed(words))


class BeamTree(anywidget.AnyWidget):
    """A beam search, step by step.

    Args:
        translator: the translator whose search is shown.
        sentences: the sentences to choose from.
        state: initial values of `sentence` (from 0), `beam` (1 to 4), `step` (from 0)
            and `length_penalty` (0 to 2), used to compare the finished translations.

    Raises:
        ValueError: if there is no sentence, or if a value is out of range.
    """

    _esm, _css = esm("beams"), css("beams")

    sentences = traitlets.List[str]().tag(sync=True)
    trees = traitlets.List[list]().tag(sync=True)  # [sentence][beam - 1]
    sentence = traitlets.Int(0).tag(sync=True)
    beam = traitlets.Int(2).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    length_penalty = traitlets.Float(LENGTH_PENALTY).tag(sync=True)

    def __init__(
        self, translator: Translator, sentences: Sequence[str], **state: object
    ):
        if not sentences:
            raise ValueError("give at least one sentence to translate")
        trees = [
            [search_tree(translator, sentence, size) for size in BEAM_SIZES]
            for sentence in sentences
        ]
        super().__init__(sentences=list(sentences), trees=trees, **state)

    _check_range = within(
        sentence=(0, lambda self: len(self.sentences) - 1),
        beam=(BEAM_SIZES[0], BEAM_SIZES[-1]),
        step=(0, lambda self: self.trees[self.sentence][self.beam - 1]["steps"]),
        length_penalty=(0, 2),
    )

    @traitlets.observe("sentence", "beam")
    def _keep_step_inside(self, _):
        self.step = min(self.step, self.trees[self.sentence][self.beam - 1]["steps"])
