"""Verbs that English makes of several words, and what it says with "be" or "make"."""

# rows as those of ``VERB_TABLE``, see ``verbs``
IDIOM_TABLE = """
    watch_tv watched_tv watched_tv = fern|sehen siehst sieht ferngesehen i
    take_a_bath took_a_bath taken_a_bath = baden i
    take_a_shower took_a_shower taken_a_shower = duschen i
    take_a_walk took_a_walk taken_a_walk = spazieren_gehen gegangen* i
    take_a_seat took_a_seat taken_a_seat = setzen! i
    have_a_seat had_a_seat had_a_seat = setzen! i
    tell_a_lie told_a_lie told_a_lie = lügen gelogen i
    say_yes said_yes said_yes = ja_sagen i
    say_no said_no said_no = nein_sagen i
    get_married got_married gotten_married = heiraten i
    get_lost got_lost gotten_lost = verirren! i
    get_home got_home gotten_home = nach_Hause_kommen gekommen* i
    get_in got_in gotten_in = ein|steigen eingestiegen* i
    get_off got_off gotten_off = aus|steigen ausgestiegen* i
    get_back got_back gotten_back = zurück|kommen zurückgekommen* i
    get_away got_away gotten_away = weg|kommen weggekommen* i
    get_started got_started gotten_started = an|fangen fängst fängt angefangen i
    fall_down fell_down fallen_down = hin|fallen fällst fällt hingefallen* i
    fall_in_love fell_in_love fallen_in_love = verlieben! i
    turn_around = um|drehen! i
    calm_down = beruhigen! i
    look_away = weg|sehen siehst sieht weggesehen i
    look_around = um|sehen! siehst sieht umgesehen i
    ask_for_help asked_for_help asked_for_help = um_Hilfe_bitten gebeten i
    call_for_help = um_Hilfe_rufen gerufen i
    come_down came_down come_down = herunter|kommen heruntergekommen* i
    come_out came_out come_out = heraus|kommen herausgekommen* i
    go_in went_in gone_in = hinein|gehen hineingegangen* i
    go_down went_down gone_down = hinunter|gehen hinuntergegangen* i
    go_first went_first gone_first = zuerst_gehen gegangen* i
    go_crazy went_crazy gone_crazy = verrückt_werden wirst wird geworden* i
    walk_away = weg|gehen weggegangen* i
    drive_home drove_home driven_home = nach_Hause_fahren fährst fährt gefahren* i
    stay_home stayed_home stayed_home = zu_Hause_bleiben geblieben* i
    stay_awake stayed_awake stayed_awake = wach_bleiben geblieben* i
    sit_still sat_still sat_still = still_sitzen gesessen i
    stand_still stood_still stood_still = still|stehen stillgestanden i
    eat_out ate_out eaten_out = essen_gehen gegangen* i
    work_hard = hart_arbeiten i
    sleep_well slept_well slept_well = gut_schlafen schläfst schläft geschlafen i
    quit quit quit = auf|hören i
    hurry_up = beeilen! i
    come_over came_over come_over = vorbei|kommen vorbeigekommen* i
    take_a_look took_a_look taken_a_look = nach|sehen siehst sieht nachgesehen i
    have_a_look had_a_look had_a_look = nach|sehen siehst sieht nachgesehen i
    pray_for = beten gebetet pfür,acc person
    pay paid paid = bezahlen a bill
    change = ändern! i
    hide hid hidden = verstecken! i
    cheat = betrügen betrogen i
    shoot shot shot = schießen geschossen i
    watch = zu|sehen siehst sieht zugesehen i
    keep kept kept = behalten behältst behält behalten a thing,money
    keep kept kept = halten hältst hält gehalten a dog,cat,bird,horse
    keep kept kept = halten hältst hält gehalten a promise
    finish = beenden a book,letter,game,job
    win won won = gewinnen gewonnen a game,war
    lose lost lost = verlieren verloren a game,job,key,wallet
    break broke broken = brechen brichst bricht gebrochen a promise,rule,law,heart
    smell = riechen gerochen a coffee,tea,cheese,fish,meat,bread,flower,it,that
    keep_calm kept_calm kept_calm = ruhig_bleiben geblieben* i
    keep_quiet kept_quiet kept_quiet = still_bleiben geblieben* i
    put_out put_out put_out = löschen a fire
    turn_down = leiser_stellen a radio,music,tv
    turn_up = lauter_stellen a radio,music,tv
    turn_back = um|kehren umgekehrt* i
    put_back put_back put_back = zurück|legen a thing
    write_down wrote_down written_down = auf|schreiben aufgeschrieben a it,that,name,number,address
    move_in = ein|ziehen eingezogen* i
    move_out = aus|ziehen ausgezogen* i
    move_away = weg|ziehen weggezogen* i
    move_on = weiter|gehen weitergegangen* i
    walk_ahead = voraus|gehen vorausgegangen* i
    go_ahead went_ahead gone_ahead = voraus|gehen vorausgegangen* i
    stay_away = weg|bleiben weggeblieben* i
    speak_up spoke_up spoken_up = lauter_sprechen sprichst spricht gesprochen i
    grow_up grew_up grown_up = auf|wachsen wächst wächst aufgewachsen* il
    show_up = auf|tauchen aufgetaucht* i
    give_in gave_in given_in = nach|geben gibst gibt nachgegeben i
    get_dressed got_dressed gotten_dressed = an|ziehen! angezogen i
    get_drunk got_drunk gotten_drunk = betrinken! betrunken i
    get_rid_of got_rid_of gotten_rid_of = los|werden wirst wird losgeworden* a thing,person,animal
    get_along_with got_along_with gotten_along_with = verstehen! verstanden pmit,dat person
    get_to_know got_to_know gotten_to_know = kennen|lernen kennengelernt a person
    run_after ran_after run_after = nach|laufen läufst läuft nachgelaufen* d person,dog
    run_over ran_over run_over = überfahren überfährst überfährt überfahren a person,dog,cat
    let_in let_in let_in = herein|lassen lässt lässt hereingelassen a person,dog,cat
    let_out let_out let_out = hinaus|lassen lässt lässt hinausgelassen a person,dog,cat
    let_down let_down let_down = enttäuschen a person
    show_around showed_around shown_around = herum|führen a person
    wake_up woke_up woken_up = wecken a person,baby
    stop_by = vorbei|kommen vorbeigekommen* i
    hang_up hung_up hung_up = auf|legen i
    come_along came_along come_along = mit|kommen mitgekommen* i
    fall_off fell_off fallen_off = herunter|fallen fällst fällt heruntergefallen* i
    catch_a_cold caught_a_cold caught_a_cold = erkälten! i
    break_up_with broke_up_with broken_up_with = Schluss_machen pmit,dat person
    look_forward_to = freuen! pauf,acc party,trip,game,it,that
    guess = raten rätst rät geraten i
    brush = putzen a shoe,tooth
    make made made = machen a mess,list,plan,bed,joke,mistake
    look_at = an|sehen!! siehst sieht angesehen a thing,picture,map,house
    smile_at = an|lächeln a person
    yell_at = an|schreien angeschrien a person
    shout_at = an|schreien angeschrien a person
    lie_to lied_to lied_to = an|lügen angelogen a person
    call_back = zurück|rufen zurückgerufen a person
    pick_up = ab|holen a person
    find_out found_out found_out = heraus|finden herausgefunden a it,that,truth,secret,name
    try_on = an|probieren a hat,shirt,coat,dress,shoe,suit
    give_back gave_back given_back = zurück|geben gibst gibt zurückgegeben a thing,money
    take_back took_back taken_back = zurück|nehmen nimmst nimmt zurückgenommen a thing
    bring_back brought_back brought_back = zurück|bringen zurückgebracht a thing,book
    put_down put_down put_down = hin|legen a thing
    pay_for paid_for paid_for = bezahlen a thing,food,drink
    vote_for = wählen a person
    write_to wrote_to written_to = schreiben geschrieben d person
    count_on = verlassen! verlässt verlässt verlassen pauf,acc person
    believe_in = glauben pan,acc person,love
    think_of thought_of thought_of = denken gedacht pan,acc person,thing
    dream_of = träumen pvon,dat person,thing
    dream_about = träumen pvon,dat person,thing
    hear_about heard_about heard_about = hören pvon,dat person,accident,plan,problem
    know_about knew_about known_about = wissen weißt weiß gewusst pvon,dat person,plan,problem
    look_after = kümmern! pum,acc person,animal
    take_care_of took_care_of taken_care_of = kümmern! pum,acc person,animal,problem
    apologize_to = entschuldigen! pbei,dat person
    go_with went_with gone_with = gehen gegangen* pmit,dat person
    stay_with stayed_with stayed_with = bleiben geblieben* pbei,dat person
    fight_with fought_with fought_with = kämpfen pmit,dat person
    travel_with traveled_with traveled_with = reisen gereist* pmit,dat person
    work_on = arbeiten pan,dat problem,song,book,car
    ask_for asked_for asked_for = bitten gebeten pum,acc thing,help,money,advice
    leave left left = verlassen verlässt verlässt verlassen a place,person
    get_out_of got_out_of gotten_out_of = steigen gestiegen* paus,dat car,bus,train,taxi
    get_into got_into gotten_into = steigen gestiegen* pin,acc car,bus,train,taxi
    get_on got_on gotten_on = steigen gestiegen* pin,acc bus,train
    owe = schulden g money,apology,answer,beer
    ask_about asked_about asked_about = fragen pnach,dat person,job,price
"""

