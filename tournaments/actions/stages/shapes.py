"""Shapes of events to choose from when one is set up: a preset of stages, how many rounds, over how many days.

A shape only says what a form begins with. Stages, carry-over and counting are the preset's; a shape of a league names
a preset of its season.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.stages.presets import PRESETS, Preset


@dataclass(frozen=True)
class Shape:
    """`rounds` of the first stage over `days`; 0: as many as the draw says. A preset is one of `PRESETS`, and
    `season_preset` one of `SEASON_PRESETS`. `line_ups`: teams name who plays before each round.
    """

    title: str | Promise
    says: str | Promise = ""
    preset: str = ""
    season_preset: str = ""
    rounds: int = 0
    days: int = 1
    line_ups: bool = False

    @property
    def stages(self) -> Preset | None:
        """The preset of its stages; None: one stage in which everyone plays."""
        return PRESETS[self.preset] if self.preset else None

    @property
    def has_final(self) -> bool:
        """Whether it ends in a final of any size: qualifying, and the best by rank."""
        return self.preset == "qualifying_final"

    @property
    def is_timed(self) -> bool:
        """Whether its rounds are known beforehand, so that they can be given times."""
        return self.rounds > 0


# What most events are. The key of a shape with a preset is the preset's.
USUAL: Mapping[str, Shape] = {
    "one_day": Shape(
        pgettext_lazy("shape of an event", "One day"),
        gettext_lazy("Everyone plays every round, one ranking."),
        rounds=6,
    ),
    "qualifying_final": Shape(
        pgettext_lazy("shape of an event", "One day and a final"),
        gettext_lazy("Rounds for everyone, then the best play a final with part of their points."),
        preset="qualifying_final",
        rounds=5,
    ),
    "ema_event": Shape(
        pgettext_lazy("shape of an event", "Two days"),
        gettext_lazy("Ten rounds over a weekend, as at EMA tournaments."),
        preset="ema_event",
        rounds=10,
        days=2,
    ),
    "two_divisions": Shape(
        pgettext_lazy("shape of an event", "League season"),
        gettext_lazy("Divisions, match days, promotion and relegation."),
        season_preset="two_divisions",
    ),
    "m_league": Shape(
        pgettext_lazy("shape of an event", "Team league"),
        gettext_lazy("Teams name their players before each match day; then a semifinal and a final."),
        preset="m_league",
        line_ups=True,
    ),
    "club_ladder": Shape(
        pgettext_lazy("shape of an event", "Club nights"),
        gettext_lazy("Players come and go, tables are made of who is here, one ranking of all games."),
        preset="club_ladder",
    ),
    "series": Shape(
        pgettext_lazy("shape of an event", "Series"),
        gettext_lazy("Several events in a year; each player’s best results count."),
        season_preset="series",
    ),
}
# Every other preset is a shape of its own.
OTHERS: Mapping[str, Shape] = {
    key: Shape(preset.title, preset=key) for key, preset in PRESETS.items() if key not in USUAL
}
SHAPES: Mapping[str, Shape] = {**USUAL, **OTHERS}
# Shapes that are one tournament, not a league.
OF_A_TOURNAMENT: Mapping[str, Shape] = {
    key: shape for key, shape in SHAPES.items() if not shape.season_preset
}
FIRST = "one_day"
