"""What the values of a rulebook's fields are called in the reader's language, and house rules in words."""

from collections.abc import Mapping
from typing import Any

from scoring.rulebook.fields import FIELDS
from scoring.rulebook.rulebook import Difference
from scoring.standing.ranking import TIE_BREAKS
from scoring.translation import Term, catalogue
from scoring.translation import gettext_noop as _

_COMMON: dict[object, str | Term] = {
    "unset": _("left open"),
    "n/a": _("does not apply"),
    True: _("yes"),
    False: _("no"),
    "none": _("none"),
    "all": _("all are paid"),
    "head_bump": _("the next in turn only (head bump)"),
    "abort": _("the hand is aborted"),
    "random": _("random"),
    "two_roll": _("two rolls"),
    "mangan": _("mangan"),
    "yakuman": _("yakuman"),
    "allowed": _("allowed"),
    "forbidden": _("forbidden"),
    "optional": _("the dealer may choose"),
    "automatic": _("automatic"),
    "daisangen": _("big three dragons"),
    "daisuushii": _("big four winds"),
    "suukantsu": _("four kans"),
}

_OF_FIELD: dict[str, dict[object, str | Term]] = {
    "table.length": {
        "tonpuu": _("one round (tonpuu)"),
        "hanchan": _("two rounds (hanchan)"),
        "issou": _("four rounds (issou)"),
        "16_hands": _("16 hands"),
        "4_hands_per_round": _("rounds of 4 hands, as many as the event plays"),
    },
    "table.dealer_rotation": {
        "renchan": _("the dealer may stay on"),
        "always": _("passes on after every hand"),
    },
    "result.kind": {
        "points": _("points with uma and oka"),
        "table_points": _("table points by place"),
        "signed_sqrt": _("square root of the points, signed"),
        "raw": _("points as they are"),
    },
    "result.tie": {
        "split": _("share what their places bring"),
        "seat_order": _("the earlier seat is ahead"),
        "shared_rank": _("share the place"),
    },
    "result.tie_remainder": {
        "exact": _("exact fractions"),
        "tenth_to_seat_order": _("tenths; the rest to the earlier seat"),
        "floor_point": _("rounded down to a point"),
    },
    "result.leftover_deposits": {
        "lost": _("lost"),
        "top": _("to the first"),
        "top_split": _("to the first, shared if tied"),
    },
    "result.rounding": {
        "gosha_rokunyu": _("0-500 down, 600-900 up"),
        "shisha_gonyu": _("0-400 down, 500-900 up"),
        "kirisute": _("down"),
        "kiriage": _("up"),
    },
    "game_end.renchan": {
        "tenpai": _("when winning or tenpai"),
        "agari": _("only when winning"),
    },
    "game_end.tobi": {
        "below_zero": _("below 0 points"),
        "zero_or_less": _("0 points or less"),
    },
    "draw.aborts": {
        "kyuushu": Term("nine terminals", "九種九牌"),
        "suufon": Term("four winds", "四風子連打"),
        "suukan": Term("four kans", "四開槓"),
        "suuriichi": Term("four riichi", "四家立直"),
        "sanchahou": Term("triple ron", "三家和"),
    },
    "draw.abort_dealer": {"stays": _("stays"), "rotates": _("passes on")},
    "draw.nagashi_mangan": {"mangan_tsumo": _("paid as a mangan tsumo")},
    "settlement.multi_ron_sticks": {
        "first_takes_all": _("all to the next in turn"),
        "honba_each_own_stick_back_rest_first": _(
            "counters to each, own stick back, the rest to the next in turn"
        ),
    },
    "settlement.pao_tsumo": {"liable_pays_all": _("the liable player pays all")},
    "settlement.pao_ron": {"half_half": _("half each with the discarder")},
    "settlement.pao_honba": {
        "discarder": _("the discarder"),
        "liable": _("the liable player"),
    },
    "settlement.pao_scope": {
        "that_yakuman_only": _("for that yakuman only"),
        "whole_hand": _("for the whole hand"),
    },
    "score.table": {
        "formula": _("han and fu"),
        "simple_seed003": _("simple table by han"),
        "zung_jung": _("Zung Jung patterns"),
        "mcr": _("MCR points"),
        "unlimited": _("han and fu without limits"),
    },
    "score.kazoe": {"sanbaiman_cap": _("no: sanbaiman at most")},
    "score.double_yakuman": {
        "suuankou_tanki": _("four concealed triplets on a single wait"),
        "kokushi_13": _("thirteen-sided thirteen orphans"),
        "junsei_chuuren": _("pure nine gates"),
    },
    "bonus.kan_dora_timing": {
        "immediate": _("at once"),
        "after_discard_for_open": _("after the discard for an open kan"),
    },
    "yaku.kuikae": {"same_tile_forbidden": _("not the same tile")},
    "yaku.renhou": {"mangan_alternative": _("mangan, if nothing is higher")},
    "yaku.riichi_last_draw": {
        "one_tile": _("one live tile must be left"),
        "four_tiles": _("four live tiles must be left"),
    },
    "fu.chiitoi": {"25fu2han": _("25 fu, 2 han")},
    "chombo.kind": {
        "after_game": _("points after the game"),
        "each": _("points to each opponent"),
        "mangan": _("a mangan, reversed"),
        "minipoints": _("points off the game’s score, before places"),
    },
    "chombo.riichi_sticks": {"returned": _("given back"), "stay": _("stay on the table")},
    "chombo.honba": {"unchanged": _("unchanged"), "+1": _("one more")},
    "chombo.vs_win": {"win_prevails": _("the win prevails")},
    "seating.seat_draw": {
        "jpml_one_roll": _("one roll, winds by parity"),
        "shinhochi_two_roll": _("two rolls, winds by parity"),
        "wsom_two_roll": _("two rolls, open number tiles"),
        "five_tiles": _("four winds and a white"),
        "tile_draw": _("tiles are drawn"),
    },
    "seating.dealer_draw": {
        "jpml_one_roll_by_karitou": _("one roll by the temporary East"),
        "shinhochi_two_roll_dealer": _("two rolls from the mark"),
        "karitou_two_roll": _("two rolls from the temporary East"),
        "east_drawer_is_first_dealer": _("whoever draws East"),
        "seat assigned": _("the assigned seat"),
    },
    "seating.wall_break": {
        "one_roll_sum": _("one roll of the dealer"),
        "automatic_table": _("by the table"),
        "one_roll_auto_table_two_roll_by_hand": _("one roll; two by hand"),
    },
    "overlay.wareme": {
        "wareme": _("the seat whose wall is broken (wareme)"),
        "dokasen": _("the seat of the next draw (dokasen)"),
    },
}


