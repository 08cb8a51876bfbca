# %% [markdown]
# # Exercise: the translator
#
# The model is built. Now it learns to translate, and then it translates: you write the
# code that trains it, turns its probabilities into sentences, and measures how good
# they are. A translation's probability is a product, word by word:
#
# $$
# P(y \mid x) = \prod_{t=1}^{L} P(y_t \mid y_{<t}, x)
# $$
#
# Training makes the right word likely at every $t$, all at once. Decoding goes from
# left to right: predict a word, read it, predict the next. At the end all your parts
# come together, and you translate sentences of your own.
#
# **Axes:** `B` batch, `L` length, `V` vocabulary, `K` beams of a sentence. **Ids:**
# `<pad>` = 0, `<bos>` = 1, `<eos>` = 2. Steps count from 1.

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
from lernformer.masking import padding_mask
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
# A decoder that has to predict the third word has read the first two. In training, we
# know the right words, so we don't wait for the model to find them. Write
# `teacher_forcing`: the model reads the right words at all positions in parallel, and
# at each position it should predict the next one.
#
# $$
# \text{read } (y_0, \ldots, y_{L-1}), \qquad \text{say } (y_1, \ldots, y_L), \qquad
# y_0 = \texttt{<bos>}, \; y_L = \texttt{<eos>}
# $$

# %% task translator.label_smoothed_loss
# Cross-entropy asks for probability 1 on the right word, which no softmax reaches, so
# the logits would grow forever. Label smoothing asks for a little less, and spreads the
# rest over all $V$ words. Write `label_smoothed_loss`, and mind the padding: it is
# never a target, so leave it out of both the sum and the count $n$.
#
# $$
# \ell = -(1 - \epsilon) \log p_y \; - \; \frac{\epsilon}{V} \sum_{v=1}^{V} \log p_v,
# \qquad
# \text{loss} = \frac{1}{n} \sum_{\text{real labels}} \ell
# $$
#
# Here $\epsilon$ is `smoothing`, $p$ the softmax of the logits, and $n$ the number of
# labels that are not padding. (`log_softmax` is allowed; `cross_entropy` with
# `label_smoothing` would be the whole task.)

# %% task translator.first_loss
# **Measure.** Before a model learns anything, look at its loss on the first batch: that
# takes a second and tells you whether training can begin. A model that knows nothing,
# and isn't sure of anything either, gives each of the $V$ words the same probability.
#
# $$
# \mathrm{loss} = \frac{1}{n} \sum_{\text{real labels } y} -\ln p_y, \qquad
# p_y = \frac{1}{V} \;\Rightarrow\; \mathrm{loss} = \ln V
# $$
#
# Write `first_loss`, which measures in evaluation mode and without smoothing, because
# we want to measure the model, not the training tricks.

# %% [markdown]
# ## A first loss far too large: why?
#
# A friend's model has the same parts as yours, except for one: its tables of words are
# plain `nn.Embedding`, whose rows are drawn from N(0, 1), not from N(0, $1/d$). Its
# loss is many times $\ln V$. What does it predict instead of guessing? Once your
# measurement passes, this cell asks you, then measures both models.

# %% folded
# Run this cell: it measures both models.
if passed(first_loss) and predict("translator.far_too_large"):
    torch.manual_seed(0)
    ids = torch.randint(4, 864, (8, 10))  # sentences without sense: nothing to learn
    ids[:, 0] = BOS_ID
    for name, size in {"rows of size 1": 1.0, "rows of size 1/√d": 64**-0.5}.items():
        fresh = Transformer(TransformerConfig(864, 864, 64, 4, 256, 2, dropout=0.0))
        with torch.no_grad():
            for rows in (fresh.src_embedding, fresh.tgt_embedding):
                rows.weight.normal_(std=size)[PAD_ID] = 0
        cost = first_loss(fresh, ids, ids)
        print(f"{name}: first loss {cost:.1f}, ln V = {math.log(864):.1f};", end=" ")
        with torch.no_grad():
            said = fresh(ids, ids[:, :-1]).argmax(dim=-1)
        again = (said == ids[:, :-1]).float().mean()
        print(f"at {again:.0%} of the places the likeliest word is the one just read")

# %% [markdown]
# The decoder's last vector still holds much of the word that it has just read: the
# residual connections carry it to the end. The tied output compares this vector with
# all rows, and with rows of size 1 the word's own row wins by far, $\sqrt{d} \cdot
# \sqrt{d} = d$ or nearly: the model is sure, and wrong. With rows of size $1/\sqrt{d}$
# the same product is $\sqrt{d}$ at most: often still the largest, but by so little that
# it costs next to nothing. So if the first loss is far above $\ln V$, look at how the
# tables, or the last layer, are drawn. Finding out costs a single batch.

