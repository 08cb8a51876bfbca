"""Typical wrong answers to ``residual_norm.deepnorm_scales``."""

from lernformer.mistakes.common import fails
from lernformer.mistakes.mistake import Catalogue

XOR = (
    "xor_for_power",
    "in Python ^ is no power but the exclusive or of bits; a power is **.",
)

ROUNDED = (
    "rounded",
    "the numbers are rounded; the example rounds them only to be read.",
)

PARENTHESES = (
    "parentheses_forgotten",
    "a power binds before a product, so that the root is taken of the last factor "
    "alone; the whole product needs parentheses.",
)

ONE_FACTOR = (
    "one_factor_for_both",
    "α and β of the decoder have the same factor before M; it is 3 for α and 12 for β.",
)

TOGETHER = (
    "depths_combined_wrongly",
    "the depths of both stacks are put together in another way; it is N⁴ M, the fourth "
    "power of the encoder's times the decoder's.",
)

WHOSE_DEPTH = (
    "decoder_by_the_encoder",
    "the decoder's numbers follow the encoder's depth; they follow its own, M.",
)

MISTAKES = Catalogue()

MISTAKES.sign(
    "not_by_stack",
    'each pair stands under the name of its stack: {"encoder": (α, β), "decoder": '
    "(α, β)}.",
    lambda case, seen: seen.trouble.startswith("should return a dict"),
)

MISTAKES.sign(*XOR, fails("unsupported operand type(s) for ^"))


@MISTAKES.answer(*XOR)
def caret(n_encoder, n_decoder):
    """A power is written with ^."""
    both = (n_encoder ^ 4) * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "stacks_swapped",
    "each stack has the other's numbers.",
)
def the_others(n_encoder, n_decoder):
    """The root of both depths is the decoder's, which sees both."""
    both = n_encoder**4 * n_decoder
    decoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    encoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "alpha_and_beta_swapped",
    "α and β have changed places: α, by which x is multiplied, comes first and grows "
    "with the depth.",
)
def beta_first(n_encoder, n_decoder):
    """The weights come before the sum, so β comes first."""
    both = n_encoder**4 * n_decoder
    encoder = 0.87 * both ** (-1 / 16), 0.81 * both ** (1 / 16)
    decoder = (12 * n_decoder) ** (-1 / 4), (3 * n_decoder) ** (1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "constants_swapped",
    "0.81 and 0.87 have changed places: 0.81 is of α.",
)
def larger_constant_for_alpha(n_encoder, n_decoder):
    """α is the larger one, so it has the larger constant."""
    both = n_encoder**4 * n_decoder
    encoder = 0.87 * both ** (1 / 16), 0.81 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "constants_forgotten",
    "the constants are missing: 0.81 before the encoder's α, 0.87 before its β.",
)
def depth_alone(n_encoder, n_decoder):
    """Only the depth matters."""
    both = n_encoder**4 * n_decoder
    encoder = both ** (1 / 16), both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "exponents_swapped",
    "the stacks have each other's exponents: the encoder takes a sixteenth root, the "
    "decoder a fourth root.",
)
def roots_swapped(n_encoder, n_decoder):
    """The encoder's depth has a 4, and the decoder's has none."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 4), 0.87 * both ** (-1 / 4)
    decoder = (3 * n_decoder) ** (1 / 16), (12 * n_decoder) ** (-1 / 16)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "fourth_root_for_sixteenth",
    "the encoder's exponents are 1/4 and -1/4; they are 1/16 and -1/16.",
)
def fourth_root_everywhere(n_encoder, n_decoder):
    """Both stacks take the same root."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 4), 0.87 * both ** (-1 / 4)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "sixteenth_root_for_fourth",
    "the decoder's exponents are 1/16 and -1/16; they are 1/4 and -1/4.",
)
def sixteenth_root_everywhere(n_encoder, n_decoder):
    """Both stacks take the same root."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 16), (12 * n_decoder) ** (-1 / 16)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "minus_forgotten",
    "β grows with the depth: the minus in its exponent is missing.",
)
def beta_grows(n_encoder, n_decoder):
    """α and β differ in their constants alone."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "factors_swapped",
    "3 and 12 have changed places: 3 M is of α, 12 M of β.",
)
def twelve_for_alpha(n_encoder, n_decoder):
    """α is the larger one, so it has the larger factor."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (12 * n_decoder) ** (1 / 4), (3 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*ONE_FACTOR)
def twice_twelve(n_encoder, n_decoder):
    """β is 1 / α, with 12."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (12 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*ONE_FACTOR)
