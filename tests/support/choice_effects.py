"""An edition whose cards have choices: a seat and an amount, and tents that are paid for."""

from editions import card_table
from more_cards import BuildTwo, PayPlayer

import livingstone as ls

TABLES = [
    card_table("bribe", "pay_player", 3),
    card_table("twins", "build_two", 3),
    card_table("gift", "no_cost_tent", 3),
    card_table("jump", "ignore_die", 3),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=[PayPlayer, BuildTwo])