# what one does: English verb, its object, the German verb, its object, and this denied
DOINGS_TABLE = """
    make | a mistake | machen | einen Fehler
    make | it | schaffen | es
    mean | it | meinen | es ernst
    mean | well | meinen | es gut
    try | hard | an|strengen! |
    do | the right thing | tun tust tut getan | das Richtige
    lose | hope | verlieren verloren | die Hoffnung
    have | hope | haben hast hat gehabt | Hoffnung | keine Hoffnung
    turn | left | ab|biegen abgebogen* | links
    turn | right | ab|biegen abgebogen* | rechts
    see | the news | sehen siehst sieht gesehen | die Nachrichten
    watch | the news | sehen siehst sieht gesehen | die Nachrichten
    have | bad news | haben hast hat gehabt | schlechte Nachrichten | keine schlechten Nachrichten
    take | the bus | nehmen nimmst nimmt genommen | den Bus
    take | the train | nehmen nimmst nimmt genommen | den Zug
    have | the day off | haben hast hat gehabt | den Tag frei
    take | walks | spazieren_gehen gegangen* |
    keep | a diary | führen | ein Tagebuch
    keep | a secret | bewahren | ein Geheimnis
    keep | in touch | bleiben geblieben* | in Kontakt
    get | into trouble | geraten gerätst gerät geraten* | in Schwierigkeiten
    get | the job | bekommen bekommen | die Stelle
    do | a good job | leisten | gute Arbeit | keine gute Arbeit
    make | mistakes | machen | Fehler | keine Fehler
    make | a decision | treffen triffst trifft getroffen | eine Entscheidung
    make | a choice | treffen triffst trifft getroffen | eine Wahl
    make | money | verdienen | Geld | kein Geld
    make | friends | finden gefunden | Freunde | keine Freunde
    make | coffee | kochen | Kaffee | keinen Kaffee
    make | tea | kochen | Tee | keinen Tee
    make | noise | machen | Lärm | keinen Lärm
    make | plans | machen | Pläne | keine Pläne
    make | a promise | geben gibst gibt gegeben | ein Versprechen
    make | a cake | backen gebacken | einen Kuchen
    make | jokes | machen | Witze | keine Witze
    take | a break | machen | eine Pause
    take | a picture | machen | ein Foto
    take | pictures | machen | Fotos | keine Fotos
    take | a taxi | nehmen nimmst nimmt genommen | ein Taxi
    ask | a question | stellen | eine Frage
    ask | questions | stellen | Fragen | keine Fragen
    tell | a joke | erzählen | einen Witz
    tell | lies | erzählen | Lügen | keine Lügen
    tell | a story | erzählen | eine Geschichte
    have | a drink | trinken getrunken | etwas | nichts
    have | a party | geben gibst gibt gegeben | eine Party
    have | a dream | haben hast hat gehabt | einen Traum
    have | a family | haben hast hat gehabt | eine Familie
    have | a sister | haben hast hat gehabt | eine Schwester
    have | a brother | haben hast hat gehabt | einen Bruder
    have | good news | haben hast hat gehabt | gute Nachrichten | keine guten Nachrichten
    have | a fever | haben hast hat gehabt | Fieber | kein Fieber
    need | sleep | brauchen | Schlaf | keinen Schlaf
    need | rest | brauchen | Ruhe | keine Ruhe
    need | help | brauchen | Hilfe | keine Hilfe
    need | some sleep | brauchen | etwas Schlaf |
    need | some time | brauchen | etwas Zeit |
    need | a vacation | brauchen | Urlaub | keinen Urlaub
    need | glasses | brauchen | eine Brille
    wear | glasses | tragen trägst trägt getragen | eine Brille
    have | trouble | haben hast hat gehabt | Schwierigkeiten | keine Schwierigkeiten
    want | trouble | wollen willst will gewollt | Ärger | keinen Ärger
    play | a game | spielen | ein Spiel
    write | a book | schreiben geschrieben | ein Buch
    write | books | schreiben geschrieben | Bücher | keine Bücher
    sing | a song | singen gesungen | ein Lied
    get | a job | finden gefunden | eine Arbeit
    get | some sleep | schlafen schläfst schläft geschlafen | etwas |
    get | help | holen | Hilfe | keine Hilfe
"""

