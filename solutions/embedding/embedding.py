# %% [markdown]
# # Exercise: embedding
#
# A model computes with numbers, and a sentence is words. Three steps lead from one to
# the other: each **word** gets a number, its **id**; each id gets a **vector**, its row
# in a table $E$; and at the end of the model the same table leads back from vectors to
# words:
#
# $$
# \text{word} \;\to\; \text{id } i \;\to\; \sqrt{d} \, E_i
# \qquad\text{and back}\qquad
# \mathrm{logits} = h \, E^\top
# $$
#
# You build all of it: the vocabulary, batches of sentences, the embedding in two ways
# that give the same numbers, and the geometry that makes vectors of words useful.
# Replace `raise NotImplementedError()` with your code and run the cell under it: it
# says what is right, and if something is not, what and why. You can run it as often
# as you like.
#
# **Axes:** `B` batch, `L` length, `V` vocabulary, `d` features; `...` is any number of
# leading axes. **Special ids:** `<pad>` is 0, `<bos>` 1, `<eos>` 2, `<unk>` 3.

# %%
import math
import time
from collections import Counter
from collections.abc import Iterable, Sequence

import ipywidgets
import numpy as np
import torch
from IPython.display import display
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer import figures
from lernformer.checks import check, hint, run
from lernformer.embedding import SPECIALS


def passed(*answers):
    """Whether all of these functions are right, so that a figure can use them."""
    return all(run(f"embedding.{answer.__name__}", answer).works for answer in answers)


# %% [markdown]
# ## build_vocabulary
#
# *2 points · about 15 minutes · difficulty ●●○*
#
# The vocabulary numbers the words once and for all. It must come out the same on every
# computer, or a trained model would read other words than it has learned.
#
# $$
# \mathrm{id} = 0, 1, 2, 3 \text{ for the specials, then } 4, 5, \ldots
# \text{ by falling count, ties in alphabetical order}
# $$
#
# The names of the specials, in their order, are in `SPECIALS`.


# %% nbgrader={"grade": false, "grade_id": "build_vocabulary", "locked": false, "schema_version": 3, "solution": true, "task": false}
def build_vocabulary(sentences: Iterable[str], min_count: int = 1) -> dict[str, int]:
    """Number the words: the specials first, then the frequent before the rare.

    Words are what white space separates, taken as they are: "The" is another word than
    "the", and "dog." than "dog". Words of the same count stand in alphabetical order,
    so that the same sentences always give the same ids.

    Args:
        sentences: the texts to count in; no special words are among them.
        min_count: how often a word must occur, at least, to get an id of its own.

    Returns:
        The id of each word; ``<pad>`` is 0, ``<bos>`` 1, ``<eos>`` 2, ``<unk>`` 3.
    """
    ### BEGIN SOLUTION
    counts = Counter(word for sentence in sentences for word in sentence.split())
    by_count = sorted(counts, key=lambda word: (-counts[word], word))
    frequent = [word for word in by_count if counts[word] >= min_count]
    words = [*SPECIALS, *(word for word in frequent if word not in SPECIALS)]
    return {word: i for i, word in enumerate(words)}
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_build_vocabulary", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("embedding.build_vocabulary", build_vocabulary)
### BEGIN HIDDEN TESTS
check("embedding.build_vocabulary", build_vocabulary, seed=314159265)
### END HIDDEN TESTS

# %%
# hint("embedding.build_vocabulary")  # remove the first "#" for a hint

# %% [markdown]
# ## encode
#
# *1 point · about 5 minutes · difficulty ●○○*
#
# With the vocabulary a sentence becomes a list of ids. Words that the vocabulary does
# not know will come, and each still takes its place in the sentence.
#
# $$
# w_1 \, w_2 \ldots w_n \;\to\; [\, \mathrm{id}(w_1), \ldots, \mathrm{id}(w_n) \,],
# \qquad \mathrm{id}(\text{unknown}) = \mathrm{id}(\texttt{<unk>})
# $$


