"""What the values of a rulebook's fields are called, in English and Japanese, and house rules told in words."""

from collections.abc import Mapping
from typing import Any

from scoring.rulebook.fields import FIELDS
from scoring.rulebook.rulebook import Difference
from scoring.standing.ranking import TIE_BREAKS

LANGUAGES = ("en", "ja")

_COMMON: dict[object, tuple[str, str]] = {
    "unset": ("left open", "定めなし"),
    "n/a": ("does not apply", "該当なし"),
    True: ("yes", "あり"),
    False: ("no", "なし"),
    "none": ("none", "なし"),
    "all": ("all are paid", "全員和了"),
    "head_bump": ("the next in turn only (head bump)", "頭ハネ"),
    "abort": ("the hand is aborted", "流局"),
    "random": ("random", "ランダム"),
    "two_roll": ("two rolls", "二度振り"),
    "mangan": ("mangan", "満貫"),
    "yakuman": ("yakuman", "役満"),
    "allowed": ("allowed", "可"),
    "forbidden": ("forbidden", "不可"),
    "optional": ("the dealer may choose", "任意"),
    "automatic": ("automatic", "自動"),
    "daisangen": ("big three dragons", "大三元"),
    "daisuushii": ("big four winds", "大四喜"),
    "suukantsu": ("four kans", "四槓子"),
}

_OF_FIELD: dict[str, dict[object, tuple[str, str]]] = {
    "table.length": {
        "tonpuu": ("one round (tonpuu)", "東風戦"),
        "hanchan": ("two rounds (hanchan)", "半荘戦"),
        "issou": ("four rounds (issou)", "一荘戦"),
        "16_hands": ("16 hands", "16局"),
        "4_hands_per_round": (
            "rounds of 4 hands, as many as the event plays",
            "4局を1場とし場数は大会が定める",
        ),
    },
    "table.dealer_rotation": {
        "renchan": ("the dealer may stay on", "連荘あり"),
        "always": ("passes on after every hand", "毎局交代"),
    },
    "result.kind": {
        "points": ("points with uma and oka", "素点＋順位点"),
        "table_points": ("table points by place", "順位による得点"),
        "signed_sqrt": ("square root of the points, signed", "得点の平方根（符号付き）"),
        "raw": ("points as they are", "素点のまま"),
    },
    "result.tie": {
        "split": ("share what their places bring", "等分"),
        "seat_order": ("the earlier seat is ahead", "起家に近い方が上位"),
        "shared_rank": ("share the place", "同順位"),
    },
    "result.tie_remainder": {
        "exact": ("exact fractions", "端数そのまま"),
        "tenth_to_seat_order": ("tenths; the rest to the earlier seat", "0.1単位、端数は起家に近い方"),
        "floor_point": ("rounded down to a point", "1点未満切り捨て"),
    },
    "result.leftover_deposits": {
        "lost": ("lost", "供託（加算しない）"),
        "top": ("to the first", "トップ取り"),
        "top_split": ("to the first, shared if tied", "トップ取り（同点は等分）"),
    },
    "result.rounding": {
        "gosha_rokunyu": ("0-500 down, 600-900 up", "五捨六入"),
        "shisha_gonyu": ("0-400 down, 500-900 up", "四捨五入"),
        "kirisute": ("down", "切り捨て"),
        "kiriage": ("up", "切り上げ"),
    },
    "game_end.renchan": {
        "tenpai": ("when winning or tenpai", "テンパイ連荘"),
        "agari": ("only when winning", "アガリ連荘"),
    },
    "game_end.tobi": {
        "below_zero": ("below 0 points", "0点未満"),
        "zero_or_less": ("0 points or less", "0点以下"),
    },
    "draw.aborts": {
        "kyuushu": ("nine terminals", "九種九牌"),
        "suufon": ("four winds", "四風子連打"),
        "suukan": ("four kans", "四開槓"),
        "suuriichi": ("four riichi", "四家立直"),
        "sanchahou": ("triple ron", "三家和"),
    },
    "draw.abort_dealer": {"stays": ("stays", "親続行"), "rotates": ("passes on", "親流れ")},
    "draw.nagashi_mangan": {"mangan_tsumo": ("paid as a mangan tsumo", "満貫ツモ扱い")},
    "settlement.multi_ron_sticks": {
        "first_takes_all": ("all to the next in turn", "上家取り"),
        "honba_each_own_stick_back_rest_first": (
            "counters to each, own stick back, the rest to the next in turn",
            "積み棒は各自、自分のリーチ棒は返却、残りは上家取り",
        ),
    },
    "settlement.pao_tsumo": {"liable_pays_all": ("the liable player pays all", "全額責任払い")},
    "settlement.pao_ron": {"half_half": ("half each with the discarder", "放銃者と折半")},
    "settlement.pao_honba": {
        "discarder": ("the discarder", "放銃者"),
        "liable": ("the liable player", "責任払いの者"),
    },
    "settlement.pao_scope": {
        "that_yakuman_only": ("for that yakuman only", "その役満のみ"),
        "whole_hand": ("for the whole hand", "全体"),
    },
    "score.table": {
        "formula": ("han and fu", "符計算"),
        "simple_seed003": ("simple table by han", "簡易点数表"),
        "zung_jung": ("Zung Jung patterns", "中庸麻雀"),
        "mcr": ("MCR points", "国標麻将"),
        "unlimited": ("han and fu without limits", "青天井"),
    },
    "score.kazoe": {"sanbaiman_cap": ("no: sanbaiman at most", "なし（三倍満まで）")},
    "score.double_yakuman": {
        "suuankou_tanki": ("four concealed triplets on a single wait", "四暗刻単騎"),
        "kokushi_13": ("thirteen-sided thirteen orphans", "国士無双十三面"),
        "junsei_chuuren": ("pure nine gates", "純正九蓮宝燈"),
    },
    "bonus.kan_dora_timing": {
        "immediate": ("at once", "即めくり"),
        "after_discard_for_open": ("after the discard for an open kan", "明槓は打牌後"),
    },
    "yaku.kuikae": {"same_tile_forbidden": ("not the same tile", "現物のみ不可")},
    "yaku.renhou": {"mangan_alternative": ("mangan, if nothing is higher", "満貫（他の役と複合せず）")},
    "yaku.riichi_last_draw": {
        "one_tile": ("one live tile must be left", "残り1枚以上"),
        "four_tiles": ("four live tiles must be left", "残り4枚以上"),
    },
    "fu.chiitoi": {"25fu2han": ("25 fu, 2 han", "25符2翻")},
    "chombo.kind": {
        "after_game": ("points after the game", "終了後に減点"),
        "each": ("points to each opponent", "全員に支払い"),
        "mangan": ("a mangan, reversed", "満貫払い"),
    },
    "chombo.riichi_sticks": {"returned": ("given back", "返却"), "stay": ("stay on the table", "供託のまま")},
    "chombo.honba": {"unchanged": ("unchanged", "積まない"), "+1": ("one more", "1本積む")},
    "chombo.vs_win": {"win_prevails": ("the win prevails", "和了優先")},
    "seating.seat_draw": {
        "jpml_one_roll": ("one roll, winds by parity", "一度振り"),
        "shinhochi_two_roll": ("two rolls, winds by parity", "二度振り（新報知）"),
        "wsom_two_roll": ("two rolls, open number tiles", "二度振り（WSOM）"),
        "five_tiles": ("four winds and a white", "五枚（東南西北白）"),
        "tile_draw": ("tiles are drawn", "牌をめくる"),
    },
    "seating.dealer_draw": {
        "jpml_one_roll_by_karitou": ("one roll by the temporary East", "仮東の一度振り"),
        "shinhochi_two_roll_dealer": ("two rolls from the mark", "二度振り（新報知）"),
        "karitou_two_roll": ("two rolls from the temporary East", "仮東・仮親の二度振り"),
        "east_drawer_is_first_dealer": ("whoever draws East", "東を引いた者"),
        "seat assigned": ("the assigned seat", "指定席"),
    },
    "seating.wall_break": {
        "one_roll_sum": ("one roll of the dealer", "親の一度振り"),
        "automatic_table": ("by the table", "自動卓"),
        "one_roll_auto_table_two_roll_by_hand": ("one roll; two by hand", "自動卓一度振り・手積み二度振り"),
    },
    "overlay.wareme": {
        "wareme": ("the seat whose wall is broken (wareme)", "割れ目"),
        "dokasen": ("the seat of the next draw (dokasen)", "導火線"),
    },
}


