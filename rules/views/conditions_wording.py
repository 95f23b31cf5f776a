"""Conditions in the reader's language: a card for each player, a line for each way to win."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.conditions.conditions import Condition, Listed, Underway, conditions
from scoring.conditions.goal import Goal
from scoring.conditions.win_levels import Level, levels
from scoring.game.game import State
from scoring.game.winds import current_wind
from scoring.result.result import places
from scoring.rulebook.rulebook import Rulebook
from scoring.text.awards import say_range
from web.visitor_language import language

MOST_HANDS = 3
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Line:
    """A way to win and its requirements: ranges of worths (none if no worth is enough), and the cheapest hands of
    the first. `goes_on`: the game may continue.
    """

    how: str
    needs: tuple[str, ...]
    hands: str = ""
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One player's conditions. `behind` is the distance to the leader; `draws` say who is tenpai; after a win the
    game may continue (`goes_on`). With a dead hand (`is_dead`) there are no `wins`.
    """

    seat: int
    name: str
    wind: int
    points: int
    place: int
    behind: int
    wins: tuple[Line, ...]
    goes_on: bool
    draws: tuple[str, ...]
    riichi_draws: tuple[str, ...]
    more: tuple[str, ...]
    others: tuple[tuple[str, tuple[Line, ...]], ...]
    is_dead: bool


def card(book: Rulebook, state: State, goal: Goal, hand: Underway, names: Sequence[str]) -> Card:
    """Return what this seat needs in the coming hand.

    Raises RuleError for what the rulebook leaves open.
    """
    seat, players = goal.seat, book.table.players
    riichi, dead = hand.riichi, hand.dead
    needed = conditions(book, state, goal, hand, Listed(by_others=True))
    mine = places(book, state.points)[seat]
    draws = {(one.riichi, one.sure): one.tenpai for one in needed if one.kind == "draw"}
    plain = tuple(draws.get((False, sure), ()) for sure in (True, False))
    with_stick = tuple(draws.get((True, sure), ()) for sure in (True, False))
    differs = seat not in (*riichi, *dead) and with_stick != tuple(
        tuple(who for who in sets if seat in who) for sets in plain
    )
    every = [
        who
        for n in range(players + 1)
        for who in combinations(range(players), n)
        if set(riichi) - set(dead) <= set(who) and not set(dead) & set(who)
    ]
    wins = () if seat in dead else _wins(book, state, needed, seat, names)
    others = [
        (names[other], tuple(line for line in _wins(book, state, needed, other, names) if line.needs))
        for other in range(players)
        if other != seat
    ]
    return Card(
        seat,
        names[seat],
        current_wind(seat, state.dealer, players) + 1,
        state.points[seat],
        mine,
        max(state.points) - state.points[seat],
        wins,
        any(line.goes_on for line in wins if line.needs),
        _draws(with_stick if seat in riichi else plain, every, names, seat),
        _draws(with_stick, [who for who in every if seat in who], names, seat) if differs else (),
        _more(needed, names),
        tuple((name, lines) for name, lines in others if lines),
        seat in dead,
    )


def if_allowed(text: str) -> str:
    """Mark a condition that depends on rivals at other tables."""
    return _("%(what)s, if the other tables allow it") % {"what": text}


def _draws(
    by_certainty: Sequence[Sequence[tuple[int, ...]]],
    every: Sequence[tuple[int, ...]],
    names: Sequence[str],
    seat: int,
) -> tuple[str, ...]:
    """Return the draws that are surely enough, then those that depend on other tables."""
    sure, possible = (who_is_tenpai(sets, every, names, seat) for sets in by_certainty)
    return (*sure, *map(if_allowed, possible))


def _wins(
    book: Rulebook, state: State, needed: Iterable[Condition], winner: int, names: Sequence[str]
) -> tuple[Line, ...]:
    """Return a line for tsumo, and one for each discarder, or one for all if there is no difference."""
    mine = [one for one in needed if one.winner == winner and one.low is not None]
    stick = any(one.riichi for one in mine) and not any(not one.riichi for one in mine)
    by_loser: dict[int | None, list[Condition]] = {
        loser: [one for one in mine if one.loser == loser and one.riichi == stick]
        for loser in (None, *(s for s in range(book.table.players) if s != winner))
    }
    dealer = winner == state.dealer
    lines = {loser: _line(book, some, loser, dealer, names) for loser, some in by_loser.items()}
    tsumo = lines.pop(None)
    rons = list(lines.values())
    if all((one.needs, one.goes_on) == (rons[0].needs, rons[0].goes_on) for one in rons):
        rons = [Line(_("Ron from anyone"), rons[0].needs, rons[0].hands, rons[0].goes_on)]
    return (tsumo, *rons)