# what one is: English behind "be", the German verb, what stands behind it, this denied
STATES_TABLE = """
    right | haben hast hat gehabt | recht
    wrong | irren! |
    late | kommen gekommen* | zu spät
    asleep | schlafen schläfst schläft geschlafen |
    afraid | haben hast hat gehabt | Angst | keine Angst
    scared | haben hast hat gehabt | Angst | keine Angst
    hungry | haben hast hat gehabt | Hunger | keinen Hunger
    very hungry | haben hast hat gehabt | großen Hunger | keinen großen Hunger
    thirsty | haben hast hat gehabt | Durst | keinen Durst
    lucky | haben hast hat gehabt | Glück | kein Glück
    very lucky | haben hast hat gehabt | großes Glück | kein großes Glück
    in love | sein | verliebt
    in trouble | sein | in Schwierigkeiten
    missing | fehlen |
    correct | haben hast hat gehabt | recht
    safe | sein | in Sicherheit
    welcome | sein | willkommen
    welcome here | sein | hier willkommen
    in a hurry | haben hast hat gehabt | es eilig
    ashamed | schämen! |
    in a hurry | haben hast hat gehabt | es eilig
    alive | leben |
    back | sein | zurück
    away | sein | weg
    out | sein | nicht da | da
    up | sein | wach
    done | sein | fertig
    sure | sein! | sicher
    certain | sein! | sicher
    on time | sein | pünktlich
    on vacation | sein | im Urlaub
    wide awake | sein | hellwach
    broke | sein | pleite
    hurt | sein | verletzt
    here alone | sein | allein hier
    good at it | sein | gut darin
    good at this | sein | gut darin
    good at that | sein | gut darin
    good at tennis | sein | gut in Tennis
    good at french | sein | gut in Französisch
    from boston | kommen gekommen* | aus Boston
    from here | kommen gekommen* | von hier
    from germany | kommen gekommen* | aus Deutschland
    from japan | kommen gekommen* | aus Japan
    from canada | kommen gekommen* | aus Kanada
    from australia | kommen gekommen* | aus Australien
    on our side | sein | auf unserer Seite
"""