# %% nbgrader={"grade": false, "grade_id": "encode", "locked": false, "schema_version": 3, "solution": true, "task": false}
def encode(sentence: str, vocabulary: dict[str, int]) -> list[int]:
    """Look up the id of each word; a word that is not there is ``<unk>``.

    Args:
        sentence: words separated by white space.
        vocabulary: the id of each word, ``<unk>`` among them; it is not modified.

    Returns:
        One id a word. ``<bos>`` and ``<eos>`` are not added.
    """
    ### BEGIN SOLUTION
    unknown = vocabulary["<unk>"]
    return [vocabulary.get(word, unknown) for word in sentence.split()]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_encode", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
check("embedding.encode", encode)
### BEGIN HIDDEN TESTS
check("embedding.encode", encode, seed=271828182)
### END HIDDEN TESTS

# %%
# hint("embedding.encode")

# %% [markdown]
# ## pad_batch
#
# *2 points · about 10 minutes · difficulty ●○○*
#
# A model reads many sentences at once, as one table. Short sentences are filled up
# with `<pad>`, which every later chapter takes care to ignore.
#
# $$
# \begin{matrix} [4, 5, 6] \\ [7] \end{matrix} \;\to\;
# \begin{pmatrix} 4 & 5 & 6 \\ 7 & 0 & 0 \end{pmatrix}
# $$


# %% nbgrader={"grade": false, "grade_id": "pad_batch", "locked": false, "schema_version": 3, "solution": true, "task": false}
def pad_batch(sequences: Sequence[Sequence[int]], pad_id: int = 0) -> np.ndarray:
    """Put sequences of different lengths into one table, filled up on the right.

    Args:
        sequences: B lists of ids, some of them perhaps empty; they are not modified.
        pad_id: what fills the rest of a row.

    Returns:
        (B, L) integers, where L is the length of the longest sequence.
    """
    ### BEGIN SOLUTION
    length = max((len(sequence) for sequence in sequences), default=0)
    batch = np.full((len(sequences), length), pad_id, dtype=np.int64)  # (B, L)
    for row, sequence in zip(batch, sequences, strict=True):
        row[: len(sequence)] = sequence
    return batch
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_pad_batch", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("embedding.pad_batch", pad_batch)
### BEGIN HIDDEN TESTS
check("embedding.pad_batch", pad_batch, seed=161803398)
### END HIDDEN TESTS

# %%
# hint("embedding.pad_batch")

# %% [markdown]
# ## one_hot
#
# *1 point · about 10 minutes · difficulty ●○○*
#
# An id is a name, not an amount: word 6 is not twice word 3. A one-hot vector says so,
# because any two words are equally far apart.
#
# $$
# \mathrm{onehot}(i)_v = \begin{cases} 1 & v = i \\ 0 & v \neq i \end{cases}
# $$
#
# The lines that refuse ids outside of the vocabulary are there already; without them a
# wrong id would pass unnoticed.


# %% nbgrader={"grade": false, "grade_id": "one_hot", "locked": false, "schema_version": 3, "solution": true, "task": false}
def one_hot(ids: np.ndarray, vocab_size: int) -> np.ndarray:
    """Write each id as a vector with a single 1, at the place of the id.

    Args:
        ids: (B, L) or (...) integers in [0, vocab_size); they are not modified.
        vocab_size: V.

    Returns:
        (..., V) zeros and ones.

    Raises:
        ValueError: if an id is not in the vocabulary.
    """
    ids = np.asarray(ids)
    if ids.size and not 0 <= ids.min() <= ids.max() < vocab_size:
        raise ValueError(
            f"ids must lie in [0, {vocab_size}), got {ids.min()} to {ids.max()}"
        )
    ### BEGIN SOLUTION
    return (ids[..., None] == np.arange(vocab_size)).astype(float)  # (..., V)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_one_hot", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
