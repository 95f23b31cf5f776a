"""Rates of hands as pages show them, and what each is called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scoring.hand.riichi.named_yaku import ORDINARY
from scoring.hand.yakuman import YAKUMAN
from scoring.statistics.counting import KAZOE
from scoring.statistics.counts import LIMITS, Counts
from scoring.statistics.rates import OF_POINTS, OF_TILES, Rate, rates, yaku_rates
from web.text.figures import in_figures, in_tenths
from web.visitor_language import language

NAMES: dict[str, str | Promise] = {
    "win_rate": pgettext_lazy("statistic", "Win rate"),
    "deal_in_rate": pgettext_lazy("statistic", "Deal-in rate"),
    "riichi_rate": pgettext_lazy("statistic", "Riichi rate"),
    "call_rate": pgettext_lazy("statistic", "Call rate"),
    "tsumo_share": gettext_lazy("Won by tsumo"),
    "average_win": pgettext_lazy("statistic", "Average win"),
    "average_deal_in": pgettext_lazy("statistic", "Average deal-in"),
    "riichi_success": pgettext_lazy("statistic", "Riichi won"),
    "tenpai_rate": gettext_lazy("Tenpai at draws"),
    "average_dora": gettext_lazy("Dora per win"),
}
LIMIT_NAMES: dict[str, str | Promise] = {
    "mangan": pgettext_lazy("mahjong term", "Mangan"),
    "haneman": pgettext_lazy("mahjong term", "Haneman"),
    "baiman": pgettext_lazy("mahjong term", "Baiman"),
    "sanbaiman": pgettext_lazy("mahjong term", "Sanbaiman"),
    "yakuman": pgettext_lazy("mahjong term", "Yakuman"),
}


@dataclass(frozen=True)
class ShownRate:
    """A rate by its name. `sample` is the number of hands, wins, deal-ins, riichi or draws it is made of; `text` is
    empty as long as there is too little; then `short` and `missing` say how much.
    """

    key: str
    name: str | Promise
    text: str
    sample: int
    short: str = ""
    missing: str = ""


def shown_rates(counts: Counts, keys: Sequence[str] | None = None) -> list[ShownRate]:
    """The rates with anything counted; or those of `keys`, counted or not."""
    return [
        _shown_rate(key, rate)
        for key, rate in rates(counts).items()
        if (rate.of if keys is None else key in keys)
    ]


def _shown_rate(key: str, rate: Rate) -> ShownRate:
    value = rate.value
    if value is None:
        return ShownRate(key, NAMES[key], "", rate.of, f"{rate.of}/{rate.minimum}", _missing(rate))
    return ShownRate(key, NAMES[key], _text(key, value), rate.of)


def _text(key: str, value: Fraction) -> str:
    if key in OF_POINTS:
        return in_figures(round(value))
    return str(in_tenths(value)) if key in OF_TILES else f"{in_tenths(value * 100)} %"


def _missing(rate: Rate) -> str:
    """12 of 20 hands so far."""
    wanted = rate.minimum
    match rate.what:
        case "hands":
            said = ngettext("%(n)s of %(wanted)s hand so far", "%(n)s of %(wanted)s hands so far", wanted)
        case "wins":
            said = ngettext("%(n)s of %(wanted)s win so far", "%(n)s of %(wanted)s wins so far", wanted)
        case "yaku_wins":
            said = ngettext(
                "%(n)s of %(wanted)s win with yaku so far",
                "%(n)s of %(wanted)s wins with yaku so far",
                wanted,
            )
        case "deal_ins":
            said = ngettext(
                "%(n)s of %(wanted)s deal-in so far", "%(n)s of %(wanted)s deal-ins so far", wanted
            )
        case "riichi":
            said = _("%(n)s of %(wanted)s riichi so far")
        case _:
            said = ngettext("%(n)s of %(wanted)s draw so far", "%(n)s of %(wanted)s draws so far", wanted)
    return said % {"n": rate.of, "wanted": wanted}


def shown_limits(counts: Counts) -> list[tuple[str | Promise, int]]:
    """How many wins of each limit, of those that were won at all."""
    return [(LIMIT_NAMES[name], number) for name in LIMITS if (number := getattr(counts, name))]


@dataclass(frozen=True)
class YakuList:
    """The yaku of wins, the most frequent first: their names, how many wins had each, and which part of the `wins`
    that told theirs; the part is empty as long as there are too few, which `missing` says.
    """

    wins: int
    rows: list[tuple[str, int, str]]
    missing: str


def yaku_list(won: Mapping[str, int], counts: Counts) -> YakuList | None:
    """The yaku by name; None if no win told any."""
    found = yaku_rates(won, counts)
    if not found:
        return None
    some = next(iter(found.values()))
    rows = [
        (
            ORDINARY[code].label(language()),
            rate.count,
            "" if rate.value is None else f"{in_tenths(rate.value * 100)} %",
        )
        for code, rate in found.items()
    ]
    return YakuList(counts.yaku_wins, rows, _missing(some) if some.value is None else "")


def names_of_yakuman(names: Sequence[str]) -> str:
    """A yakuman in the reader's language, by all its names."""
    if not names:
        return str(LIMIT_NAMES["yakuman"])
    return ", ".join(
        pgettext("mahjong term", "Counted yakuman")
        if name == KAZOE
        else YAKUMAN[name].in_language(language())
        for name in names
    )
