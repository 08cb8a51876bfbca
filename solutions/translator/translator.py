# %% [markdown]
# # Exercise: the translator
#
# You have built the model, and now it learns to translate. You write the code that
# trains the model, turns its probabilities into sentences, and measures how good the
# sentences are. The probability of a translation $y$ of a source $x$ is a product with
# one factor per word:
#
# $$
# P(y \mid x) = \prod_{t=1}^{L} P(y_t \mid y_{<t}, x)
# $$
#
# Training makes the right word more likely at every $t$, all at once. Decoding goes
# from left to right, because the model has to read each word before it predicts the
# next one. At the end, you put all your parts together and translate sentences of your
# own.
#
# **Axes:** `B` batch, `L` length, `V` vocabulary, `K` beams of a sentence. **Ids:**
# `<pad>` is 0, `<bos>` is 1 and `<eos>` is 2. Training steps are numbered from 1.

# %%
import itertools
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import torch
from IPython.display import FileLink, display
from ipywidgets import Text
from torch import Tensor, nn

from lernformer import figures
from lernformer.attention import (
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
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
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.masking import look_ahead_mask, padding_mask
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.widgets.certificate import certificate
from lernformer.widgets.controls import interact
from lernformer.widgets.training import (
    Watch,
    cross_attention,
    draw_heads,
    grading,
    together,
    trained,
)

# %% task translator.teacher_forcing
# To predict the third word, a decoder has to read the first two. In training, we know
# the right words, so we don't wait for the model to find them. Instead, the model reads
# the right words at all positions in parallel, and at each position it should predict
# the next one. Write a function `teacher_forcing` that splits the target into what the
# decoder reads and what it should predict.
#
# $$
# \text{read } (y_0, \ldots, y_{L-1}), \qquad \text{say } (y_1, \ldots, y_L), \qquad
# y_0 = \texttt{<bos>}, \; y_L = \texttt{<eos>}
# $$

# %% task translator.label_smoothed_loss
# Cross-entropy asks for a probability of 1 for the right word. No softmax reaches that,
# so the logits would grow forever. Label smoothing asks for a little less than 1 and
# shares the rest equally among all $V$ words. Write a function `label_smoothed_loss`
# that computes the mean of this loss over all labels that are not padding. Padding is
# left out because it is never a target.
#
# $$
# \ell = -(1 - \epsilon) \log p_y \; - \; \frac{\epsilon}{V} \sum_{v=1}^{V} \log p_v,
# \qquad
# \text{loss} = \frac{1}{n} \sum_{\text{real labels}} \ell
# $$
#
# Here $\epsilon$ is `smoothing`, $p$ is the softmax of the logits, $y$ is the label,
# and $n$ is the number of labels that are not padding. If all labels are padding, the
# loss is 0. You may use `log_softmax`, but not `cross_entropy` with `label_smoothing`,
# because that would do the whole task for you.

# %% task translator.first_loss
# **Measure.** Before you train a model, look at its loss on the first batch. That takes
# only a second and can show you that something is wrong. Write a function `first_loss`
# that computes this loss. Use evaluation mode and no smoothing, because we want to
# measure the model, not the training tricks. Suppose that a model knows nothing and
# isn't sure of anything. Then it gives each of the $V$ words the same probability, so
# its loss is $\ln V$:
#
# $$
# \mathrm{loss} = \frac{1}{n} \sum_{\text{real labels } y} -\ln p_y, \qquad
# p_y = \frac{1}{V} \;\Rightarrow\; \mathrm{loss} = \ln V
# $$

# %% [markdown]
# ## Why is the first loss far too large?
#
# A friend's model has the same parts as yours, except that its word embeddings are
# plain `nn.Embedding` layers. The rows of these embeddings are drawn from N(0, 1), not
# from N(0, $1/d$). The model's first loss is many times $\ln V$, so the model isn't
# just guessing. Once your `first_loss` passes, this cell asks you what the model
# predicts instead. Then it measures both models.

# %% folded
# Run this cell: it measures both models.
if passed(first_loss) and predict("translator.far_too_large"):
    torch.manual_seed(0)
    ids = torch.randint(4, 864, (8, 10))  # meaningless sentences: nothing to learn
    ids[:, 0] = BOS_ID
    for name, size in {"rows of size 1": 1.0, "rows of size 1/√d": 64**-0.5}.items():
        fresh = Transformer(TransformerConfig(864, 864, 64, 4, 256, 2, dropout=0.0))
        with torch.no_grad():
            for rows in (fresh.src_embedding, fresh.tgt_embedding):
                rows.weight.normal_(std=size)[PAD_ID] = 0
        cost = first_loss(fresh, ids, ids)
        print(f"{name}: first loss {cost:.1f}, ln V = {math.log(864):.1f};", end=" ")
        with torch.no_grad():
            likeliest = fresh(ids, ids[:, :-1]).argmax(dim=-1)
        again = (likeliest == ids[:, :-1]).float().mean()
        print(f"the likeliest word is the one just read in {again:.0%} of positions")

# %% [markdown]
# The decoder's last vector still contains much of the word that it has just read,
# because the residual connections carry it to the end. The tied output compares this
# vector with all rows of the embedding. With rows of size 1, the row of that word wins
# by far, with a product of about $\sqrt{d} \cdot \sqrt{d} = d$: the model is sure, and
# wrong. With rows of size $1/\sqrt{d}$, the same product is at most $\sqrt{d}$. It is
# often still the largest, but by so little that it hardly increases the loss.
#
# So if the first loss is far above $\ln V$, look at how the embeddings and the last
# layer are initialised.

# %% task translator.noam_learning_rate
# At the beginning, the gradients of a Transformer are wild, and large steps would ruin
# the model. Later in training, large steps would overshoot. The paper therefore changes
# the learning rate as the training goes on. During the warm-up, the rate rises in a
# straight line. After that, it falls in proportion to one over the square root of the
# step. Write a function `noam_learning_rate` that computes the rate at a given step.
#
# $$
# \mathrm{rate}(n) = \frac{1}{\sqrt{d_{\mathrm{model}}}} \,
# \min\!\left(\frac{1}{\sqrt{n}},\; \frac{n}{w^{3/2}}\right), \qquad
# w = \text{warm-up steps}
# $$

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell draws your schedule.

# %% folded
# Run this cell: it draws your schedule.
if passed(noam_learning_rate) and predict("translator.longer_warm_up"):

    def draw_schedule(d_model=64, warmup_steps=400):
        """The rate over the first 3000 steps."""
        steps = range(1, 3001)
        rates = [noam_learning_rate(n, d_model, warmup_steps) for n in steps]
        fig, ax = figures.subplots()
        ax.plot(steps, rates)
        ax.set(xlabel="step", ylabel="learning rate", ylim=(0, 0.02))
        peak = f"{max(rates):.4f} at step {1 + rates.index(max(rates))}"
        alt = f"The learning rate rises to {peak} and falls after it."
        return figures.figure(fig, alt=alt)

    interact(draw_schedule, d_model=(16, 512, 16), warmup_steps=(100, 2000, 100))

# %% task translator.train_step
# Write a function `train_step` that uses one batch to improve the model a little.
# First, it computes the predictions and their loss. Then it computes the gradient of
# the loss with respect to every parameter, and lets the optimiser take one step. Use
# your `teacher_forcing` and `label_smoothed_loss`.
#
# $$
# \theta \leftarrow \theta - \eta \, \nabla_\theta \, \text{loss}
# $$
#
# Here $\theta$ stands for the parameters and $\eta$ for the learning rate, which the
# optimiser already knows. Note that every call to `backward()` adds to the gradients
# that are already there, until you set them to zero.

# %% task translator.greedy_decode
# When the model translates, it has no correct translation to look at. Write a function
# `greedy_decode` that starts with `<bos>` and generates one word after another. At
# each step, the model reads all the words so far, and the function appends the most
# likely next word. The sentences in a batch end at different times, so pad the ones
# that already have their `<eos>`. Stop once every sentence has either ended or reached
# `max_length` words.
#
# $$
# y_t = \operatorname*{arg\,max}_v \; P(v \mid y_{<t}, x)
# $$
#
# The model has two methods. The method `encode(src)` returns the memory, which has the
# shape (B, L_src, d). The method `decode(tgt, memory, src)` returns logits (B, L, V)
# for every position of `tgt`. Encode the source only once. Use evaluation mode, because
# dropout would make the predictions random, and turn off gradient tracking. At the end,
# put the model back into the mode that it was in before.

# %% [markdown]
# ## Prove it: all at once is the same as one by one
#
# In training, the model predicts all words in one pass. In decoding, it predicts them
# one after another. Are the predictions the same? Once your functions pass, this cell
# lets an untrained model generate a few words with your `greedy_decode`. Your
# `teacher_forcing` splits them into what to read and what to predict, and the model
# then predicts them all in one pass.

# %% folded
# Run this cell: it runs an untrained model both ways.
if passed(teacher_forcing, greedy_decode):
    torch.manual_seed(57)  # one of the few seeds that don't repeat one word forever
    config = TransformerConfig(12, 10, 16, 2, 32, n_layers=2, tie_output=False)
    untrained = Transformer(config)
    with torch.no_grad():
        for parameter in untrained.parameters():
            parameter.mul_(2.5)  # bolder; otherwise all words are about equally likely
    src = torch.tensor([[1, 5, 9, 7, 4, 2], [1, 8, 6, 2, 0, 0], [1, 11, 10, 2, 0, 0]])
    output = greedy_decode(untrained, src, max_length=8)
    tgt = torch.cat([torch.full_like(output[:, :1], BOS_ID), output], dim=1)
    decoder_input, labels = teacher_forcing(tgt)

    untrained.eval()
    with torch.no_grad():
        memory = untrained.encode(src)
        at_once = untrained.decode(decoder_input, memory, src)  # (B, L, V), one pass
        one_by_one = torch.stack(
            [
                untrained.decode(decoder_input[:, : t + 1], memory, src)[:, -1]
                for t in range(labels.size(1))
            ],
            dim=1,
        )  # (B, L, V), L passes
    for i in range(len(src)):
        print("one by one:", labels[i].tolist())
        print("all at once:", at_once.argmax(dim=-1)[i].tolist(), "\n")
    real = labels != PAD_ID
    difference = (at_once - one_by_one)[real].abs().max().item()
    print(f"largest difference of two logits: {difference:.1e}")
    assert torch.equal(at_once.argmax(dim=-1)[real], labels[real])
    assert difference < 1e-3

# %% [markdown]
# The predictions are the same because of the look-ahead mask. At position $t$, the
# model has seen nothing after $t$, so its prediction doesn't depend on whether any
# words follow. That is why a Transformer learns from a whole sentence in one pass. When
# it translates, it still needs one pass for each word, because it has to read each word
# before it can predict the next.

# %% task translator.beam_search
# The most likely first word may lead to a dead end, where no continuation is good. Beam
# search avoids this by following several partial translations at once. Write a function
# `beam_search`. At each step, it tries every word as the next word of every partial
# translation, and keeps the `beam_size` most likely results. To compare translations,
# you could add up their log-probabilities. But every additional word lowers this sum,
# so short translations would always win. The score therefore divides the sum by a
# penalty that grows with the length:
#
# $$
# \mathrm{score}(y) = \frac{\log P(y \mid x)}{\left(\frac{5 + |y|}{6}\right)^{\alpha}}
# $$
#
# Here $|y|$ is the number of words generated, including `<eos>` but not `<bos>`, and
# $\alpha$ is `length_penalty`. When a partial translation ends with `<eos>`, set it
# aside with its score and continue with the others. Stop after `max_length` words. If
# some translations are still unfinished at that point, score them in the same way.
# Return the translation with the highest score. You only need to decode one sentence at
# a time.

# %% task translator.corpus_bleu given MAX_N, n_grams, check_same_number
# Most sentences can be translated in many different ways, so a good translation may
# differ from the reference. BLEU therefore compares short sequences of words, which are
# called n-grams. It counts how many of a translation's sequences of one, two, three and
# four words also occur in the reference. Write a function `corpus_bleu` that computes a
# single number for a whole corpus. Add up the counts of all sentences first, and divide
# only at the end.
#
# $$
# \mathrm{BLEU} = 100 \cdot \min\!\left(1, e^{1 - r/h}\right) \cdot
# \left(p_1 \, p_2 \, p_3 \, p_4\right)^{1/4}, \qquad
# p_n = \frac{\text{right } n\text{-grams}}{n\text{-grams that were said}}
# $$
#
# If an n-gram occurs twice in the reference of a sentence, at most two of its
# occurrences in the translation of that sentence are right. The number of words in all
# translations (the *hypotheses*) is $h$, and the number of words in all references is
# $r$. If $h < r$, the translations are too short, and the factor $e^{1 - r/h}$ lowers
# the score. If there is a length for which no n-gram is right, the score is 0. We have
# already written the function `n_grams` for you.

# %% [markdown]
# ## It translates
#
# Now you put the parts from all seven chapters together. Save your other notebooks, set
# `mine = True`, and run the next two cells. They read your answers from the other
# notebooks (`../embedding/embedding.ipynb` and so on), check them, and build a
# Transformer from them. If your version of a part isn't right, they use the course's
# version instead, so you can't get stuck. The checks take half a minute. While your
# notebook is being graded, these cells do nothing, even if you have set `mine = True`.

# %%
mine = False  # True puts your parts together, and trains again from the start

# %% folded
# Run this cell: it puts the parts together, and makes sentences to learn from.
watch = None
if mine and not grading():
    from lernformer.parts import gather
    from lernformer.translator.batch import batches, encode_pairs
    from lernformer.translator.corpus import make_corpus

    parts = gather(
        teacher_forcing,
        label_smoothed_loss,
        noam_learning_rate,
        train_step,
        greedy_decode,
        beam_search,
        corpus_bleu,
    )
    display(parts)

    corpus = make_corpus(
        train=20_000, validation=0, test=200, compositional=0, longer=0
    )
    english = parts.vocabulary([pair.source for pair in corpus.train])
    german = parts.vocabulary([pair.target for pair in corpus.train])
    pairs = encode_pairs(corpus.train, english, german)
    forever = batches(pairs, 512, 0)  # of up to 512 places, shuffled with seed 0

    torch.manual_seed(0)
    config = TransformerConfig(
        len(english), len(german), 64, n_heads=4, d_ff=256, n_layers=2, dropout=0.0
    )
    model = parts.Transformer(config)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)

    def translate(sentences: Sequence[str]) -> list[str]:
        """Greedy translations of sentences, all in one batch."""
        ids = parts.batch([english.encode(text) for text in sentences])
        output = parts.greedy_decode(model, ids, max_length=30)
        return [german.decode(row) for row in output]

    sources, references = zip(*corpus.test, strict=True)
    watched = sources[:3]  # sentences that the model isn't trained on
    watch = Watch(len(german), lambda: [*zip(watched, translate(watched), strict=True)])

