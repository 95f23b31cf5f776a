"""Who was invited to the staff, and what became of it. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils.translation import pgettext

from tournaments.models import Invitation, League, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.events import Event, LeagueEvent
from tournaments.models.leagues.events import (
    OrganizerInvitationAccepted,
    OrganizerInvitationDeclined,
    OrganizerInvitationWithdrawn,
    OrganizerInvited,
)
from tournaments.models.origins.events import TakenIn
from tournaments.models.people.events import (
    InvitationAccepted,
    InvitationDeclined,
    InvitationWithdrawn,
    Invited,
)
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.reading import each

ENDS: dict[str, str] = {
    InvitationAccepted.kind: "accepted_at",
    InvitationDeclined.kind: "declined_at",
    InvitationWithdrawn.kind: "withdrawn_at",
    OrganizerInvitationAccepted.kind: "accepted_at",
    OrganizerInvitationDeclined.kind: "declined_at",
    OrganizerInvitationWithdrawn.kind: "withdrawn_at",
}


@dataclass
class RecordedInvitation:
    """What the ledger tells of one invitation; `ends` by column."""

    made: Entry
    ends: dict[str, Entry] = field(default_factory=dict)


class Invitations:
    """Follows invitations to a tournament or a league: made, accepted, declined, withdrawn."""

    about = Invitation

    def __init__(self) -> None:
        self.recorded: dict[Any, RecordedInvitation] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Invited.kind: self._made,
            **{kind: self._ended for kind in ENDS if kind in Event.events},
            # Their codes stay on the server that made them.
            TakenIn.kind: lambda _entry: self.recorded.clear(),
        }

    @property
    def kinds_of_a_league(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            OrganizerInvited.kind: self._made,
            **{kind: self._ended for kind in ENDS if kind in LeagueEvent.events},
        }

    def _made(self, entry: Entry) -> None:
        self.recorded[entry.payload["invitation"]] = RecordedInvitation(entry)

    def _ended(self, entry: Entry) -> None:
        self.recorded[entry.payload["invitation"]].ends[ENDS[entry.kind]] = entry

    def findings(self, to: Tournament | League) -> Iterator[Found]:
        here: set[Any] = set()
        yield from each(to.invitations.all(), self._of_invitation, here)
        for pk, recorded in self.recorded.items():
            if pk not in here:
                yield gone(pgettext("record", "invitation %(id)s") % {"id": pk}, recorded.made.seq)

    def _of_invitation(self, invitation: Invitation) -> Iterator[Found]:
        about = pgettext("record", "invitation %(id)s") % {"id": invitation.pk}
        recorded = self.recorded.get(invitation.pk)
        if recorded is None:
            yield without_entry(about)
        else:
            columns = _columns(invitation, recorded)
            if invitation.tournament_id is not None and invitation.league_id is not None:
                columns.append("league_id")
            yield from differs(about, columns, recorded.made.seq)


def _columns(invitation: Invitation, recorded: RecordedInvitation) -> list[str]:
    accepted = recorded.ends.get("accepted_at")
    life = timedelta(days=recorded.made.payload["days"])
    should = {
        "role": invitation.role == recorded.made.payload["role"],
        "code_hash": text_hash(invitation.code_hash) == recorded.made.payload["hash"],
        "invited_by_id": invitation.invited_by_id == recorded.made.user,
        "created_at": is_about(invitation.created_at, recorded.made.at),
        "expires_at": is_about(invitation.expires_at, recorded.made.at + life),
        "accepted_by_id": invitation.accepted_by_id == (accepted.user if accepted else None),
    }
    for column in ENDS.values():
        entry = recorded.ends.get(column)
        should[column] = is_about(getattr(invitation, column), entry.at if entry else None)
    return [name for name, is_so in should.items() if not is_so]
