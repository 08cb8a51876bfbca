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
    look_about = um|sehen! siehst sieht umgesehen i
    look_away = weg|sehen siehst sieht weggesehen i
    look_around = um|sehen! siehst sieht umgesehen i
    ask_for_help asked_for_help asked_for_help = um_Hilfe_bitten gebeten i
    call_for_help = um_Hilfe_rufen gerufen i
    come_down came_down come_down = herunter|kommen heruntergekommen* i
    come_out came_out come_out = heraus|kommen herausgekommen* i
    go_in went_in gone_in = hinein|gehen hineingegangen* i
    go_down went_down gone_down = hinunter|gehen hinuntergegangen* i
    go_first went_first gone_first = zuerst_gehen gegangen* i
    go_mad went_mad gone_mad = verrückt_werden wirst wird geworden* i
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
    change = verändern! i
    hide hid hidden = verstecken! i
    cheat = betrügen betrogen i
    fight_back fought_back fought_back = wehren! i
    show_off showed_off shown_off = an|geben gibst gibt angegeben i
    turn_over = um|drehen! i
    break_down broke_down broken_down = zusammen|brechen brichst bricht zusammengebrochen* i
    get_changed got_changed gotten_changed = um|ziehen! umgezogen i
    get_burned got_burned gotten_burned = verbrennen! verbrannt i
    get_engaged got_engaged gotten_engaged = verloben! i
    get_divorced got_divorced gotten_divorced = scheiden_lassen! lässt lässt lassen i
    get_here got_here gotten_here = hierher|kommen hierhergekommen* i
    go_back_to_sleep went_back_to_sleep gone_back_to_sleep = weiter|schlafen schläfst schläft weitergeschlafen i
    stand_by stood_by stood_by = halten hältst hält gehalten pzu,dat person
    fight fought fought = kämpfen pgegen,acc person
    cook = kochen g food
    shoot shot shot = schießen geschossen i
    keep kept kept = behalten behältst behält behalten a thing,money
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
    vote_for = stimmen pfür,acc person
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
    work_on = arbeiten pan,dat problem,song,book,car
    ask_for asked_for asked_for = bitten gebeten pum,acc thing,help,money,advice
    leave left left = verlassen verlässt verlässt verlassen a place,person
    get_out_of got_out_of gotten_out_of = steigen gestiegen* paus,dat car,bus,train,taxi
    get_into got_into gotten_into = steigen gestiegen* pin,acc car,bus,train,taxi
    get_on got_on gotten_on = steigen gestiegen* pin,acc bus,train
    owe = schulden g money,apology,answer,beer
    ask_about asked_about asked_about = fragen pnach,dat person,job,price
    throw_up threw_up thrown_up = übergeben! übergibst übergibt übergeben i
    walk_out = hinaus|gehen hinausgegangen* i
    run_off ran_off run_off = weg|laufen läufst läuft weggelaufen* i
    step_back = zurück|treten trittst tritt zurückgetreten* i
    step_aside = zur_Seite_treten trittst tritt getreten* i
    stay_up = wach_bleiben geblieben* i
    work_out = trainieren i
    pass_out = in_Ohnmacht_fallen fällst fällt gefallen* i
    break_in broke_in broken_in = ein|brechen brichst bricht eingebrochen* i
    sleep_in slept_in slept_in = aus|schlafen schläfst schläft ausgeschlafen i
    slow_down = langsamer_fahren fährst fährt gefahren* i
    hold_on held_on held_on = fest|halten! hältst hält festgehalten i
    say_goodbye said_goodbye said_goodbye = verabschieden! i
    say_hello said_hello said_hello = Hallo_sagen i
    lose_weight lost_weight lost_weight = ab|nehmen nimmst nimmt abgenommen i
    gain_weight = zu|nehmen nimmst nimmt zugenommen i
    pay_attention paid_attention paid_attention = auf|passen i
    go_bankrupt went_bankrupt gone_bankrupt = pleite|gehen pleitegegangen* i
    do_the_dishes did_the_dishes done_the_dishes = ab|waschen wäschst wäscht abgewaschen i
    get_hurt got_hurt gotten_hurt = verletzen! i
    argue = streiten gestritten i
    exaggerate = übertreiben übertrieben i
    sneeze = niesen i
    whisper = flüstern i
    refuse = weigern! i
    return = zurück|kommen zurückgekommen* i
    panic panicked panicked = in_Panik_geraten gerätst gerät geraten* i
    clean_up = auf|räumen ia room,kitchen
    make_fun_of made_fun_of made_fun_of = lustig_machen! püber,acc person
    bother = stören a person
    disturb = stören a person
    insult = beleidigen a person
    threaten = bedrohen a person
    convince = überzeugen a person
    suspect = verdächtigen a person
    waste = verschwenden a money,time
    imagine = vor|stellen!! a it,that,this
    return = zurück|geben gibst gibt zurückgegeben a book,money,key
    mention = erwähnen a it,that,name,person
    continue = weiter|machen i
    bake = backen gebacken a cake,bread,cookie
    burn = verbrennen verbrannt a letter,paper,book
    pack = packen a suitcase,bag
    answer = beantworten a question,letter
    cancel = ab|sagen a trip,party
    cause = verursachen a accident,problem
    celebrate = feiern a birthday,party
    discuss = besprechen besprichst bespricht besprochen a plan,problem,idea
    offer = an|bieten angeboten g job,help,money,tea
    translate = übersetzen übersetzt a book,letter,word
    get got gotten = holen a person
    get_off got_off gotten_off = steigen gestiegen* paus,dat bus,train
    grow grew grown = wachsen wächst wächst gewachsen* i
    wish = wünschen g luck,peace
    write_about wrote_about written_about = schreiben geschrieben püber,acc it,person,book
    read_about read_about read_about = lesen liest liest gelesen püber,acc it,person
    walk_past = vorbei|gehen vorbeigegangen* pan,dat person,house,school
    walk_past = vorbei|gehen vorbeigegangen* i
    say_hello_to said_hello_to said_hello_to = grüßen a person
    decide = entscheiden entschieden i
    belong_here belonged_here belonged_here = hierher|gehören hierhergehört i
    see_to saw_to seen_to = kümmern! pum,acc it,that
    think_over thought_over thought_over = überlegen!! a it,that
    shake shook shaken = zittern i
    let_go_of let_go_of let_go_of = los|lassen lässt lässt losgelassen a arm,hand,rope,person
    get_over got_over gotten_over = hinweg|kommen hinweggekommen* püber,acc it,that,this
    get_ready got_ready gotten_ready = fertig_machen! i
    make_up made_up made_up = erfinden erfunden a story,it,that
    look_up = nach|schlagen schlägst schlägt nachgeschlagen a word,it,number,address
    leave_behind left_behind left_behind = zurück|lassen lässt lässt zurückgelassen a person,dog,suitcase
    hold_on_to held_on_to held_on_to = fest|halten! hältst hält festgehalten pan,dat rope,person
    get_used_to got_used_to gotten_used_to = gewöhnen! pan,acc it,that,person,weather
    hand = geben gibst gibt gegeben g towel,book,letter,knife,money,key
    excuse = entschuldigen a person
    pity = bemitleiden a person
    deal_with dealt_with dealt_with = kümmern! pum,acc problem,it,that
    beat_up beat_up beaten_up = verprügeln a person
    call_in_sick = krank|melden! krankgemeldet i
    bite bit bitten = beißen gebissen a person
    give_up_on gave_up_on given_up_on = auf|geben gibst gibt aufgegeben a person
    mess_with = an|legen! pmit,dat person
    play_along = mit|spielen i
    bore = langweilen a person
    confuse = verwirren a person
    impress = beeindrucken a person
    annoy = nerven a person
    hide_from hid_from hidden_from = verstecken! pvor,dat person
    forget_about forgot_about forgotten_about = vergessen vergisst vergisst vergessen a it,that,this,person
    tell_on told_on told_on = verpetzen a person
    take_a_look_at took_a_look_at taken_a_look_at = an|sehen!! siehst sieht angesehen a thing,picture,it,that,this
    watch = an|sehen!! siehst sieht angesehen a movie,video,game
    check_out = aus|checken i
    check_in = ein|checken i
    get_going got_going gotten_going = los|gehen losgegangen* i
    take_over took_over taken_over = übernehmen übernimmst übernimmt übernommen i
    divorce = scheiden_lassen! lässt lässt lassen pvon,dat person
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
    have | the day off | haben hast hat gehabt | frei | nicht frei
    take | walks | spazieren_gehen gegangen* |
    keep | a diary | führen | Tagebuch | kein Tagebuch
    keep | the secret | bewahren | das Geheimnis
    keep | a secret | bewahren | ein Geheimnis
    keep | in touch | bleiben geblieben* | in Kontakt
    get | into trouble | geraten gerätst gerät geraten* | in Schwierigkeiten
    get | the job | bekommen bekommen | die Arbeit
    do | a good job | leisten | gute Arbeit | keine gute Arbeit
    make | mistakes | machen | Fehler | keine Fehler
    make | a decision | treffen triffst trifft getroffen | eine Entscheidung
    make | a choice | treffen triffst trifft getroffen | eine Wahl
    make | money | verdienen | Geld | kein Geld
    make | friends | finden gefunden | Freunde | keine Freunde
    make | noise | machen | Lärm | keinen Lärm
    make | plans | machen | Pläne | keine Pläne
    make | a promise | geben gibst gibt gegeben | ein Versprechen
    make | a cake | backen gebacken | einen Kuchen
    make | jokes | machen | Witze | keine Witze
    take | a break | machen | eine Pause
    go | alone | gehen gegangen* | allein
    stop | smoking | auf|hören | mit dem Rauchen
    quit | smoking | auf|hören | mit dem Rauchen
    listen | carefully | zu|hören | gut
    take | a photo | machen | ein Foto
    have | a beer | trinken getrunken | ein Bier
    have | a coffee | trinken getrunken | einen Kaffee
    have | a cup of tea | trinken getrunken | eine Tasse Tee
    have | a cup of coffee | trinken getrunken | eine Tasse Kaffee
    have | a glass of wine | trinken getrunken | ein Glas Wein
    go | for a beer | trinken_gehen gegangen* | ein Bier
    go | for a drink | trinken_gehen gegangen* | etwas | nichts
    make | faces | schneiden geschnitten | Grimassen | keine Grimassen
    leave | a message | hinterlassen hinterlässt hinterlässt hinterlassen | eine Nachricht
    save | money | sparen | Geld | kein Geld
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
    play | a game | spielen | ein Spiel
    write | a book | schreiben geschrieben | ein Buch
    write | books | schreiben geschrieben | Bücher | keine Bücher
    sing | a song | singen gesungen | ein Lied
    get | a job | bekommen bekommen | eine Arbeit | keine Arbeit
    get | some sleep | schlafen schläfst schläft geschlafen | etwas |
    get | help | holen | Hilfe | keine Hilfe
    take | a nap | machen | ein Nickerchen
    take | a rest | aus|ruhen! |
    take | a trip | machen | eine Reise
    take | notes | machen!! | Notizen | keine Notizen
    take | drugs | nehmen nimmst nimmt genommen | Drogen | keine Drogen
    take | a risk | ein|gehen eingegangen* | ein Risiko
    take | the stairs | nehmen nimmst nimmt genommen | die Treppe
    take | the subway | nehmen nimmst nimmt genommen | die U-Bahn
    give | a speech | halten hältst hält gehalten | eine Rede
    make | a speech | halten hältst hält gehalten | eine Rede
    make | breakfast | machen | Frühstück | kein Frühstück
    make | dinner | kochen | das Abendessen
    do | the laundry | waschen wäschst wäscht gewaschen | die Wäsche
    do | the shopping | ein|kaufen |
    do | it right | machen | es richtig
    do | it alone | tun tust tut getan | es allein
    have | a baby | bekommen bekommen | ein Baby
    have | a cough | haben hast hat gehabt | Husten | keinen Husten
    have | cancer | haben hast hat gehabt | Krebs | keinen Krebs
    have | the flu | haben hast hat gehabt | die Grippe
    have | guests | haben hast hat gehabt | Gäste | keine Gäste
    have | an appointment | haben hast hat gehabt | einen Termin
    have | a meeting | haben hast hat gehabt | eine Besprechung
    have | an accident | haben hast hat gehabt | einen Unfall
    have | kids | haben hast hat gehabt | Kinder | keine Kinder
    have | doubts | haben hast hat gehabt | Zweifel | keine Zweifel
    have | experience | haben hast hat gehabt | Erfahrung | keine Erfahrung
    have | a stomachache | haben hast hat gehabt | Bauchschmerzen | keine Bauchschmerzen
    have | a toothache | haben hast hat gehabt | Zahnschmerzen | keine Zahnschmerzen
    have | a good time | amüsieren! |
    have | a lot to do | haben hast hat gehabt | viel zu tun
    have | a chance | haben hast hat gehabt | eine Chance
    need | more time | brauchen | mehr Zeit
    need | a break | brauchen | eine Pause
    get | some rest | aus|ruhen! |
    get | a raise | bekommen bekommen | eine Gehaltserhöhung
    get | good grades | bekommen bekommen | gute Noten | keine guten Noten
    go | too far | gehen gegangen* | zu weit
    go | hiking | gehen gegangen* | wandern
    play | the violin | spielen | Geige | keine Geige
    play | the drums | spielen | Schlagzeug | kein Schlagzeug
    play | games | spielen | Spiele | keine Spiele
    speak | the truth | die_Wahrheit_sagen |
    waste | time | verschwenden | Zeit | keine Zeit
    waste | money | verschwenden | Geld | kein Geld
    save | money | sparen | Geld | kein Geld
    save | time | sparen | Zeit | keine Zeit
    earn | money | verdienen | Geld | kein Geld
    spend spent spent | money | aus|geben gibst gibt ausgegeben | Geld | kein Geld
    break | the law | brechen brichst bricht gebrochen | das Gesetz
    break | the rules | brechen brichst bricht gebrochen | die Regeln
    follow | the rules | befolgen | die Regeln
    cross | the street | überqueren | die Straße
    change | trains | um|steigen umgestiegen* |
    change | the subject | wechseln | das Thema
    stay | the night | bleiben geblieben* | über Nacht
    stay | for dinner | bleiben geblieben* | zum Abendessen
    come | to dinner | kommen gekommen* | zum Abendessen
    die | young | sterben stirbst stirbt gestorben* | jung
    marry | young | heiraten | jung
    pay | cash | bezahlen | bar
    pay | taxes | zahlen | Steuern | keine Steuern
    ride rode ridden | a horse | reiten geritten* |
    set set set | the table | decken | den Tisch
    pass | the test | bestehen bestanden | die Prüfung
    pass | the exam | bestehen bestanden | die Prüfung
    fail | the exam | durch|fallen fällst fällt durchgefallen* | bei der Prüfung
    feel felt felt | homesick | haben hast hat gehabt | Heimweh | kein Heimweh
    get | homesick | bekommen bekommen | Heimweh | kein Heimweh
    fail | the test | durch|fallen fällst fällt durchgefallen* | bei der Prüfung
    take | responsibility | übernehmen übernimmst übernimmt übernommen | die Verantwortung
    hold | hands | halten hältst hält gehalten | Händchen
    pick picked picked | flowers | pflücken | Blumen | keine Blumen
    walk | the dog | aus|führen | den Hund
    water | the flowers | gießen gegossen | die Blumen
    knock | on the door | klopfen | an die Tür
    answer | the door | öffnen | die Tür
    answer | the phone | gehen gegangen* | ans Telefon
    call | the police | rufen gerufen | die Polizei
    call | an ambulance | rufen gerufen | einen Krankenwagen
    call | a doctor | rufen gerufen | einen Arzt
    call | a taxi | rufen gerufen | ein Taxi
    see | a doctor | gehen gegangen* | zum Arzt
    start | a family | gründen | eine Familie
    know | the way | kennen gekannt | den Weg
    know | better | wissen weißt weiß gewusst | es besser
    know | a lot | wissen weißt weiß gewusst | viel
    know | enough | wissen weißt weiß gewusst | genug
    sleep | on the floor | schlafen schläfst schläft geschlafen | auf dem Boden
    sleep | like a baby | schlafen schläfst schläft geschlafen | wie ein Baby
    feel felt felt | better | fühlen! | besser
    feel felt felt | safe | fühlen! | sicher
    feel felt felt | guilty | fühlen! | schuldig
    tell | jokes | erzählen | Witze | keine Witze
    leave | early | gehen gegangen* | früh
    leave | town | verlassen verlässt verlässt verlassen | die Stadt
    leave | the light on | an|lassen lässt lässt angelassen | das Licht
    laugh | out loud | lachen | laut
    believe | in god | glauben | an Gott
    take | a day off | frei|nehmen!! nimmst nimmt freigenommen | einen Tag
    have | work to do | haben hast hat gehabt | Arbeit | keine Arbeit
    do | good work | leisten | gute Arbeit | keine gute Arbeit
    pay | in cash | bezahlen | bar
    make | a wish | wünschen!! | etwas |
    give | up hope | auf|geben gibst gibt aufgegeben | die Hoffnung
    make | it on time | schaffen | es rechtzeitig
    give | it a try | versuchen | es
    give | it a shot | versuchen | es
    give | it a go | versuchen | es
    die | of cancer | sterben stirbst stirbt gestorben* | an Krebs
    do | it for fun | machen | es zum Spaß
    do | it for money | machen | es für Geld
    take | a wrong turn | ab|biegen abgebogen* | falsch
    make | a wrong turn | ab|biegen abgebogen* | falsch
    run | a red light | fahren fährst fährt gefahren* | bei Rot über die Ampel
    need | help badly | brauchen | dringend Hilfe
    need | money badly | brauchen | dringend Geld
    spend spent spent | the night | übernachten |
    shake shook shaken | hands | die_Hand_geben!! gibst gibt gegeben |
    keep | watch | halten hältst hält gehalten | Wache | keine Wache
    sit | in the back | sitzen gesessen | hinten
    play | dumb | stellen! | dumm
    ride | a bike | fahren fährst fährt gefahren* | Fahrrad
    ride | a bicycle | fahren fährst fährt gefahren* | Fahrrad
    stay | out of it | raus|halten! hältst hält rausgehalten | da
    stay | out of this | raus|halten! hältst hält rausgehalten | da
    keep | out of this | raus|halten! hältst hält rausgehalten | da
    work | hard | arbeiten | hart
    work | very hard | arbeiten | sehr hart
    study | hard | lernen | fleißig
    study | very hard | lernen | sehr fleißig
    try | very hard | an|strengen! | sehr
    try | so hard | an|strengen! | so
    go went gone | bald | bekommen bekommen | eine Glatze | keine Glatze
    take | a deep breath | ein|atmen | tief
    have | bad luck | haben hast hat gehabt | Pech | kein Pech
    stay | up late | bleiben geblieben* | lange auf
    change | jobs | wechseln | die Arbeit
    clear | the table | ab|räumen | den Tisch
    take | risks | ein|gehen eingegangen* | Risiken | keine Risiken
    take | a risk | ein|gehen eingegangen* | ein Risiko
    come came come | this way | kommen gekommen* | hier entlang
    go went gone | this way | gehen gegangen* | hier entlang
    walk | this way | gehen gegangen* | hier entlang
    go went gone | that way | gehen gegangen* | dort entlang
    pass | away | sterben stirbst stirbt gestorben* |
    win | the lottery | gewinnen gewonnen | im Lotto
