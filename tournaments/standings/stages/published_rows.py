"""The published rows of a stage as they are shown: one statement, and no objects of models for a thousand players."""

from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Entry, FormerTeam, Standing, TeamStanding
from tournaments.models.fast_sql.reading import PreparedQuery


class PublishedRow(NamedTuple):
    """What stands published of an entry, with its player and its team. Totals in the rulebook's smallest unit."""

    entry_id: int
    position: int
    rank: int | None
    rank_before: int | None
    total: int
    carried: int
    penalty: int
    games: int
    firsts: int
    seconds: int
    thirds: int
    fourths: int
    fifths: int
    lasts: int
    points: int
    carried_points: int
    best: int | None
    worst: int | None
    last: int | None
    chombo: int
    number: int
    player_id: int
    player_name: str
    team_id: int | None
    team_name: str | None
    is_substitute: bool
    status: str
    club_name: str | None
    country: str
    # Whether they ever played for another team.
    has_changed: bool

    @property
    def is_ranked(self) -> bool:
        return self.rank is not None

    @property
    def can_go_on(self) -> bool:
        """Whether a player's place can take them to a later stage: not for substitutes or the withdrawn."""
        return self.is_ranked and not self.is_substitute and self.status == Entry.Status.ACTIVE

    @property
    def places(self) -> tuple[int, int, int, int, int]:
        """How often 1st, 2nd, 3rd, 4th, 5th."""
        return self.firsts, self.seconds, self.thirds, self.fourths, self.fifths


# Where a row's last columns come from, but the very last; the others are the published row's own.
OF_THE_ENTRY = (
    *("number", "player_id", "player__name", "team_id", "team__name", "is_substitute", "status"),
    *("player__club__name", "player__country"),
)
_COLUMNS = (
    *PublishedRow._fields[: -len(OF_THE_ENTRY) - 1],
    *(f"entry__{name}" for name in OF_THE_ENTRY),
)


def _rows(stage_id: int) -> QuerySet[Standing, tuple[Any, ...]]:
    rows = Standing.objects.filter(stage=stage_id).order_by("position")
    has_changed = Exists(FormerTeam.objects.filter(entry=OuterRef("entry")))
    return rows.values_list(*_COLUMNS, has_changed)


def _team_rows(stage_id: int) -> QuerySet[TeamStanding]:
    return TeamStanding.objects.filter(stage=stage_id).select_related("team").order_by("position")


_ROWS, _TEAM_ROWS = PreparedQuery(_rows, of=int), PreparedQuery(_team_rows, of=int)


def published_rows(stage_id: int) -> list[PublishedRow]:
    """All that is published of a stage, best first."""
    return list(map(PublishedRow._make, _ROWS.read(stage_id)))


def published_team_rows(stage_id: int) -> list[TeamStanding]:
    """The same of teams, with the teams."""
    return _TEAM_ROWS.read(stage_id)
