"""A player's best hands as their page tells them: what was won from whom, with its yaku and its tiles."""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.models import Seat, Tournament
from tournaments.standings.hands.best import BestHand, best_hands
from tournaments.views.hand_sentences import outcome_as_html
from tournaments.views.hands_wording import ToldWin, name_of_hand, told_win


class ShownHand(NamedTuple):
    """A hand that was won: what it paid, which one it was, what happened, and what the table told of the win."""

    points: int
    name: str
    said: SafeString
    win: ToldWin
    tournament: Tournament
    seat: Seat
    url: str


def shown_best_hands(player: int, tournaments: Mapping[int, Tournament]) -> list[ShownHand]:
    """Return the best hands of a player in these tournaments, the dearest first; as many queries as `best_hands`."""
    return [_shown(one) for one in best_hands(player, tournaments)]


def _shown(hand: BestHand) -> ShownHand:
    players = [seat.entry.player for seat in hand.seats]
    names = [player.name for player in players]
    addresses = [reverse("player", args=[player.pk]) for player in players]
    won = hand.seats.index(hand.seat)
    page = reverse("table", args=[hand.tournament.slug, hand.seat.table_id])
    return ShownHand(
        hand.points,
        name_of_hand(hand.before),
        outcome_as_html(hand.rulebook, hand.before, hand.outcome, names, addresses, yaku=False),
        next(told_win(win, names) for win in hand.outcome.wins if win.winner == won),
        hand.tournament,
        hand.seat,
        f"{page}#hand-{hand.number}",
    )