check("embedding.one_hot", one_hot)
### BEGIN HIDDEN TESTS
check("embedding.one_hot", one_hot, seed=141421356)
### END HIDDEN TESTS

# %%
# hint("embedding.one_hot")

# %% [markdown]
# Once your functions so far pass, this cell shows a sentence as one-hot
# vectors. Which two rows are equal, and why?

# %%
if passed(build_vocabulary, encode, one_hot):
    vocabulary = build_vocabulary(["the dog saw the cat"])
    words = ["the", "cat", "saw", "the", "bird"]
    vectors = one_hot(np.array(encode(" ".join(words), vocabulary)), len(vocabulary))
    fig, ax = figures.subplots(height=2.4)
    figures.heat_map(ax, vectors, words, list(vocabulary))
    ax.tick_params(axis="x", rotation=45)
    display(figures.figure(fig, alt="One row a word, with a single 1 in each row."))

# %% [markdown]
# ## embed_by_matmul
#
# *1 point · about 10 minutes · difficulty ●○○*
#
# The vectors of all words are the rows of one table $E$. To a network, this table is
# the weight of a linear layer without bias whose input is one-hot.
#
# $$
# \underbrace{\mathrm{onehot}(\mathrm{ids})}_{(\ldots, V)} \;
# \underbrace{E}_{(V, d)} \;=\; \underbrace{\text{vectors}}_{(\ldots, d)}
# $$
#
# Write it as this matrix product, with your `one_hot`.


# %% nbgrader={"grade": false, "grade_id": "embed_by_matmul", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embed_by_matmul(ids: np.ndarray, E: np.ndarray) -> np.ndarray:
    """Embed as a linear layer without bias does: the product one-hot(ids) · E.

    Args:
        ids: (B, L) or (...) integers in [0, V).
        E: (V, d) one row a word; it is not modified.

    Returns:
        (..., d) the rows of ``E`` that the ids name.

    Raises:
        ValueError: if an id is not in the vocabulary.
    """
    ### BEGIN SOLUTION
    return one_hot(ids, len(E)).astype(E.dtype) @ E  # (..., V) @ (V, d)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_embed_by_matmul", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
check("embedding.embed_by_matmul", embed_by_matmul)
### BEGIN HIDDEN TESTS
check("embedding.embed_by_matmul", embed_by_matmul, seed=173205080)
### END HIDDEN TESTS

# %%
# hint("embedding.embed_by_matmul")

# %% [markdown]
# ## embed_by_lookup
#
# *1 point · about 5 minutes · difficulty ●○○*
#
# All but one of the numbers in a one-hot vector are 0, so nearly all of that work is
# for nothing. Reading the row gives the same vector at once.
#
# $$
# \mathrm{onehot}(i) \, E = E_i
# $$


# %% nbgrader={"grade": false, "grade_id": "embed_by_lookup", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embed_by_lookup(ids: np.ndarray, E: np.ndarray) -> np.ndarray:
    """Embed by reading the rows: the same as ``embed_by_matmul``, without the work.

    Rows that no id names are not touched.

    Args:
        ids: (B, L) or (...) integers in [0, V).
        E: (V, d) one row a word; it is not modified.

    Returns:
        (..., d) the rows of ``E`` that the ids name.

    Raises:
        ValueError: if an id is not in the vocabulary.
    """
    ids = np.asarray(ids)
    if ids.size and not 0 <= ids.min() <= ids.max() < len(E):
        raise ValueError(
            f"ids must lie in [0, {len(E)}), got {ids.min()} to {ids.max()}"
        )
    ### BEGIN SOLUTION
    return E[ids]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_embed_by_lookup", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
check("embedding.embed_by_lookup", embed_by_lookup)
### BEGIN HIDDEN TESTS
check("embedding.embed_by_lookup", embed_by_lookup, seed=223606797)
### END HIDDEN TESTS

# %%
# hint("embedding.embed_by_lookup")

