"""Deleting a person from the file, whom nobody has: entered by mistake, or left over."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.actions import erase_player
from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.people.editing import remove_entry
from tournaments.actions.seen_versions import player_tag, refuse_stale
from tournaments.models import Entry, Registration


@transaction.atomic
def delete_player(*, player: Player, seen: str) -> None:
    """Delete a person for good, with their licences; the trace of the name says when. May be repeated.

    `seen` is the `player_tag` of what was shown. Refused (`player_in_use`) while they are on the list of any
    tournament, hidden and discarded ones too, have registered for one, or have an account.
    """
    # Of two, one of whom enters them at this moment, the database refuses the later.
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if found is None:
        return
    refuse_stale(seen, player_tag(found))
    if reason := why_on_file(found):
        raise StateRefuses(reason, code="player_in_use")
    erase_player(player=found)


@transaction.atomic
def remove_entry_and_player(*, entry: Entry, by: Actor) -> None:
    """Take somebody off the list as `remove_entry` does, and delete the person; both, or nothing. May be repeated.

    Refused where either is. Nobody else has them, so nobody else can have changed them.
    """
    # As the form does that edits both: the person is locked before the tournament.
    player = Player.objects.select_for_update(no_key=True).filter(pk=entry.player_id).first()
    if player is None:
        return
    if reason := why_on_file(player, besides=entry):
        message = _("%(reason)s Nothing was changed. They can be taken off this list without being deleted.")
        raise StateRefuses(message % {"reason": reason}, code="player_in_use")
    remove_entry(entry=entry, by=by)
    delete_player(player=player, seen=player_tag(player))


def why_on_file(player: Player, *, besides: Entry | None = None) -> str:
    """Why a person stays on file, in words, whatever becomes of the entry `besides`; empty when they need not."""
    about: dict[str, object] = {"player": player}
    if player.user_id is not None:
        return _("%(player)s has an account here.") % about
    entries = Entry.objects.filter(player=player)
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
    if player.moves.exists():
        return _("%(player)s is in the record of a league's season.") % about
    if Registration.objects.filter(player=player).exists():
        return _("%(player)s has registered for a tournament; that stays on record.") % about
    return ""
