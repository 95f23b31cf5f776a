"""Presets for a new season: its divisions with promotion and demotion, or one ranking over its tournaments.

A preset only fills in values; everything can be changed afterwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.standing.season_ranking import SeasonRanking
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_season
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.locks import lock_league
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import League, Season


@dataclass(frozen=True)
class SeasonPreset:
    """A number of divisions with this rule between neighbours, or how tournaments make one ranking."""

    title: str | Promise
    divisions: int = 0
    boundary: Mapping[str, Any] = field(default_factory=dict)
    ranking: SeasonRanking | None = None


# Promotion and demotion points as in Saikouisen: three within two seasons move a player.
_POINTS_KEPT = {"by_rank": [2, 1], "threshold": 3, "seasons": 2}

SEASON_PRESETS: dict[str, SeasonPreset] = {
    "two_divisions": SeasonPreset(
        gettext_lazy("Two divisions: two promoted, two relegated"), 2, {"up": 2, "down": 2}
    ),
    "three_divisions": SeasonPreset(
        gettext_lazy("Three divisions: two promoted, four relegated"), 3, {"up": 2, "down": 4}
    ),
    "quarters": SeasonPreset(
        gettext_lazy("Three divisions: a quarter promoted, a quarter relegated"),
        3,
        {"up": "1/4", "down": "1/4"},
    ),
    "points_kept": SeasonPreset(
        gettext_lazy(
            "Two divisions: points for first and last places; three points within two seasons mean "
            "promotion or relegation"
        ),
        2,
        {"points_up": _POINTS_KEPT, "points_down": _POINTS_KEPT},
    ),
    "series": SeasonPreset(
        gettext_lazy("A series of events: points for the rank, each player’s best four count"),
        ranking=SeasonRanking("rank", (25, 18, 15, 12, 10, 8, 6, 4, 2, 1), best=4),
    ),
    "club_year": SeasonPreset(
        gettext_lazy("A club’s year: totals of all tournaments added up"), ranking=SeasonRanking("total")
    ),
}


@transaction.atomic
def open_season(*, league: League, name: str, by: Actor, preset: str = "") -> Season:
    """Open the league's next season from a preset; without one it has neither divisions nor a ranking.

    Refuses an unknown preset.
    """
    if preset and preset not in SEASON_PRESETS:
        words = _("This preset does not exist. Please choose one of: %(names)s.")
        message = words % {"names": ", ".join(SEASON_PRESETS)}
        raise RulesRefuse(message, code="unknown_preset", fields={"preset": [message]})
    lock_league(league.pk)
    season = create_season(league=league, name=name, by=by)
    if preset:
        chosen = SEASON_PRESETS[preset]
        if chosen.divisions:
            last = chosen.divisions - 1
            divisions = [
                {"name": "", "boundary": dict(chosen.boundary) if level < last else {}}
                for level in range(chosen.divisions)
            ]
            set_divisions(season=season, divisions=divisions, seen=divisions_tag([]), by=by)
        if chosen.ranking is not None:
            set_season_ranking(season=season, rule=chosen.ranking, by=by)
    return season