# %% [markdown]
# Set `steps = 2500`, run the cell, and watch the loss fall while three English
# sentences turn into German. That takes one to two minutes if nothing else is running.
# You can stop the training (■). When you run the cell again, it continues where it
# stopped. To train the model further, set a larger number. The dashed line is $\ln V$,
# the loss of a model that only guesses.

# %%
steps = 0  # 2500 are enough to learn well; 100 show how it begins

for batch in watch.over(forever, steps) if together(watch) else ():
    rate = parts.noam_learning_rate(len(watch.losses) + 1, 64, warmup_steps=600)
    for group in optimizer.param_groups:  # in the last fifth, the steps get smaller
        group["lr"] = rate * min(1.0, 5 * (1 - watch.share))
    watch.add(parts.train_step(model, optimizer, batch.src, batch.tgt))

# %% [markdown]
# To see what the model has learned, run the next cell. It uses your `greedy_decode` to
# translate sentences that the model has never read, and computes your BLEU for two
# hundred of them. If your BLEU is near 0, the model needs more steps, because the score
# stays at 0 until four words in a row are right somewhere.

# %% folded
# Run this cell: it translates, and counts the correct translations.
if trained(watch):
    translations = translate(sources)
    right = sum(map(str.__eq__, translations, references)) / len(references)
    bleu = parts.corpus_bleu(translations, references)
    for source, translation, reference in list(
        zip(sources, translations, references, strict=True)
    )[:6]:
        print(f"{source}\n  → {translation}")
        if translation != reference:
            print(f"  ✗ {reference}")
    print(f"\nword for word: {right:.0%}, BLEU: {bleu:.1f}")

