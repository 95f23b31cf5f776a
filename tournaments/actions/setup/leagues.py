"""Mending what was typed of a league and its seasons, and taking away those in which nothing is.

A league has no ledger; of every name it bears and its seasons bear a dated trace is kept (`players.traces`).
"""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from players.traces import retrace
from tournaments.actions.errors import NameTaken, RulesRefuse, StateRefuses
from tournaments.actions.seen_versions import league_tag, refuse_stale, season_tag
from tournaments.models import League, OldLeagueAddress, Season

OF_A_LEAGUE = ("slug", "name", "about")


@transaction.atomic
def edit_league(*, league: League, changes: Mapping[str, str], seen: str) -> League:
    """Change `slug`, `name` or `about` of a league. An address that was left leads on and is nobody else's.

    `seen` is the `league_tag` of what was shown. Refused: another league's address, also one it had before, and an
    empty name. What is the same as before changes nothing.
    """
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    refuse_stale(seen, league_tag(league))
    before = {name: getattr(league, name) for name in OF_A_LEAGUE}
    changed = [name for name in OF_A_LEAGUE if changes.get(name, before[name]) != before[name]]
    if not changed:
        return league
    for name in changed:
        setattr(league, name, changes[name])
    if not league.name:
        message = _("A league needs a name.")
        raise RulesRefuse(message, code="name_missing", fields={"name": [message]})
    if "slug" in changed:
        refuse_taken_league(league.slug, but_of=league)
        OldLeagueAddress.objects.filter(league=league, slug=league.slug).delete()
    league.save(update_fields=changed)
    if "slug" in changed:
        OldLeagueAddress.objects.create(league=league, slug=before["slug"])
    if "name" in changed:
        retrace("league", league.pk, league.name)
    return league


@transaction.atomic
def rename_season(*, season: Season, name: str, seen: str) -> Season:
    """Give a season another name. `seen` is the `season_tag` of what was shown; the same name changes nothing."""
    League.objects.select_for_update(no_key=True).get(pk=season.league_id)
    season = Season.objects.select_related("league").get(pk=season.pk)
    refuse_stale(seen, season_tag(season))
    if season.name != name:
        season.name = name
        season.save(update_fields=["name"])
        retrace("season", season.pk, name)
    return season


@transaction.atomic
def remove_season(*, season: Season) -> None:
    """Take away a season without tournaments. May be repeated: what is gone already is left alone."""
    League.objects.select_for_update(no_key=True).filter(pk=season.league_id).first()
    found = Season.objects.filter(pk=season.pk).first()
    if found is None:
        return
    if found.tournaments.exists():
        message = _("The season “%(name)s” has tournaments and stays.") % {"name": found.name}
        raise StateRefuses(message, code="season_in_use")
    found.delete()


@transaction.atomic
def remove_league(*, league: League) -> None:
    """Take away a league without seasons; its addresses are free again. May be repeated."""
    found = League.objects.select_for_update(no_key=True).filter(pk=league.pk).first()
    if found is None:
        return
    if found.seasons.exists():
        message = _("The league “%(name)s” has seasons. Please remove them first.") % {"name": found.name}
        raise StateRefuses(message, code="league_in_use")
    found.delete()


def refuse_taken_league(slug: str, *, but_of: League | None = None) -> None:
    """Refuse the address of another league, also one that it had before."""
    taken = League.objects.filter(slug=slug), OldLeagueAddress.objects.filter(slug=slug)
    if but_of is not None:
        taken = taken[0].exclude(pk=but_of.pk), taken[1].exclude(league=but_of)
    if any(rows.exists() for rows in taken):
        message = _("A league has this address already. Please choose another.")
        raise NameTaken(message, fields={"slug": [message]})
