"""Entries: register, withdraw, reinstate."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Player
from players.names import clean_name
from players.traces import trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import StateRefuses, StillSeated
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.other_divisions import has_a_rank, in_another_division
from tournaments.actions.people.entering import enter
from tournaments.actions.people.waiting_list import move_up
from tournaments.actions.states import refuse_finished, refuse_finished_by_now
from tournaments.models import Entry, LedgerHead, Round, Seat, Team, Tournament
from tournaments.models.people.events import PlayerReinstated, PlayerWithdrew, TeamFormed

MOST_NUMBER = 999_999


@transaction.atomic
def register(
    *,
    tournament: Tournament,
    player: Player,
    by: Actor,
    team: Team | None = None,
    number: int | None = None,
    is_substitute: bool = False,
    confirm: Collection[str] = (),
) -> Entry:
    """Enter a player. The lot for ties that no criterion breaks is drawn now and stored.

    Without a `number` the next free one is used. Asks first, unless `in_another_division` is in `confirm`, about a
    player of another division of the season, except for unranked substitutes. Refuses a player already entered, a
    taken number and another tournament's team.
    """
    # The ledger head, which every action locks last, is the only lock: two registrations must not get the same
    # number, and the desk must not wait for a draw, which holds the tournament's lock.
    LedgerHead.objects.select_for_update(no_key=True).get(tournament=tournament)
    refuse_finished_by_now(tournament)
    if has_a_rank(tournament, is_substitute=is_substitute):
        ask_first(in_another_division(tournament, [player]), confirm)
    return enter(
        tournament=tournament, player=player, by=by, team=team, number=number, is_substitute=is_substitute
    )


@transaction.atomic
def withdraw(*, entry: Entry, by: Actor) -> Entry:
    """Exclude a player from rounds not yet drawn. Past games still count. A waiting registration gets the place."""
    # Otherwise a concurrent draw would seat the withdrawn player.
    lock_tournament(entry.tournament_id)
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player", "tournament")
        .get(pk=entry.pk)
    )
    if entry.status == Entry.Status.WITHDRAWN:
        return entry
    running = [Round.Status.DRAFTED, Round.Status.PUBLISHED, Round.Status.STARTED]
    if Seat.objects.filter(entry=entry, round__status__in=running).exists():
        raise StillSeated(
            _(
                "%(player)s has a seat in a round that is not closed. Please name a substitute or draw "
                "again first."
            )
            % {"player": entry.player}
        )
    entry.status = Entry.Status.WITHDRAWN
    entry.save(update_fields=["status"])
    record(PlayerWithdrew(entry=entry.pk), tournament_id=entry.tournament_id, by=by)
    move_up(tournament=entry.tournament, by=by)
    return entry


@transaction.atomic
def reinstate(*, entry: Entry, by: Actor, confirm: Collection[str] = ()) -> Entry:
    """Return a withdrawn player to rounds not yet drawn. Asks what `register` asks."""
    tournament = lock_tournament(entry.tournament_id)
    refuse_finished(tournament)
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player").get(pk=entry.pk)
    )
    if entry.status == Entry.Status.ACTIVE:
        return entry
    if entry.merged_into_id is not None:
        message = _("This number was merged into another number of the same player. Please use that one.")
        raise StateRefuses(message, code="merged")
    if has_a_rank(tournament, is_substitute=entry.is_substitute):
        ask_first(in_another_division(tournament, [entry.player]), confirm)
    entry.status = Entry.Status.ACTIVE
    entry.save(update_fields=["status"])
    record(PlayerReinstated(entry=entry.pk), tournament_id=entry.tournament_id, by=by)
    return entry


@transaction.atomic
def form_team(*, tournament: Tournament, name: str, by: Actor) -> Team:
    """Return the tournament's team of this name, creating it if needed. Idempotent."""
    team, is_new = Team.objects.get_or_create(tournament=tournament, name=clean_name(name))
    if is_new:
        digest = trace_names("team", {team.pk: team.name})[team.pk]
        record(TeamFormed(team=team.pk, name=digest), tournament_id=tournament.pk, by=by)
    return team