"""

# what one is: English behind "be", the German verb, what stands behind it, this denied
STATES_TABLE = """
    right | haben hast hat gehabt | recht
    early | sein | früh dran
    like that | sein | so
    around | sein | da
    half right | haben hast hat gehabt | zur Hälfte recht
    a little late | kommen gekommen* | ein bisschen zu spät
    wrong | irren! |
    late | kommen gekommen* | zu spät
    asleep | schlafen schläfst schläft geschlafen |
    afraid | haben hast hat gehabt | Angst | keine Angst
    scared | haben hast hat gehabt | Angst | keine Angst
    hungry | haben hast hat gehabt | Hunger | keinen Hunger
    very hungry | sein | sehr hungrig
    thirsty | haben hast hat gehabt | Durst | keinen Durst
    lucky | haben hast hat gehabt | Glück | kein Glück
    very lucky | haben hast hat gehabt | großes Glück | kein großes Glück
    in love | sein | verliebt
    in trouble | sein | in Schwierigkeiten
    missing | fehlen |
    correct | haben hast hat gehabt | recht
    welcome | sein | willkommen
    welcome here | sein | hier willkommen
    in a hurry | haben hast hat gehabt | es eilig
    ashamed | schämen! |
    so ashamed | schämen! | so
    in a hurry | haben hast hat gehabt | es eilig
    alive | leben |
    back | sein | zurück
    away | sein | weg
    out | sein | nicht da | da
    up | sein | wach
    done | sein | fertig
    sure | sein! | sicher
    sure of it | sein! | dessen sicher
    off | haben hast hat gehabt | frei
    in danger | sein | in Gefahr
    out of danger | sein | außer Gefahr
    all done | sein | ganz fertig
    on fire | brennen gebrannt |
    in | sein | da
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
    good at tennis | spielen | gut Tennis
    good at golf | spielen | gut Golf
    good at chess | spielen | gut Schach
    good at french | sein | gut in Französisch
    from boston | kommen gekommen* | aus Boston
    from here | kommen gekommen* | von hier
    from germany | kommen gekommen* | aus Deutschland
    from japan | kommen gekommen* | aus Japan
    from canada | kommen gekommen* | aus Kanada
    from australia | kommen gekommen* | aus Australien
    on our side | sein | auf unserer Seite
    at lunch | sein | beim Mittagessen
    on a diet | sein | auf Diät
    on duty | haben hast hat gehabt | Dienst | keinen Dienst
    in pain | haben hast hat gehabt | Schmerzen | keine Schmerzen
    in danger | sein | in Gefahr
    in a good mood | haben hast hat gehabt | gute Laune | keine gute Laune
    in a bad mood | haben hast hat gehabt | schlechte Laune | keine schlechte Laune
    out of work | sein | arbeitslos
    out of breath | sein | außer Atem
    on strike | streiken |
    in shape | sein | in Form
    to blame | sein | schuld
    at fault | sein | schuld
    in the way | sein | im Weg
    engaged | sein | verlobt
    homesick | haben hast hat gehabt | Heimweh | kein Heimweh
    unlucky | haben hast hat gehabt | Pech | kein Pech
    used to it | sein | daran gewöhnt
    used to that | sein | daran gewöhnt
    under arrest | sein | verhaftet
    new here | sein | neu hier
    embarrassed | schämen! |
    so embarrassed | schämen! | so
    very embarrassed | schämen! | sehr
    fit | sein | fit
    fed up | haben hast hat gehabt | es satt
    sick of it | haben hast hat gehabt | es satt
    tired of it | haben hast hat gehabt | es satt
    bleeding | bluten |
    kidding | machen | Witze | keine Witze
    prepared | sein | vorbereitet
    interested | sein | interessiert
    stuck | fest|stecken |
    up early | sein | früh auf
    online | sein | online
    worth it | sein | es wert
    well off | sein | wohlhabend
    worn out | sein | erschöpft
    sound asleep | schlafen schläfst schläft geschlafen | tief und fest
    fast asleep | schlafen schläfst schläft geschlafen | tief und fest
    half asleep | schlafen schläfst schläft geschlafen | halb
    left handed | sein | Linkshänder
    dressed | sein | angezogen
    badly hurt | sein | schwer verletzt
    touched | sein | gerührt
    shaken | sein | erschüttert
    family | gehören | zur Familie
    in big trouble | sein | in großen Schwierigkeiten
    in a meeting | sein | in einer Besprechung
    off duty | haben hast hat gehabt | dienstfrei
    out cold | sein | bewusstlos
    dead tired | sein | todmüde
    dead wrong | irren! | völlig
    well liked | sein | beliebt
    short of money | sein | knapp bei Kasse
    retired | sein | im Ruhestand
    quite right | haben hast hat gehabt | völlig recht
    quite correct | haben hast hat gehabt | völlig recht
    all wrong | irren! | völlig
    good looking | aus|sehen siehst sieht ausgesehen | gut
    on our way | sein | auf dem Weg
    free to go | können kannst kann gekonnt | gehen
    bald | haben hast hat gehabt | eine Glatze | keine Glatze
    on drugs | nehmen nimmst nimmt genommen | Drogen | keine Drogen
    used to the noise | sein | an den Lärm gewöhnt
    used to the smell | sein | an den Geruch gewöhnt
    used to the cold | sein | an die Kälte gewöhnt
    from france | kommen gekommen* | aus Frankreich
    from america | kommen gekommen* | aus Amerika
    from england | kommen gekommen* | aus England
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
    brush | - | hair | bürsten!! | - | die Haare
    shave | - | head | rasieren!! | - | den Kopf
    close | - | eyes | schließen geschlossen | - | die Augen
    close | - | mouth | schließen geschlossen | - | den Mund
    open | - | eyes | öffnen | - | die Augen
    open | - | mouth | öffnen | - | den Mund
    raise | - | hand | heben gehoben | - | die Hand
    lie lay lain | on | stomach | liegen gelegen | - | auf dem Bauch
    lie lay lain | on | back | liegen gelegen | - | auf dem Rücken
    sleep slept slept | on | stomach | schlafen schläfst schläft geschlafen | - | auf dem Bauch
    sleep slept slept | on | back | schlafen schläfst schläft geschlafen | - | auf dem Rücken
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
    hold | - | breath | an|halten hältst hält angehalten | - | den Atem
    take took taken | - | time | lassen!! lässt lässt gelassen | - | Zeit
    change | - | shirt | wechseln | n | {} Hemd
    change | - | clothes | um|ziehen! umgezogen | - | -
    make | - | bed | machen | n | {} Bett
    pack | - | suitcase | packen | m | {} Koffer
    wash | - | hair | waschen!! wäschst wäscht gewaschen | - | die Haare
    cut cut cut | - | hair | schneiden!! geschnitten | - | die Haare
    cut cut cut | - | finger | schneiden! geschnitten | - | in den Finger
    blow blew blown | - | nose | putzen!! | - | die Nase
    hurt hurt hurt | - | back | verletzen!! | - | den Rücken
    lose | - | mind | verlieren verloren | m | {} Verstand
    lose | - | voice | verlieren verloren | f | {} Stimme
    lose | - | passport | verlieren verloren | m | {} Pass
    lose | - | wallet | verlieren verloren | f | {} Brieftasche
    forget | - | umbrella | vergessen vergisst vergisst vergessen | m | {} Regenschirm
    miss | - | bus | verpassen | m | {} Bus
    miss | - | train | verpassen | m | {} Zug
    do did done | - | job | machen | f | {} Arbeit
    do did done | - | duty | tun tust tut getan | f | {} Pflicht
    quit quit quit | - | job | kündigen | f | {} Arbeit
    finish | - | homework | beenden | pl | {} Hausaufgaben
    use | - | head | benutzen | m | {} Kopf
    waste | - | time | verschwenden | f | {} Zeit
    risk | - | life | riskieren | n | {} Leben
    clear | - | throat | räuspern! | - | -
    bite bit bitten | - | tongue | beißen!! gebissen | - | auf die Zunge
    shrug shrugged shrugged | - | shoulders | zucken | - | mit den Schultern
    dry | - | hands | ab|trocknen!! | - | die Hände
"""