def _line(
    book: Rulebook, some: Sequence[Condition], loser: int | None, dealer: bool, names: Sequence[str]
) -> Line:
    tsumo = loser is None
    how = pgettext("mahjong term", "Tsumo") if tsumo else _("Ron from %(seat)s") % {"seat": names[loser or 0]}
    if not some:
        return Line(how, ())
    known = levels(book, tsumo=tsumo, dealer=dealer)
    goes_on = not all(one.ends for one in some)
    some = sorted(some, key=lambda one: not one.sure)
    low, high = some[0].low, some[0].high
    needs = tuple(_need(one, known[0], tsumo=tsumo, dealer=dealer) for one in some)
    return Line(how, needs, say_hands(known, low, high) if low and low != known[0] else "", goes_on)


def _need(one: Condition, least: Level, *, tsumo: bool, dealer: bool) -> str:
    """Format a range of worths, or that any hand is enough."""
    if one.low is None or (one.low == least and one.high is None):
        text = pgettext("conditions", "any hand")
    else:
        text = say_range(one.low, one.high, language(), tsumo=tsumo, dealer=dealer)
    return _maybe(text, sure=one.sure)


def say_hands(known: Sequence[Level], low: Level, high: Level | None) -> str:
    """Format the cheapest hands of a range, higher han first: "4 han, 3 han 50 fu, 2 han 90 fu".

    Fu are left out if all hands of that many han are enough.
    """
    least: dict[int, int] = {}
    enough: dict[int, int] = {}
    for level in known:
        for han, fu in level.hands:
            least[han] = min(fu, least.get(han, fu))
            if low[:3] <= level[:3] and (high is None or level[:3] <= high[:3]):
                enough[han] = min(fu, enough.get(han, fu))
    plain = [han for han in sorted(enough) if enough[han] == least[han]]
    texts = [pgettext("figure", "%(han)s han") % {"han": plain[0]}] if plain else []
    for han in sorted(enough, reverse=True):
        if not plain or han < plain[0]:
            texts.append(_("%(han)s han %(fu)s fu") % {"han": han, "fu": enough[han]})
    # A hand stays on one line: "2 han" and "70 fu" on two lines read as two hands.
    return pgettext("between names", ", ").join(one.replace(" ", NO_BREAK) for one in texts[:MOST_HANDS])


def _more(needed: Iterable[Condition], names: Sequence[str]) -> tuple[str, ...]:
    """Return other outcomes of the hand that are enough."""
    texts = []
    for sure in (True, False):
        alike = [one for one in needed if one.sure == sure]
        nagashi = [names[one.winner] for one in alike if one.kind == "nagashi" and one.winner is not None]
        if nagashi:
            texts.append(
                _maybe(
                    _("Nagashi mangan of %(seats)s")
                    % {"seats": pgettext("between names", ", ").join(nagashi)},
                    sure=sure,
                )
            )
        if any(one.kind == "abort" for one in alike):
            texts.append(_maybe(_("An abortive draw"), sure=sure))
    return tuple(texts)


def _maybe(text: str, *, sure: bool) -> str:
    return text if sure else if_allowed(text)


def who_is_tenpai(
    sets: Sequence[tuple[int, ...]], every: Sequence[tuple[int, ...]], names: Sequence[str], first: int = 0
) -> tuple[str, ...]:
    """Describe sets of tenpai players briefly: who must be tenpai in each and who must not; others do not matter.
    Descriptions by the ``first`` seat's own hand come first.
    """
    wanted, left = set(sets), set(sets)
    described = []
    seats = range(len(names))
    # The widest descriptions that hold only for these sets come first, which needs the fewest words.
    for marks in sorted(
        product("+?-", repeat=len(names)), key=lambda m: (-m.count("?"), "+?-".index(m[first]))
    ):
        meant = {
            who
            for who in every
            if all(mark == "?" or (mark == "+") == (s in who) for s, mark in enumerate(marks))
        }
        if meant and meant <= wanted and meant & left:
            left -= meant
            described.append(
                _say_tenpai(
                    [names[s] for s in seats if marks[s] == "+"], [names[s] for s in seats if marks[s] == "-"]
                )
            )
    return tuple(described)


def _say_tenpai(tenpai: Sequence[str], noten: Sequence[str]) -> str:
    parts = []
    if tenpai:
        parts.append(
            pgettext("conditions", "%(seats)s tenpai")
            % {"seats": pgettext("between names", ", ").join(tenpai)}
        )
    if noten:
        parts.append(
            pgettext("conditions", "%(seats)s noten") % {"seats": pgettext("between names", ", ").join(noten)}
        )
    return pgettext("between sentences", "; ").join(parts) or pgettext("mahjong term", "any draw")
