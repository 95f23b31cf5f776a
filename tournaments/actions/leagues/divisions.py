"""The divisions of a season, top to bottom, and who moves between them at its end."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.actions.seen_versions import divisions_tag, refuse_stale
from tournaments.models import Division, Season
from tournaments.models.leagues.boundaries import BadBoundary, boundary_of
from tournaments.models.leagues.events import DivisionOpened, DivisionsSet

MOST_DIVISIONS = 99


@transaction.atomic
def set_divisions(
    *, season: Season, divisions: Sequence[Mapping[str, Any]], seen: str, by: Actor
) -> list[Division]:
    """Set all divisions of a season, top first: each `name`, and `boundary` with the one below.

    `seen` is the `divisions_tag` shown. Refuses an invalid rule, removing a division that has tournaments and, once
    the next season was opened from this one, everything but new names. Repeating it changes nothing.
    """
    lock_league(season.league_id)
    rows = {row.level: row for row in season.divisions.all()}
    refuse_stale(seen, divisions_tag(list(rows.values())))
    _refuse_bad(divisions)
    wanted = {level: (one["name"], dict(one.get("boundary") or {})) for level, one in enumerate(divisions, 1)}
    if {level: (row.name, row.boundary) for level, row in rows.items()} == wanted:
        return list(rows.values())
    if {level: row.boundary for level, row in rows.items()} != {
        level: rule for level, (_name, rule) in wanted.items()
    }:
        _refuse_followed(season)
    _refuse_in_use(season, wanted.keys())
    Division.objects.filter(season=season).exclude(level__in=wanted).delete()
    for level, (name, boundary) in wanted.items():
        Division.objects.update_or_create(
            season=season, level=level, defaults={"name": name, "boundary": boundary}
        )
    stored = list(season.divisions.order_by("level"))
    record_league(
        DivisionsSet(
            season=season.pk,
            ordinal=season.ordinal,
            divisions=[(row.level, row.name, row.boundary) for row in stored],
        ),
        league_id=season.league_id,
        by=by,
    )
    return stored


def join_division(*, season: Season, level: int, name: str, by: Actor) -> Division:
    """Return the division at this level for a tournament being set up in it, creating it if needed.

    Part of an action that holds the league's lock.
    """
    found = Division.objects.filter(season=season, level=level).first()
    if found is None:
        found = Division.objects.create(season=season, level=level, name=name)
        record_league(
            DivisionOpened(season=season.pk, ordinal=season.ordinal, level=level, name=name),
            league_id=season.league_id,
            by=by,
        )
    return found


def _refuse_bad(divisions: Sequence[Mapping[str, Any]]) -> None:
    if not 1 <= len(divisions) <= MOST_DIVISIONS:
        message = _("A season has 1 to %(most)s divisions.") % {"most": MOST_DIVISIONS}
        raise RulesRefuse(message, code="number_of_divisions", fields={"divisions": [message]})
    for level, one in enumerate(divisions, 1):
        try:
            boundary_of(one.get("boundary") or {})
        except BadBoundary as error:
            field = str(error)
            message = _(
                "Division %(level)s: “%(field)s” is not valid. Please enter a number such as 4, or a "
                "fraction such as 1/4; for points kept over seasons, enter the points by rank, how many "
                "points move a player, and over how many seasons."
            ) % {"level": level, "field": field}
            raise RulesRefuse(message, code="not_a_boundary", fields={field: [message]}) from error


def _refuse_followed(season: Season) -> None:
    """Players have moved by the old rules; new ones would make the season's page wrong."""
    if season.moves.exists():
        message = _(
            "The next season was opened from this one, so its divisions and their promotion rules cannot "
            "change. Change them in the next season."
        )
        raise StateRefuses(message, code="season_confirmed")


def _refuse_in_use(season: Season, levels: Any) -> None:
    used = season.tournaments.exclude(level__in=levels).order_by("level").first()
    if used is not None:
        message = _("Division %(level)s has a tournament (%(name)s) and cannot be removed.")
        raise StateRefuses(message % {"level": used.level, "name": used.name}, code="division_in_use")
