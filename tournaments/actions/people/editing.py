"""Correcting an entry or its player."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from msgspec import UNSET

from players.actions import licences_of, set_licences, update_player
from players.models import Player
from tournaments.actions.about.questions import forget_answers
from tournaments.actions.actor import Actor
from tournaments.actions.changes import changed_columns, refuse_unknown
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import NameTaken, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.other_divisions import has_a_rank, in_another_division
from tournaments.actions.people.waiting_list import move_up
from tournaments.actions.seen_versions import entry_tag, player_tag, refuse_stale
from tournaments.actions.states import refuse_finished
from tournaments.models import (
    Captain,
    Entry,
    FormerTeam,
    Penalty,
    PlayerCard,
    Registration,
    Seat,
    SeatingConstraint,
    Team,
    Tournament,
)
from tournaments.models.people.events import EntryEdited, EntryRemoved, PlayerEdited

# Asked about; see `ask_first`.
HAS_A_SEAT = "has_a_seat"
PLAYS_ELSEWHERE = "plays_elsewhere"
LICENCE_MOVES = "licence_moves"


@transaction.atomic
def edit_entry(
    *, entry: Entry, changes: Mapping[str, Any], seen: str, by: Actor, confirm: Collection[str] = ()
) -> Entry:
    """Change `number`, `team` (a Team or None) or `is_substitute` of an entry, until the tournament is finished.

    `seen` is the `entry_tag` shown. Asks first (`HAS_A_SEAT`) before changing team or substitute status of a seated
    player, because results move too, and (`IN_ANOTHER_DIVISION`) about a player of another division who is no longer
    a substitute. The team applies from the beginning, replacing earlier changes; use `teams.rosters.change_team` for
    a change from a round on. Refuses a taken number, another tournament's team and another team for a captain.
    Unchanged values do nothing.
    """
    refuse_unknown(changes, Entry.EDITABLE)
    tournament = lock_tournament(entry.tournament_id)
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player__club", "team", "tournament")
        .get(pk=entry.pk)
    )
    refuse_stale(seen, entry_tag(entry))
    changed = changed_columns(entry, changes)
    if not changed:
        return entry
    refuse_finished(tournament)
    others = Entry.objects.filter(tournament=entry.tournament_id).exclude(pk=entry.pk)
    if "number" in changed and others.filter(number=changes["number"]).exists():
        message = _("Number %(number)s is already taken. Please choose another.") % {
            "number": changes["number"]
        }
        raise NameTaken(message, code="number_taken", fields={"number": [message]})
    team: Team | None = changes.get("team")
    if team is not None and team.tournament_id != entry.tournament_id:
        raise RulesRefuse(_("This team belongs to another tournament."), code="foreign_team")
    if "team" in changed and (refusal := captaincy_of(entry)):
        raise StateRefuses(refusal, code="is_captain")
    comes = (
        "is_substitute" in changed
        and not has_a_rank(tournament, is_substitute=entry.is_substitute)
        and entry.status == Entry.Status.ACTIVE
    )
    questions = in_another_division(tournament, [entry.player]) if comes else {}
    if {"team", "is_substitute"} & set(changed) and Seat.objects.filter(entry=entry).exists():
        question = _("%(player)s already has a seat in a round: ranks and totals of teams may change.")
        questions[HAS_A_SEAT] = question % {"player": entry.player}
    ask_first(questions, confirm)
    for name in changed:
        setattr(entry, name, changes[name])
    entry.save(update_fields=changed)
    if "team" in changed:
        FormerTeam.objects.filter(entry=entry).delete()
    record(
        EntryEdited(entry=entry.pk, number=entry.number, team=entry.team_id, substitute=entry.is_substitute),
        tournament_id=entry.tournament_id,
        by=by,
    )
    move_up(tournament=tournament, by=by)
    return entry


@transaction.atomic
def remove_entry(*, entry: Entry, by: Actor) -> None:
    """Remove an entry made by mistake; the player stays on file. A waiting registration gets the place.

    Refused if the entry has or had a seat, a card or a penalty, is named in a seating constraint or line-up quota, or
    is a captain. Idempotent.
    """
    tournament = lock_tournament(entry.tournament_id)
    found = (
        Entry.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player")
        .filter(pk=entry.pk)
        .first()
    )
    if found is None:
        return
    refuse_finished(tournament)
    if reason := why_it_stays(found):
        raise StateRefuses(reason, code="entry_in_use")
    registrations = Registration.objects.filter(entry=found)
    forget_answers(list(registrations.values_list("pk", flat=True)))
    registrations.update(status=Registration.Status.REMOVED, entry=None, email="", ended_at=Now())
    take_off(entry=found, by=by)
    move_up(tournament=tournament, by=by)


def take_off(*, entry: Entry, by: Actor) -> None:
    """Delete an unreferenced entry and record it; part of an action that has locked it."""
    removed = EntryRemoved(entry=entry.pk, number=entry.number)
    entry.delete()
    record(removed, tournament_id=entry.tournament_id, by=by)


def why_it_stays(entry: Entry) -> str:
    """Return why an entry cannot be removed, in words; "" if it can."""
    is_seated = Seat.objects.filter(Q(entry=entry) | Q(replaces=entry)).exists()
    of_theirs = (Penalty.objects.filter(entry=entry), PlayerCard.objects.filter(entry=entry))
    if is_seated or any(rows.exists() for rows in of_theirs):
        message = _(
            "%(player)s has a seat, a card or a penalty here and cannot be removed from the list. They can "
            "withdraw."
        )
        return message % {"player": entry.player}
    if entry.merged.exists():
        message = _(
            "Another number of %(player)s was merged into this one, so it cannot be removed from the list."
        )
        return message % {"player": entry.player}
    if SeatingConstraint.objects.filter(Q(entry=entry) | Q(other=entry)).exists():
        return _("A seating wish names %(player)s. Please drop it first.") % {"player": entry.player}
    if entry.line_up_quota_members.exists():
        message = _("%(player)s is in a quota of line-ups. Please remove them from it first.")
        return message % {"player": entry.player}
    return captaincy_of(entry)


def captaincy_of(entry: Entry) -> str:
    """Return a sentence that a captain has to stay in the team; "" for everyone else."""
    captain = Captain.objects.filter(entry=entry).select_related("team").first()
    if captain is None:
        return ""
    message = _("%(player)s is the captain of the team “%(team)s”. Please name another captain first.")
    return message % {"player": entry.player, "team": captain.team.name}


@transaction.atomic
def edit_player(
    *, player: Player, changes: Mapping[str, Any], seen: str, by: Actor, confirm: Collection[str] = ()
) -> Player:
    """Change `name`, `reading`, `country`, `club` (a Club or None), `aliases` or `licences` of a player, everywhere
    at once.

    `licences` is the complete list, as (federation, number). One that another player has is refused
    (`licence_taken`): first come, first served. The operator, who can ask the federation, is asked first
    (`LICENCE_MOVES`) and may move it to `player`; the ledgers of both record it.

    `seen` is the `player_tag` shown. Every tournament of the player records the change, with a trace of a new name,
    never the name itself. Asks first (`PLAYS_ELSEWHERE`) about a player who is also in tournaments that `by` does not
    run. Unchanged values do nothing.
    """
    refuse_unknown(changes, [*Player.EDITABLE, "licences"])
    player = (
        Player.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=player.pk)
    )
    refuse_stale(seen, player_tag(player))
    old_name = player.name
    changed = changed_columns(player, changes)
    for name in changed:
        setattr(player, name, changes[name])
    licences = changes.get("licences")
    if licences is not None and sorted(set(licences)) != licences_of(player):
        changed.append("licences")
    if not changed:
        return player
    entries = list(Entry.objects.filter(player=player).order_by("tournament_id").select_related("tournament"))
    helped = Tournament.objects.helped_by(by.user) if by.user is not None else Tournament.objects.none()
    helps_at = set(helped.filter(entries__player=player).values_list("pk", flat=True))
    elsewhere = [entry.tournament.name for entry in entries if entry.tournament_id not in helps_at]
    if elsewhere and player.user_id != (by.user.pk if by.user is not None else None):
        question = _(
            "%(player)s also takes part in tournaments of other organizers (%(count)s); the change applies "
            "there too."
        )
        ask_first({PLAYS_ELSEWHERE: question % {"player": old_name, "count": len(elsewhere)}}, confirm)
    digest = update_player(player=player)
    lost: set[int] = set()
    if "licences" in changed:
        lost = _set_licences(player, licences or (), by, confirm)
    # The heads of several ledgers are locked in the order of their tournaments.
    of_losers = Entry.objects.filter(player__in=lost) if lost else ()
    for entry in sorted([*entries, *of_losers], key=lambda one: (one.tournament_id, one.pk)):
        is_about = ["licences"] if entry.player_id in lost else changed
        edited = PlayerEdited(
            entry=entry.pk,
            player=entry.player_id,
            changed=is_about,
            name=digest if "name" in is_about else UNSET,
        )
        record(edited, tournament_id=entry.tournament_id, by=by)
    return player


def _set_licences(
    player: Player, licences: Iterable[tuple[str, str]], by: Actor, confirm: Collection[str]
) -> set[int]:
    """Set the licences and return the players who lost one."""
    taken = set_licences(player=player, licences=licences)
    if not taken:
        return set()
    if not (by.is_console or (by.user is not None and by.user.is_superuser)):
        message = _(
            "The licence %(licence)s belongs to someone else. If it is this player's, the operator can "
            "reassign it."
        )
        message %= {"licence": taken[0]}
        raise NameTaken(message, code="licence_taken", fields={"licences": [message]})
    question = _("The licence %(licence)s currently belongs to %(player)s, who will lose it.")
    ask_first(
        {LICENCE_MOVES: " ".join(question % {"player": one.player, "licence": one} for one in taken)}, confirm
    )
    for one in taken:
        one.delete()
    set_licences(player=player, licences=licences)
    return {one.player_id for one in taken}
