"""House rules that fit the schema but are ``impossible``, or ``strange`` and to be confirmed.

``impossible`` ones are refused when an event sets its rules; ``strange`` ones may be intended. Stored rulebooks are
not checked again, so that past games stay readable.

>>> from scoring.rulebook.rulebook import load
>>> house = load("mleague").with_house_rules("no oka", {"result.oka": 0})
>>> [(doubt.code, doubt.values["sum"]) for doubt in strange(house)]
[('game_sum', '-20')]
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from scoring.hand.value import is_riichi
from scoring.rulebook.rulebook import Rulebook, load
from scoring.standing.shown_totals import show_alone
from scoring.translation import catalogue
from scoring.translation import gettext_noop as _

HUNDRED = 100
STICK = 1_000
MOST_RED_FIVES = 4
MOST_COUNTER = 3_000
MOST_NOTEN = 10_000
# In result points; larger numbers were meant as points at the table.
MOST_FOUL = {"points": 300, "table_points": 100, "signed_sqrt": 1_000, "raw": 10_000}


class Doubt(NamedTuple):
    """Why a rulebook or a result is doubtful. ``values`` fill the sentence; ``message`` is its English form."""

    code: str
    fields: tuple[str, ...]
    sentence: str
    values: dict[str, str]

    @property
    def message(self) -> str:
        """Return the English sentence with its values."""
        return self.sentence % self.values

    def in_language(self, language: str | None, values: Mapping[str, str] | None = None) -> str:
        """Return the sentence in "en", "ja" or another language, optionally with other values."""
        return catalogue(language).gettext(self.sentence) % (values or self.values)


_Check = Callable[[Rulebook], Iterator[Doubt]]


def impossible(book: Rulebook) -> list[Doubt]:
    """Return settings with which no game can be played or settled."""
    return [doubt for check in _IMPOSSIBLE for doubt in check(book)]


def strange(book: Rulebook) -> list[Doubt]:
    """Return settings that are playable but probably a mistake; each code at most once."""
    return [doubt for check in _STRANGE for doubt in check(book)]


def make_doubt(code: str, fields: str, sentence: str, **values: object) -> Doubt:
    """Return a doubt about these fields (separated by blanks); integers among its values get commas."""
    shown = {name: f"{value:,}" if isinstance(value, int) else str(value) for name, value in values.items()}
    return Doubt(code, tuple(fields.split()), sentence, shown)


def _uma(book: Rulebook) -> Iterator[Doubt]:
    rows = [row for _floating, row in book.result.uma.rows]
    if book.result.kind not in ("points", "table_points"):
        return
    if any(list(row) != sorted(row, reverse=True) for row in rows):
        yield make_doubt("uma_rises", "result.uma", _("A better place cannot score less than a worse one."))
    if book.result.kind == "points" and (odd := next((row for row in rows if sum(row)), None)):
        yield make_doubt(
            "uma_not_shared",
            "result.uma",
            _("The numbers of an uma must sum to 0, such as 15, 5, -5, -15; these sum to %(sum)s."),
            sum=sum(odd),
        )


def _start(book: Rulebook) -> Iterator[Doubt]:
    start, kind = book.table.starting_points, book.result.kind
    if not isinstance(start, int):
        return
    if is_riichi(book) and start < STICK:
        yield make_doubt(
            "start_too_small",
            "table.starting_points",
            _("With %(start)s points at the start, no player can put down a riichi stick."),
            start=start,
        )
    if kind == "signed_sqrt" and start:
        yield make_doubt(
            "root_of_the_start",
            "table.starting_points result.kind",
            _(
                "The square root is taken of points won and lost, so a game must start at 0, not at "
                "%(start)s."
            ),
            start=start,
        )


def _out_of_reach(book: Rulebook) -> Iterator[Doubt]:
    """Yield points above the number of points on the table."""
    start = book.table.starting_points
    if not isinstance(start, int) or start < STICK or not is_riichi(book):
        return
    whole = book.table.players * start
    for path in ("result.return_points", "game_end.goal_points", "result.floating_threshold"):
        points = book.value(path)
        if isinstance(points, int) and points > whole:
            yield make_doubt(
                "out_of_reach",
                path,
                _("%(points)s is more than all the points on the table, %(whole)s."),
                points=points,
                whole=whole,
            )


def _noten(book: Rulebook) -> Iterator[Doubt]:
    total = book.draw.noten_total
    # One to all but one player pay or share it.
    sharers = range(1, min(book.table.players, 4))
    if isinstance(total, int) and any(total % (HUNDRED * many) for many in sharers):
        yield make_doubt(
            "noten_not_payable",
            "draw.noten_total",
            _("A noten penalty of %(total)s cannot be divided into sticks of 100."),
            total=total,
        )


def _chombo(book: Rulebook) -> Iterator[Doubt]:
    kind, amount = book.chombo.kind, book.chombo.amount
    if kind == "each" and isinstance(amount, int) and is_riichi(book) and amount % HUNDRED:
        yield make_doubt(
            "chombo_not_payable",
            "chombo.amount",
            _("A chombo of %(amount)s to each player cannot be paid in sticks of 100."),
            amount=amount,
        )
    if kind == "mangan" and not is_riichi(book):
        yield make_doubt(
            "no_such_limit", "chombo.kind", _("This game has no mangan, so a chombo cannot cost one.")
        )
    if kind == "minipoints" and book.result.kind != "table_points":
        yield make_doubt(
            "no_minipoints",
            "chombo.kind",
            _("Points can be taken off the score before places only where places alone count, as in MCR."),
        )


def _wins(book: Rulebook) -> Iterator[Doubt]:
    rules = book.settlement
    if rules.ron_two == "head_bump" and rules.ron_three == "all":
        yield make_doubt(
            "three_but_not_two",
            "settlement.ron_two settlement.ron_three",
            _("If three winners on one discard are paid, two must be paid as well."),
        )
    aborts = book.draw.aborts
    if not isinstance(aborts, tuple) or not isinstance(rules.ron_three, str):
        return
    if ("sanchahou" in aborts) != (rules.ron_three == "abort"):
        yield make_doubt(
            "triple_ron_twice",
            "settlement.ron_three draw.aborts",
            _(
                "The rules contradict each other: a triple ron either aborts the hand and is listed "
                "among the abortive draws, or neither."
            ),
        )


def _red_fives(book: Rulebook) -> Iterator[Doubt]:
    reds = book.bonus.red_fives
    # With tiles for three players, one suit has no fives.
    most = 0 if not is_riichi(book) else 8 if book.table.players == 3 else 12
    if isinstance(reds, int) and reds > most:
        yield make_doubt(
            "too_many_red_fives",
            "bonus.red_fives",
            _("%(reds)s red fives are not possible: this game has at most %(most)s."),
            reds=reds,
            most=most,
        )


def _west(book: Rulebook) -> Iterator[Doubt]:
    end = book.game_end
    if end.west_entry is True and end.goal_points == 0:
        yield make_doubt(
            "west_without_goal",
            "game_end.west_entry game_end.goal_points",
            _("A west round is played until a player has the points needed to stop, but none are specified."),
        )
    if end.west_entry is True and book.table.dealer_rotation == "always":
        yield make_doubt(
            "no_west_round",
            "game_end.west_entry",
            _("A game with a fixed number of hands cannot have a further round after its last."),
        )


def _game(book: Rulebook) -> Iterator[Doubt]:
    """Yield another game's table sizes under this game's name."""
    edition = load(book.identity.id)
    if is_riichi(book) != is_riichi(edition) or (
        not is_riichi(book) and book.score.table != edition.score.table
    ):
        yield make_doubt(
            "another_game",
            "score.table",
            _("This is the score table of another game. Please use that game's rulebook."),
        )
    if (book.table.dealer_rotation == "always") != (edition.table.dealer_rotation == "always"):
        yield make_doubt(
            "another_rotation",
            "table.dealer_rotation",
            _("Whether the dealer may stay on is part of the game. Please use the rulebook of that game."),
        )
    if is_riichi(book) and book.score.min_han > 13:
        yield make_doubt(
            "nobody_wins",
            "score.min_han",
            _("No hand can win with a minimum of %(min)s han."),
            min=book.score.min_han,
        )


def _game_sum(book: Rulebook) -> Iterator[Doubt]:
    rules, start = book.result, book.table.starting_points
    home, oka = rules.return_points, rules.oka
    # If results are rounded, the first player takes the remainder.
    if rules.kind != "points" or (isinstance(rules.rounding, str) and rules.rounding != "none"):
        return
    if not (isinstance(start, int) and isinstance(home, int) and isinstance(oka, int)):
        return
    players = book.table.players
    over = players * (start - home) + oka
    if over:
        yield make_doubt(
            "game_sum",
            "table.starting_points result.return_points result.oka",
            _(
                "The results of a game would then sum to %(sum)s instead of 0: %(players)s x %(start)s "
                "points at the start, %(home)s return points each and an oka of %(oka)s."
            ),
            sum=show_alone(over, 1_000).removesuffix(".0"),
            players=players,
            start=start,
            home=home,
            oka=oka,
        )


def _foul_amount(book: Rulebook) -> Iterator[Doubt]:
    kind, amount = book.chombo.kind, book.chombo.amount
    if not isinstance(amount, int) or kind not in ("after_game", "each", "minipoints"):
        return
    if not amount:
        yield make_doubt(
            "chombo_of_nothing",
            "chombo.amount",
            _("A chombo would then cost nothing. Use the sanction “none” for that."),
        )
    elif kind == "after_game" and amount > MOST_FOUL[book.result.kind]:
        yield make_doubt(
            "chombo_amount",
            "chombo.amount",
            _(
                "One chombo would then take %(amount)s points off a game's result, where 1,000 points at "
                "the table are one. Did you mean %(less)s?"
            )
            if book.result.kind == "points"
            else _("One chombo would then take %(amount)s points off a game's result."),
            amount=amount,
            less=amount // 1_000,
        )
    elif kind == "each" and isinstance(book.table.starting_points, int):
        start = book.table.starting_points
        if start and amount > start:
            yield make_doubt(
                "chombo_amount",
                "chombo.amount",
                _(
                    "One chombo would then cost %(amount)s to each opponent, more than the starting "
                    "points of %(start)s."
                ),
                amount=amount,
                start=start,
            )


def _several_wins(book: Rulebook) -> Iterator[Doubt]:
    if book.settlement.ron_two == "all" and book.settlement.ron_three == "head_bump":
        yield make_doubt(
            "two_but_not_three",
            "settlement.ron_two settlement.ron_three",
            _("Two winners on one discard are both paid, but of three only the next in turn."),
        )


def _many_red_fives(book: Rulebook) -> Iterator[Doubt]:
    reds = book.bonus.red_fives
    if isinstance(reds, int) and reds > MOST_RED_FIVES:
        yield make_doubt(
            "many_red_fives",
            "bonus.red_fives",
            _("%(reds)s of the fives are red; sets have three or four."),
            reds=reds,
        )


def _high_minimum(book: Rulebook) -> Iterator[Doubt]:
    if is_riichi(book) and book.score.min_han > 2:
        yield make_doubt(
            "high_minimum",
            "score.min_han",
            _("A win needs %(min)s han; one or two are usual."),
            min=book.score.min_han,
        )


def _counters(book: Rulebook) -> Iterator[Doubt]:
    ron, each = book.settlement.honba_ron, book.settlement.honba_tsumo_each
    if not (isinstance(ron, int) and isinstance(each, int)):
        return
    payers = min(book.table.players, 4) - 1
    # Games of three may use the counters of four.
    if ron not in (2 * each, 3 * each):
        yield make_doubt(
            "counters_differ",
            "settlement.honba_ron settlement.honba_tsumo_each",
            _("A counter is worth %(ron)s on a ron and %(tsumo)s on a tsumo, %(each)s from each player."),
            ron=ron,
            tsumo=payers * each,
            each=each,
        )
    elif ron > MOST_COUNTER:
        yield make_doubt(
            "high_counters", "settlement.honba_ron", _("Each counter adds %(ron)s to a win."), ron=ron
        )


def _high_noten(book: Rulebook) -> Iterator[Doubt]:
    total = book.draw.noten_total
    if isinstance(total, int) and total > MOST_NOTEN:
        yield make_doubt(
            "high_noten", "draw.noten_total", _("An exhaustive draw moves %(total)s points."), total=total
        )


def _return_points(book: Rulebook) -> Iterator[Doubt]:
    start, home = book.table.starting_points, book.result.return_points
    if book.result.kind == "points" and isinstance(start, int) and isinstance(home, int) and home < start:
        yield make_doubt(
            "return_below_start",
            "result.return_points",
            _(
                "A player who ends with the starting %(start)s points would have won points, because the "
                "return points are %(home)s."
            ),
            start=start,
            home=home,
        )


_IMPOSSIBLE: tuple[_Check, ...] = (
    _uma,
    _start,
    _out_of_reach,
    _noten,
    _chombo,
    _wins,
    _red_fives,
    _west,
    _game,
)
_STRANGE: tuple[_Check, ...] = (
    _game_sum,
    _return_points,
    _foul_amount,
    _several_wins,
    _many_red_fives,
    _high_minimum,
    _counters,
    _high_noten,
)