# %% [markdown]
# ## Where do your heads look?
#
# Type a sentence in lower case and without punctuation, using words like those above,
# and press Enter. The figure shows the cross-attention of your model's last layer. For
# each word that the model predicts, one row shows where it looks in your sentence. The
# first map is the mean of the heads, and each of the other maps shows a single head.
# Before you look, predict the answers to these questions:
#
# 1. Where does the row of an article look? To choose between *der*, *die* and *das*,
#    the model has to know the noun.
# 2. Where does the row of a verb at the end of a German clause look? Where does the row
#    of `<eos>` look?
# 3. Is there a head that always looks at the same place? What might it be for?

# %% folded
# Run this cell: it draws where the heads look.
if trained(watch):

    def show_translation(sentence: str):
        """Translate, and draw where the heads look."""
        if not sentence.split():
            return print("Type a sentence.")
        if unknown := english.unknown(sentence):
            print(f"It has never read {', '.join(unknown)}, so it reads <unk> instead.")
        src = parts.batch([english.encode(sentence)])
        output = parts.greedy_decode(model, src, max_length=30)
        print("greedy:", german.decode(output[0]))
        best, score = parts.beam_search(model, src, beam_size=4, max_length=30)
        print(f"beam of 4: {german.decode(best[0])} (score {score.item():.2f})")

        decoder_input = torch.cat([torch.tensor([[BOS_ID]]), output[:, :-1]], dim=1)
        weights = cross_attention(model, src, decoder_input)
        rows = [german.words[i] for i in output[0]]
        display(draw_heads(weights, rows, ["<bos>", *sentence.split(), "<eos>"]))

    box = Text(sources[0], continuous_update=False, layout={"width": "40em"})
    interact(show_translation, sentence=box)