_LIMITS = {
    "mangan": ("mangan", "満貫"),
    "haneman": ("haneman", "ハネ満"),
    "baiman": ("baiman", "倍満"),
    "sanbaiman": ("sanbaiman", "三倍満"),
}


def label(path: str, value: Any, language: str) -> str:
    """A field's value in words. Values are plain, as in ``Rulebook.content()``.

    >>> label("result.tie", "seat_order", "en"), label("result.uma", {"*": [30, 10, -10, -30]}, "ja")
    ('the earlier seat is ahead', '+30/+10/-10/-30')
    """
    index = LANGUAGES.index(language)
    if isinstance(value, Mapping):
        return _table(value, index)
    if path == "standing.tie_breaks" and isinstance(value, list):
        return _order(value, index)
    if isinstance(value, list):
        return ("、" if index else ", ").join(label(path, item, language) for item in value) or _COMMON[
            "none"
        ][index]
    known = _OF_FIELD.get(path, {})
    # True is 1 to a dictionary; numbers are shown as they are.
    if type(value) is int:
        return f"{value:,}"
    if value in known:
        return known[value][index]
    return _COMMON[value][index] if value in _COMMON else str(value)


def _order(names: list[str], index: int) -> str:
    said = [(TIE_BREAKS[name].en, TIE_BREAKS[name].ja)[index] for name in names]
    if index:
        return "、".join(said)
    return ", then ".join([said[0], *(one[0].lower() + one[1:] for one in said[1:])])


def _table(value: Mapping[str, Any], index: int) -> str:
    rows = []
    for key, row in value.items():
        shown = "/".join(f"{n:+d}" if n else "0" for n in row) if isinstance(row, list) else str(row)
        if isinstance(row, list):
            name = "" if key == "*" else f"{key}{(' floating', '人浮き')[index]}: "
        else:
            name = f"{_LIMITS.get(key, (key, key))[index]}: "
        rows.append(name + shown)
    return "; ".join(rows) or _COMMON["unset"][index]


def say_difference(difference: Difference, language: str) -> str:
    """One house rule in words.

    >>> say_difference(Difference("result.tie", "ties", "同点の扱い", "split", "seat_order"), "en")
    'ties: the earlier seat is ahead (the edition: share what their places bring)'
    """
    here = label(difference.path, difference.here, language)
    there = label(difference.path, difference.edition, language)
    if language == "ja":
        return f"{difference.ja}：{here}（元のルール：{there}）"
    return f"{difference.en}: {here} (the edition: {there})"


def all_values() -> dict[str, tuple[object, ...]]:
    """Every field with the values that need a name."""
    return {path: field.values for path, field in FIELDS.items() if field.kind in ("choice", "listing")}