# %% task translator.noam_learning_rate
# At first, the gradients of a Transformer are wild, and large steps would ruin it;
# later on, large steps overshoot. Write `noam_learning_rate`, the paper's schedule,
# which rises in a straight line and then falls with the root of the step.
#
# $$
# \mathrm{rate}(n) = \frac{1}{\sqrt{d_{\mathrm{model}}}} \,
# \min\!\left(\frac{1}{\sqrt{n}},\; \frac{n}{w^{3/2}}\right), \qquad
# w = \text{warm-up steps}
# $$

# %% [markdown]
# **Predict, then run.** Once it passes, this cell draws your schedule.

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
# In `train_step`, one batch teaches the model a little: guess, measure, ask each
# parameter which way is down, and take a step. The code calls your `teacher_forcing`
# and `label_smoothed_loss`.
#
# $$
# \theta \leftarrow \theta - \eta \, \nabla_\theta \, \text{loss}
# $$
#
# The optimiser knows $\eta$ and what to do with the gradient. Note that the gradients
# of several calls to `backward()` add up until you set them to zero.

# %% task translator.greedy_decode
# Now nobody knows the right words. Write `greedy_decode`, which begins with `<bos>`,
# predicts the likeliest word, reads it with all the words before it, and predicts the
# next. Mind that the sentences of a batch end at different times, each with its own
# `<eos>`: stop once every sentence has ended.
#
# $$
# y_t = \operatorname*{arg\,max}_v \; P(v \mid y_{<t}, x)
# $$
#
# A model has `encode(src)`, which returns the memory (B, L_src, d), and
# `decode(tgt, memory, src)`, which returns logits (B, L, V) for every position of
# `tgt`. Read the source only once. Dropout would make the model guess, so use
# evaluation mode, and record no gradients.

# %% [markdown]
# ## Prove it: all at once is one by one
#
# In training, all words are predicted in one pass; in decoding, they are predicted one
# after the other. Are the predictions the same? Once your functions pass, this cell has
# an untrained model predict a few words with your `greedy_decode`, asks your
# `teacher_forcing` what should be read and predicted, and runs all of it through the
# model at once.

# %% folded
# Run this cell: it asks an untrained model in both ways.
if passed(teacher_forcing, greedy_decode):
    torch.manual_seed(57)  # one of the few that do not say one word for ever
    config = TransformerConfig(12, 10, 16, 2, 32, n_layers=2, tie_output=False)
    untrained = Transformer(config)
    with torch.no_grad():
        for parameter in untrained.parameters():
            parameter.mul_(2.5)  # bolder, or all words would be about as likely
    src = torch.tensor([[1, 5, 9, 7, 4, 2], [1, 8, 6, 2, 0, 0], [1, 11, 10, 2, 0, 0]])
    said = greedy_decode(untrained, src, max_length=8)
    tgt = torch.cat([torch.full_like(said[:, :1], BOS_ID), said], dim=1)
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
# They are, thanks to the look-ahead mask: whatever is at position $t$ has seen nothing
# after $t$, whether anything is there or not. That is why a Transformer learns from a
# whole sentence in one pass, but still needs one pass for each word when it translates.

# %% task translator.beam_search
# The likeliest first word may lead nowhere: a garden path. Write `beam_search`, which
# keeps the `beam_size` likeliest beginnings and decides late. Log-probabilities add up,
# and each additional word makes the sum smaller. To keep short translations from always
# winning, the sum is divided by a penalty that grows with the length.
#
# $$
# \mathrm{score}(y) = \frac{\log P(y \mid x)}{\left(\frac{5 + |y|}{6}\right)^{\alpha}}
# $$
#
# $|y|$ counts the words that are said, including `<eos>` but not `<bos>`; $\alpha$ is
# `length_penalty`. A beginning that ends with `<eos>` is set aside with its score.
# Decoding one sentence at a time is fast enough here.

# %% task translator.corpus_bleu given MAX_N, n_grams, check_same_number
# How good is a translation when many different ones would be right? Write
# `corpus_bleu`: BLEU counts how many sequences of one, two, three and four words
# (n-grams) also occur in the reference. It is a single number for a whole corpus, so
# count all sentences first and divide last.
#
# $$
# \mathrm{BLEU} = 100 \cdot \min\!\left(1, e^{1 - r/h}\right) \cdot
# \left(p_1 \, p_2 \, p_3 \, p_4\right)^{1/4}, \qquad
# p_n = \frac{\text{right } n\text{-grams}}{n\text{-grams that were said}}
# $$
#
# An n-gram counts as right at most as many times as it occurs in that sentence's
# reference. $h$ and $r$ are the numbers of words in all hypotheses and in all
# references, because a model that says little must not win. `n_grams` is given.