# %% [markdown]
# You can write your answers here. Nobody grades them.
#
# 1. …
# 2. …
# 3. …
#
# You have built a whole Transformer, from the vocabulary to the beam search. The next
# cell makes a page for you to keep, which shows your parts, your loss curve and your
# translations. You'll find the page next to this notebook, as `certificate.html`.

# %%
name = ""  # your name, if you want it on the page

if trained(watch):
    shown = [*zip(sources[:6], translations, strict=False)]
    page = certificate(parts, watch, shown, right, len(sources), bleu, name)
    display(FileLink(page))

# %% [markdown]
# ## Explain the difference
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend's model has a low loss on new sentences, measured with teacher forcing, but
# its long translations go wrong: after one bad word, the rest is nonsense. Explain this
# in three to five sentences. What does the decoder read in training, and what does it
# read when it translates? Why doesn't the loss show the problem? Does beam search help,
# and what are its limits? A person will read your answer.

# %% answer explain_teacher_forcing, 2 points

# %% [markdown]
# ## For those who want more
#
# The five tasks in this section are optional and earn no points. You let a model choose
# less likely words, so that it can surprise its readers. You teach it to spell words
# that it has never read, you make it faster, and finally you turn it into a GPT. Do as
# many of the tasks as you like. For your own GPT at the end, you need two of them,
# `nucleus` and `next_word_logits`.

