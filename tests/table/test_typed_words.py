"""What people type without having read the help: their own words, and what is no move."""

import pytest
from positions import at_die, give, table

import livingstone as ls

POSITIONS = {
    "dice to take": give(
        table(2, 3, 4), 0, coins=8, gems=ls.Gems(2, 2, 1), cards=["market", "lion"]
    ),
    "a 4 to use": give(
        at_die(4, players=2, left=(5, 6)),
        0,
        coins=9,
        gems=ls.Gems(1, 2, 0),
        cards=["lion", "ignore_die", "second_tent"],
    ),
    "a turn to end": ls.apply(
        give(at_die(4, players=2, left=(5, 6)), 0, coins=5, gems=ls.Gems(0, 3, 0), cards=["lion"]),
        ls.TakeCoins(),
    ),
}

QUESTION = "?"
"""What leads to the question that is left."""
NO_MOVE = ""
"""What is answered with suggestions, or with the reason why it is illegal."""
TYPED: dict[str, dict[str, dict[str, str]]] = {
    "dice to take": {
        "en": {
            "take 3": "take three|take the three|take a 3|get die 3",
            NO_MOVE: (
                "pick 3|grab the 4|tkae 3|choose 3|roll|take|give two coins|donate half|"
                "donate max|donate 2 and take 3|donate nothing|don't donate|do not donate 3|"
                "donate 3 not 4|queen 4|not take 3|never mind|no|sell all|sell everything|"
                "sell 1 green|sell diamonds|sell one blue and one red|use lion|"
                "donate all but one|don't donate all|not all|almost all|donate almost all|"
                "give me 4 coins|give 4 coins|give Ben 2|give Ben 2 coins|give back 2|"
                "take two dice|two dice|take 2 dice|take all|all|all blue|take all coins|"
                "sell all but one|sell not all|sell all blue and red|donate all 3|"
                "donate all all|give the queen nothing|give|pay|pay 3|two|three|one|take one|"
                "take two|pass|finish|money 4|four coins|sell two|sell all gems|take card 3|"
                "card 3|draw card lion|take lion|sell no blue|tent two|build two tents|"
                "take three stones|three stones|donate -1|donate 2-3|donate 2 or 3|"
                "give the queen 2 or 3|donate one hundred|donate twelve"
            ),
            "take 4": "i take 4|die 4",
            "donate 8": (
                "donate all|donate everything|donate all my coins|"
                "donate all coins to the Queen|give the queen all"
            ),
            "donate 2": "give 2 to the queen|give the queen 2|donate two",
            "donate 3": (
                "donate 3 coins|Donate 3 Coins.|pay 3 to queen|pay the queen three coins|"
                "donate 3 money"
            ),
            "sell blue=2": ("sell all blue|sell all blue gems|sell 2 blues|sell two blue gems"),
            "sell red=1": "sell red|sell a red gem",
            QUESTION: "sell clear|sell the blue ones|market|queen|donate money",
            "play lion": (
                "play lion|lion|lions|the lion please|play the lion card|card lion|lion card"
            ),
            "donate 4": "donate four coins",
        },
        "de": {
            "take 3": "nimm 3|Nimm drei|ich nehme die 3|ich nehm 3|nimm würfel 3",
            "take 4": "Wuerfel 4|die vier nehmen",
            NO_MOVE: (
                "würfel|nehmen|die drei|nihm 3|würfeln|wähle 3|den 4er nehmen|nimm nicht die 3|"
                "nicht spenden|spende nicht 3|schenke 2|spende die hälfte|Spende 3 Euro|"
                "königin 2|spende 9|spende nichts|spenden maximal|verkaufe alles|verkaufe grün|"
                "löwenkarte|gib mir 4 Taler|gib 4 taler|gib Ben 2|spende fast alles|"
                "spende alles bis auf 2|spende nicht alles|nicht alles spenden|alles|alle|"
                "alle blauen|verkaufe alle außer einem|zwei|zwei würfel|nimm zwei würfel|"
                "zwei taler|zahle 3|passe nicht|noch nicht fertig|gib der königin nichts|"
                "ziehe karte löwe|vier taler|drei steine|nimm karte 3|eins|spende hundert|"
                "keine spende|keine münzen|nimm keine münzen|acht|nimm acht"
            ),
            "donate 8": (
                "spende alles|alles spenden|spende alle|spende alle Münzen|alle taler spenden|"
                "gib der königin alles"
            ),
            "donate 2": (
                "spende 2 Münzen|2 muenzen spenden|spende zwei taler|gib der königin 2|"
                "der Königin 2 geben|spende 2 an die Königin"
            ),
            QUESTION: (
                "spende eine münze|spende ein Taler|spenden|verkaufe klare|"
                "verkaufe einen blauen|blau verkaufen|markt"
            ),
            "sell blue=2": (
                "verkaufe alle blauen|verkaufe alle blauen steine|alle blauen verkaufen|"
                "verkaufe 2 blaue|verkaufe zwei blaue edelsteine"
            ),
            "sell red=1": "verkaufe rot|verkauf 1 rot",
            "play lion": (
                "löwe|Loewe|spiele den Löwen|löwen ausspielen|spiel löwe|karte löwe spielen|"
                "spiele karte löwe|karte löwe"
            ),
            "donate 3": "schenke der königin drei taler",
            "donate 4": "spende vier taler",
            "donate 1": "spende eins",
        },
        "fr": {
            "take 3": "prends 3|prendre le 3|je prends trois|Prends le trois",
            "take 4": "prend le dé 4|je prends le quatre",
            NO_MOVE: (
                "dé 4|prendre|ne pas donner|ne donne pas 3|choisir 3|prendre dé|offrir 2|"
                "donner la moitié|ne donner rien|reine 2|donner 9|vendre tout|vendre vert|"
                "donne-moi 4 pièces|donne moi 4 pieces|donner presque tout|ne pas tout donner|"
                "tout sauf deux|tout|toutes les bleues|deux dés|prendre deux dés|deux|paye 3|"
                "passer mon tour|je passe|pas d'argent|ne pas passer|quatre pièces|"
                "trois pierres|une pièce|six"
            ),
            "donate 8": (
                "donner tout|donne tout|tout donner|donner toutes les pièces|"
                "donner toutes mes pieces|donne tout à la reine"
            ),
            "donate 2": (
                "donner 2 pièces à la reine|donne deux pièces|donner deux|don 2|"
                "payer 2 à la reine|donnez 2|offrir deux pièces à la reine"
            ),
            "donate 3": "je donne 3|payer la reine 3",
            QUESTION: (
                "donner|donner une pièce|vendre bleu|vendre une claire|vends les bleues|marché|"
                "marche"
            ),
            "sell blue=2": (
                "vendre toutes les bleues|vends 2 bleues|vendre deux gemmes bleues|"
                "vendre toutes les gemmes bleues"
            ),
            "sell red=1": "vendre rouge|vends une gemme rouge|vend 1 rouge",
            "play lion": (
                "lion|jouer lion|joue le lion|jouer la carte lion|LION!|le lion|carte lion"
            ),
            "donate 4": "donner quatre pièces",
        },
        "it": {
            "take 3": "prendi 3|prendi il 3|prendo tre|prendi il dado 3",
            "take 4": "prendo il 4|dado 4|prendi quattro",
            NO_MOVE: (
                "prendere|non prendere 3|non donare|scegli 3|dona metà|regala 2|dona niente|"
                "dona 9|regina 2|vendi tutto|vendi verde|dammi 4 monete|dai 4 monete|"
                "dai a me 4|dona quasi tutto|non donare tutto|tutto tranne due|tutto|"
                "tutte le blu|due dadi|prendi due dadi|due|paga 3|passo|non passo|sei|"
                "prendi sei|quattro monete|tre pietre|niente soldi|una moneta"
            ),
            "donate 8": (
                "dona tutto|donare tutto|dona tutte le monete|dono tutto|"
                "dona tutto alla regina|regala tutto alla regina"
            ),
            "donate 2": (
                "dona 2 monete|dona due monete alla regina|donare due|dai 2 alla regina|"
                "dai due monete alla regina"
            ),
            "donate 3": "dono 3",
            QUESTION: "dona|dona una moneta|vendere blu|vendi le blu|mercato",
            "sell blue=2": (
                "vendi tutte le blu|vendi 2 blu|vendi due gemme blu|vendi tutte le gemme blu"
            ),
            "sell red=1": "vendi rosso|vendi una gemma rossa|vendo 1 rossa",
            "play lion": (
                "leone|gioca leone|gioca il leone|giocare la carta leone|LEONE|gioco leone|"
                "il leone|carta leone"
            ),
            "donate 4": "dona quattro monete",
        },
    },
    "a 4 to use": {
        "en": {
            "coins": ("coins|take coins|money|take money|take 4 coins|get coins|money 4"),
            NO_MOVE: (
                "cash|take four coins|take gold|take all coins|take 3 coins|mine|draw gems|"
                "dig for gems|draw 3 stones|draw|take stones|pick a card|tent|build|"
                "build a tent|put up a tent|pitch tent|place a tent|camp|end|"
                "donate all but one|don't donate all|not all|almost all|donate almost all|"
                "give me 4 coins|give 4 coins|give Ben 2|give Ben 2 coins|give back 2|"
                "take two dice|two dice|take 2 dice|take all|all|all blue|sell all but one|"
                "sell not all|sell all blue and red|donate all 3|donate all all|"
                "give the queen nothing|give|pay|pay 3|two|three|one|take one|take two|pass|"
                "finish|four coins|sell all gems|take card 3|card 3|draw card lion|take lion|"
                "sell no blue|build two tents|take three stones|three stones|donate -1|"
                "donate 2-3|donate 2 or 3|give the queen 2 or 3|donate one hundred|"
                "donate twelve"
            ),
            "dig": "dig|stones|draw stones|draw 4 stones|dig 4|bag",
            "card": "card|draw a card|draw card|take a card|take card|get a card",
            "tent 4": "build tent in row 4|tent in row four|build 4",
            "tent 5 +ignore_die": "build 5",
            "donate 9": "give the queen all",
            "donate 3": "pay the queen three coins|donate 3 money",
            QUESTION: "queen|donate money",
            "donate 4": "donate four coins",
            "sell blue=2": "sell two",
            "play lion": "card lion|lion card",
            "tent 2 +ignore_die": "tent two",
        },
        "de": {
            "coins": (
                "taler|Taler nehmen|münzen|Münzen nehmen|nimm münzen|muenzen|nimm 4 münzen|"
                "geld|geld nehmen|münze"
            ),
            NO_MOVE: (
                "nimm vier taler|gold nehmen|nimm 3 taler|edelsteine ziehen|schürfen|ziehen|"
                "aus dem beutel ziehen|3 steine ziehen|zelt|zelt bauen|baue ein zelt|bau zelt|"
                "zelt aufstellen|zelt aufbauen|stelle ein zelt auf|zelten|zelt setzen|"
                "gib mir 4 Taler|gib 4 taler|gib Ben 2|spende fast alles|"
                "spende alles bis auf 2|spende nicht alles|nicht alles spenden|alles|alle|"
                "alle blauen|verkaufe alle außer einem|zwei|zwei würfel|nimm zwei würfel|"
                "zwei taler|zahle 3|passe nicht|noch nicht fertig|gib der königin nichts|"
                "ziehe karte löwe|vier taler|drei steine|nimm karte 3|eins|spende hundert|"
                "keine spende|keine münzen|nimm keine münzen|acht|nimm acht"
            ),
            "dig": (
                "graben|grab|steine|steine ziehen|4 steine ziehen|ziehe 4 steine|zieh steine|beutel"
            ),
            "card": (
                "karte|karte ziehen|ziehe eine karte|zieh karte|karte nehmen|nimm eine karte|"
                "karten ziehen"
            ),
            "tent 4": "zelt in reihe 4|zelt reihe vier",
            "donate 9": "gib der königin alles",
            "donate 3": "schenke der königin drei taler",
            "play lion": "karte löwe",
            "donate 4": "spende vier taler",
            "donate 1": "spende eins",
        },
        "fr": {
            "coins": (
                "pièces|pieces|prendre pièces|prendre les pièces|prends 4 pièces|argent|"
                "prendre l'argent|monnaie|prends des pieces|une pièce"
            ),
            NO_MOVE: (
                "prendre quatre pièces|prendre 3 pièces|piocher des pierres|"
                "prendre des pierres|fouiller|tirer 3 pierres|tirer une carte|tente|construire|"
                "construire une tente|poser une tente|planter une tente|monter une tente|"
                "tente ligne 4|batir|donne-moi 4 pièces|donne moi 4 pieces|donner presque tout|"
                "ne pas tout donner|tout sauf deux|tout|toutes les bleues|deux dés|"
                "prendre deux dés|deux|paye 3|passer mon tour|je passe|pas d'argent|"
                "ne pas passer|quatre pièces|trois pierres|six"
            ),
            "dig": (
                "creuser|creuse|pierres|tirer des pierres|tirer 4 pierres|"
                "tire quatre pierres du sac|sac"
            ),
            "card": (
                "carte|piocher|piocher une carte|pioche carte|prendre une carte|prends carte|cartes"
            ),
            "tent 4": "construis une tente rangée 4|tente rangée quatre",
            "donate 3": "payer la reine 3",
            "donate 2": "offrir deux pièces à la reine",
            "play lion": "carte lion",
            "donate 4": "donner quatre pièces",
            QUESTION: "donner une pièce",
        },
        "it": {
            "coins": (
                "monete|moneta|prendi monete|prendi le monete|prendi 4 monete|soldi|"
                "prendi i soldi|denaro|una moneta"
            ),
            NO_MOVE: (
                "prendi quattro monete|prendi 3 monete|estrai pietre|prendi pietre|pesca|"
                "pesca 3 pietre|tenda|costruisci|costruisci una tenda|pianta una tenda|"
                "metti una tenda|monta tenda|costruire una tenda nella riga 4|dammi 4 monete|"
                "dai 4 monete|dai a me 4|dona quasi tutto|non donare tutto|tutto tranne due|"
                "tutto|tutte le blu|due dadi|prendi due dadi|due|paga 3|passo|non passo|sei|"
                "prendi sei|quattro monete|tre pietre|niente soldi"
            ),
            "dig": (
                "scava|scavare|pietre|pesca pietre|pesca 4 pietre|"
                "pescare quattro pietre dal sacchetto|sacchetto"
            ),
            "card": ("carta|pesca una carta|pescare carta|prendi una carta|pesca carta|carte"),
            "tent 4": "costruisci tenda fila 4|tenda fila quattro",
            "donate 2": "dai due monete alla regina",
            "donate 9": "regala tutto alla regina",
            "play lion": "carta leone",
            "donate 4": "dona quattro monete",
        },
    },
    "a turn to end": {
        "en": {
            "end": "end|end turn|end my turn|finish|pass|end of turn",
            NO_MOVE: (
                "done|finished|next|stop|donate 10|give all|donate all but one|"
                "donate all of them|don't donate all|not all|almost all|donate almost all|"
                "give me 4 coins|give 4 coins|give Ben 2|give Ben 2 coins|give back 2|"
                "take two dice|two dice|take 2 dice|take all|all|all blue|take all coins|"
                "sell all but one|sell not all|sell all blue and red|donate all 3|"
                "donate all all|give the queen nothing|give|pay|pay 3|two|three|one|take one|"
                "take two|money 4|four coins|take card 3|card 3|draw card lion|take lion|"
                "sell no blue|tent two|build two tents|take three stones|three stones|"
                "donate -1|donate 2-3|donate 2 or 3|give the queen 2 or 3|donate one hundred|"
                "donate twelve"
            ),
            "sell blue=3": "sell all|sell all gems",
            QUESTION: "sell gems|queen|donate money",
            "donate 9": "give the queen all",
            "donate 3": "pay the queen three coins|donate 3 money",
            "donate 4": "donate four coins",
            "sell blue=2": "sell two",
            "play lion": "card lion|lion card",
        },
        "de": {
            "end": "ende|zug beenden|beende zug|fertig|passen|beenden",
            NO_MOVE: (
                "zugende|weiter|ich bin fertig|spende alles außer 1|nächster|gib mir 4 Taler|"
                "gib 4 taler|gib Ben 2|spende fast alles|spende alles bis auf 2|"
                "spende nicht alles|nicht alles spenden|alles|alle|alle blauen|"
                "verkaufe alle außer einem|zwei|zwei würfel|nimm zwei würfel|zwei taler|"
                "zahle 3|passe nicht|noch nicht fertig|gib der königin nichts|ziehe karte löwe|"
                "vier taler|drei steine|nimm karte 3|eins|spende hundert|keine spende|"
                "keine münzen|nimm keine münzen|acht|nimm acht"
            ),
            "sell blue=3": "verkaufe alle|alle steine verkaufen",
            "donate 9": "gib der königin alles",
            "donate 3": "schenke der königin drei taler",
            "play lion": "karte löwe",
            "donate 4": "spende vier taler",
            "donate 1": "spende eins",
        },
        "fr": {
            "end": (
                "fin|finir|fin du tour|finir mon tour|terminer|terminer le tour|passer|fini|"
                "passer mon tour|je passe"
            ),
            NO_MOVE: (
                "j'ai fini|donner tout sauf un|suivant|donne-moi 4 pièces|donne moi 4 pieces|"
                "donner presque tout|ne pas tout donner|tout sauf deux|tout|toutes les bleues|"
                "deux dés|prendre deux dés|deux|paye 3|pas d'argent|ne pas passer|"
                "quatre pièces|trois pierres|une pièce|six"
            ),
            "sell blue=3": "vendre tout",
            "donate 3": "payer la reine 3",
            "donate 2": "offrir deux pièces à la reine",
            "play lion": "carte lion",
            "donate 4": "donner quatre pièces",
            QUESTION: "donner une pièce",
        },
        "it": {
            "end": ("fine|finire|fine turno|finisci il turno|finito|termina|passo|passa"),
            NO_MOVE: (
                "ho finito|dona tutto tranne uno|dammi 4 monete|dai 4 monete|dai a me 4|"
                "dona quasi tutto|non donare tutto|tutto tranne due|tutto|tutte le blu|"
                "due dadi|prendi due dadi|due|paga 3|non passo|sei|prendi sei|quattro monete|"
                "tre pietre|niente soldi|una moneta"
            ),
            "sell blue=3": "vendi tutto",
            "donate 2": "dai due monete alla regina",
            "donate 9": "regala tutto alla regina",
            "play lion": "carta leone",
            "donate 4": "dona quattro monete",
        },
    },
}