# %% [markdown]
# ## It translates
#
# Now all seven chapters come together. Write `mine = True` and run the next two cells.
# They look into your other notebooks (`../embedding/embedding.ipynb` and so on, as you
# have saved them), try your answers there, and build a Transformer from them: your
# version of each part if it is right, and the course's if it is not, so that nothing
# blocks you. Trying them takes half a minute. While your notebook is being graded,
# nothing happens here, whatever you write.

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
    forever = batches(pairs, 512, 0)  # of 512 places, in an order drawn from seed 0

    torch.manual_seed(0)
    config = TransformerConfig(
        len(english), len(german), 64, n_heads=4, d_ff=256, n_layers=2, dropout=0.0
    )
    model = parts.Transformer(config)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)

    def translate(sentences: Sequence[str]) -> list[str]:
        """Greedy translations of sentences, all in one batch."""
        ids = parts.batch([english.encode(text) for text in sentences])
        said = parts.greedy_decode(model, ids, max_length=30)
        return [german.decode(row) for row in said]

    sources, references = zip(*corpus.test, strict=True)
    watched = sources[:3]  # of sentences that it never reads
    watch = Watch(len(german), lambda: [*zip(watched, translate(watched), strict=True)])

# %% [markdown]
# Write `steps = 2500` and watch the loss fall and three English sentences turn into
# German. That takes one to two minutes when nothing else is running. You can stop it
# (■) and run the cell again: it continues where it stopped. With a larger number, it
# also trains further. The dashed line is the loss of guessing, $\ln V$.

# %%
steps = 0  # 2500 teach it well; 100 show how it begins

for batch in watch.over(forever, steps) if together(watch) else ():
    rate = parts.noam_learning_rate(len(watch.losses) + 1, 64, warmup_steps=600)
    for group in optimizer.param_groups:  # in the last fifth the steps become smaller
        group["lr"] = rate * min(1.0, 5 * (1 - watch.share))
    watch.add(parts.train_step(model, optimizer, batch.src, batch.tgt))

# %% [markdown]
# And what has it learned? The next cell shows sentences that it has never read,
# translated by your `greedy_decode`, and your BLEU for two hundred of them. (A BLEU
# near 0 means too few steps: four words in a row have to be right somewhere.)

# %% folded
# Run this cell: it translates, and counts what is right.
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
# Type a sentence in small letters and without punctuation, in words like those above,
# and press Enter. The figure shows the cross-attention of your model's last layer: for
# each word that it predicts, one row shows where it looks in your sentence; first the
# mean of the heads, then each head by itself. Predict first, then look:
#
# 1. For a noun, where does the row of its article look? It has to know whether the noun
#    is *der*, *die* or *das*.
# 2. Where does a verb at the end of a German clause look? And the row of `<eos>`?
# 3. Is there a head that looks at the same place all the time? What might it be for?

# %% folded
# Run this cell: it draws where the heads look.
if trained(watch):

    def show_translation(sentence: str):
        """Translate, and draw where the heads look."""
        if not sentence.split():
            return print("Type a sentence.")
        if unknown := english.unknown(sentence):
            print(f"It has never read {', '.join(unknown)}, and reads <unk> instead.")
        src = parts.batch([english.encode(sentence)])
        said = parts.greedy_decode(model, src, max_length=30)
        print("greedy:", german.decode(said[0]))
        best, score = parts.beam_search(model, src, beam_size=4, max_length=30)
        print(f"beam of 4: {german.decode(best[0])} (score {score.item():.2f})")

        decoder_input = torch.cat([torch.tensor([[BOS_ID]]), said[:, :-1]], dim=1)
        weights = cross_attention(model, src, decoder_input)
        rows = [german.words[i] for i in said[0]]
        display(draw_heads(weights, rows, ["<bos>", *sentence.split(), "<eos>"]))

    box = Text(sources[0], continuous_update=False, layout={"width": "40em"})
    interact(show_translation, sentence=box)

# %% [markdown]
# Your answers, for yourself (nobody grades them):
#
# 1. …
# 2. …
# 3. …
#
# You have built a Transformer, from the vocabulary to the beam. The last cell writes a
# page to keep, `certificate.html`, next to this notebook: your parts, your curve, your
# translations.

# %%
name = ""  # yours, if it is to stand on the page

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
# its long translations go wrong: after one bad word the rest is nonsense. Explain in
# three to five sentences: what does the decoder read in training, and what when it
# translates? Why does the loss not show the trouble? Does beam search help, and where
# does its help end? A person reads this answer.