# %% task translator.nucleus
# When you translate, you want the most likely words. When you write a story, always
# taking the most likely word gets dull, so you *sample* the next word instead. Write a
# function `nucleus` that computes the probabilities to sample from. It starts by
# dividing the logits by a **temperature** $\tau$. A low temperature makes likely words
# even more likely, and a high temperature makes them less likely. After that, the
# function keeps only the **nucleus**, which is the smallest set of words whose
# probabilities sum to at least `top_p`. All other words, the long tail of nonsense, get
# probability 0. The probabilities of the words in the nucleus are scaled up until they
# sum to 1 again.
#
# $$
# p = \operatorname{softmax}\!\left(\frac{\text{logits}}{\tau}\right)
# $$

# %% [markdown]
# Once your function passes, this cell samples words from a made-up distribution. Find
# out what a high temperature does to the long tail, and what `top_p` does to it.

# %% folded
# Run this cell: it draws forty words.
if passed(nucleus) and predict("translator.hot_and_cut"):

    def draw_words(temperature=1.0, top_p=1.0):
        """Forty words, drawn by your probabilities."""
        words = ["the", "a", "king", "queen", "of", "castle", "xylophone", "7"]
        logits = torch.linspace(4, -1, len(words))
        p = nucleus(logits, temperature, top_p)
        chosen = torch.multinomial(p, 40, replacement=True)
        print(" ".join(words[i] for i in chosen))

    interact(draw_words, temperature=(0.1, 3.0, 0.1), top_p=(0.05, 1.0, 0.05))

