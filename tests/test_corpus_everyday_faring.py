"""The everyday grammar: how things go, what will do, who is right, what one is offered.

The table of this file is written by hand, and not from the code.
"""

import pytest
from everyday import as_drawn

SAID = """
    works_well: it works fine = es funktioniert gut .
    works_well: nothing works = nichts funktioniert .
    works_well: does it work now = funktioniert es jetzt ?
    will_do: that will do = das reicht .
    will_do: will this do = reicht das ?
    will_do: it will have to do = es muss reichen .
    will_do: any pen will do = jeder Stift geht .
    will_do: anything will do = alles geht .
    got_scared: tom got scared = Tom bekam Angst .
    got_scared: i did not get scared = ich habe keine Angst bekommen .
    got_scared: she was very scared = sie hatte große Angst .
    being_right: you may be right = du hast vielleicht recht .
    being_right: i might be wrong = ich könnte mich irren .
    being_right: who is right = wer hat recht ?
    being_right: was he right = hatte er recht ?
    chilled: i am a little cold = mir ist ein bisschen kalt .
    chilled: she is getting hot = ihr wird heiß .
    chilled: are you guys cold = ist euch kalt ?
    in_tears: i feel like crying = mir ist zum Weinen zumute .
    content_with_it: i am fine with that = ich bin damit einverstanden .
    content_with_it: are you happy with it = bist du damit zufrieden ?
    content_with_it: she is proud of it = sie ist darauf stolz .
    have_some: have some tea = nimm dir etwas Tee !
    have_some: have another beer = trink noch ein Bier !
    have_some: have an apple = nimm dir einen Apfel !
    no_french: he knows no french = er kann kein Französisch .
    no_french: i speak no german = ich spreche kein Deutsch .
    in_general: do cats dream = träumen Katzen ?
    in_general: birds sing = Vögel singen .
    does_nobody: does not anybody listen = hört denn niemand zu ?
    season: it is almost spring = es ist fast Frühling .
    season: is it summer yet = ist es schon Sommer ?
    named_so: his name was peter = er hieß Peter .
    belonging: these are mine = das sind meine .
    belonging: are these yours = sind das deine ?
    where_been: where has tom been = wo ist Tom gewesen ?
    where_been: where have you been = wo warst du ?
    going_by: i came by bus = ich bin mit dem Bus gekommen .
    gladly: i do not like to swim = ich schwimme nicht gern .
    nation: he is an american = er ist Amerikaner .
    role: tom is a father = Tom ist Vater .
    everybody_does: everybody knows tom = jeder kennt Tom .
    everybody_does: everyone likes it = alle mögen es .
    vehicles: the bus stopped = der Bus hielt an .
    vehicles: the train is late = der Zug hat Verspätung .
    vehicles: our car broke down = unser Auto hatte eine Panne .
    anyone_else: is anyone else hungry = hat sonst noch jemand Hunger ?
    how_looking: how do i look = wie sehe ich aus ?
    teaching: tom taught me that = Tom hat mir das beigebracht .
    calling_a_taxi: call me a taxi = ruf mir ein Taxi !
    not_helping_it: i cannot help it = ich kann nichts dafür .
    from_whom: this is from tom = das ist von Tom .
    nobody_yet: nobody is here yet = es ist noch niemand hier .
    sending: send him home = schick ihn nach Hause !
    what_is_wrong: what is wrong with him = was ist mit ihm los ?
    both_of_a_kind: both girls laughed = beide Mädchen lachten .
    state: i will be late = ich werde mich verspäten .
    door_opens: the door is open = die Tür ist offen .
    being_right: you are always right = du hast immer recht .
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_is_drawn(row):
    drawn, german = as_drawn(row)
    assert drawn == german