# %% answer explain_teacher_forcing, 2 points

# %% [markdown]
# ## For those who want more
#
# Four tasks without points: how a translator can surprise, how it spells words that it
# has never read, and how it becomes fast. Take one, all or none; nothing later needs
# them.

# %% task translator.nucleus
# A translation should be likely. A story that always continues with the likeliest word
# is dull, so the next word is *drawn*. Write `nucleus` for its probabilities. The
# **temperature** $\tau$ makes the likely words likelier or less so, and drawing from
# the **nucleus**, the fewest words that together have at least the probability `top_p`,
# leaves out the long tail of nonsense.
#
# $$
# p = \operatorname{softmax}\!\left(\frac{\text{logits}}{\tau}\right)
# $$

# %% [markdown]
# Once it passes, this cell draws words from a made-up distribution. What does a high
# temperature do to the long tail, and what does `top_p` do to it?

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
# A vocabulary of words lacks every word that it has never read. **Byte-pair encoding**
# uses pieces: single letters at first, then joined again and again, so that frequent
# words are one piece and rare ones several. Write `apply_merges`: to split a new word,
# it repeats the joins that were learned, in the same order. `</w>` marks where a word
# ends: *est* in *estate* is a different piece from *est</w>* in *newest*.
#
# $$
# (\mathrm{e}, \mathrm{s}):\quad \mathrm{n\;e\;w\;e\;s\;t}
# \;\to\; \mathrm{n\;e\;w\;es\;t}
# $$

# %% task translator.learn_merges
# Which pieces should be joined? Write `learn_merges`, which always joins the pair of
# neighbours that occurs most often in the corpus, then counts again. It calls your
# `apply_merges`.
#
# $$
# \text{next pair} = \arg\max_{(a, b)} \sum_{w} n_w \, c_w(a, b)
# $$
#
# Here $n_w$ is how often the word $w$ occurs, and $c_w(a, b)$ how often $a$ comes right
# before $b$ in its pieces.

# %% task translator.cached_greedy_decode
# `greedy_decode` reads all words again for each new one: $1 + 2 + \dots + L$ of them.
# No word looks ahead, so the keys and values of the words before it stay the same.
# Write `cached_greedy_decode`, which keeps them and sends only the newest word through
# the decoder: $L$ words in all.
#
# $$
# K_t = \begin{bmatrix} K_{t-1} \\ k_t \end{bmatrix}, \qquad
# V_t = \begin{bmatrix} V_{t-1} \\ v_t \end{bmatrix}
# $$

# %% [markdown]
# ## Your own GPT
#
# A model that continues a text has no source to read. So it needs only one stack of
# layers, in which no word sees the words after it. The folded cell below makes such a
# model, a small GPT, from your parts. Once you have written `mine = True` further up and
# run that cell and the next, write `gpt_steps = 1000` here: it learns from the German
# half of the sentences in about a minute. The book's page "From this block to the model
# you chat with" shows what larger models do differently.

# %%
gpt_steps = 0  # 1000 teach it short sentences


# %% folded
# Run this cell: it makes a GPT from your parts, and trains it.
class GPT(nn.Module):
    """Predicts the next word of a text. It has a source only for `train_step`."""

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.embedding = parts.TokenEmbedding(config.tgt_vocab_size, config.d_model)
        self.positions = parts.PositionalEncoding(config.d_model)
        self.layers = parts.Encoder(config)
        self.output = parts.TiedOutput(self.embedding)

    def forward(self, src: Tensor | None, tgt: Tensor) -> Tensor:
        x = self.positions(self.embedding(tgt))
        return self.output(self.layers(x, parts.look_ahead_mask(tgt.size(1))))


gpt_watch = None
if together(watch):
    gpt_watch = Watch(len(german))
    gpt = GPT(config)
    gpt_optimizer = torch.optim.Adam(gpt.parameters(), lr=2e-3, betas=(0.9, 0.98))
    for batch in gpt_watch.over(forever, gpt_steps):
        loss = parts.train_step(gpt, gpt_optimizer, batch.src, batch.tgt)
        gpt_watch.add(loss)

# %% [markdown]
# Begin a sentence, and let it go on. It draws each word with your `nucleus`. What does
# a low temperature do to the sentences, and what a high one?

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
# No points, just practice: this inserts another student's wrong answer to a task that
# you have already solved. Fix it and run the cell to hear what was wrong. Do it as
# often as you like.

# %%
# repair("translator")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# No points either: this changes one line of an answer that you have written, runs the
# check on it and asks you what happens. Name any task that you have solved.

# %%
# defend("translator.teacher_forcing")  # remove the first "#"
