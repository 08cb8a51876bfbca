"""Constructions of topics: what something is about, colors, cities, pastimes, news."""

from lernformer.translator.corpus.everyday.clauses import (
    Nominal,
)
from lernformer.translator.corpus.everyday.likening import Likening
from lernformer.translator.corpus.everyday.nouns import CITIES


class Topics(Likening):
    """Draws sentences about what people talk of."""

    def city(self) -> Nominal:
        english, german = self.pick(list(CITIES.items()))
        return Nominal(english, german, german, german)
