"""Parts of words against words cut by hand, and against sums of gradients."""

import torch
from torch import nn

from lernformer.translator.forms import ENGLISH, GERMAN, Forms, parts_of
from lernformer.translator.recipe import Recipe, make_optimizer

WORDS = ("<pad>", "rot", "rotes", "rote", "klein", "kleines", "kleine", "und")


def test_words_are_cut_where_others_begin_and_end():
    words = "klein kleine kleines stehen steht aufstehen Haus Häuser Häusern und"
    assert parts_of(words.split(), GERMAN) == {
        "klein": ("klein", "adjective-"),
        "kleine": ("klein", "adjective-e"),
        "kleines": ("klein", "adjective-es"),
        "stehen": ("steh", "-en"),
        "steht": ("steh", "-t"),
        "aufstehen": ("auf-", "steh", "-en"),
        "Haus": ("Haus", "noun-"),
        "Häuser": ("Haus", "noun-er"),
        "Häusern": ("Haus", "noun-ern"),
    }
    english = {"carry": ("carr", "-y"), "carries": ("carr", "-ies")}
    assert parts_of(["carry", "carries", "the"], ENGLISH) == english
    assert parts_of(["<unk>", ".", "und", "oder", "I"], GERMAN) == {}


def one_step(gradient: torch.Tensor, lr: float, with_forms: bool) -> torch.Tensor:
    """How far a step of AdamW moves an embedding of ``WORDS``, (V, d)."""
    model = nn.Embedding(len(WORDS), gradient.size(1))
    before = model.weight.detach().clone()
    forms = [Forms(model.weight, WORDS, GERMAN)] if with_forms else []
    optimizer = make_optimizer(model, Recipe(steps=1, batch_tokens=1), forms)
    optimizer.param_groups[0]["lr"] = lr
    model.weight.grad = gradient.clone()
    optimizer.step()
    assert all((each.parts == 0).all() for each in forms)
    return model.weight.detach() - before


def test_a_form_that_no_sentence_says_learns_from_its_stem_and_ending():
    gradient = torch.zeros(len(WORDS), 2)
    gradient[WORDS.index("rotes")] = torch.tensor([3.0, 0.0])
    gradient[WORDS.index("klein")] = torch.tensor([0.0, -2.0])
    alone, shared = (one_step(gradient, 0.1, forms) for forms in (False, True))
    # Adam's first step goes as far as the rate, whatever the gradient's length:
    # kleines has the ending of rotes, and the stem of klein
    kleines = WORDS.index("kleines")
    assert (alone[kleines] == 0).all()
    torch.testing.assert_close(shared[kleines], torch.tensor([-0.1, 0.1]))
    # rotes moves by itself, and with its stem and its ending
    rotes = shared[WORDS.index("rotes")]
    torch.testing.assert_close(rotes, torch.tensor([-0.3, 0.0]))
    # words without parts move as usual, here not at all
    for word in ("<pad>", "und"):
        assert (shared[WORDS.index(word)] == 0).all()


def test_the_gradient_of_a_part_is_that_of_its_words():
    torch.manual_seed(3)
    weight = nn.Parameter(torch.randn(len(WORDS), 4))
    forms = Forms(weight, WORDS, GERMAN)
    optimizer = torch.optim.SGD([weight, forms.parts], lr=1.0)
    forms.join(optimizer)
    weight.grad = torch.randn(len(WORDS), 4)
    before, gradient = weight.detach().clone(), weight.grad.clone()
    optimizer.step()
    cut = parts_of(WORDS, GERMAN)
    alike = torch.tensor(
        [[len({*cut.get(a, ())} & {*cut.get(b, ())}) for b in WORDS] for a in WORDS]
    )
    moved = gradient + alike.to(gradient) @ gradient
    torch.testing.assert_close(weight.detach(), before - moved)