# %% [markdown]
# **Prove it.** Your two functions give the same numbers, and one of them pays for the
# size of the vocabulary. This cell lets both embed 160 words and takes the time.

# %%
if passed(embed_by_matmul, embed_by_lookup):
    rng = np.random.default_rng(0)
    sizes, seconds = [100, 300, 1000, 3000, 10_000], {}
    for vocab_size in sizes:
        E = rng.normal(size=(vocab_size, 64))
        ids = rng.integers(0, vocab_size, (8, 20))
        assert np.allclose(embed_by_matmul(ids, E), embed_by_lookup(ids, E))
        for embed in (embed_by_matmul, embed_by_lookup):
            start = time.perf_counter()
            for _ in range(3):
                embed(ids, E)
            taken = (time.perf_counter() - start) / 3
            seconds.setdefault(embed.__name__, []).append(taken)
    fig, ax = figures.subplots()
    for name, taken in seconds.items():
        ax.loglog(sizes, taken, marker="o", label=name)
    ax.set_xlabel("size of the vocabulary")
    ax.set_ylabel("seconds")
    ax.legend()
    alt = "The product takes longer the more words there are; the lookup hardly does."
    display(figures.figure(fig, alt=alt))

# %% [markdown]
# ## cosine_similarity
#
# *2 points · about 10 minutes · difficulty ●○○*
#
# Vectors of similar words point in similar directions. The cosine of the angle between
# them says how similar, from 1 (the same direction) to −1 (opposite), whatever their
# lengths.
#
# $$
# \cos(a, b) = \frac{a \cdot b}{|a| \, |b|}
# $$
#
# A vector of zeros, such as padding's, has no direction: its similarity is 0.


