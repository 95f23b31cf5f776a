"""Settings that a rulebook leaves open and that results, games hand by hand, or hands from tiles depend on.

Called by `scoring.rulebook.rulebook.needs`. A field counts as open if the text is silent ("unset"), and also if it
is marked as irrelevant ("n/a") although other settings make it relevant.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from scoring.rulebook.fields import NA, UNSET, Uma
from scoring.rulebook.sections import (
    Bonus,
    Chombo,
    Draw,
    Fu,
    GameEnd,
    Overlay,
    ResultRules,
    Score,
    Settlement,
    Table,
    Yaku,
)

RIICHI_TABLES = frozenset(("formula", "simple_seed003", "unlimited"))
STOPS = (UNSET, "optional", "automatic")
ROUNDS = {"tonpuu": 1, "hanchan": 2, "issou": 4, "16_hands": 4}
"""How many rounds a game of this length has; other lengths go on as the event decides."""


class Rules(Protocol):
    """The parts of a rulebook read here."""

    @property
    def table(self) -> Table: ...
    @property
    def result(self) -> ResultRules: ...
    @property
    def game_end(self) -> GameEnd: ...
    @property
    def draw(self) -> Draw: ...
    @property
    def settlement(self) -> Settlement: ...
    @property
    def score(self) -> Score: ...
    @property
    def bonus(self) -> Bonus: ...
    @property
    def yaku(self) -> Yaku: ...
    @property
    def fu(self) -> Fu: ...
    @property
    def chombo(self) -> Chombo: ...
    @property
    def overlay(self) -> Overlay: ...
    def value(self, path: str) -> Any: ...


def is_open(value: object) -> bool:
    """Whether the rulebook leaves this value to the event."""
    return value is UNSET or (isinstance(value, Uma) and not value)


def counts_counters(book: Rules) -> bool:
    """Whether counters are used: if the dealer may stay, unless the rulebook gives them no value. A text silent on
    their value must set it; 0 means none.
    """
    return book.table.dealer_rotation == "renchan" and book.settlement.honba_ron != 0


def of_results(book: Rules, *, sticks_left: bool, chombos: bool) -> list[str]:
    """Return the open fields that every result depends on."""
    result = book.result
    wanted = ["table.starting_points"]
    if result.kind == "points":
        wanted += ["result.return_points", "result.oka"]
    if result.kind in ("points", "table_points"):
        wanted.append("result.uma")
    wanted.append("result.tie")
    if result.tie in ("split", UNSET):
        wanted.append("result.tie_remainder")
    if result.kind == "points" and sticks_left:
        wanted.append("result.leftover_deposits")
    if chombos:
        wanted.append("chombo.kind")
        if book.chombo.kind not in ("mangan", "none"):
            wanted.append("chombo.amount")
    return [path for path in wanted if is_open(book.value(path))]


def of_hands(book: Rules) -> list[str]:
    """Return the open fields of games played hand by hand, and of conditions."""
    if book.table.players > 4:
        return []  # hands are played by four of the five, under another rulebook
    riichi = book.score.table in RIICHI_TABLES
    wanted = [*_end(book), *_draws(book), *_several(book, riichi), *_chombo(book, riichi)]
    if riichi:
        wanted += [*_liability(book), *_values(book), "yaku.renhou", "yaku.riichi_below_1000"]
    return [path for path in wanted if is_open(book.value(path)) or book.value(path) is NA]


def of_tiles(book: Rules) -> list[str]:
    """Return the open fields that a hand's value from its tiles depends on."""
    if book.score.table not in RIICHI_TABLES or book.table.players > 4:
        return []
    wanted = [
        *("bonus.ippatsu", "bonus.ura", "bonus.kan_dora", "bonus.red_fives", "yaku.kuitan"),
        *("fu.double_wind_pair", "fu.rinshan_tsumo"),
    ]
    return [path for path in wanted if is_open(book.value(path))]


def _end(book: Rules) -> Iterator[str]:
    yield "game_end.tobi"
    if book.table.dealer_rotation != "renchan":
        return
    end = book.game_end
    yield "game_end.renchan"
    if book.table.length not in ROUNDS:
        return
    yield "game_end.agariyame"
    yield "game_end.tenpaiyame"
    yield "game_end.west_entry"
    if end.west_entry is not False or end.agariyame in STOPS or end.tenpaiyame in STOPS:
        yield "game_end.goal_points"


def _draws(book: Rules) -> Iterator[str]:
    yield "draw.noten_total"
    yield "draw.nagashi_mangan"
    yield "draw.aborts"
    by_three = book.table.players == 4 and book.settlement.ron_three in (UNSET, "abort")
    if book.draw.aborts != () or by_three:
        yield "draw.abort_dealer"


def _several(book: Rules, riichi: bool) -> Iterator[str]:
    rules = book.settlement
    rons = [rules.ron_two]
    yield "settlement.ron_two"
    if book.table.players == 4:
        rons.append(rules.ron_three)
        yield "settlement.ron_three"
    if riichi and any(rule in (UNSET, "all") for rule in rons):
        yield "settlement.multi_ron_sticks"
    if riichi and counts_counters(book):
        yield "settlement.honba_ron"
        yield "settlement.honba_tsumo_each"


def _chombo(book: Rules, riichi: bool) -> Iterator[str]:
    kind = book.chombo.kind
    if kind == "none":
        return
    yield "chombo.kind"
    if kind != "mangan":
        yield "chombo.amount"
    yield "chombo.replay"
    if riichi:
        yield "chombo.riichi_sticks"
        if counts_counters(book):
            yield "chombo.honba"


def _liability(book: Rules) -> Iterator[str]:
    rules, score = book.settlement, book.score
    yield "settlement.daiminkan_pao"
    yield "settlement.pao_yaku"
    if rules.pao_yaku == ():
        return
    yield "settlement.pao_tsumo"
    yield "settlement.pao_ron"
    if counts_counters(book):
        yield "settlement.pao_honba"
    if (score.yakuman_stack is not False or score.double_yakuman != ()) and score.yakuman_cap != 1:
        yield "settlement.pao_scope"


def _values(book: Rules) -> Iterator[str]:
    score = book.score
    if score.table == "formula" and not book.overlay.unlimited and score.kiriage is UNSET:
        yield "score.kiriage"
    if score.table != "unlimited" and not book.overlay.unlimited and score.kazoe is UNSET:
        yield "score.kazoe"
    yield "score.double_yakuman"
    yield "score.yakuman_stack"
    if score.yakuman_stack is not False:
        yield "score.yakuman_cap"
