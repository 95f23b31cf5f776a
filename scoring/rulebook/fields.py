"""Every field of a rulebook: what it may hold, and what it is called.

This is the whole schema. There is one line for each field; nothing outside this list is accepted, nothing in
it may be missing. ``open`` fields may be "unset" (the rulebook leaves it open, an event must say), ``na``
fields may be "n/a" (it cannot matter under this rulebook). Points are game points; uma and an after-game
chombo are in P (1 P = 1,000 points in riichi).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scoring.errors import RulebookError, ScoringError
from scoring.standing.ranking import TIE_BREAKS, check_tie_breaks


class Mark(Enum):
    """Why a field holds no value."""

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
    """One field of the schema. ``kind``: choice, flag, number, listing, order, uma or limits."""

    path: str
    en: str
    ja: str
    kind: str
    values: tuple[str | int, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    open: bool = False
    na: bool = False

    def check(self, value: object) -> object:
        """The value as a rulebook keeps it, or a RulebookError that says what would be allowed."""
        if value == "unset" and self.open and self.kind != "uma":
            return UNSET
        if value == "n/a" and self.na:
            return NA
        return _CHECKS[self.kind](self, value)

    def refuse(self, expected: str, value: object) -> RulebookError:
        """The error for a value that does not fit."""
        marks = [f'"{mark}"' for mark, allowed in (("unset", self.open), ("n/a", self.na)) if allowed]
        return RulebookError(
            "invalid_value",
            f"{self.path} ({self.en}) is {_short(value)}; expected {' or '.join([expected, *marks])}.",
            fields=[self.path],
        )


def _short(value: object) -> str:
    """A value as it can be shown in a message; never walks into big or deep things."""
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
    """Tie-breaks, the most important first, as ``scoring.standing.ranking`` takes them."""
    expected = "a list that ends in lot, each at most once, of " + ", ".join(map(str, field.values))
    if not isinstance(value, list | tuple) or any(type(item) is not str for item in value):
        raise field.refuse(expected, value)
    try:
        return check_tie_breaks(value)
    except ScoringError as error:
        raise field.refuse(expected, value) from error


@dataclass(frozen=True, slots=True)
class Uma:
    """Rank points: one row for all games, or a row for each number of floating players. In P, first place
    first.
    """

    rows: tuple[tuple[str, tuple[int, ...]], ...]

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def by_floating(self) -> bool:
        """Whether the row depends on how many players are floating."""
        return len(self.rows) > 1 or (len(self.rows) == 1 and self.rows[0][0] != "*")

    def row(self, floating: int) -> tuple[int, ...]:
        """The rank points when this many players are floating."""
        if len(self.rows) == 1:
            return self.rows[0][1]
        by_key = dict(self.rows)
        return by_key[str(floating)] if str(floating) in by_key else by_key["*"]

    def as_dict(self) -> dict[str, list[int]]:
        """As it stands in TOML and JSON."""
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
    """From how many net han (without the two bazoro) each limit begins."""

    mangan: int
    haneman: int
    baiman: int
    sanbaiman: int

    def as_dict(self) -> dict[str, int]:
        """As it stands in TOML and JSON."""
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


def _one_of(path: str, en: str, ja: str, *values: str | int, unset: bool = True, na: bool = False) -> Field:
    return Field(path, en, ja, "choice", values, open=unset, na=na)


def _yes_no(path: str, en: str, ja: str, *, unset: bool = True, na: bool = False) -> Field:
    return Field(path, en, ja, "flag", open=unset, na=na)


def _amount(
    path: str, en: str, ja: str, low: int, high: int, step: int = 1, *, unset: bool = True, na: bool = False
) -> Field:
    return Field(path, en, ja, "number", (), low, high, step, unset, na)


def _some_of(path: str, en: str, ja: str, *values: str, unset: bool = True) -> Field:
    return Field(path, en, ja, "listing", values, open=unset)


# fmt: off
_ALL = (
    _one_of("table.players", "number of players", "人数", 3, 4, 5, unset=False),
    _one_of("table.length", "game length", "対局の長さ",
            "tonpuu", "hanchan", "issou", "16_hands", "4_hands_per_round", unset=False),
    _one_of("table.dealer_rotation", "dealer rotation", "親の移動", "renchan", "always", unset=False),
    _amount("table.starting_points", "starting points", "配給原点・持ち点", 0, MAX_POINTS, 100),

    _one_of("result.kind", "result conversion", "成績換算",
            "points", "table_points", "signed_sqrt", "raw", unset=False),
    _amount("result.return_points", "return points", "返し点・原点", 0, MAX_POINTS, 100),
    _amount("result.oka", "oka (top prize)", "オカ", 0, MAX_POINTS, 100),
    Field("result.uma", "uma (rank points)", "順位点・ウマ", "uma", open=True),
    _amount("result.floating_threshold", "floating from", "浮き（原点以上）", 0, MAX_POINTS, 100),
    _one_of("result.tie", "ties", "同点の扱い", "split", "seat_order", "shared_rank"),
    _one_of("result.tie_remainder", "remainder of a split", "端数（等分の余り）",
            "exact", "tenth_to_seat_order", "floor_point"),
    _one_of("result.leftover_deposits", "riichi sticks left at the end", "終局時の供託",
            "lost", "top", "top_split", na=True),
    _one_of("result.rounding", "rounding of results", "端数処理",
            "none", "gosha_rokunyu", "shisha_gonyu", "kirisute", "kiriage"),

    _one_of("game_end.renchan", "the dealer stays on", "連荘条件", "tenpai", "agari", "none"),
    _one_of("game_end.agariyame", "agari-yame", "アガリやめ", "none", "optional", "automatic"),
    _one_of("game_end.tenpaiyame", "tenpai-yame", "テンパイやめ", "none", "optional", "automatic"),
    _one_of("game_end.tobi", "bankruptcy ends the game", "トビ・箱割れ",
            "none", "below_zero", "zero_or_less"),
    _yes_no("game_end.west_entry", "west-round extension", "西入"),
    _amount("game_end.goal_points", "points needed to stop", "規定点", 0, MAX_POINTS, 100),

    _amount("draw.noten_total", "noten penalty, total", "ノーテン罰符（場）", 0, 100_000, 100),
    _yes_no("draw.keishiki_tenpai", "formal tenpai", "形式テンパイ", na=True),
    _some_of("draw.aborts", "abortive draws", "途中流局",
             "kyuushu", "suufon", "suukan", "suuriichi", "sanchahou"),
    _one_of("draw.abort_dealer", "dealer after an abort", "途中流局後の親", "stays", "rotates", na=True),
    _one_of("draw.nagashi_mangan", "nagashi mangan", "流し満貫", "none", "mangan_tsumo"),

    _amount("settlement.honba_ron", "counter, ron", "積み棒（ロン）", 0, 10_000, 100),
    _amount("settlement.honba_tsumo_each", "counter, tsumo, each payer", "積み棒（ツモ・一人）",
            0, 10_000, 100),
    _one_of("settlement.ron_two", "two win on one discard", "二人同時ロン", "head_bump", "all"),
    _one_of("settlement.ron_three", "three win on one discard", "三人同時ロン",
            "head_bump", "all", "abort", na=True),
    _one_of("settlement.multi_ron_sticks", "counters and deposits when several win", "複数ロンの積み棒・供託",
            "first_takes_all", "honba_each_own_stick_back_rest_first", na=True),
    _some_of("settlement.pao_yaku", "yakuman with liability", "パオの対象役満",
             "daisangen", "daisuushii", "suukantsu"),
    _one_of("settlement.pao_tsumo", "liability on tsumo", "パオ・ツモ", "liable_pays_all", na=True),
    _one_of("settlement.pao_ron", "liability on ron", "パオ・ロン", "half_half", na=True),
    _one_of("settlement.pao_honba", "who pays the counters under liability", "パオ時の積み棒",
            "discarder", "liable", na=True),
    _one_of("settlement.pao_scope", "liability and compound yakuman", "パオと複合役満",
            "that_yakuman_only", "whole_hand", na=True),
    _yes_no("settlement.daiminkan_pao", "liability for a win on an open kan's replacement tile",
            "大明槓の責任払い"),

    _one_of("score.table", "score table", "点数表",
            "formula", "simple_seed003", "zung_jung", "mcr", "unlimited", unset=False),
    Field("score.limits", "limits (han without the two bazoro)", "満貫以上の表（場ゾロ抜き）",
            "limits", na=True),
    _yes_no("score.kiriage", "kiriage mangan", "切り上げ満貫", na=True),
    _one_of("score.kazoe", "counted yakuman", "数え役満", "yakuman", "sanbaiman_cap", na=True),
    _yes_no("score.yakuman_stack", "compound yakuman", "役満の複合", na=True),
    _amount("score.yakuman_cap", "largest yakuman multiple (0: none)", "役満の倍数上限", 0, 20, na=True),
    _some_of("score.double_yakuman", "double yakuman", "ダブル役満",
             "suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii"),
    _yes_no("score.han_shown_with_bazoro", "han quoted with the two bazoro", "場ゾロ込み表記", unset=False),
    _amount("score.min_han", "minimum to win", "縛り", 0, 88, unset=False),

    _yes_no("bonus.ippatsu", "ippatsu", "一発"),
    _yes_no("bonus.ura", "ura dora", "裏ドラ"),
    _yes_no("bonus.kan_dora", "kan dora", "槓ドラ"),
    _one_of("bonus.kan_dora_timing", "kan dora is turned", "カンドラをめくる時",
            "immediate", "after_discard_for_open", na=True),
    _amount("bonus.red_fives", "red fives", "赤牌", 0, 12),

    _yes_no("yaku.kuitan", "open tanyao", "喰いタン"),
    _yes_no("yaku.atozuke", "yaku completed by the last tile", "後付け・先付け"),
    _one_of("yaku.kuikae", "swap calling", "喰い替え", "forbidden", "same_tile_forbidden", "allowed"),
    _one_of("yaku.renhou", "renhou", "人和", "none", "mangan", "mangan_alternative", "yakuman", na=True),
    _one_of("yaku.riichi_last_draw", "riichi without a further draw", "ツモ番なしリーチ",
            "allowed", "one_tile", "four_tiles", "forbidden", na=True),
    _one_of("yaku.riichi_below_1000", "riichi with less than 1,000 points", "1000点未満のリーチ",
            "allowed", "forbidden", na=True),

    _one_of("fu.double_wind_pair", "fu of a double-wind pair", "連風牌の雀頭", 2, 4, na=True),
    _one_of("fu.rinshan_tsumo", "tsumo fu on a replacement tile", "嶺上開花のツモ符", 0, 2, na=True),
    _yes_no("fu.pinfu_tsumo", "pinfu counts on a self-draw (20 fu)", "ピンフツモ", na=True),
    _one_of("fu.open_pinfu", "fu of an open pinfu shape", "喰いピンフ形", 20, 30, na=True),
    _one_of("fu.chiitoi", "seven pairs", "七対子", "25fu2han", na=True),

    _one_of("chombo.kind", "chombo sanction", "チョンボの種類", "after_game", "each", "mangan", "none"),
    _amount("chombo.amount", "chombo amount (after the game: P; each: points)", "チョンボの額",
            0, MAX_POINTS),
    _yes_no("chombo.replay", "hand replayed after a chombo", "チョンボ局のやり直し", na=True),
    _one_of("chombo.riichi_sticks", "this hand's riichi sticks after a chombo", "チョンボ時のリーチ棒",
            "returned", "stay", na=True),
    _one_of("chombo.honba", "counters after a chombo", "チョンボ時の積み場", "unchanged", "+1", na=True),
    _one_of("chombo.vs_win", "win and chombo together", "和了とチョンボの同時", "win_prevails", na=True),

    _one_of("seating.seat_draw", "seat draw", "座席決め（場決め）",
            "jpml_one_roll", "shinhochi_two_roll", "wsom_two_roll", "five_tiles", "two_roll",
            "tile_draw", "random",
            na=True),
    _one_of("seating.dealer_draw", "first dealer", "親決め（起家決め）",
            "jpml_one_roll_by_karitou", "shinhochi_two_roll_dealer", "karitou_two_roll", "two_roll",
            "east_drawer_is_first_dealer", "seat assigned", "random", na=True),
    _one_of("seating.wall_break", "wall break", "開門",
            "one_roll_sum", "two_roll", "one_roll_auto_table_two_roll_by_hand", "automatic_table",
            "random", na=True),

    _one_of("overlay.wareme", "doubled player", "割れ目・導火線", "none", "wareme", "dokasen", unset=False),
    _amount("overlay.wareme_multiplier", "wareme multiplier", "割れ目の倍率", 2, 4, unset=False),
    _yes_no("overlay.wareme_on_honba", "wareme doubles the counters", "割れ目：積み棒も倍", unset=False),
    _yes_no("overlay.wareme_on_deposits", "wareme doubles the deposits", "割れ目：供託も倍", unset=False),
    _yes_no("overlay.wareme_on_noten", "wareme doubles the noten penalty", "割れ目：罰符も倍", unset=False),
    _yes_no("overlay.wareme_on_chombo", "wareme doubles a chombo", "割れ目：チョンボも倍", unset=False),
    _yes_no("overlay.unlimited", "no limits (aotenjo)", "青天井", unset=False),
    _amount("overlay.yakuman_as_han", "han of a yakuman without limits", "役満の翻数（青天井）",
            1, 100, unset=False),

    Field("standing.tie_breaks", "order of the standings", "順位の決め方", "order",
          tuple(TIE_BREAKS), open=True),
)
# fmt: on

FIELDS: dict[str, Field] = {field.path: field for field in _ALL}
