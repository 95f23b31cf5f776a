"""All fields of a rulebook: their allowed values and names.

This is the complete schema, with one line for each field; other fields are refused, and none may be missing.
``open`` fields may be "unset" (the rulebook leaves it open, an event must set it), ``na`` fields may be "n/a"
(irrelevant under this rulebook). Points are game points; uma and after-game chombo are in P (1 P = 1,000 points in
riichi).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scoring.errors import RulebookError, ScoringError
from scoring.standing.ranking import TIE_BREAKS, check_tie_breaks
from scoring.translation import catalogue
from scoring.translation import pgettext_noop as pgettext


class Mark(Enum):
    """Why a field has no value."""

    UNSET = "unset"
    NA = "n/a"

    def __repr__(self) -> str:
        return self.name


UNSET = Mark.UNSET
NA = Mark.NA

MAX_POINTS = 1_000_000
MAX_UMA = 10_000


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the schema. ``kind``: choice, flag, number, listing, order, uma or limits."""

    path: str
    title: str
    kind: str
    values: tuple[str | int, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    open: bool = False
    na: bool = False

    def named(self, language: str | None) -> str:
        """Return the field's name in "en", "ja" or another language."""
        return catalogue(language).pgettext("setting", self.title)

    def check(self, value: object) -> object:
        """Return the value as a rulebook stores it; RulebookError says what is allowed."""
        if value == "unset" and self.open and self.kind != "uma":
            return UNSET
        if value == "n/a" and self.na:
            return NA
        return _CHECKS[self.kind](self, value)

    def refuse(self, expected: str, value: object) -> RulebookError:
        """Return the error for an invalid value."""
        marks = [f'"{mark}"' for mark, allowed in (("unset", self.open), ("n/a", self.na)) if allowed]
        return RulebookError(
            "invalid_value",
            f"{self.path} ({self.title}) is {_short(value)}; expected {' or '.join([expected, *marks])}.",
            fields=[self.path],
        )


def _short(value: object) -> str:
    """Return a short form of a value for a message; never descends into large or deep ones."""
    if isinstance(value, dict | list | tuple | set):
        return f"a {type(value).__name__} of {len(value)}"
    if type(value) is int and abs(value) > 10**18:
        return "a number that is far too big"
    text = value if isinstance(value, str) else repr(value)
    return repr(text[:40]) if isinstance(value, str) else text[:40]


def _choice(field: Field, value: object) -> object:
    for allowed in field.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    raise field.refuse(", ".join(map(str, field.values)), value)


def _flag(field: Field, value: object) -> object:
    if type(value) is not bool:
        raise field.refuse("true or false", value)
    return value


def _number(field: Field, value: object) -> object:
    if type(value) is not int or not field.low <= value <= field.high or value % field.step:
        step = f" in steps of {field.step}" if field.step > 1 else ""
        raise field.refuse(f"a whole number from {field.low:,} to {field.high:,}{step}", value)
    return value


def _listing(field: Field, value: object) -> object:
    expected = "a list of " + ", ".join(map(str, field.values))
    if not isinstance(value, list | tuple) or len(value) > len(field.values):
        raise field.refuse(expected, value)
    for item in value:
        if type(item) is not str or item not in field.values:
            raise field.refuse(expected, item)
    if len(set(value)) != len(value):
        raise field.refuse("each at most once: " + ", ".join(map(str, field.values)), value)
    return tuple(value)


def _order(field: Field, value: object) -> object:
    """Check tie-breaks, the most important first, as ``scoring.standing.ranking`` takes them."""
    expected = "a list that ends in lot, each at most once, of " + ", ".join(map(str, field.values))
    if not isinstance(value, list | tuple) or any(type(item) is not str for item in value):
        raise field.refuse(expected, value)
    try:
        return check_tie_breaks(value)
    except ScoringError as error:
        raise field.refuse(expected, value) from error


@dataclass(frozen=True, slots=True)
class Uma:
    """Rank points: one row for all games, or a row for each number of floating players. In P, first place first."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def by_floating(self) -> bool:
        """Whether the row depends on the number of floating players."""
        return len(self.rows) > 1 or (len(self.rows) == 1 and self.rows[0][0] != "*")

    def row(self, floating: int) -> tuple[int, ...]:
        """Return the rank points for this number of floating players."""
        if len(self.rows) == 1:
            return self.rows[0][1]
        by_key = dict(self.rows)
        return by_key[str(floating)] if str(floating) in by_key else by_key["*"]

    def as_dict(self) -> dict[str, list[int]]:
        """Return the form used in TOML and JSON."""
        return {key: list(row) for key, row in self.rows}


def _uma(field: Field, value: object) -> object:
    expected = 'a table such as {"*": [15, 5, -5, -15]}, or a row for each floating count "0", "1", …'
    if isinstance(value, Uma):
        value = value.as_dict()
    if value == "unset":
        value = {}
    if not isinstance(value, Mapping) or len(value) > 7:
        raise field.refuse(expected, value)
    rows: list[tuple[str, tuple[int, ...]]] = []
    for key, row in value.items():
        if key not in ("*", "0", "1", "2", "3", "4", "5"):
            raise field.refuse(expected, key)
        if not isinstance(row, list | tuple) or len(row) not in (3, 4, 5):
            raise field.refuse(expected, row)
        for prize in row:
            if type(prize) is not int or abs(prize) > MAX_UMA:
                raise field.refuse(f"whole P from -{MAX_UMA:,} to {MAX_UMA:,}", prize)
        rows.append((key, tuple(row)))
    return Uma(tuple(sorted(rows)))


@dataclass(frozen=True, slots=True)
class Limits:
    """The net han (without the two bazoro) at which each limit begins."""

    mangan: int
    haneman: int
    baiman: int
    sanbaiman: int

    def as_dict(self) -> dict[str, int]:
        """Return the form used in TOML and JSON."""
        return {
            "mangan": self.mangan,
            "haneman": self.haneman,
            "baiman": self.baiman,
            "sanbaiman": self.sanbaiman,
        }


def _limits(field: Field, value: object) -> object:
    expected = "mangan, haneman, baiman and sanbaiman, each with its lowest han, rising, at most 13"
    if isinstance(value, Limits):
        value = value.as_dict()
    if value == {}:
        return NA
    names = ("mangan", "haneman", "baiman", "sanbaiman")
    if not isinstance(value, Mapping) or len(value) != 4 or any(name not in value for name in names):
        raise field.refuse(expected, value)
    han = [value[name] for name in names]
    if any(type(n) is not int or not 1 <= n <= 13 for n in han) or sorted(set(han)) != han:
        raise field.refuse(expected, value)
    return Limits(*han)


_CHECKS = {
    "choice": _choice,
    "flag": _flag,
    "number": _number,
    "listing": _listing,
    "order": _order,
    "uma": _uma,
    "limits": _limits,
}


def _one_of(path: str, title: str, *values: str | int, unset: bool = True, na: bool = False) -> Field:
    return Field(path, title, "choice", values, open=unset, na=na)


def _yes_no(path: str, title: str, *, unset: bool = True, na: bool = False) -> Field:
    return Field(path, title, "flag", open=unset, na=na)


def _amount(
    path: str, title: str, low: int, high: int, step: int = 1, *, unset: bool = True, na: bool = False
) -> Field:
    return Field(path, title, "number", (), low, high, step, unset, na)


def _some_of(path: str, title: str, *values: str, unset: bool = True) -> Field:
    return Field(path, title, "listing", values, open=unset)


# fmt: off
_ALL = (
    _one_of("table.players", pgettext("setting", "number of players"), 3, 4, 5, unset=False),
    _one_of("table.length", pgettext("setting", "game length"),
            "tonpuu", "hanchan", "issou", "16_hands", "4_hands_per_round", unset=False),
    _one_of("table.dealer_rotation", pgettext("setting", "dealer rotation"), "renchan", "always", unset=False),
    _amount("table.starting_points", pgettext("setting", "starting points"), 0, MAX_POINTS, 100),

    _one_of("result.kind", pgettext("setting", "result conversion"),
            "points", "table_points", "signed_sqrt", "raw", unset=False),
    _amount("result.return_points", pgettext("setting", "return points"), 0, MAX_POINTS, 100),
    _amount("result.oka", pgettext("setting", "oka (top prize)"), 0, MAX_POINTS, 100),
    Field("result.uma", pgettext("setting", "uma (rank points)"), "uma", open=True),
    _amount("result.floating_threshold", pgettext("setting", "floating from"), 0, MAX_POINTS, 100),
    _one_of("result.tie", pgettext("setting", "ties"), "split", "seat_order", "shared_rank"),
    _one_of("result.tie_remainder", pgettext("setting", "remainder of a split"),
            "exact", "tenth_to_seat_order", "floor_point"),
    _one_of("result.leftover_deposits", pgettext("setting", "riichi sticks left at the end"),
            "lost", "top", "top_split", na=True),
    _one_of("result.rounding", pgettext("setting", "rounding of results"),
            "none", "gosha_rokunyu", "shisha_gonyu", "kirisute", "kiriage"),

    _one_of("game_end.renchan", pgettext("setting", "the dealer stays on"), "tenpai", "agari", "none"),
    _one_of("game_end.agariyame", pgettext("setting", "agari-yame"), "none", "optional", "automatic"),
    _one_of("game_end.tenpaiyame", pgettext("setting", "tenpai-yame"), "none", "optional", "automatic"),
    _one_of("game_end.tobi", pgettext("setting", "bankruptcy ends the game"),
            "none", "below_zero", "zero_or_less"),
    _yes_no("game_end.west_entry", pgettext("setting", "west-round extension")),
    _amount("game_end.goal_points", pgettext("setting", "points needed to stop"), 0, MAX_POINTS, 100),

    _amount("draw.noten_total", pgettext("setting", "noten penalty, total"), 0, 100_000, 100),
    _yes_no("draw.keishiki_tenpai", pgettext("setting", "formal tenpai"), na=True),
    _some_of("draw.aborts", pgettext("setting", "abortive draws"),
             "kyuushu", "suufon", "suukan", "suuriichi", "sanchahou"),
    _one_of("draw.abort_dealer", pgettext("setting", "dealer after an abort"), "stays", "rotates", na=True),
    _one_of("draw.nagashi_mangan", pgettext("setting", "nagashi mangan"), "none", "mangan_tsumo"),

    _amount("settlement.honba_ron", pgettext("setting", "counter, ron"), 0, 10_000, 100),
    _amount("settlement.honba_tsumo_each", pgettext("setting", "counter, tsumo, each payer"),
            0, 10_000, 100),
    _one_of("settlement.ron_two", pgettext("setting", "two win on one discard"), "head_bump", "all"),
    _one_of("settlement.ron_three", pgettext("setting", "three win on one discard"),
            "head_bump", "all", "abort", na=True),
    _one_of("settlement.multi_ron_sticks", pgettext("setting", "counters and deposits when several win"),
            "first_takes_all", "honba_each_own_stick_back_rest_first", na=True),
    _some_of("settlement.pao_yaku", pgettext("setting", "yakuman with liability"),
             "daisangen", "daisuushii", "suukantsu"),
    _one_of("settlement.pao_tsumo", pgettext("setting", "liability on tsumo"), "liable_pays_all", na=True),
    _one_of("settlement.pao_ron", pgettext("setting", "liability on ron"), "half_half", na=True),
    _one_of("settlement.pao_honba", pgettext("setting", "who pays the counters under liability"),
            "discarder", "liable", na=True),
    _one_of("settlement.pao_scope", pgettext("setting", "liability and compound yakuman"),
            "that_yakuman_only", "whole_hand", na=True),
    _yes_no("settlement.daiminkan_pao", pgettext("setting", "liability for a win on an open kan's replacement tile")),

    _one_of("score.table", pgettext("setting", "score table"),
            "formula", "simple_seed003", "zung_jung", "mcr", "unlimited", unset=False),
    Field("score.limits", pgettext("setting", "limits (han without the two bazoro)"),
            "limits", na=True),
    _yes_no("score.kiriage", pgettext("setting", "kiriage mangan"), na=True),
    _one_of("score.kazoe", pgettext("setting", "counted yakuman"), "yakuman", "sanbaiman_cap", na=True),
    _yes_no("score.yakuman_stack", pgettext("setting", "compound yakuman"), na=True),
    _amount("score.yakuman_cap", pgettext("setting", "largest yakuman multiple (0: none)"), 0, 20, na=True),
    _some_of("score.double_yakuman", pgettext("setting", "double yakuman"),
             "suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii"),
    _yes_no("score.han_shown_with_bazoro", pgettext("setting", "han quoted with the two bazoro"), unset=False),
    _amount("score.min_han", pgettext("setting", "minimum to win"), 0, 88, unset=False),

    _yes_no("bonus.ippatsu", pgettext("setting", "ippatsu")),
    _yes_no("bonus.ura", pgettext("setting", "ura dora")),
    _yes_no("bonus.kan_dora", pgettext("setting", "kan dora")),
    _one_of("bonus.kan_dora_timing", pgettext("setting", "kan dora is turned"),
            "immediate", "after_discard_for_open", na=True),
    _amount("bonus.red_fives", pgettext("setting", "red fives"), 0, 12),

    _yes_no("yaku.kuitan", pgettext("setting", "open tanyao")),
    _yes_no("yaku.atozuke", pgettext("setting", "yaku completed by the last tile")),
    _one_of("yaku.kuikae", pgettext("setting", "swap calling"), "forbidden", "same_tile_forbidden", "allowed"),
    _one_of("yaku.renhou", pgettext("setting", "renhou"), "none", "mangan", "mangan_alternative", "yakuman", na=True),
    _one_of("yaku.riichi_last_draw", pgettext("setting", "riichi without a further draw"),
            "allowed", "one_tile", "four_tiles", "forbidden", na=True),
    _one_of("yaku.riichi_below_1000", pgettext("setting", "riichi with less than 1,000 points"),
            "allowed", "forbidden", na=True),

    _one_of("fu.double_wind_pair", pgettext("setting", "fu of a double-wind pair"), 2, 4, na=True),
    _one_of("fu.rinshan_tsumo", pgettext("setting", "tsumo fu on a replacement tile"), 0, 2, na=True),
    _yes_no("fu.pinfu_tsumo", pgettext("setting", "pinfu counts on a self-draw (20 fu)"), na=True),
    _one_of("fu.open_pinfu", pgettext("setting", "fu of an open pinfu shape"), 20, 30, na=True),
    _one_of("fu.chiitoi", pgettext("setting", "seven pairs"), "25fu2han", na=True),

    _one_of("chombo.kind", pgettext("setting", "chombo sanction"), "after_game", "each", "mangan", "minipoints",
            "none"),
    _amount("chombo.amount", pgettext("setting", "chombo amount (after the game: P; each: points)"),
            0, MAX_POINTS),
    _yes_no("chombo.replay", pgettext("setting", "hand replayed after a chombo"), na=True),
    _one_of("chombo.riichi_sticks", pgettext("setting", "this hand's riichi sticks after a chombo"),
            "returned", "stay", na=True),
    _one_of("chombo.honba", pgettext("setting", "counters after a chombo"), "unchanged", "+1", na=True),
    _one_of("chombo.vs_win", pgettext("setting", "win and chombo together"), "win_prevails", na=True),

    _one_of("seating.seat_draw", pgettext("setting", "seat draw"),
            "jpml_one_roll", "shinhochi_two_roll", "wsom_two_roll", "five_tiles", "two_roll",
            "tile_draw", "random",
            na=True),
    _one_of("seating.dealer_draw", pgettext("setting", "first dealer"),
            "jpml_one_roll_by_karitou", "shinhochi_two_roll_dealer", "karitou_two_roll", "two_roll",
            "east_drawer_is_first_dealer", "seat assigned", "random", na=True),
    _one_of("seating.wall_break", pgettext("setting", "wall break"),
            "one_roll_sum", "two_roll", "one_roll_auto_table_two_roll_by_hand", "automatic_table",
            "random", na=True),

    _one_of("overlay.wareme", pgettext("setting", "doubled player"), "none", "wareme", "dokasen", unset=False),
    _amount("overlay.wareme_multiplier", pgettext("setting", "wareme multiplier"), 2, 4, unset=False),
    _yes_no("overlay.wareme_on_honba", pgettext("setting", "wareme doubles the counters"), unset=False),
    _yes_no("overlay.wareme_on_deposits", pgettext("setting", "wareme doubles the deposits"), unset=False),
    _yes_no("overlay.wareme_on_noten", pgettext("setting", "wareme doubles the noten penalty"), unset=False),
    _yes_no("overlay.wareme_on_chombo", pgettext("setting", "wareme doubles a chombo"), unset=False),
    _yes_no("overlay.unlimited", pgettext("setting", "no limits (aotenjo)"), unset=False),
    _amount("overlay.yakuman_as_han", pgettext("setting", "han of a yakuman without limits"),
            1, 100, unset=False),

    Field("standing.tie_breaks", pgettext("setting", "order of the standings"), "order",
          tuple(TIE_BREAKS), open=True),
)
# fmt: on

FIELDS: dict[str, Field] = {field.path: field for field in _ALL}