def twice_three(n_encoder, n_decoder):
    """β is 1 / α, with 3."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (3 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*PARENTHESES)
def roots_of_the_last_factor(n_encoder, n_decoder):
    """A formula is written from left to right."""
    encoder_root = n_encoder**4 * n_decoder ** (1 / 16)
    encoder = 0.81 * encoder_root, 0.87 / encoder_root
    decoder = 3 * n_decoder ** (1 / 4), 12 * n_decoder ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*PARENTHESES)
def decoders_roots_of_the_depth(n_encoder, n_decoder):
    """A formula is written from left to right."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = 3 * n_decoder ** (1 / 4), 12 * n_decoder ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "depths_swapped",
    "N and M have changed places: N is the depth of the encoder, M of the decoder.",
)
def n_and_m_swapped(n_encoder, n_decoder):
    """M comes before N in the alphabet."""
    both = n_decoder**4 * n_encoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_encoder) ** (1 / 4), (12 * n_encoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*TOGETHER)
def fourth_power_of_the_sum(n_encoder, n_decoder):
    """The depth of the model is that of both stacks together."""
    both = (n_encoder + n_decoder) ** 4
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*TOGETHER)
def added(n_encoder, n_decoder):
    """Depths add up."""
    both = n_encoder**4 + n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*TOGETHER)
def without_a_power(n_encoder, n_decoder):
    """Depth times depth."""
    both = n_encoder * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*TOGETHER)
def power_of_both(n_encoder, n_decoder):
    """The power is of the product."""
    both = (n_encoder * n_decoder) ** 4
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*TOGETHER)
def power_of_the_decoders(n_encoder, n_decoder):
    """The decoder has the fourth power."""
    both = n_encoder * n_decoder**4
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*WHOSE_DEPTH)
def one_depth_for_both(n_encoder, n_decoder):
    """Both stacks are equally deep."""
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_encoder) ** (1 / 4), (12 * n_encoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "encoder_like_decoder",
    "both stacks have the decoder's formula, each with its own depth; the encoder's "
    "follows both depths.",
)
def each_for_itself(n_encoder, n_decoder):
    """A stack is a stack."""
    encoder = (3 * n_encoder) ** (1 / 4), (12 * n_encoder) ** (-1 / 4)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(
    "one_stack_formula",
    "these are the numbers of a model with a single stack; one with two has 0.81 (N⁴ "
    "M)^(1/16) and (3 M)^(1/4) for α.",
)
def of_a_single_stack(n_encoder, n_decoder):
    """DeepNorm has one formula: (2 N)^(1/4) and (8 N)^(-1/4)."""
    encoder = (2 * n_encoder) ** (1 / 4), (8 * n_encoder) ** (-1 / 4)
    decoder = (2 * n_decoder) ** (1 / 4), (8 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


@MISTAKES.answer(*ROUNDED)
def to_two_digits(n_encoder, n_decoder):
    """The constants have two digits, so has the result."""
    both = n_encoder**4 * n_decoder
    alpha, beta = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    encoder = round(alpha, 2), round(beta, 2)
    alpha, beta = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": (round(alpha, 2), round(beta, 2))}


@MISTAKES.answer(*ROUNDED)
def to_three_digits(n_encoder, n_decoder):
    """Three digits, as in the example."""
    both = n_encoder**4 * n_decoder
    alpha, beta = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    encoder = round(alpha, 3), round(beta, 3)
    alpha, beta = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": (round(alpha, 3), round(beta, 3))}
