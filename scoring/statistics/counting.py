"""Counts of one game entered hand by hand.

>>> from scoring.hand.win import Win
>>> from scoring.rulebook.rulebook import load
>>> game = count_game(load("mleague"), [Outcome("win", wins=(Win(0, han=3, fu=40),), loser=2, riichi=(0, 1))])
>>> [(one.wins, one.win_points, one.deal_ins, one.riichi) for one in game.seats]
[(1, 7700, 0, 1), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 0, 0)]
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.game.awards import awards_of
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome
from scoring.hand.value import is_riichi
from scoring.hand.win import Award
from scoring.rulebook.rulebook import Rulebook
from scoring.statistics.counts import LIMITS, NAMES, Counts

KAZOE = "kazoe"
"""What a yakuman that was counted up in han is called among ``YakumanWon.names``."""


@dataclass(frozen=True, slots=True)
class YakumanWon:
    """A win with yakuman: the seat, and the yakuman. Empty: the table did not say."""

    seat: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountedGame:
    """The counts of each seat, the state after the last hand, and yakuman in order of hands. Also, for each seat,
    how many wins had which yaku, as far as reported.
    """

    seats: tuple[Counts, ...]
    end: State
    yakuman: tuple[YakumanWon, ...]
    yaku: tuple[Mapping[str, int], ...]


def count_game(rulebook: Rulebook, outcomes: Iterable[Outcome]) -> CountedGame:
    """Play a game and count each player's actions. Raises what ``play`` raises for outcomes that cannot follow.

    Players who are not paid (the second winner under head bump) have not won; if too many win and the hand is
    aborted, no player has won or dealt in. A player liable for a yakuman who did not discard has not dealt in
    either.
    """
    count = _Count(rulebook)
    for outcome in outcomes:
        count.follow(outcome)
    return count.counted()


class _Count:
    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.has_riichi = is_riichi(rulebook)
        # Without noten payments only the dealer has to report.
        self.tells_tenpai = rulebook.draw.noten_total != 0
        self.state = start(rulebook)
        self.seats = [dict.fromkeys(NAMES, 0) for _seat in range(rulebook.hand_players)]
        self.called: list[int] = []
        self.yakuman: list[YakumanWon] = []
        self.yaku: list[Counter[str]] = [Counter() for _seat in self.seats]
        self.turn, self.streak = (-1, -1), 0

    def follow(self, outcome: Outcome) -> None:
        before, self.state = self.state, play(self.rulebook, self.state, outcome)
        if self.state.hands == before.hands:
            return
        self.called += outcome.open_hands
        for seat, made in enumerate(self.seats):
            made["hands"] += 1
            made["riichi_hands"] += self.has_riichi
            made["riichi"] += seat in outcome.riichi
        self._dealt(before)
        awards = awards_of(self.rulebook, before, outcome)
        if awards:
            self._won(awards, outcome)
        elif outcome.kind == "draw" and self.tells_tenpai:
            for seat, made in enumerate(self.seats):
                made["draws"] += 1
                made["tenpai"] += seat in outcome.tenpai
        else:
            for made in self.seats:
                made["undecided"] += 1

    def _dealt(self, before: State) -> None:
        turn = before.round, before.dealer
        self.turn, self.streak = turn, self.streak + 1 if turn == self.turn else 1
        dealer = self.seats[before.dealer]
        dealer["dealer_streak"] = max(dealer["dealer_streak"], self.streak)

    def _won(self, awards: tuple[Award, ...], outcome: Outcome) -> None:
        named = {win.winner: win.yakuman for win in outcome.wins}
        told = {win.winner: win.details for win in outcome.wins}
        for award in awards:
            made, value = self.seats[award.winner], award.value
            paid = award.points
            made["wins"] += 1
            made["tsumo"] += award.tsumo
            made["riichi_wins"] += award.winner in outcome.riichi
            made["win_points"] += paid
            made["best_win"] = max(made["best_win"], paid)
            limit = "yakuman" if value.limit == KAZOE or value.units else value.limit
            if limit in LIMITS:
                made[limit] += 1
            if limit == "yakuman":
                names = (KAZOE,) if value.limit == KAZOE else named[award.winner]
                self.yakuman.append(YakumanWon(award.winner, names))
            details = told[award.winner]
            if details and details.yaku:
                made["yaku_wins"] += 1
                made["dora"] += sum(number for _kind, number in details.dora)
                self.yaku[award.winner].update(details.yaku)
            if outcome.loser is not None:
                owed = (transfer for transfer in award.transfers if transfer.payer == outcome.loser)
                self.seats[outcome.loser]["deal_in_points"] += sum(transfer.points for transfer in owed)
        if outcome.loser is not None:
            self.seats[outcome.loser]["deal_ins"] += 1
            self.seats[outcome.loser]["riichi_deal_ins"] += outcome.loser in outcome.riichi

    def counted(self) -> CountedGame:
        for seat, made in enumerate(self.seats):
            made["games"] += 1
            if self.called:
                made["call_hands"] += made["hands"]
                made["calls"] += self.called.count(seat)
        seats = tuple(Counts(**made) for made in self.seats)
        return CountedGame(seats, self.state, tuple(self.yakuman), tuple(self.yaku))
