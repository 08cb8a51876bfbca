# %% [markdown]
# # Exercise: embedding
#
# A model computes with numbers, but a sentence consists of words. Three steps connect
# the two. First, each **word** gets a number, its **id**. Then each id gets a
# **vector**, which is its row in a table $E$. At the end of the model, the same table
# turns a vector $h$ back into words by giving each word a score, its **logit**:
#
# $$
# \text{word} \;\to\; \text{id } i \;\to\; \sqrt{d} \, E_i
# \qquad\text{and back}\qquad
# \mathrm{logits} = h \, E^\top
# $$
#
# In this exercise, you build all three steps and explore the geometry that makes word
# vectors useful.
#
# **Axes:** `B` batch, `L` length, `V` vocabulary, `d` features. `...` stands for any
# number of leading axes. **Special ids:** `<pad>` is 0, `<bos>` is 1, `<eos>` is 2 and
# `<unk>` is 3.

# %%
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import ipywidgets
import numpy as np
import torch
from IPython.display import display
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer import figures
from lernformer.checks import (
    check,
    deal,
    defend,
    hint,
    passed,
    predict,
    recheck,
    repair,
    reset,
    reveal,
    status,
)
from lernformer.embedding import SPECIALS
from lernformer.widgets.controls import interact

# %% task embedding.build_vocabulary
# A vocabulary gives each word a fixed number, its id. Write a function
# `build_vocabulary` that numbers the words that occur at least `min_count` times, with
# the most frequent words first. The result must be the same on every computer, because
# otherwise a trained model would read different words from the ones it learned.
#
# $$
# \mathrm{id} = 0, 1, 2, 3 \text{ for the specials, then } 4, 5, \ldots
# \text{ by falling count, ties in alphabetical order}
# $$
#
# `SPECIALS` contains the names of the special words, in the order of their ids.

# %% task embedding.encode
# With a vocabulary, you can turn a sentence into a list of ids. Write a function
# `encode` that looks up the id of each word. If a word isn't in the vocabulary, it gets
# the id of `<unk>`, so that it still keeps its place in the sentence.
#
# $$
# w_1 \, w_2 \ldots w_n \;\to\; [\, \mathrm{id}(w_1), \ldots, \mathrm{id}(w_n) \,],
# \qquad \mathrm{id}(\text{unknown}) = \mathrm{id}(\texttt{<unk>})
# $$

# %% task embedding.pad_batch
# A model reads many sentences at once, as the rows of a single table, so all the rows
# must have the same length. Write a function `pad_batch` that builds this table and
# fills up the shorter rows with `<pad>` on the right. In every later chapter, we'll
# take care to ignore this padding.
#
# $$
# \begin{matrix} [4, 5, 6] \\ [7] \end{matrix} \;\to\;
# \begin{pmatrix} 4 & 5 & 6 \\ 7 & 0 & 0 \end{pmatrix}
# $$

# %% task embedding.one_hot
# An id is only a name, not an amount, so word 6 is not twice word 3. One-hot vectors
# respect that, because any two of them are equally far apart. Write a function
# `one_hot` that turns each id into a vector with a 1 at the position given by the id
# and a 0 everywhere else.
#
# $$
# \mathrm{onehot}(i)_v = \begin{cases} 1 & v = i \\ 0 & v \neq i \end{cases}
# $$
#
# We've already written the lines that reject ids outside the vocabulary, because
# without them, a wrong id would go unnoticed.

# %% [markdown]
# **Predict, then run.** Once `build_vocabulary`, `encode` and `one_hot` pass, this cell
# asks what you expect and then shows a sentence as one-hot vectors.

# %% folded
# Run this cell: it shows a sentence as one-hot vectors.
if passed(build_vocabulary, encode, one_hot) and predict("embedding.equal_rows"):
    vocabulary = build_vocabulary(["the dog saw the cat"])
    words = ["the", "cat", "saw", "the", "bird"]
    vectors = one_hot(np.array(encode(" ".join(words), vocabulary)), len(vocabulary))
    fig, ax = figures.subplots(height=2.4)
    figures.heat_map(ax, vectors, words, list(vocabulary))
    ax.tick_params(axis="x", rotation=45)
    display(figures.figure(fig, alt="One row per word, with a single 1 in each row."))