# %% task translator.apply_merges given END
# If a vocabulary contains only whole words, it has no entry for a word that it has
# never seen. **Byte-pair encoding** solves this problem by using pieces of words. The
# pieces are single letters at first, and they are merged again and again. In the end, a
# frequent word is a single piece, and a rare word consists of several. Write a function
# `apply_merges` that splits a new word into pieces by repeating the merges that were
# learned, in the same order. The piece `</w>` marks the end of a word. For example,
# *est* in *estate* is a different piece from *est</w>* in *newest*.
#
# $$
# (\mathrm{e}, \mathrm{s}):\quad \mathrm{n\;e\;w\;e\;s\;t}
# \;\to\; \mathrm{n\;e\;w\;es\;t}
# $$

# %% task translator.learn_merges
# Byte-pair encoding learns from a corpus which pieces it should merge. Write a function
# `learn_merges` that finds the pair of neighbouring pieces that occurs most often, and
# merges it. Then it counts all pairs again, merges the most frequent one, and so on.
# Use your `apply_merges`.
#
# $$
# \text{next pair} = \arg\max_{(a, b)} \sum_{w} n_w \, c_w(a, b)
# $$
#
# Here $n_w$ is the number of times that the word $w$ occurs in the corpus. The pieces
# of $w$ contain $a$ right before $b$ exactly $c_w(a, b)$ times.

