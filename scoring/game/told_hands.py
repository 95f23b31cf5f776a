"""Wins reported with tiles or yaku: their value, compared with the reported one.

Missing parts are completed: yaku, dora, han and fu from tiles, han from yaku. Details are optional.
"""

from dataclasses import replace
from typing import NamedTuple, Protocol

from scoring.errors import ScoringError
from scoring.game.outcome import Outcome
from scoring.game.winds import current_wind
from scoring.hand.details import Details, LaidTiles
from scoring.hand.hand_tiles import LaidOut, read_hand
from scoring.hand.riichi.hand_value import value_hand
from scoring.hand.riichi.named_yaku import (
    BONUSES,
    ORDINARY,
    Course,
    check_beside_yakuman,
    check_fu,
    completed,
    fu_of,
    han_of,
    names_of,
)
from scoring.hand.riichi.refusals import YakuRefused
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import EAST, parse_tiles, print_tiles
from scoring.hand.value import Value, is_riichi, is_unlimited, value_of_han, value_of_yakuman
from scoring.hand.win import Win
from scoring.hand.yakuman import YAKUMAN, base_of
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import Sentence, Terms
from scoring.translation import gettext_noop as _


class Turn(Protocol):
    """The position of a hand in a game."""

    @property
    def round(self) -> int: ...
    @property
    def dealer(self) -> int: ...


class _Told(NamedTuple):
    """A win and its hand."""

    book: Rulebook
    win: Win
    details: Details
    course: Course
    seat_wind: int
    round_wind: int


def complete_outcome(book: Rulebook, turn: Turn, outcome: Outcome) -> Outcome:
    """Return the outcome completed by the yaku and tiles of its wins; unchanged if there are none.

    Raises ScoringError for impossible hands, and for han, fu and yakuman that differ from the hand's: code
    ``worth_differs``. From a mangan up only the payment has to agree.
    """
    if all(win.details is None for win in outcome.wins):
        return outcome
    if not is_riichi(book):
        raise ScoringError("not_riichi", "This rulebook does not count han and fu.", fields=("details",))
    return replace(outcome, wins=tuple(_completed(book, turn, outcome, win) for win in outcome.wins))


def _completed(book: Rulebook, turn: Turn, outcome: Outcome, win: Win) -> Win:
    if win.details is None:
        return win
    seat_wind = EAST + current_wind(win.winner, turn.dealer, book.hand_players)
    round_wind = EAST + turn.round % 4
    course = Course(
        tsumo=outcome.loser is None,
        riichi=win.winner in outcome.riichi,
        is_dealer=seat_wind == EAST,
        double_wind=seat_wind == round_wind,
    )
    told = _Told(book, win, win.details, course, seat_wind, round_wind)
    found = _from_tiles(told, win.details.hand) if win.details.hand else _from_yaku(told)
    details = found.details
    assert details is not None, "they were told"
    is_called = win.winner in outcome.open_hands
    if is_called and not details.is_open:
        text = _("This player is marked as having called a tile, but the hand was entered as concealed.")
        raise YakuRefused("no_such_hand", Sentence(text), "open")
    return found


def _from_yaku(told: _Told) -> Win:
    """Complete a win from its yaku: the han, and the fu where the yaku determine them."""
    book, win, details, course, *_winds = told
    if win.yakuman or win.units is not None:
        check_beside_yakuman(details)
        return win
    details = completed(book, details, course)
    han, fu = han_of(book, details), fu_of(details, course)
    if fu is None and win.fu is not None:
        check_fu(details, course, win.fu)
    found = win._replace(han=han, fu=win.fu if fu is None else fu, details=details)
    _compare(
        told, found, _("These yaku make %(found)s, but %(said)s was entered. Please correct one of them.")
    )
    return found


