"""Questions for `residual_norm`: what students expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "what_is_lost": Question(
        ask="A layer norm with γ and β that are the same for all tokens. What can't "
        "they bring back?",
        choices=(
            "how far the features are spread",
            "each token's own mean and size",
            "which feature is the largest",
        ),
        right=1,
        told="γ and β stretch and shift all tokens alike. Which token was large and "
        "which was small is lost; only the path around, the residual "
        "connection, keeps it.",
    ),
    "what_arrives": Question(
        ask="24 networks have the weights that nn.Linear draws. How much of a "
        "gradient arrives at the first layer without residuals, and with "
        "pre-norm?",
        choices=(
            "half without, all of it with pre-norm",
            "less than a billionth without, all of it with pre-norm",
            "in both cases about all of it",
        ),
        right=1,
        told="Without residuals the gradient is multiplied by 24 Jacobians, and each "
        "makes it smaller. Move the slider: at one size of the weights about as "
        "much arrives as was sent, but a little above that it explodes. With "
        "pre-norm any size will do, within a factor of ten or so.",
    ),
}
