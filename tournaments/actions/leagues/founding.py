"""Found a league, open its seasons, edit both, remove empty ones.

Every name of a league and its seasons leaves a dated trace (`players.traces`); the ledger has its digest.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from msgspec import UNSET

from players.traces import retrace, trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.changes import changed_columns, refuse_unknown
from tournaments.actions.errors import NameTaken, RulesRefuse, StateRefuses
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.leagues.staff import appoint_organizer
from tournaments.actions.locks import lock_league
from tournaments.actions.seen_versions import league_tag, refuse_stale, season_tag
from tournaments.models import League, LeagueLedgerHead, OldLeagueAddress, Season
from tournaments.models.leagues.events import (
    LeagueEdited,
    LeagueFounded,
    LeagueRemoved,
    SeasonOpened,
    SeasonRemoved,
    SeasonRenamed,
)


@transaction.atomic
def create_league(*, slug: str, name: str, by: Actor, about: str = "") -> League:
    """Found a league with its ledger; the founder becomes its organizer.

    One founded from the console has none until an invitation is accepted; until then the operator runs it.
    """
    refuse_taken_league(slug)
    league = League.objects.create(slug=slug, name=name, about=about)
    LeagueLedgerHead.objects.create(league=league)
    digest = trace_names("league", {league.pk: name})[league.pk]
    record_league(LeagueFounded(slug=slug, name=digest), league_id=league.pk, by=by)
    if by.user is not None:
        appoint_organizer(league=league, user=by.user, by=by)
    return league


@transaction.atomic
def create_season(*, league: League, name: str, by: Actor, follows: Season | None = None) -> Season:
    """Open the league's next season; `follows` is the season it is made from."""
    # Two seasons must not get the same number.
    lock_league(league.pk)
    last = league.seasons.order_by("-ordinal").first()
    ordinal = last.ordinal + 1 if last else 1
    season = Season.objects.create(league=league, name=name, ordinal=ordinal, follows=follows)
    trace = trace_names("season", {season.pk: name})[season.pk]
    opened = SeasonOpened(season=season.pk, ordinal=ordinal, name=trace)
    record_league(opened, league_id=league.pk, by=by)
    return season


@transaction.atomic
def edit_league(*, league: League, changes: Mapping[str, str], seen: str, by: Actor) -> League:
    """Change `slug`, `name` or `about` of a league. Old addresses redirect and stay reserved.

    `seen` is the `league_tag` shown. Refuses another league's current or former address, and an empty name. Repeating
    it changes nothing.
    """
    refuse_unknown(changes, League.EDITABLE)
    league = lock_league(league.pk)
    refuse_stale(seen, league_tag(league))
    changed = changed_columns(league, changes)
    if not changed:
        return league
    old_slug = league.slug
    for name in changed:
        setattr(league, name, changes[name])
    if not league.name:
        message = _("Please give the league a name.")
        raise RulesRefuse(message, code="name_missing", fields={"name": [message]})
    if "slug" in changed:
        refuse_taken_league(league.slug, but_of=league)
        OldLeagueAddress.objects.filter(league=league, slug=league.slug).delete()
    league.save(update_fields=changed)
    if "slug" in changed:
        OldLeagueAddress.objects.create(league=league, slug=old_slug)
    edited = LeagueEdited(
        changed=changed,
        slug=league.slug if "slug" in changed else UNSET,
        name=retrace("league", league.pk, league.name) if "name" in changed else UNSET,
    )
    record_league(edited, league_id=league.pk, by=by)
    return league


@transaction.atomic
def rename_season(*, season: Season, name: str, seen: str, by: Actor) -> Season:
    """Rename a season. `seen` is the `season_tag` shown; the same name changes nothing."""
    lock_league(season.league_id)
    season = Season.objects.select_related("league").get(pk=season.pk)
    refuse_stale(seen, season_tag(season))
    if season.name != name:
        season.name = name
        season.save(update_fields=["name"])
        trace = retrace("season", season.pk, name)
        renamed = SeasonRenamed(season=season.pk, ordinal=season.ordinal, name=trace)
        record_league(renamed, league_id=season.league_id, by=by)
    return season


@transaction.atomic
def remove_season(*, season: Season, by: Actor) -> None:
    """Remove a season without tournaments. Idempotent."""
    lock_league(season.league_id)
    found = Season.objects.select_related("follows").filter(pk=season.pk).first()
    if found is None:
        return
    message = ""
    if found.follows is not None:
        message = _("The season “%(name)s” was opened from “%(last)s”. Revoke it instead.")
    elif found.tournaments.exists() or found.followed_by.exists():
        message = _("The season “%(name)s” has tournaments and cannot be removed.")
    if message:
        about = {"name": found.name, "last": found.follows.name if found.follows is not None else ""}
        raise StateRefuses(message % about, code="season_in_use")
    found.divisions.all().delete()
    Season.objects.filter(pk=found.pk).delete()
    removed = SeasonRemoved(season=found.pk, ordinal=found.ordinal)
    record_league(removed, league_id=found.league_id, by=by)


@transaction.atomic
def remove_league(*, league: League, by: Actor) -> None:
    """Remove a league without seasons and free its addresses. Idempotent.

    It is no longer listed. Its row and its ledger are kept, closed by an entry.
    """
    league = lock_league(league.pk)
    if league.removed_at is not None:
        return
    if league.seasons.exists():
        message = _("The league “%(name)s” has seasons. Please remove them first.") % {"name": league.name}
        raise StateRefuses(message, code="league_in_use")
    was, slug = league.slug, f"removed-{league.pk}"
    OldLeagueAddress.objects.filter(league=league).delete()
    League.objects.filter(pk=league.pk).update(slug=slug, removed_at=Now())
    record_league(LeagueRemoved(was=was, slug=slug), league_id=league.pk, by=by)


def refuse_taken_league(slug: str, *, but_of: League | None = None) -> None:
    """Refuse the current or former address of another league."""
    taken = League.objects.filter(slug=slug), OldLeagueAddress.objects.filter(slug=slug)
    if but_of is not None:
        taken = taken[0].exclude(pk=but_of.pk), taken[1].exclude(league=but_of)
    if any(rows.exists() for rows in taken):
        message = _("This address already belongs to a league. Please choose another.")
        raise NameTaken(message, fields={"slug": [message]})
