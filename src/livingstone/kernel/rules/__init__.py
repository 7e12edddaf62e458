"""The rules on compiled states: functions with the names of `livingstone.game.rules`.

`state` is an array of int16 (`layout`), changed in place; `edition` is the array of tables
(`tables`); `player` is where a player's block begins. Functions that list moves write their codes
from `count` on, and return the new count.
"""
