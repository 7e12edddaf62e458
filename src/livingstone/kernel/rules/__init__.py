"""The rules on compiled states: a module for each chapter, as in `livingstone.game.rules`.

The functions have the names that they have there. `state` is an array of int16 (`layout`), changed
in place; `edition` is the array of tables (`tables`); `player` is where a player's block begins.
Functions that list moves write their codes from `count` on, and return the new count.
"""
