"""Deleting an unused player record: entered by mistake, or left over."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.actions import erase_player, licences_of, set_licences, update_player
from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.people.editing import remove_entry
from tournaments.actions.player_records import leagues_for_records, organized_for_records
from tournaments.actions.seen_versions import player_tag, refuse_stale
from tournaments.models import Entry, FirstTournament, Registration
from tournaments.models.people.events import PlayerEdited


@transaction.atomic
def delete_player(*, player: Player, seen: str, by: Actor) -> None:
    """Delete a player permanently, with their licences; the trace of the name records when. Idempotent.

    `seen` is the `player_tag` shown. Refused (`player_in_use`) while they are entered or registered in any tournament
    that `by` organizes, including hidden and discarded ones, or have an account. Tournaments of other organizers keep
    only the name (`leave_to_others`).
    """
    # If the player is being entered concurrently, the database refuses the later of the two.
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if found is None:
        return
    refuse_stale(seen, player_tag(found))
    if reason := why_on_file(found, by=by):
        raise StateRefuses(reason, code="player_in_use")
    if not leave_to_others(player=found, by=by):
        erase_player(player=found)


@transaction.atomic
def remove_entry_and_player(*, entry: Entry, by: Actor) -> None:
    """Remove an entry like `remove_entry` and delete its player; both or neither. Idempotent.

    Refused where either is. Needs no `seen`: the record is used nowhere else.
    """
    # Like the form that edits both: the player is locked before the tournament.
    player = Player.objects.select_for_update(no_key=True).filter(pk=entry.player_id).first()
    if player is None:
        return
    if reason := why_on_file(player, by=by, besides=entry):
        message = _(
            "%(reason)s Nothing was changed. They can be removed from this list without being deleted."
        )
        raise StateRefuses(message % {"reason": reason}, code="player_in_use")
    remove_entry(entry=entry, by=by)
    delete_player(player=player, seen=player_tag(player), by=by)


def leave_to_others(*, player: Player, by: Actor) -> bool:
    """Leave a locked record to the other organizers' tournaments that use it, with only its name. The organizers of
    the first of them are responsible for it from now on. Return False if there are none.

    Part of an action that has checked that nothing of `by` refers to it.
    """
    entries = list(Entry.objects.filter(player=player).order_by("tournament_id", "pk"))
    elsewhere = Registration.objects.filter(player=player).values_list("tournament", flat=True)
    if not entries and not elsewhere.exists() and not player.moves.exists():
        return False
    emptied = [name for name in ("reading", "country", "club", "aliases") if getattr(player, name)]
    if licences_of(player):
        emptied.append("licences")
        set_licences(player=player, licences=())
    player.reading, player.country, player.club, player.aliases = "", "", None, []
    update_player(player=player)
    FirstTournament.objects.filter(player=player).delete()
    first = min((entry.pk, entry.tournament_id) for entry in entries)[1] if entries else elsewhere.first()
    if first is not None:
        FirstTournament.objects.create(player=player, tournament_id=first)
    for entry in entries if emptied else ():
        record(
            PlayerEdited(entry=entry.pk, player=player.pk, changed=emptied),
            tournament_id=entry.tournament_id,
            by=by,
        )
    return True


def why_on_file(player: Player, *, by: Actor, besides: Entry | None = None) -> str:
    """Return why a player cannot be deleted, apart from the entry `besides`; "" if they can.

    Entries made by others are no reason: anyone can enter anyone.
    """
    about: dict[str, object] = {"player": player}
    if player.user_id is not None:
        return _("%(player)s has an account here.") % about
    own = organized_for_records(by).order_by().values("pk")
    entries = Entry.objects.filter(player=player, tournament__in=own)
    count = entries.exclude(pk=besides.pk).count() if besides else entries.count()
    if count and besides:
        message = ngettext(
            "%(player)s is on the list of %(count)s other tournament.",
            "%(player)s is on the lists of %(count)s other tournaments.",
            count,
        )
        return message % {**about, "count": count}
    if count:
        message = ngettext(
            "%(player)s is on the list of %(count)s tournament.",
            "%(player)s is on the lists of %(count)s tournaments.",
            count,
        )
        return message % {**about, "count": count}
    if player.moves.filter(season__league__in=leagues_for_records(by).values("pk")).exists():
        return _("%(player)s is part of the record of a league's season.") % about
    if Registration.objects.filter(player=player, tournament__in=own).exists():
        return _("%(player)s has registered for a tournament, which stays on record.") % about
    return ""