# %% nbgrader={"grade": false, "grade_id": "cosine_similarity", "locked": false, "schema_version": 3, "solution": true, "task": false}
def cosine_similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Compare directions: a · b / (|a| |b|), whatever the lengths.

    Args:
        a: (..., d).
        b: (..., d), broadcastable with ``a``; neither is modified.

    Returns:
        (...) values in [-1, 1]; 0 where a vector is zero and has no direction.
    """
    ### BEGIN SOLUTION
    dots = (a * b).sum(axis=-1)
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return dots / np.where(lengths == 0, 1, lengths)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_cosine_similarity", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("embedding.cosine_similarity", cosine_similarity)
### BEGIN HIDDEN TESTS
check("embedding.cosine_similarity", cosine_similarity, seed=264575131)
### END HIDDEN TESTS

# %%
# hint("embedding.cosine_similarity")

# %% [markdown]
# ## analogy
#
# *2 points · about 15 minutes · difficulty ●●○*
#
# In trained embeddings a step in some direction often means the same for many words:
# from *man* to *king* as from *woman* to *queen*. An analogy takes the step from $a$ to
# $b$ and starts at $c$.
#
# $$
# \mathrm{analogy}(a, b, c)
# = \operatorname*{arg\,max}_{i \,\notin\, \{a, b, c\}} \;
# \cos(E_i, \; E_b - E_a + E_c)
# $$


# %% nbgrader={"grade": false, "grade_id": "analogy", "locked": false, "schema_version": 3, "solution": true, "task": false}
def analogy(a: int, b: int, c: int, E: np.ndarray) -> int:
    """Answer "a is to b as c is to …": the word nearest to b - a + c by direction.

    The rows are added as they are; the nearest is that of the largest cosine.

    Args:
        a: id of a word; so are ``b`` and ``c``.
        E: (V, d) one row a word, V > 3, none of them zero; it is not modified.

    Returns:
        The id of the answer, which is none of the three.

    Raises:
        ValueError: if no other word is left.
    """
    asked = [a, b, c]
    if len(E) <= len(set(asked)):
        raise ValueError(f"no word is left beside {asked} in a vocabulary of {len(E)}")
    ### BEGIN SOLUTION
    similarities = cosine_similarity(E, E[b] - E[a] + E[c])  # (V,)
    similarities[asked] = -np.inf
    return int(similarities.argmax())
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_analogy", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("embedding.analogy", analogy)
### BEGIN HIDDEN TESTS
check("embedding.analogy", analogy, seed=331662479)
### END HIDDEN TESTS

# %%
# hint("embedding.analogy")

# %% [markdown]
# Once it passes, ask your function. These vectors are made by hand, with the features
# *royal*, *female*, *young* and *food*; trained vectors find such features by
# themselves, and never so cleanly. Where does an analogy go wrong, and why?

# %%
if passed(analogy):
    features = {
        **{"man": (0.1, -1.0, 0.0, 0.1), "woman": (0.0, 1.1, 0.1, 0.1)},
        **{"king": (1.0, -0.9, 0.0, 0.1), "queen": (1.1, 1.0, 0.0, 0.2)},
        **{"boy": (0.0, -1.1, 1.0, 0.1), "girl": (0.1, 0.9, 1.1, 0.1)},
        **{"prince": (0.9, -1.0, 1.0, 0.0), "princess": (1.0, 0.9, 0.9, 0.1)},
        **{"bread": (0.0, 0.1, 0.0, 1.0), "cake": (0.5, 0.1, 0.3, 1.2)},
    }
    words, E = list(features), np.array(list(features.values()))

    def ask(a, b, c):
        answer = words[analogy(words.index(a), words.index(b), words.index(c), E)]
        print(f"{a} is to {b} as {c} is to {answer}")

    ipywidgets.interact(
        ask,
        a=ipywidgets.Dropdown(options=words, value="man"),
        b=ipywidgets.Dropdown(options=words, value="king"),
        c=ipywidgets.Dropdown(options=words, value="woman"),
    )

# %% [markdown]
# ## TokenEmbedding
#
# *3 points · about 20 minutes · difficulty ●●○*
#
# From here on we use torch, because these vectors are trained. The paper multiplies
# them by $\sqrt{d_{model}}$, and padding must say nothing: its vector is zero and stays
# zero.
#
# $$
# \mathrm{embed}(i) = \sqrt{d_{model}} \; E_i, \qquad \mathrm{embed}(\texttt{<pad>}) = 0
# $$
#
# `nn.Embedding` and `F.embedding` are allowed; read what their `padding_idx` does.


# %% nbgrader={"grade": false, "grade_id": "TokenEmbedding", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TokenEmbedding(nn.Module):
    """The vector of each id, scaled by √d_model (section 3.4).

    The vectors are one trainable parameter (V, d_model), drawn at random. The vector of
    padding is zero, before and after training. Nothing else is learned.

    Args:
        vocab_size: V.
        d_model: features d of a vector.
        pad_id: the id of padding.
    """

    def __init__(self, vocab_size: int, d_model: int, pad_id: int = 0):
        super().__init__()
        ### BEGIN SOLUTION
        self.pad_id = pad_id
        self.weight = nn.Parameter(torch.empty(vocab_size, d_model))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all rows again, but for padding's, as N(0, 1/d_model)."""
        nn.init.normal_(self.weight, std=self.weight.size(1) ** -0.5)
        nn.init.zeros_(self.weight.data[self.pad_id])
        ### END SOLUTION

    def forward(self, ids: Tensor) -> Tensor:
        """Embed integers (B, L) in [0, V) as (B, L, d_model)."""
        ### BEGIN SOLUTION
        scale = math.sqrt(self.weight.size(1))
        return F.embedding(ids, self.weight, padding_idx=self.pad_id) * scale
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_TokenEmbedding", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
check("embedding.TokenEmbedding", TokenEmbedding)
### BEGIN HIDDEN TESTS
check("embedding.TokenEmbedding", TokenEmbedding, seed=360555127)
### END HIDDEN TESTS

# %%
# hint("embedding.TokenEmbedding")

# %% [markdown]
# **Prove it.** One step of learning moves the vectors of the words that occurred, and
# no other. This cell takes your embedding, one sentence and one step.

