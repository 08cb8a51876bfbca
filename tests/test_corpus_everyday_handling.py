"""The everyday grammar: bringing out, keeping so, having done, excusing, enjoying.

The table of this file is written by hand, and not from the code.
"""

import pytest
from everyday import as_drawn

SAID = """
    out_of_here: get me out of here = bring mich hier raus !
    out_of_here: please get her out of here = bitte bring sie hier raus !
    out_of_here: he must get us out of there = er muss uns da rausbringen .
    in_there: go in there = geh da rein !
    in_there: do not go in there = geh da nicht rein !
    in_there: he came in here = er kam hier rein .
    in_there: come on in = komm rein !
    get_off: get off my bed = geh runter von meinem Bett !
    get_off: get off the table = geh runter vom Tisch !
    get_off: get off of him = geh runter von ihm !
    run_out: we have run out of milk = uns ist die Milch ausgegangen .
    run_out: i have run out of eggs = mir sind die Eier ausgegangen .
    run_out: he ran out of time = ihm ging die Zeit aus .
    take_to: take it to tom = bring es zu Tom !
    take_to: i will take it to her = ich bringe es zu ihr .
    keep_it_so: keep it warm = halte es warm !
    keep_it_so: keep your eyes open = halte die Augen offen !
    keep_it_so: keep him here = halte ihn hier !
    keep_it_so: keep to the left = halte dich links !
    keep_an_eye: keep an eye on him = behalte ihn im Auge !
    keep_an_eye: keep it to yourself = behalte es für dich !
    keep_waiting: do not keep me waiting = lass mich nicht warten !
    keep_waiting: he kept us waiting = er ließ uns warten .
    run_down: he was hit by a car = er wurde von einem Auto angefahren .
    run_down: a car hit him = ein Auto hat ihn angefahren .
    had_done: i had my car fixed = ich habe mein Auto reparieren lassen .
    had_done: i had my watch stolen = mir wurde meine Uhr gestohlen .
    have_him_do: have tom do it = lass es Tom machen !
    sun_sets: the sun is setting = die Sonne geht unter .
    sun_sets: the moon has risen = der Mond ist aufgegangen .
    sorry_that: sorry about that = das tut mir leid .
    sorry_that: sorry i am late = tut mir leid , dass ich zu spät komme .
    sorry_that: sorry to bother you = tut mir leid , dass ich dich störe .
    sorry_that: i am sorry for being late = es tut mir leid , dass ich zu spät komme .
    enjoy_it: enjoy your trip = genieß deine Reise !
    enjoy_it: you should enjoy it = du solltest es genießen .
    called_to_all: hurry up guys = beeilt euch , Leute !
    called_to_all: be quiet girls = seid still , Mädchen !
    called_to_all: listen everybody = hört alle zu !
    can_anybody: can anybody help me = kann mir jemand helfen ?
    can_anybody: can anybody swim = kann jemand schwimmen ?
    can_be_trusted: he can be trusted = man kann ihm vertrauen .
    can_be_trusted: they cannot be counted on = man kann sich nicht auf sie verlassen .
    shooting: he shot himself = er hat sich erschossen .
    shooting: he shot twice = er schoss zweimal .
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_is_drawn(row):
    drawn, german = as_drawn(row)
    assert drawn == german