# %% task embedding.embed_by_matmul
# We store all the word vectors as rows of a single table $E$. In a network, this table
# is the weight of a linear layer without a bias, and the layer's inputs are one-hot
# vectors. Write a function `embed_by_matmul` that computes the output of this layer
# using matrix multiplication. Use your `one_hot` function to make the input.
#
# $$
# \underbrace{\mathrm{onehot}(\mathrm{ids})}_{(\ldots, V)} \;
# \underbrace{E}_{(V, d)} \;=\; \underbrace{\text{vectors}}_{(\ldots, d)}
# $$

# %% task embedding.embed_by_lookup
# All but one of the numbers in a one-hot vector are 0, so nearly all the work in the
# matrix product is wasted. Write a function `embed_by_lookup` that returns the same
# vectors but reads each id's row directly from the table.
#
# $$
# \mathrm{onehot}(i) \, E = E_i
# $$

# %% [markdown]
# **Prove it.** Your two functions give the same numbers, but one of them gets slower as
# the vocabulary grows. This cell runs both on 160 words and times them.

# %% folded
# Run this cell: it times both functions.
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
    alt = "With more words, the product takes longer; the lookup hardly does."
    display(figures.figure(fig, alt=alt))

# %% task embedding.cosine_similarity
# Similar words have vectors that point in similar directions. Write a function
# `cosine_similarity` that compares two directions by the cosine of the angle between
# them. The result is 1 if the directions are the same, and −1 if they are opposite. The
# lengths $|a|$ and $|b|$ of the vectors make no difference.
#
# $$
# \cos(a, b) = \frac{a \cdot b}{|a| \, |b|}
# $$
#
# A vector of zeros, such as the one for padding, has no direction. Its similarity to
# any vector should be 0.

# %% task embedding.is_cosine_similarity
# **Be the grader.** A wrong function may be right for one example, so a good test needs
# several examples, chosen to expose mistakes. Write such a test as a function
# `is_cosine_similarity`. It takes another function and calls it with vectors of your
# choice. It returns True if that function computes the cosine similarity, and False if
# it doesn't. The check runs your test on correct functions, written in four different
# ways, and on wrong functions with mistakes that students make. You earn points for
# each wrong function that your test catches, as long as it accepts all the correct
# ones.
#
# $$
# \mathrm{is\_cosine\_similarity}(f)
# = \left[\, f(a, b) = \cos(a, b) \text{ for all } a, b \,\right]
# $$
#
# You may compare the results with those of your own `cosine_similarity`. You may also
# use `assert`, because an error in your test has the same effect as returning False.

# %% task embedding.chance_similarity
# **Measure.** Suppose two words have a cosine similarity of 0.3. They may be related,
# or it may just be chance. To tell the difference, you need to know how similar
# unrelated words are. Write a function `chance_similarity` that measures this for the
# rows of a table $E$. Some of the cosines are positive and some are negative, so a
# plain mean would be near 0. Take the root mean square instead, over all pairs of
# different rows.
#
# $$
# \sqrt{\frac{1}{V (V - 1)} \sum_{i \ne j} \cos(E_i, E_j)^2}
# $$

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell runs it on random tables
# with 4 to 1,024 features.

# %% folded
# Run this cell: it measures random tables.
if passed(chance_similarity) and predict("embedding.chance_falls"):
    rng = np.random.default_rng(0)
    print("   d   chance similarity")
    for d in (4, 16, 64, 256, 1024):
        print(f"{d:4}   {chance_similarity(rng.normal(size=(100, d))):17.3f}")

