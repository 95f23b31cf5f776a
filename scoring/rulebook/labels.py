"""Names of rulebook values in the reader's language, and house rules in words."""

from collections.abc import Mapping
from typing import Any

from scoring.rulebook.fields import FIELDS
from scoring.rulebook.rulebook import Difference
from scoring.standing.ranking import TIE_BREAKS
from scoring.translation import Term, catalogue
from scoring.translation import pgettext_noop as pgettext

_COMMON: dict[object, str | Term] = {
    "unset": pgettext("value of a setting", "left open"),
    "n/a": pgettext("value of a setting", "does not apply"),
    True: pgettext("value of a setting", "yes"),
    False: pgettext("value of a setting", "no"),
    "none": pgettext("value of a setting", "none"),
    "all": pgettext("value of a setting", "all are paid"),
    "head_bump": pgettext("value of a setting", "the next in turn only (head bump)"),
    "abort": pgettext("value of a setting", "the hand is aborted"),
    "random": pgettext("value of a setting", "random"),
    "two_roll": pgettext("value of a setting", "two rolls"),
    "mangan": pgettext("value of a setting", "mangan"),
    "yakuman": pgettext("value of a setting", "yakuman"),
    "allowed": pgettext("value of a setting", "allowed"),
    "forbidden": pgettext("value of a setting", "forbidden"),
    "optional": pgettext("value of a setting", "the dealer may choose"),
    "automatic": pgettext("value of a setting", "automatic"),
    "daisangen": pgettext("value of a setting", "big three dragons"),
    "daisuushii": pgettext("value of a setting", "big four winds"),
    "suukantsu": pgettext("value of a setting", "four kans"),
}