# %% task translator.cached_greedy_decode
# For each new word, `greedy_decode` runs the decoder on all the words so far. By the
# end, the decoder has processed $1 + 2 + \dots + L$ words. But no word looks ahead, so
# the keys and values of the earlier words stay the same. Write a function
# `cached_greedy_decode` that stores these keys and values. It then has to send only the
# newest word through the decoder, which makes $L$ words in total.
#
# $$
# K_t = \begin{bmatrix} K_{t-1} \\ k_t \end{bmatrix}, \qquad
# V_t = \begin{bmatrix} V_{t-1} \\ v_t \end{bmatrix}
# $$

# %% task translator.next_word_logits
# A model that continues a text, such as GPT, has no source to read. So one stack of
# encoder layers is enough, as long as no word sees the words after it. Write a function
# `next_word_logits` that predicts the next word after each prefix of a text. You get
# all the parts of the model, and you decide how they work together.
#
# $$
# P(y_{t+1} \mid y_1, \dots, y_t) = \operatorname{softmax}(\text{logits}_t)
# $$

# %% [markdown]
# ## Your own GPT
#
# The folded cell below builds a small GPT from your parts and your `next_word_logits`.
# Before you run it, go back to the section *It translates*, set `mine = True`, and run
# that cell and the next one. Then set `gpt_steps = 1000` here and train the GPT, which
# takes about a minute. It learns only from the German half of the sentences. If you
# want to know what larger models do differently, read the book's page "From this block
# to the model you chat with".

# %%
gpt_steps = 0  # 1000 are enough for short sentences


# %% folded
# Run this cell: it makes a GPT from your parts, and trains it.
class GPT(nn.Module):
    """Predicts the next word of a text. `src` is there only for `train_step`."""

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.embedding = parts.TokenEmbedding(config.tgt_vocab_size, config.d_model)
        self.positions = parts.PositionalEncoding(config.d_model)
        self.encoder = parts.Encoder(config)
        self.output = parts.TiedOutput(self.embedding)

    def forward(self, src: Tensor | None, tgt: Tensor) -> Tensor:
        return next_word_logits(self, tgt)


gpt_watch = None
if passed(next_word_logits) and together(watch):
    gpt_watch = Watch(len(german))
    gpt = GPT(config)
    gpt_optimizer = torch.optim.Adam(gpt.parameters(), lr=2e-3, betas=(0.9, 0.98))
    for batch in gpt_watch.over(forever, gpt_steps):
        loss = parts.train_step(gpt, gpt_optimizer, batch.src, batch.tgt)
        gpt_watch.add(loss)

# %% [markdown]
# Type the beginning of a sentence, and your GPT continues it. It samples each word with
# your `nucleus`. Try a low and a high temperature, and compare the sentences.

# %% folded
# Run this cell: your GPT writes five sentences.
if trained(gpt_watch, "gpt_steps = 1000") and passed(nucleus):

    def go_on(beginning: str, temperature: float = 1.0, top_p: float = 0.9):
        """Print five sentences with the same beginning."""
        for _ in range(5):
            ids = german.encode(beginning)[:-1]
            while ids[-1] != EOS_ID and len(ids) < 25:
                with torch.no_grad():
                    logits = gpt(None, torch.tensor([ids]))[0, -1]
                chances = nucleus(logits, temperature, top_p)
                ids.append(int(torch.multinomial(chances, 1)))
            print(german.decode(ids))

    start = Text("der König", continuous_update=False)
    sliders = {"temperature": (0.1, 2.0, 0.1), "top_p": (0.05, 1.0, 0.05)}
    interact(go_on, beginning=start, **sliders)

# %% [markdown]
# ## More bugs
#
# Would you like to practise debugging? The next cell adds a cell with another student's
# wrong answer to a task that you've already solved. Fix the answer and run its cell, and
# you'll see what was wrong. This doesn't earn any points.

# %%
# repair("translator")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# How well do you know your own code? The next cell takes one of your answers, changes
# one line and runs the check. You predict what the check says. You can try this with
# any task that you've solved, and again, it doesn't earn any points.

# %%
# defend("translator.teacher_forcing")  # remove the first "#"