LIMITS = {
    "mangan": Term("mangan", "満貫"),
    "haneman": Term("haneman", "ハネ満"),
    "baiman": Term("baiman", "倍満"),
    "sanbaiman": Term("sanbaiman", "三倍満"),
}


def label(path: str, value: Any, language: str | None) -> str:
    """A field's value in words. Values are plain, as in ``Rulebook.content()``.

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
    # True is 1 to a dictionary; numbers are shown as they are.
    if type(value) is int:
        return f"{value:,}"
    known = _OF_FIELD.get(path, {})
    if value in known:
        return _name(known[value], language)
    return _name(_COMMON[value], language) if value in _COMMON else str(value)


def _name(name: str | Term, language: str | None) -> str:
    return name.in_language(language) if isinstance(name, Term) else catalogue(language).gettext(name)


def _order(names: list[str], language: str | None) -> str:
    words = catalogue(language)
    first, *others = [words.gettext(TIE_BREAKS[name].title) for name in names]
    then = words.pgettext("between the tie-breaks of an order", ", then ")
    return then.join([first, *map(lower_first, others)])


def lower_first(name: str) -> str:
    """A name with a small first letter, for use inside a sentence."""
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
    """One house rule in words.

    >>> say_difference(Difference("result.tie", "ties", "split", "seat_order"), "en")
    'ties: the earlier seat is ahead (the edition: share what their places bring)'
    """
    words = catalogue(language)
    return words.gettext("%(field)s: %(here)s (the edition: %(edition)s)") % {
        "field": words.gettext(difference.title),
        "here": label(difference.path, difference.here, language),
        "edition": label(difference.path, difference.edition, language),
    }


def all_values() -> dict[str, tuple[object, ...]]:
    """Every field with the values that need a name."""
    return {path: field.values for path, field in FIELDS.items() if field.kind in ("choice", "listing")}
