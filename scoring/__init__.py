"""The rules of mahjong, without Django: rulebooks as data, from a hand to a game's result.

>>> from scoring.rulebook import load
>>> from scoring.result import settle
>>> settle(load("jpml_a"), [45_000, 28_000, 26_000, 21_000]).totals
(27000, -3000, -7000, -17000)
"""