# what one does with one's own: the English verb, its particle, its object behind "my",
# the German verb, the gender behind "mein", and the object with "{}" for "mein"
OWN_TABLE = """
    change | - | mind | ändern | f | {} Meinung
    make made made | up | mind | entscheiden! entschieden | - | -
    do did done | - | best | geben gibst gibt gegeben | n | {} Bestes
    lose | - | way | verirren! | - | -
    keep | - | word | halten hältst hält gehalten | n | {} Wort
    keep | - | promise | halten hältst hält gehalten | n | {} Versprechen
    wash | - | hands | waschen!! wäschst wäscht gewaschen | - | die Hände
    wash | - | face | waschen!! wäschst wäscht gewaschen | - | das Gesicht
    brush | - | teeth | putzen!! | - | die Zähne
    shave | - | head | rasieren!! | - | den Kopf
    close | - | eyes | schließen geschlossen | - | die Augen
    close | - | mouth | schließen geschlossen | - | den Mund
    open | - | eyes | öffnen | - | die Augen
    open | - | mouth | öffnen | - | den Mund
    raise | - | hand | heben gehoben | - | die Hand
    shake shook shaken | - | head | schütteln | - | den Kopf
    lose | - | job | verlieren verloren | f | {} Arbeit
    clean | - | room | auf|räumen | n | {} Zimmer
    do | - | homework | machen | pl | {} Hausaufgaben
    put | on | shoes | an|ziehen angezogen | pl | {} Schuhe
    take | off | shoes | aus|ziehen ausgezogen | pl | {} Schuhe
    lose | - | keys | verlieren verloren | pl | {} Schlüssel
    need | - | glasses | brauchen | f | {} Brille
    find | - | glasses | finden gefunden | f | {} Brille
    lose | - | glasses | verlieren verloren | f | {} Brille
    break | - | glasses | zerbrechen zerbrichst zerbricht zerbrochen | f | {} Brille
    take | off | glasses | ab|nehmen nimmst nimmt abgenommen | f | {} Brille
    put | on | glasses | auf|setzen aufgesetzt | f | {} Brille
"""