_OF_FIELD: dict[str, dict[object, str | Term]] = {
    "table.length": {
        "tonpuu": pgettext("value of a setting", "one round (tonpuu)"),
        "hanchan": pgettext("value of a setting", "two rounds (hanchan)"),
        "issou": pgettext("value of a setting", "four rounds (issou)"),
        "16_hands": pgettext("value of a setting", "16 hands"),
        "4_hands_per_round": pgettext("value of a setting", "rounds of 4 hands, as many as the event plays"),
    },
    "table.dealer_rotation": {
        "renchan": pgettext("value of a setting", "the dealer may stay on"),
        "always": pgettext("value of a setting", "passes on after every hand"),
    },
    "result.kind": {
        "points": pgettext("value of a setting", "points with uma and oka"),
        "table_points": pgettext("value of a setting", "table points by place"),
        "signed_sqrt": pgettext("value of a setting", "square root of the points, signed"),
        "raw": pgettext("value of a setting", "points as they are"),
    },
    "result.tie": {
        "split": pgettext("value of a setting", "share what their places bring"),
        "seat_order": pgettext("value of a setting", "the earlier seat is ahead"),
        "shared_rank": pgettext("value of a setting", "share the place"),
    },
    "result.tie_remainder": {
        "exact": pgettext("value of a setting", "exact fractions"),
        "tenth_to_seat_order": pgettext("value of a setting", "tenths; the rest to the earlier seat"),
        "floor_point": pgettext("value of a setting", "rounded down to a point"),
    },
    "result.leftover_deposits": {
        "lost": pgettext("value of a setting", "lost"),
        "top": pgettext("value of a setting", "to the first"),
        "top_split": pgettext("value of a setting", "to the first, shared if tied"),
    },
    "result.rounding": {
        "gosha_rokunyu": pgettext("value of a setting", "0-500 down, 600-900 up"),
        "shisha_gonyu": pgettext("value of a setting", "0-400 down, 500-900 up"),
        "kirisute": pgettext("value of a setting", "down"),
        "kiriage": pgettext("value of a setting", "up"),
    },
    "game_end.renchan": {
        "tenpai": pgettext("value of a setting", "when winning or tenpai"),
        "agari": pgettext("value of a setting", "only when winning"),
    },
    "game_end.tobi": {
        "below_zero": pgettext("value of a setting", "below 0 points"),
        "zero_or_less": pgettext("value of a setting", "0 points or less"),
    },
    "draw.aborts": {
        "kyuushu": Term("nine terminals", "九種九牌"),
        "suufon": Term("four winds", "四風子連打"),
        "suukan": Term("four kans", "四開槓"),
        "suuriichi": Term("four riichi", "四家立直"),
        "sanchahou": Term("triple ron", "三家和"),
    },
    "draw.abort_dealer": {
        "stays": pgettext("value of a setting", "stays"),
        "rotates": pgettext("value of a setting", "passes on"),
    },
    "draw.nagashi_mangan": {"mangan_tsumo": pgettext("value of a setting", "paid as a mangan tsumo")},
    "settlement.multi_ron_sticks": {
        "first_takes_all": pgettext("value of a setting", "all to the next in turn"),
        "honba_each_own_stick_back_rest_first": pgettext(
            "value of a setting", "counters to each, own stick back, the rest to the next in turn"
        ),
    },
    "settlement.pao_tsumo": {"liable_pays_all": pgettext("value of a setting", "the liable player pays all")},
    "settlement.pao_ron": {"half_half": pgettext("value of a setting", "half each with the discarder")},
    "settlement.pao_honba": {
        "discarder": pgettext("value of a setting", "the discarder"),
        "liable": pgettext("value of a setting", "the liable player"),
    },
    "settlement.pao_scope": {
        "that_yakuman_only": pgettext("value of a setting", "for that yakuman only"),
        "whole_hand": pgettext("value of a setting", "for the whole hand"),
    },
    "score.table": {
        "formula": pgettext("value of a setting", "han and fu"),
        "simple_seed003": pgettext("value of a setting", "simple table by han"),
        "zung_jung": pgettext("value of a setting", "Zung Jung patterns"),
        "mcr": pgettext("value of a setting", "MCR points"),
        "unlimited": pgettext("value of a setting", "han and fu without limits"),
    },
    "score.kazoe": {"sanbaiman_cap": pgettext("value of a setting", "no: sanbaiman at most")},
    "score.double_yakuman": {
        "suuankou_tanki": pgettext("value of a setting", "four concealed triplets on a single wait"),
        "kokushi_13": pgettext("value of a setting", "thirteen-sided thirteen orphans"),
        "junsei_chuuren": pgettext("value of a setting", "pure nine gates"),
    },
    "bonus.kan_dora_timing": {
        "immediate": pgettext("value of a setting", "at once"),
        "after_discard_for_open": pgettext("value of a setting", "after the discard for an open kan"),
    },
    "yaku.kuikae": {"same_tile_forbidden": pgettext("value of a setting", "not the same tile")},
    "yaku.renhou": {"mangan_alternative": pgettext("value of a setting", "mangan, if nothing is higher")},
    "yaku.riichi_last_draw": {
        "one_tile": pgettext("value of a setting", "one live tile must be left"),
        "four_tiles": pgettext("value of a setting", "four live tiles must be left"),
    },
    "fu.chiitoi": {"25fu2han": pgettext("value of a setting", "25 fu, 2 han")},
    "chombo.kind": {
        "after_game": pgettext("value of a setting", "points after the game"),
        "each": pgettext("value of a setting", "points to each opponent"),
        "mangan": pgettext("value of a setting", "a mangan, reversed"),
        "minipoints": pgettext("value of a setting", "points off the game’s score, before places"),
    },
    "chombo.riichi_sticks": {
        "returned": pgettext("value of a setting", "given back"),
        "stay": pgettext("value of a setting", "stay on the table"),
    },
    "chombo.honba": {
        "unchanged": pgettext("value of a setting", "unchanged"),
        "+1": pgettext("value of a setting", "one more"),
    },
    "chombo.vs_win": {"win_prevails": pgettext("value of a setting", "the win prevails")},
    "seating.seat_draw": {
        "jpml_one_roll": pgettext("value of a setting", "one roll, winds by parity"),
        "shinhochi_two_roll": pgettext("value of a setting", "two rolls, winds by parity"),
        "wsom_two_roll": pgettext("value of a setting", "two rolls, open number tiles"),
        "five_tiles": pgettext("value of a setting", "four winds and a white"),
        "tile_draw": pgettext("value of a setting", "tiles are drawn"),
    },
    "seating.dealer_draw": {
        "jpml_one_roll_by_karitou": pgettext("value of a setting", "one roll by the temporary East"),
        "shinhochi_two_roll_dealer": pgettext("value of a setting", "two rolls from the mark"),
        "karitou_two_roll": pgettext("value of a setting", "two rolls from the temporary East"),
        "east_drawer_is_first_dealer": pgettext("value of a setting", "the player who draws East"),
        "seat assigned": pgettext("value of a setting", "the assigned seat"),
    },
    "seating.wall_break": {
        "one_roll_sum": pgettext("value of a setting", "one roll of the dealer"),
        "automatic_table": pgettext("value of a setting", "by the table"),
        "one_roll_auto_table_two_roll_by_hand": pgettext("value of a setting", "one roll; two by hand"),
    },
    "overlay.wareme": {
        "wareme": pgettext("value of a setting", "the seat whose wall is broken (wareme)"),
        "dokasen": pgettext("value of a setting", "the seat of the next draw (dokasen)"),
    },
}


