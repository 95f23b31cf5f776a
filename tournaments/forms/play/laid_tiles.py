"""A winner's tiles in the hand form: tapped on a keyboard, or typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.forms.calculator import LONGEST
from scoring.errors import ScoringError
from scoring.hand.details import CHANCES
from scoring.hand.tiles import Tile, parse_hand, parse_tile, parse_tiles, print_tiles
from scoring.rulebook.rulebook import Rulebook
from scoring.text.errors import say_refusal
from tournaments.forms.play.hand_details import Typed
from web.visitor_language import language

# Circumstances with other names by tsumo than by ron, or for the dealer.
LAST, FIRST = "last", "first"


@dataclass(frozen=True)
class Win:
    """A win: the winner's seat, and how it was won."""

    winner: int
    tsumo: bool
    dealer: int


def chances_of(book: Rulebook) -> list[tuple[str, str]]:
    """Return the options besides tiles: value and label."""
    found = [
        ("double_riichi", pgettext("mahjong term", "Double riichi")),
        ("ippatsu", pgettext("mahjong term", "Ippatsu")),
        (LAST, _("Last tile or last discard")),
        ("rinshan", _("On a kan's replacement tile")),
        ("chankan", _("Robbing a kan")),
        (FIRST, _("In the first turn")),
    ]
    return [one for one in found if one[0] != "ippatsu" or book.bonus.ippatsu is not False]


def typed_tiles(book: Rulebook, at: int, value_of: Callable[[str], str]) -> list[Typed]:
    """Return the fields of a winner's tiles; `value_of` returns a field's value."""
    fields = [
        ("tiles", pgettext("mahjong term", "Tiles")),
        ("winning", _("Winning tile, if it is not the last one")),
        ("indicators", pgettext("mahjong term", "Dora indicators")),
        ("under", pgettext("mahjong term", "Ura indicators")),
        ("norths", _("Norths set aside")),
    ]
    left_out = {"under"} if book.bonus.ura is False else set()
    left_out |= {"norths"} if book.hand_players != 3 else set()
    return [
        Typed(f"{name}{at}", label, value_of(f"{name}{at}")) for name, label in fields if name not in left_out
    ]


def told_tiles(
    win: Win, value_of: Callable[[str], str], chances: list[str]
) -> tuple[dict[str, Any] | None, str]:
    """Return a winner's tiles as JSON of `scoring`, None if empty, and the error if they are unreadable."""
    at = win.winner
    text, norths = value_of(f"tiles{at}"), value_of(f"norths{at}").strip()
    if not text.strip():
        return None, ""
    if norths and not (norths.isascii() and norths.isdigit() and len(norths) == 1):
        return None, _("Norths set aside: please enter how many.")
    try:
        concealed, melds = parse_hand(text[:LONGEST])
        last = _last(concealed, value_of(f"winning{at}"))
        shown = {name: print_tiles(parse_tiles(value_of(f"{field}{at}"))) for name, field in _SHOWN}
    except ScoringError as error:
        return None, say_refusal(error, language())
    hand: dict[str, Any] = {
        "tiles": print_tiles(concealed),
        "win_tile": str(last or ""),
        "melds": list(map(str, melds)),
        **shown,
    }
    if norths:
        hand["kita"] = int(norths)
    ticked = (_chance(name, win) for name in chances)
    hand |= {name: True for name in ticked if name in CHANCES}
    return {name: value for name, value in hand.items() if value}, ""


def texts_of_tiles(hand: Mapping[str, Any], at: int) -> dict[str, list[str]]:
    """Return the form values that describe these tiles."""
    texts = {
        "tiles": " ".join([hand["tiles"], *hand.get("melds", ())]),
        "winning": hand["win_tile"],
        "indicators": hand.get("dora", ""),
        "under": hand.get("ura", ""),
        "norths": str(hand.get("kita") or ""),
    }
    ticks = [_TICKS.get(name, name) for name in CHANCES if hand.get(name)]
    return {f"{name}{at}": [text] for name, text in texts.items()} | {f"chance{at}": ticks}


_SHOWN = (("dora", "indicators"), ("ura", "under"))
_TICKS = {"haitei": LAST, "houtei": LAST, "tenhou": FIRST, "chiihou": FIRST, "renhou": FIRST}


def _last(concealed: tuple[Tile, ...], named: str) -> Tile | None:
    """Return the winning tile: the one named, else the last of a complete hand."""
    if named.strip():
        return parse_tile(named.strip())
    return concealed[-1] if len(concealed) % 3 == 2 else None


def _chance(tick: str, win: Win) -> str:
    if tick == LAST:
        return "haitei" if win.tsumo else "houtei"
    if tick == FIRST and win.tsumo:
        return "tenhou" if win.winner == win.dealer else "chiihou"
    return "renhou" if tick == FIRST else tick