# %% task embedding.analogy
# In trained embeddings, a step in a certain direction often means the same thing for
# many words. For example, the step from *man* to *king* is much like the step from
# *woman* to *queen*. Write a function `analogy` that takes the step from $a$ to $b$,
# but starting at $c$. It returns the id of the word whose vector is closest in
# direction to the result. The words $a$, $b$ and $c$ themselves can't be the answer.
#
# $$
# \mathrm{analogy}(a, b, c)
# = \operatorname*{arg\,max}_{i \,\notin\, \{a, b, c\}} \;
# \cos(E_i, \; E_b - E_a + E_c)
# $$

# %% [markdown]
# Once your function passes, try it on these vectors, which we made by hand. Their
# features are *royal*, *female*, *young* and *food*. Training finds such features by
# itself, but never this cleanly. Before you start, the cell asks you to predict how an
# analogy can go wrong.

# %% folded
# Run this cell: it lets you try your analogy.
if passed(analogy) and predict("embedding.analogy_fails"):
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

    interact(
        ask,
        a=ipywidgets.Dropdown(options=words, value="man"),
        b=ipywidgets.Dropdown(options=words, value="king"),
        c=ipywidgets.Dropdown(options=words, value="woman"),
    )

# %% task embedding.TokenEmbedding
# From here on, we use torch, because these vectors are trained. Write a class
# `TokenEmbedding` that looks up the vector of each id and multiplies it by
# $\sqrt{d_{model}}$, as in the paper. Padding must not carry any meaning, so its vector
# has to be zero and stay zero during training.
#
# $$
# \mathrm{embed}(i) = \sqrt{d_{model}} \; E_i, \qquad \mathrm{embed}(\texttt{<pad>}) = 0
# $$
#
# You may use `nn.Embedding` and `F.embedding`. Look up what their `padding_idx`
# argument does.

# %% [markdown]
# **Prove it.** A training step changes only the vectors of the words that occurred in
# the batch. To show this, the cell takes one step with your embedding on a tiny batch.

# %% folded
# Run this cell: it takes one step of learning.
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

# %% task embedding.TiedOutput
# At the end of the model, a vector $h$ must be turned into a logit for each word. Write
# a class `TiedOutput` that uses the table of word vectors for this, too. Then a single
# tensor learns from both the input and the output, and the model saves $V \cdot d$
# parameters.
#
# $$
# \mathrm{logits}_v = h \cdot E_v, \qquad \mathrm{logits} = h \, E^\top
# $$
#
# Don't use the factor $\sqrt{d_{model}}$, a bias or a softmax here.

# %% [markdown]
# **Prove it.** The embedding and the output share a single weight. To show this, the
# cell counts the parameters of the embedding alone, and then of both together.

# %% folded
# Run this cell: it counts the parameters.
if passed(TiedOutput):
    from lernformer.embedding import TokenEmbedding as Reference

    embed = Reference(vocab_size=10_000, d_model=512)
    both = nn.ModuleList([embed, TiedOutput(embed)])
    for name, module in {"embedding alone": embed, "with output": both}.items():
        print(f"{name}: {sum(p.numel() for p in module.parameters()):,} parameters")

# %% [markdown]
# ## Explain the lookup
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend says: "An embedding is just a linear layer, so why is it called a lookup? And
# if I train on a text without the word *bird*, its vector should still improve, because
# the layer's weight is trained." What is your friend right about, and what does your
# friend get wrong? Answer in three to five sentences, and use what you saw above. A
# person will read your answer.

# %% answer explain_lookup, 2 points

# %% [markdown]
# ## More bugs
#
# Would you like to practise debugging? The next cell adds a cell with another student's
# wrong answer to a task that you've already solved. Fix the answer and run its cell, and
# you'll see what was wrong. This doesn't earn any points.

# %%
# repair("embedding")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# How well do you know your own code? The next cell takes one of your answers, changes
# one line and runs the check. You predict what the check says. You can try this with
# any task that you've solved, and again, it doesn't earn any points.

# %%
# defend("embedding.build_vocabulary")  # remove the first "#"
