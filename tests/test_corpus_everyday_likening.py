"""The everyday grammar: likeness, topics, what lasts, telling and meeting.

The tables of this file are written by hand, and not from the code.
"""

from dataclasses import replace

import pytest
from everyday import as_drawn

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    SOMEBODY,
    Adverb,
    Clause,
    Predicate,
)
from lernformer.translator.corpus.everyday.verbs import verb_from

SAID = """
    being_like: you are like me = du bist wie ich .
    being_like: he looks like tom = er sieht aus wie Tom .
    being_like: what does he look like = wie sieht er aus ?
    doing_well: tom is doing fine = Tom geht es gut .
    doing_well: are you doing well = geht es dir gut ?
    doing_well: he is not doing well = ihm geht es nicht gut .
    it_is_me: it is me = ich bin es .
    it_is_me: that is him = das ist er .
    it_is_me: is that you = bist du das ?
    it_is_me: it was not me = ich war es nicht .
    it_is_me: maybe it is tom = vielleicht ist es Tom .
    it_is_me: it could be tom = es könnte Tom sein .
    the_one: she is the one i love = sie ist diejenige , die ich liebe .
    the_one: he is the one i saw = er ist derjenige , den ich gesehen habe .
    mine_is: yours is better = deins ist besser .
    mine_is: where is mine = wo ist meins ?
    this_one: this one is better = dieser ist besser .
    this_one: that one is new = das da ist neu .
    same: it is always the same = es ist immer dasselbe .
    same: i want the same thing = ich will das Gleiche .
    her_trade: she is a good teacher = sie ist eine gute Lehrerin .
    being_about: it is about money = es geht um Geld .
    being_about: what is it about = worum geht es ?
    being_about: this is not about you = hier geht es nicht um dich .
    what_color: what color is it = welche Farbe hat es ?
    far_away: is it far from here = ist es weit von hier ?
    far_away: do not go too far = geh nicht zu weit !
    far_away: how far is it = wie weit ist es ?
    of_a_city: where is london = wo liegt London ?
    of_a_city: i like london = ich mag London .
    turning: he turned pale = er wurde blass .
    turning: you grew old = du bist alt geworden .
    pastime: swimming is fun = Schwimmen macht Spaß .
    pastime: smoking is bad = Rauchen ist schlecht .
    anybody_can: anybody can do that = jeder kann das tun .
    liking_to_be: i like being alone = ich bin gerne allein .
    good_news: that is good news = das sind gute Nachrichten .
    good_news: that is not good news = das sind keine guten Nachrichten .
    no_longer: he is no longer here = er ist nicht mehr hier .
    no_longer: i am not here anymore = ich bin nicht mehr hier .
    already: is he here yet = ist er schon hier ?
    always_been: you have always been here = du warst schon immer hier .
    just_now: i just arrived = ich bin gerade angekommen .
    just_now: tom just laughed = Tom lachte einfach .
    not_always: i am not always here = ich bin nicht immer hier .
    going_on_doing: he kept on singing = er sang weiter .
    going_on_doing: keep on running = renn weiter !
    back_again: go back to bed = geh wieder ins Bett !
    back_again: he went back to boston = er ging nach Boston zurück .
    will_have_to: you will have to wait = du wirst warten müssen .
    told_how: tell me what to do = sag mir , was ich tun soll !
    doubting: i doubt it = ich bezweifle es .
    doing_what: i will do what i can = ich werde tun , was ich kann .
    doing_what: here is what i know = hier ist , was ich weiß .
    all_one_needs: all i need is time = alles , was ich brauche , ist Zeit .
    all_one_needs: you are all i have = du bist alles , was ich habe .
    what_makes: what makes you happy = was macht dich glücklich ?
    what_makes: what made you laugh = was brachte dich zum Lachen ?
    come_to: i came to help tom = ich bin gekommen , um Tom zu helfen .
    would_love_to: i would love to help = ich würde sehr gerne helfen .
    trying_not_to: try not to laugh = versuch , nicht zu lachen !
    how_could: how could you do that = wie konntest du das tun ?
    see_you: see you on monday = bis Montag !
    see_you: i will see you there = wir sehen uns dort .
    taking_along: take me with you = nimm mich mit !
    leaving_open: leave the door open = lass die Tür offen !
    all_right_with: that is ok with me = das ist mir recht .
    all_right_with: is that okay with you = ist dir das recht ?
    up_to: what are you up to = was hast du vor ?
    where_been: where have you been = wo warst du ?
    sure_to: he is sure to win = er wird bestimmt gewinnen .
    with_whom: we had fun with him = wir hatten Spaß mit ihm .
    with_whom: have lunch with me = iss mit mir zu Mittag !
    stop_being: stop being so rude = hör auf , so unhöflich zu sein !
    would_then: i thought it would be easy = ich dachte , es wäre leicht .
    no_more: there is no more milk = es gibt keine Milch mehr .
    what_is_right: i know what is right = ich weiß , was richtig ist .
    only_that: i am just joking = ich scherze nur .
    ready_to: i am ready to leave = ich bin bereit , zu gehen .
    ready_to: he was afraid to die = er hatte Angst , zu sterben .
    meaning_to: i did not mean to cry = ich wollte nicht weinen .
    letting_know: i will let you know = ich werde dir Bescheid sagen .
    have_a_nice: have a nice evening = ich wünsche dir einen schönen Abend .
    in_the_way: you are in my way = du bist mir im Weg .
    taking_along: can you give me a ride = kannst du mich mitnehmen ?
    the_one: he is the only one = er ist der Einzige .
    intending: he refused to leave = er weigerte sich , zu gehen .
    intending: i plan to leave = ich habe vor , zu gehen .
    what_is_right: he knows what is best = er weiß , was am besten ist .
    which: whose is this = wem gehört das ?
    suiting: red suits you = Rot steht dir .
    looking: i feel loved = ich fühle mich geliebt .
    gladly: i like swimming = ich schwimme gerne .
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_is_drawn(row):
    drawn, german = as_drawn(row)
    assert drawn == german


def test_what_never_happened_is_told_in_the_perfect():
    """Er kam, but: er ist nie gekommen."""
    came = Clause(
        HE, Predicate(verb_from("come came come = kommen gekommen* i")), "past"
    )
    assert came.main()[1] == "er kam"
    never = replace(came, adverb=Adverb("never", "nie", middle=True, no=True))
    assert never.main() == ("he never came", "er ist nie gekommen")


def test_a_pronoun_stands_before_jemand():
    """Kann mich jemand hören, but: kann Tom mich hören."""
    hear = Predicate(verb_from("hear heard heard = hören i"), "me", light="mich")
    asked = {who.nom: Clause(who, hear, "can").question()[1] for who in (SOMEBODY, HE)}
    assert asked["jemand"] == "kann mich jemand hören"
    assert asked["er"] == "kann er mich hören"
