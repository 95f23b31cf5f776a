"""Who was invited to the staff, and what became of it. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Invitation, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.ledger_kinds import Kind
from tournaments.verification.told import Entry, Found, differs, gone, is_about, untold

ENDS: dict[str, str] = {
    Kind.INVITATION_ACCEPTED: "accepted_at",
    Kind.INVITATION_DECLINED: "declined_at",
    Kind.INVITATION_WITHDRAWN: "withdrawn_at",
}


@dataclass
class Told:
    """What the ledger tells of one invitation; `ends` by column."""

    made: Entry
    ends: dict[str, Entry] = field(default_factory=dict)


class Invitations:
    """Follows invitations: made, accepted, declined, withdrawn."""

    def __init__(self) -> None:
        self.told: dict[Any, Told] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.INVITED: self._made,
            **dict.fromkeys(ENDS, self._ended),
        }

    def _made(self, entry: Entry) -> None:
        self.told[entry.payload["invitation"]] = Told(entry)

    def _ended(self, entry: Entry) -> None:
        self.told[entry.payload["invitation"]].ends[ENDS[entry.kind]] = entry

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = set()
        for invitation in Invitation.objects.filter(tournament=tournament).order_by("pk"):
            here.add(invitation.pk)
            about = _("invitation %(id)s") % {"id": invitation.pk}
            told = self.told.get(invitation.pk)
            if told is None:
                yield untold(about)
            else:
                yield from differs(about, _columns(invitation, told), told.made.seq)
        for pk, told in self.told.items():
            if pk not in here:
                yield gone(_("invitation %(id)s") % {"id": pk}, told.made.seq)


def _columns(invitation: Invitation, told: Told) -> list[str]:
    accepted = told.ends.get("accepted_at")
    life = timedelta(days=told.made.payload["days"])
    should = {
        "role": invitation.role == told.made.payload["role"],
        "code_hash": text_hash(invitation.code_hash) == told.made.payload["hash"],
        "invited_by_id": invitation.invited_by_id == told.made.user,
        "created_at": is_about(invitation.created_at, told.made.at),
        "expires_at": is_about(invitation.expires_at, told.made.at + life),
        "accepted_by_id": invitation.accepted_by_id == (accepted.user if accepted else None),
    }
    for column in ENDS.values():
        entry = told.ends.get(column)
        should[column] = is_about(getattr(invitation, column), entry.at if entry else None)
    return [name for name, is_so in should.items() if not is_so]
