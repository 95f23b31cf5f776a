"""What each winner of a hand is paid.

>>> from scoring.game.game import start
>>> from scoring.hand.win import Win
>>> from scoring.rulebook.rulebook import load
>>> book = load("mleague")
>>> [award] = awards_of(book, start(book), Outcome("win", wins=(Win(0, han=3, fu=40),), loser=2))
>>> award.winner, award.points
(0, 7700)
>>> awards_of(book, start(book), Outcome("draw", tenpai=(0, 2)))
()
"""

from scoring.game.game import State, declare_riichi
from scoring.game.outcome import Outcome
from scoring.hand.payment import settle_win
from scoring.hand.win import Award, Hand
from scoring.rulebook.rulebook import Rulebook


def awards_of(rulebook: Rulebook, state: State, outcome: Outcome) -> tuple[Award, ...]:
    """Return what each winner who is paid receives for a hand that began at `state`; nothing for what is no win."""
    if outcome.kind != "win":
        return ()
    at = declare_riichi(rulebook, state, outcome)
    hand = Hand(at.dealer, at.honba, at.deposits, outcome.riichi, outcome.marked)
    return settle_win(rulebook, hand, outcome.wins, outcome.loser).awards