@pytest.mark.parametrize(
    ("position", "language", "line"),
    [
        (position, language, line)
        for position, languages in TYPED.items()
        for language, lines in languages.items()
        for line in lines
    ],
)
def test_words_of_ones_own_lead_to_the_move_that_they_mean_or_to_none(
    position: str, language: str, line: str
) -> None:
    seen = ls.view(POSITIONS[position], 0)
    commands = ["save", "back", "undo", "cards"]
    for typed in TYPED[position][language][line].split("|"):
        for text in (typed, typed.upper(), f"{typed.capitalize()}. "):
            found = ls.read_move(
                text, seen, language=language, names=("Ann", "Ben"), commands=commands
            )
            assert told(found) == line, text


def told(found: ls.Move | ls.Question | ls.Suggestions) -> str:
    match found:
        case ls.Question():
            return QUESTION
        case ls.Suggestions():
            return NO_MOVE
    return ls.format_move(found, 0).partition(" ")[2]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "all"), ("de", "Alles"), ("fr", "tout"), ("it", "tutte")]
)
def test_a_question_for_an_amount_takes_words_for_numbers_and_for_all(
    language: str, text: str
) -> None:
    seen = ls.view(POSITIONS["dice to take"], 0)
    question = ls.read_move("donate", seen, language=language)
    assert isinstance(question, ls.Question)
    assert question.answer(text) == ls.Donate(8)
    assert question.answer("two") == ls.Donate(2)