LIMITS = {
    "mangan": Term("mangan", "満貫"),
    "haneman": Term("haneman", "ハネ満"),
    "baiman": Term("baiman", "倍満"),
    "sanbaiman": Term("sanbaiman", "三倍満"),
}


def label(path: str, value: Any, language: str | None) -> str:
    """Return a field's value in words. Values are plain, as in ``Rulebook.content()``.

    >>> label("result.tie", "seat_order", "en"), label("result.uma", {"*": [30, 10, -10, -30]}, "ja")
    ('the earlier seat is ahead', '+30/+10/▲10/▲30')
    """
    if isinstance(value, Mapping):
        return _table(value, language)
    if path == "standing.tie_breaks" and isinstance(value, list):
        return _order(value, language)
    if isinstance(value, list):
        between = catalogue(language).pgettext("between the items of a list", ", ")
        return between.join(label(path, item, language) for item in value) or _name(_COMMON["none"], language)
    # A dictionary treats True as 1; numbers are shown as they are.
    if type(value) is int:
        return f"{value:,}"
    known = _OF_FIELD.get(path, {})
    if value in known:
        return _name(known[value], language)
    return _name(_COMMON[value], language) if value in _COMMON else str(value)


def _name(name: str | Term, language: str | None) -> str:
    return (
        name.in_language(language)
        if isinstance(name, Term)
        else catalogue(language).pgettext("value of a setting", name)
    )


def _order(names: list[str], language: str | None) -> str:
    words = catalogue(language)
    first, *others = [words.pgettext("tie-break", TIE_BREAKS[name].title) for name in names]
    then = words.pgettext("between the tie-breaks of an order", ", then ")
    return then.join([first, *map(lower_first, others)])


def lower_first(name: str) -> str:
    """Return a name with a small first letter, for use inside a sentence."""
    return name[:1].lower() + name[1:]


def _table(value: Mapping[str, Any], language: str | None) -> str:
    words = catalogue(language)
    rows = []
    for key, row in value.items():
        if not isinstance(row, list):
            limit = LIMITS[key].in_language(language) if key in LIMITS else key
            rows.append(f"{limit}: {row}")
            continue
        minus = words.pgettext("before a negative figure", "−")
        shown = "/".join(f"{n:+d}".replace("-", minus) if n else "0" for n in row)
        if key != "*":
            shown = words.gettext("%(count)s floating: %(uma)s") % {"count": key, "uma": shown}
        rows.append(shown)
    return "; ".join(rows) or _name(_COMMON["unset"], language)


def say_difference(difference: Difference, language: str | None) -> str:
    """Return one house rule in words.

    >>> say_difference(Difference("result.tie", "ties", "split", "seat_order"), "en")
    'ties: the earlier seat is ahead (the edition: share what their places bring)'
    """
    words = catalogue(language)
    return words.gettext("%(field)s: %(here)s (the edition: %(edition)s)") % {
        "field": words.pgettext("setting", difference.title),
        "here": label(difference.path, difference.here, language),
        "edition": label(difference.path, difference.edition, language),
    }


def all_values() -> dict[str, tuple[object, ...]]:
    """Return all fields with the values that need a name."""
    return {path: field.values for path, field in FIELDS.items() if field.kind in ("choice", "listing")}