def _from_tiles(told: _Told, laid: LaidTiles) -> Win:
    """Complete a win from its tiles, which determine everything."""
    book, win, details, *_rest = told
    hand, how = read_hand(laid.tiles, laid.melds, laid.win_tile), _situation(told, laid)
    valued = value_hand(book, hand, how)
    made = valued.win(win.winner, pao=win.pao, open_kan_from=win.open_kan_from)
    codes = tuple(one.name.code for one in valued.yaku if not one.name.is_yakuman)
    counted = {one.name.code: one.han for one in valued.yaku if one.name.code in BONUSES}
    is_limited = bool(made.yakuman) and not is_unlimited(book)
    found = Details(
        yaku=() if made.yakuman else tuple(code for code in ORDINARY if code in codes),
        is_open=hand.is_open,
        dora=() if made.yakuman else tuple(counted.items()),
        hand=_as_laid(hand, laid),
    )
    made = made._replace(units=win.units, fu=None if is_limited else made.fu, details=found)
    _compare(
        told, made, _("These tiles make %(found)s, but %(said)s was entered. Please correct one of them.")
    )
    if details.yaku and set(details.yaku) != set(found.yaku):
        text = _("These tiles have other yaku: %(found)s. Entered were %(said)s.")
        parts = {"found": names_of(found.yaku), "said": names_of(details.yaku)}
        raise YakuRefused("worth_differs", Sentence(text, parts))
    if details.dora and dict(details.dora) != dict(found.dora):
        text = _(
            "These tiles and indicators have %(found)s dora in all; %(said)s were entered, or of another "
            "kind."
        )
        counts = {"found": sum(counted.values()), "said": sum(number for _code, number in details.dora)}
        raise YakuRefused("worth_differs", Sentence(text, counts), "dora")
    return made


def _situation(told: _Told, laid: LaidTiles) -> Situation:
    doubled = "double_riichi" in laid.chances
    if doubled and not told.course.riichi:
        text = _("%(yaku)s: this player has not declared riichi in this hand.")
        raise YakuRefused("no_such_hand", Sentence(text, {"yaku": names_of(("double_riichi",))}))
    return Situation(
        tsumo=told.course.tsumo,
        seat_wind=told.seat_wind,
        round_wind=told.round_wind,
        riichi=told.course.riichi and not doubled,
        dora=parse_tiles(laid.dora),
        ura=parse_tiles(laid.ura),
        kita=laid.kita,
        **dict.fromkeys(laid.chances, True),
    )


def _as_laid(hand: LaidOut, laid: LaidTiles) -> LaidTiles:
    """Normalize the notation of tiles."""
    return laid._replace(
        tiles=print_tiles(hand.concealed),
        win_tile=str(hand.win_tile),
        melds=tuple(map(str, hand.melds)),
        dora=print_tiles(parse_tiles(laid.dora)),
        ura=print_tiles(parse_tiles(laid.ura)),
    )


def _compare(told: _Told, found: Win, text: str) -> None:
    """Refuse han, fu or yakuman that differ from the hand's."""
    said = told.win
    if said.yakuman or found.yakuman:
        is_said = not said.yakuman and said.han is None
        bases = [sorted(map(base_of, names)) for names in (said.yakuman, found.yakuman)]
        agrees = is_said or (bases[0] == bases[1] and _worth(told, said) == _worth(told, found))
    else:
        agrees = said.han in (None, found.han) and said.fu in (None, found.fu)
        agrees = agrees or (said.han is not None and _limit(told, said) == _limit(told, found) != "")
    if not agrees:
        parts = {"found": _said(found), "said": _said(said)}
        raise YakuRefused("worth_differs", Sentence(text, parts), "han")


def _worth(told: _Told, win: Win) -> Value:
    return value_of_yakuman(told.book, win.yakuman, None, han=win.han or 0, fu=win.fu)


def _limit(told: _Told, win: Win) -> str:
    """Return the limit of a win; "" below a mangan, and for impossible hands."""
    if win.han is None:
        return ""
    try:
        return value_of_han(told.book, win.han, win.fu, tsumo=told.course.tsumo).limit
    except ScoringError:
        return ""


def _said(win: Win) -> Sentence | Terms:
    if win.yakuman:
        return Terms(tuple(YAKUMAN[name] for name in win.yakuman))
    if win.han is None:
        return Sentence.pgettext("figure", "%(fu)s fu", {"fu": win.fu})
    if win.fu is None:
        return Sentence.pgettext("figure", "%(han)s han", {"han": win.han})
    return Sentence(_("%(han)s han %(fu)s fu"), {"han": win.han, "fu": win.fu})
