"""The everyday grammar: how many of them, what it means, what it is worth.

The table of this file is written by hand, and not from the code.
"""

import pytest
from everyday import as_drawn

SAID = """
    how_many_of: none of us is lonely = keiner von uns ist einsam .
    how_many_of: most of them are young = die meisten von ihnen sind jung .
    how_many_of: none of you came home = keiner von euch kam nach Hause .
    some_of_it: half of it is gone = die Hälfte davon ist weg .
    some_of_it: none of this is true = nichts davon ist wahr .
    about_so_many: he is about thirty = er ist ungefähr dreißig .
    about_so_many: she is almost thirty years old = sie ist fast dreißig Jahre alt .
    meaning: you mean a lot to me = du bedeutest mir viel .
    meaning: it means nothing = es bedeutet nichts .
    meaning: does that mean yes = bedeutet das ja ?
    mattering: does it matter = spielt es eine Rolle ?
    mattering: it did not matter = es hat keine Rolle gespielt .
    not_caring: i just do not care = es ist mir einfach egal .
    not_caring: he did not care = es war ihm egal .
    not_caring: tom did not care = Tom war es egal .
    not_caring: i do not care for beer = ich mache mir nichts aus Bier .
    up_to_somebody: it is all up to you = es liegt ganz an dir .
    up_to_somebody: it is not up to me = es liegt nicht an mir .
    worth: it is worth a try = es ist einen Versuch wert .
    worth: it is not worth it = es ist es nicht wert .
    worth: it is not worth the trouble = es ist die Mühe nicht wert .
    new_to_me: that is news to me = das ist mir neu .
    cannot_blame: you cannot blame him = du kannst ihm nicht die Schuld geben .
    getting_it: i do not get it = ich verstehe es nicht .
    getting_it: now i get it = jetzt verstehe ich es .
    being_lost: we are lost = wir haben uns verirrt .
    being_lost: are you lost = hast du dich verirrt ?
    free_then: i am free tonight = ich habe heute Abend Zeit .
    free_then: when are you free = wann hast du Zeit ?
    free_then: he will not be free tomorrow = er hat morgen keine Zeit .
    feeling_like_a: i feel like a fool = ich komme mir wie ein Narr vor .
    feeling_like_a: he felt like a fool = er kam sich wie ein Narr vor .
    expecting: i expect you to come here = ich erwarte , dass du hierherkommst .
    you_are_several: are you brothers = seid ihr Brüder ?
    you_are_several: you are our friends = ihr seid unsere Freunde .
    for_whom: who is this for = für wen ist das ?
    who_else: who else was there = wer war sonst noch da ?
    my_hobby: my hobby is reading = mein Hobby ist Lesen .
    liking_much: i like movies a lot = ich mag Filme sehr .
    liking_much: i hate winter = ich hasse den Winter .
    sure_well: i am sure tom is fine = ich bin sicher , dass es Tom gut geht .
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_is_drawn(row):
    drawn, german = as_drawn(row)
    assert drawn == german
