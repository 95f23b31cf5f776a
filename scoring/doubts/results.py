"""Game results that are ``impossible``, or ``strange`` and to be confirmed.

``impossible`` ones are refused wherever results are entered; ``strange`` ones may be real. Both expect points that
``settle`` accepts. Stored results are not checked again.

>>> from scoring.rulebook.rulebook import load
>>> [doubt.code for doubt in strange(load("mleague"), [100_000, 0, 0, 0])]
['all_points_with_one']
"""

from collections.abc import Iterator, Sequence

from scoring.doubts.house_rules import STICK, Doubt, make_doubt
from scoring.hand.value import is_riichi, is_unlimited, most_yakuman
from scoring.rulebook.left_open import ROUNDS
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import gettext_noop as _

DEALERS_YAKUMAN = 48_000
# Four winds, four concealed triplets with a pair wait, each double, all honours and four kans: 6, plus a margin.
MOST_YAKUMAN = 7
# A second winner beside such a hand has no honours: terminals, four kans, four concealed triplets with a pair wait.
MOST_YAKUMAN_OF_ANOTHER = 4
MANGAN_OF_A_DEALER = 12_000
# More than ever recorded in a row; counters are written with two digits.
MOST_COUNTERS = 99
MOST_ROUNDS = 4
# More by one player need confirmation: most rulebooks disqualify them.
USUAL_CHOMBO = 3
# For games that start at 0: the most expensive hands cost hundreds, and a game has sixteen hands.
USUAL_SWING = 5_000


def most_chombo(book: Rulebook) -> int:
    """Return the most chombo of one player in a result: one in every hand and in an extra round.

    Chombo may be replayed, so rules alone give no bound; but a referee would stop a player who has spoilt as many
    hands as the game has.
    """
    return (ROUNDS.get(book.table.length, MOST_ROUNDS) + 1) * min(book.table.players, 4)


def deepest_fall(book: Rulebook) -> int | None:
    """Return how many points below zero a game can end; None if unlimited.

    Only if the game ends at once on bankruptcy: all players then begin the last hand with at least 0, and lose at
    most a riichi stick, the most expensive discard (the most yakuman that the rulebook and the tiles allow, all as
    if a dealer's, to all paid winners, with 99 counters), a chombo and a noten penalty.
    """
    if book.game_end.tobi not in ("below_zero", "zero_or_less") or not is_riichi(book) or is_unlimited(book):
        return None
    others = min(book.table.players, 4) - 1
    rules = book.settlement
    paid = 3 if rules.ron_three not in ("head_bump", "abort") else 2 if rules.ron_two != "head_bump" else 1
    counter = max(_number(rules.honba_ron), others * _number(rules.honba_tsumo_each))
    paid, known = min(paid, others), most_yakuman(book)
    yakuman = min(known, MOST_YAKUMAN) + (paid - 1) * min(known, MOST_YAKUMAN_OF_ANOTHER)
    win = DEALERS_YAKUMAN * yakuman + paid * MOST_COUNTERS * counter
    foul = MANGAN_OF_A_DEALER
    if book.chombo.kind == "each":
        foul = others * _number(book.chombo.amount)
    times = book.overlay.wareme_multiplier if book.overlay.wareme != "none" else 1
    return STICK + times * (win + foul) + _number(book.draw.noten_total)


def impossible(book: Rulebook, points: Sequence[int], chombo: Sequence[int] = ()) -> list[Doubt]:
    """Return reasons why no game of this rulebook has this result. ``points`` and ``chombo`` by seat, as for
    ``settle``.
    """
    return [*_too_many_chombo(book, chombo), *_fallen_too_far(book, points)]


def strange(book: Rulebook, points: Sequence[int], chombo: Sequence[int] = ()) -> list[Doubt]:
    """Return reasons why a possible result is probably a mistake; each code at most once."""
    return [*_many_chombo(chombo), *_all_with_one(book, points), *_far_away(book, points)]


def _too_many_chombo(book: Rulebook, chombo: Sequence[int]) -> Iterator[Doubt]:
    count, most = max(chombo, default=0), most_chombo(book)
    if count > most:
        yield make_doubt(
            "too_many_chombo",
            "chombo",
            _("One player has %(count)s chombo, but a game here can have at most %(most)s."),
            count=count,
            most=most,
        )


def _fallen_too_far(book: Rulebook, points: Sequence[int]) -> Iterator[Doubt]:
    fall, lowest = deepest_fall(book), min(points)
    if fall is not None and lowest < -fall:
        yield make_doubt(
            "fallen_too_far",
            "points",
            _(
                "No player can end with %(points)s: the game is over when a player is bankrupt, and the "
                "last hand costs at most %(fall)s."
            ),
            points=lowest,
            fall=fall,
        )


def _many_chombo(chombo: Sequence[int]) -> Iterator[Doubt]:
    count = max(chombo, default=0)
    if count > USUAL_CHOMBO:
        yield make_doubt(
            "many_chombo", "chombo", _("One player made %(count)s chombo in this game."), count=count
        )


def _all_with_one(book: Rulebook, points: Sequence[int]) -> Iterator[Doubt]:
    if _starts_with(book) and list(points).count(0) == len(points) - 1:
        yield make_doubt(
            "all_points_with_one",
            "points",
            _("One player has all the points, and all others have exactly 0."),
        )


def _far_away(book: Rulebook, points: Sequence[int]) -> Iterator[Doubt]:
    """Points so far from the start that a mistake is more likely: a third more than the start below zero (the
    M-League's regular season of 2018 went down to -29,500 from 25,000), or twice the start above the total.
    """
    start = book.table.starting_points
    if not isinstance(start, int) or is_unlimited(book):
        return
    fall, rise = (4 * start // 3, 2 * start) if _starts_with(book) else (USUAL_SWING, USUAL_SWING)
    lowest, highest = -fall, book.table.players * start + rise
    odd = [one for one in points if not lowest <= one <= highest]
    if odd:
        yield make_doubt(
            "strange_points",
            "points",
            _("One player ends with %(points)s after starting with %(start)s."),
            points=max(odd, key=lambda one: abs(one - start)),
            start=start,
        )


def _starts_with(book: Rulebook) -> bool:
    """Whether everyone starts with points that others can win."""
    start = book.table.starting_points
    return isinstance(start, int) and start >= STICK


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