# %%
if passed(TokenEmbedding):
    words = [*SPECIALS, "the", "dog", "saw", "cat", "bird"]
    every = torch.arange(len(words)).unsqueeze(0)
    torch.manual_seed(0)
    embed = TokenEmbedding(len(words), d_model=16)
    before = embed(every).detach()
    batch = torch.tensor([[4, 5, 6, 4, 7], [4, 7, 0, 0, 0]])
    embed(batch).square().sum().backward()
    with torch.no_grad():
        for parameter in embed.parameters():
            parameter -= 0.001 * parameter.grad.to_dense()
    moved = (embed(every).detach() - before).norm(dim=-1)[0]
    for word, distance in zip(words, moved.tolist(), strict=True):
        print(f"{word:6} moved by {distance:.2f}")

# %% [markdown]
# ## TiedOutput
#
# *2 points · about 15 minutes · difficulty ●●○*
#
# At the end of the model a vector $h$ must choose a word. The table that led from words
# to vectors can lead back: one tensor learns from both sides, and the model has
# $V \cdot d$ numbers less.
#
# $$
# \mathrm{logits}_v = h \cdot E_v, \qquad \mathrm{logits} = h \, E^\top
# $$
#
# There is no $\sqrt{d_{model}}$ on this side, no bias and no softmax.


# %% nbgrader={"grade": false, "grade_id": "TiedOutput", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TiedOutput(nn.Module):
    """From vectors back to words, with the embedding's own weight (section 3.4).

    The logit of a word is the dot product with its row of the weight, and nothing else.
    The weight is shared, not copied: one tensor learns from both sides.

    Args:
        embedding: a ``lernformer.embedding.TokenEmbedding``. Its parameter ``weight``
            (V, d_model) is used as it is, without the √d_model.
    """

    def __init__(self, embedding: TokenEmbedding):
        super().__init__()
        ### BEGIN SOLUTION
        self.weight = embedding.weight
        ### END SOLUTION

    def forward(self, h: Tensor) -> Tensor:
        """Turn (B, L, d_model) into logits (B, L, V), not softmaxed."""
        ### BEGIN SOLUTION
        return F.linear(h, self.weight)
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_TiedOutput", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("embedding.TiedOutput", TiedOutput)
### BEGIN HIDDEN TESTS
check("embedding.TiedOutput", TiedOutput, seed=387298334)
### END HIDDEN TESTS

# %%
# hint("embedding.TiedOutput")

# %% [markdown]
# **Prove it.** Embedding and output have one weight between them. This cell counts the
# parameters of both together, and of the embedding alone.

# %%
if passed(TiedOutput):
    from lernformer.embedding import TokenEmbedding as Reference

    embed = Reference(vocab_size=10_000, d_model=512)
    both = nn.ModuleList([embed, TiedOutput(embed)])
    for name, module in {"embedding alone": embed, "with output": both}.items():
        print(f"{name}: {sum(p.numel() for p in module.parameters()):,} parameters")

# %% [markdown]
# ## Explain the lookup
#
# *2 points · about 10 minutes · difficulty ●●○*
#
# A friend says: "An embedding is just a linear layer, so why is it called a lookup?
# And if I train on a text without the word *bird*, its vector should still improve,
# because the layer's weight is trained." Where is your friend right, where wrong?
# Answer in three to five sentences, and use what you saw above. A person reads this
# answer.

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_lookup", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# An embedding gives the same numbers as a linear layer without bias whose input is
# one-hot: the product with $E$ keeps one row, so reading that row is enough, and nobody
# computes the other $V - 1$ products with 0. The gradient of the weight is the one-hot
# input transposed times the gradient from above, so it is 0 in every row whose word did
# not occur. The vector of *bird* stays where it was drawn (as an input; a tied output
# would move it, because each logit uses its row). One point each: the product with a
# one-hot vector is the row; only the rows of words that occur get a gradient.
