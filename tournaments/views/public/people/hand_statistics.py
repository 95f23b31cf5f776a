"""Statistics of a tournament: its games by starting wind, and its hands in a table that plain links order."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from scoring.statistics.counts import sum_of
from scoring.statistics.rates import FEWEST_HANDS, FEWEST_TIMES, LESS_IS_BETTER, RATES, rates
from tournaments.models import Tournament
from tournaments.standings.hands.reading import (
    PlayersHands,
    hands_of_tournament,
    yaku_of,
    yakuman_of_tournament,
)
from tournaments.standings.people.by_wind import games_by_wind, of_all_winds
from tournaments.views.policies import visible
from tournaments.views.public.people.charts import attack_and_defence
from tournaments.views.public.people.rates_wording import (
    NAMES,
    ShownRate,
    names_of_yakuman,
    shown_rates,
    yaku_list,
)

# Plain numbers: the largest come first.
NUMBERS: dict[str, str | Promise] = {
    "hands": pgettext_lazy("how many", "Hands"),
    "best_win": pgettext_lazy("statistic", "Best win"),
    "dealer_streak": pgettext_lazy("statistic", "Dealer streak"),
}
USUAL_ORDER = "win_rate"


@dataclass(frozen=True)
class Column:
    """A column that a link orders the table by: `sorts` says how, for screen readers; empty: it does not sort."""

    key: str
    name: str | Promise
    sorts: str


@dataclass(frozen=True)
class Row:
    one: PlayersHands
    rates: list[ShownRate]


@visible
@require_safe
def hand_statistics(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody of whom hands were counted, at tables of one size (`?players=`, at first the most played one), in the
    order of `?order=`, below what games brought by starting wind; three queries.
    """
    everybody = hands_of_tournament(tournament)
    sizes = sorted({one.players for one in everybody})
    players = _size(request, everybody)
    here = [one for one in everybody if one.players == players]
    keys = [key for key in RATES if any(rates(one.counts)[key].of for one in here)]
    order = request.GET.get("order", "")
    if order not in (*keys, *NUMBERS):
        order = USUAL_ORDER
    here.sort(key=_place_by(order))
    everything = sum_of(one.counts for one in here)
    winds = games_by_wind(tournament)
    names = {**{key: NAMES[key] for key in keys}, **NUMBERS}
    return render(
        request,
        "public/people/hand_statistics.html",
        {
            "tournament": tournament,
            "columns": [
                Column(key, name, _sorts(key) if key == order else "") for key, name in names.items()
            ],
            "winds": [*winds, of_all_winds(winds)] if winds else [],
            "units": tournament.rulebook.units_per_point,
            "attack": attack_and_defence(here),
            "rows": [Row(one, shown_rates(one.counts, keys)) for one in here],
            "mean": shown_rates(everything, keys),
            "yaku": yaku_list(yaku_of(here), everything),
            "yakuman": [(won, names_of_yakuman(won.names)) for won in yakuman_of_tournament(tournament)],
            "sizes": sizes,
            "size": players,
            "fewest_hands": FEWEST_HANDS,
            "fewest_times": FEWEST_TIMES,
        },
    )


def _size(request: HttpRequest, everybody: list[PlayersHands]) -> int | None:
    """The requested table size, if it was played; else the one with the most counted hands."""
    hands: dict[int, int] = {}
    for one in everybody:
        hands[one.players] = hands.get(one.players, 0) + one.counts.hands
    asked = request.GET.get("players", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) in hands:
        return int(asked)
    return max(hands, key=lambda size: hands[size]) if hands else None


def _place_by(order: str) -> Callable[[PlayersHands], Any]:
    """Those with too few counted games come last, the most games first."""

    def place(one: PlayersHands) -> tuple[bool, Fraction, int]:
        if order in NUMBERS:
            return False, Fraction(-getattr(one.counts, order)), -one.counts.hands
        rate = rates(one.counts)[order]
        value = rate.value
        if value is None:
            return True, Fraction(-rate.of), -one.counts.hands
        return False, value if order in LESS_IS_BETTER else -value, -one.counts.hands

    return place


def _sorts(order: str) -> str:
    return "ascending" if order in LESS_IS_BETTER else "descending"
