"""A game hand by hand, in words: which hand it is, who sits where in it, the log of what happened, who pays whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scoring.game.awards import awards_of
from scoring.game.ending import REASONS
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome, from_json
from scoring.game.winds import current_winds
from scoring.hand.details import LaidTiles
from scoring.hand.hand_tiles import lay_out
from scoring.hand.tiles import Meld, Tile, parse_meld, parse_tile, parse_tiles
from scoring.hand.win import Transfer, Win
from scoring.rulebook.rulebook import Rulebook
from scoring.text.awards import say_end
from tournaments.models import AfterGong, HandRecord, Seat, Wind
from tournaments.templatetags.hands import Cell
from tournaments.views.hand_sentences import (
    names_of_yaku,
    names_of_yakuman,
    outcome_as_html,
    say_outcome,
)
from web.text.figures import minus_sign
from web.visitor_language import language

_BETWEEN = " · "
# The fifth wind belongs to the player who waits at a table of five: no round is named after it.
ROUND_WINDS = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)


@dataclass(frozen=True)
class Payer:
    """One payment: who pays whom, how much."""

    payer: str
    winner: str
    points: int


class SeatNow(NamedTuple):
    """A seat in the hand being played: its wind in this hand (1 East …) and its points. `deals_first`: East when the
    game began (起家).
    """

    seat: Seat
    wind: int
    points: int
    deals_first: bool


class ShownTiles(NamedTuple):
    """The tiles of a hand as a page draws them: the concealed ones in order, without the winning one."""

    concealed: tuple[Tile, ...]
    winning: Tile
    melds: tuple[Meld, ...]
    dora: tuple[Tile, ...]
    ura: tuple[Tile, ...]


class ToldWin(NamedTuple):
    """What a table told of a win besides its worth: whose, its yaku and its yakuman by name, its tiles."""

    name: str
    yaku: Sequence[str]
    yakuman: Sequence[str]
    tiles: ShownTiles | None


@dataclass(frozen=True)
class HandLine:
    """One hand of the log: which one ("East 2") and what lay on the table `beside` it ("1 honba"); what happened, as
    text and as HTML, and what it was to each seat. `reason` is the referee's; `paid` are the payments of its wins, by
    seat; `moves` is False where no hand was played and no points changed.
    """

    number: int
    title: str
    beside: str
    text: str
    html: SafeString
    cells: tuple[Cell, ...]
    reason: str
    paid: tuple[Transfer, ...] = ()
    wins: tuple[ToldWin, ...] = ()

    @property
    def name(self) -> str:
        return _BETWEEN.join(filter(None, (self.title, self.beside)))

    @property
    def has_yakuman(self) -> bool:
        return any(win.yakuman for win in self.wins)

    @property
    def moves(self) -> bool:
        return any(cell.change or cell.is_in_riichi for cell in self.cells)


def name_of_hand(state: State) -> str:
    """Which hand is played: "East 2 · 1 honba · 2 riichi sticks"."""
    return _BETWEEN.join(filter(None, (_title_of(state), _beside(state))))


def _title_of(state: State) -> str:
    wind = ROUND_WINDS[state.round % len(ROUND_WINDS)].label
    return pgettext("a hand", "%(wind)s %(number)s") % {"wind": wind, "number": state.dealer + 1}


def _beside(state: State) -> str:
    """The counters and sticks with which a hand begins; nothing where there are none."""
    found = []
    if state.honba:
        found.append(
            npgettext("figure", "%(count)s honba", "%(count)s honba", state.honba) % {"count": state.honba}
        )
    if state.deposits:
        found.append(_riichi_sticks(state.deposits) % {"count": state.deposits})
    return _BETWEEN.join(found)


def seats_now(seats: Sequence[Seat], state: State) -> list[SeatNow]:
    """The seats of a game with the winds of the hand that comes next; of a game that is over, those it began with."""
    dealer = 0 if state.over else state.dealer
    return [
        SeatNow(seat, wind + 1, points, seat.wind == Wind.EAST)
        for seat, wind, points in zip(seats, current_winds(dealer, len(seats)), state.points, strict=True)
    ]


def lines_of_log(
    rulebook: Rulebook,
    hands: dict[int, HandRecord],
    names: Sequence[str],
    addresses: Sequence[str] = (),
    *,
    in_full: bool = False,
) -> tuple[list[HandLine], State]:
    """The hands that stand, first to last, and the game as they leave it. `names` by seat, and where they lead.

    `in_full`: with what was paid and told of each win, whose yaku the sentence as HTML then leaves out.
    """
    state, lines = start(rulebook), []
    for number, record in hands.items():
        outcome = from_json(record.content)
        after = play(rulebook, state, outcome)
        lines.append(
            HandLine(
                number,
                _title_of(state),
                _beside(state),
                say_outcome(rulebook, state, outcome, names),
                outcome_as_html(rulebook, state, outcome, names, addresses, yaku=not in_full),
                cells_of(state, after, outcome, names),
                record.reason,
                _paid(rulebook, state, outcome) if in_full else (),
                tuple(told_win(win, names) for win in outcome.wins) if in_full else (),
            )
        )
        state = after
    return lines, state


def _paid(rulebook: Rulebook, state: State, outcome: Outcome) -> tuple[Transfer, ...]:
    return tuple(one for award in awards_of(rulebook, state, outcome) for one in award.transfers)


def told_win(win: Win, names: Sequence[str]) -> ToldWin:
    hand = win.details.hand if win.details else None
    return ToldWin(
        names[win.winner],
        names_of_yaku(win.details),
        names_of_yakuman(win),
        _shown_tiles(hand) if hand else None,
    )


def _shown_tiles(hand: LaidTiles) -> ShownTiles:
    laid = lay_out(parse_tiles(hand.tiles), tuple(map(parse_meld, hand.melds)), parse_tile(hand.win_tile))
    concealed = list(laid.concealed)
    concealed.remove(laid.win_tile)
    return ShownTiles(
        tuple(sorted(concealed)), laid.win_tile, laid.melds, parse_tiles(hand.dora), parse_tiles(hand.ura)
    )


def cells_of(before: State, after: State, outcome: Outcome, names: Sequence[str]) -> tuple[Cell, ...]:
    """What a hand was to each seat."""
    winds = current_winds(before.dealer, len(names))
    changes = changes_of(before, after)
    return tuple(
        Cell(name, winds[seat] + 1, changes[seat], after.points[seat], seat in outcome.riichi)
        for seat, name in enumerate(names)
    )


def changes_of(before: State, after: State) -> tuple[int, ...]:
    return tuple(now - then for then, now in zip(before.points, after.points, strict=True))


def payments_of(rulebook: Rulebook, state: State, outcome: Outcome, names: Sequence[str]) -> list[Payer]:
    """Who pays whom for a win; nothing for what is no win."""
    return [
        Payer(names[one.payer], names[one.winner], one.points + one.counters)
        for award in awards_of(rulebook, state, outcome)
        for one in award.transfers
    ]


def at_the_gong(rule: AfterGong) -> list[tuple[int, str]]:
    """What can follow the gong by the rule of the round: how many hands are still finished, the running one included,
    and in words when that is so. First what is so while a hand is being played.
    """
    match rule:
        case AfterGong.STOP:
            return [(0, _("The game ends here"))]
        case AfterGong.ONE_MORE_HAND:
            return [
                (2, _("A hand was being played: it and one more")),
                (1, _("No hand was being played: one more")),
            ]
        case _:
            return [
                (1, _("A hand was being played: it is the last")),
                (0, _("No hand was being played: the game ends here")),
            ]


def say_over(state: State) -> str:
    """Why the game is over; empty while it goes on."""
    return say_end(state.over, language()) if state.over else ""


def words_of_hands() -> dict[str, object]:
    """What a phone says by itself of a game and of a hand, with braces where names and numbers stand."""
    counters = [npgettext("figure", "%(count)s honba", "%(count)s honba", n) for n in (1, 2)]
    sticks = [_riichi_sticks(n) for n in (1, 2)]
    return {
        "name": pgettext("a hand", "%(wind)s %(number)s") % {"wind": "{wind}", "number": "{number}"},
        "winds": [str(wind.label) for wind in ROUND_WINDS],
        "counters": [words % {"count": "{}"} for words in counters],
        "sticks": [words % {"count": "{}"} for words in sticks],
        "pays": pgettext("hand log", "pays"),
        "lead": pgettext("hand log", "you lead by %(points)s") % {"points": "{}"},
        "trail": pgettext("hand log", "you trail by %(points)s") % {"points": "{}"},
        "ends": _("The game ends: %(ends)s") % {"ends": "{}"},
        "over": {reason: say_end(reason, language()) for reason in REASONS},
        "minus": str(minus_sign()),
    }


def _riichi_sticks(count: int) -> str:
    return ngettext("%(count)s riichi stick", "%(count)s riichi sticks", count)
