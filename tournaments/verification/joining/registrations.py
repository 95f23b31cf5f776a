"""Registrations, their terms and their outcome."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Registration, SelfRegistration, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.ledger import instant
from tournaments.models.origins.events import TakenIn
from tournaments.models.people.events import (
    NO_QUOTAS,
    AddressesErased,
    EntryRemoved,
    RecordsMailed,
    RegistrationAccepted,
    RegistrationCancelled,
    RegistrationDeclined,
    RegistrationMovedUp,
    SelfRegistrationSet,
    SignedUp,
)
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.reading import each
from tournaments.verification.rows import Raw

Status = Registration.Status
ENDS: dict[str, str] = {
    RegistrationDeclined.kind: Status.DECLINED,
    RegistrationCancelled.kind: Status.CANCELLED,
}


# The record was not ordered to be mailed.
UNMAILED = ("", Registration.RecordMail.WANTED)
TERMS = ("is_open", "capacity", "opens_at", "closes_at", "needs_approval", "email")


@dataclass(frozen=True)
class Terms:
    """The terms of registration by the last entry."""

    made: Entry
    settings: Mapping[str, Any]


@dataclass
class RecordedRegistration:
    """The state of one registration by the ledger."""

    made: Entry
    status: str
    entry: Any = None
    ended: Entry | None = None
    is_erased: bool = False
    is_mailed: bool = False


class Registrations:
    """Follows the terms, and each registration until it becomes an entry or ends."""

    about = Registration

    def __init__(self) -> None:
        self.terms: Terms | None = None
        self.recorded: dict[Any, RecordedRegistration] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            SelfRegistrationSet.kind: self._set,
            SignedUp.kind: self._signed_up,
            RegistrationMovedUp.kind: lambda entry: self._becomes(entry, Status.PENDING),
            RegistrationAccepted.kind: lambda entry: self._becomes(entry, Status.ACCEPTED),
            **dict.fromkeys(ENDS, self._ended),
            EntryRemoved.kind: self._removed,
            AddressesErased.kind: self._erased,
            RecordsMailed.kind: self._mailed,
            # They are not transferred.
            TakenIn.kind: self._left_behind,
        }

    def _set(self, entry: Entry) -> None:
        # Entries of earlier versions know no opening time and no quotas.
        settings = {"opens_at": None, **entry.payload["settings"]}
        quotas = {name: settings.get(name, before) for name, before in NO_QUOTAS.items()}
        self.terms = Terms(entry, {**{name: settings[name] for name in TERMS}, **quotas})

    def _signed_up(self, entry: Entry) -> None:
        payload = entry.payload
        self.recorded[payload["registration"]] = RecordedRegistration(
            entry, payload["status"], payload.get("entry")
        )

    def _becomes(self, entry: Entry, status: str) -> None:
        recorded = self.recorded[entry.payload["registration"]]
        recorded.status, recorded.entry = status, entry.payload.get("entry")

    def _ended(self, entry: Entry) -> None:
        recorded = self.recorded[entry.payload["registration"]]
        recorded.status, recorded.entry, recorded.ended = ENDS[entry.kind], None, entry

    def _removed(self, entry: Entry) -> None:
        for recorded in self.recorded.values():
            if recorded.entry is not None and recorded.entry == entry.payload["entry"]:
                recorded.status, recorded.entry, recorded.ended = Status.REMOVED, None, entry

    def _erased(self, entry: Entry) -> None:
        for registration in entry.payload["registrations"]:
            self.recorded[registration].is_erased = True

    def _mailed(self, entry: Entry) -> None:
        for registration in entry.payload["registrations"]:
            self.recorded[registration].is_mailed = True

    def _left_behind(self, _entry: Entry) -> None:
        self.terms = None
        self.recorded.clear()

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        # On SQLite, Django reads an invalid time as None.
        rows = SelfRegistration.objects.filter(tournament=tournament)
        terms = rows.annotate(opens=Raw("opens_at"), closes=Raw("closes_at")).first()
        about = _("the terms of registration")
        if terms is not None and self.terms is None:
            yield without_entry(about)
        elif terms is None and self.terms is not None:
            yield gone(about, self.terms.made.seq)
        elif terms is not None and self.terms is not None:
            yield from differs(about, _terms(terms, self.terms), self.terms.made.seq)
        here: set[Any] = set()
        yield from each(Registration.objects.filter(tournament=tournament), self._of_registration, here)
        for pk, recorded in self.recorded.items():
            if pk not in here:
                yield gone(pgettext("record", "registration %(id)s") % {"id": pk}, recorded.made.seq)

    def _of_registration(self, registration: Registration) -> Iterator[Found]:
        about = pgettext("record", "registration %(id)s") % {"id": registration.pk}
        recorded = self.recorded.get(registration.pk)
        if recorded is None:
            yield without_entry(about)
        else:
            yield from differs(about, _columns(registration, recorded), recorded.made.seq)


def _terms(terms: Any, recorded: Terms) -> list[str]:
    has = {
        "is_open": terms.is_open,
        "capacity": terms.capacity,
        "opens_at": instant(terms.opens_at.astimezone(UTC)) if terms.opens_at else terms.opens,
        "closes_at": instant(terms.closes_at.astimezone(UTC)) if terms.closes_at else terms.closes,
        "needs_approval": terms.needs_approval,
        "email": terms.email,
        **{name: getattr(terms, name) for name in NO_QUOTAS},
        "own_club": text_hash(terms.own_club),
    }
    return [name for name, value in has.items() if value != recorded.settings[name]]


def _columns(registration: Registration, recorded: RecordedRegistration) -> list[str]:
    should = {
        "status": registration.status == recorded.status,
        "code_hash": text_hash(registration.code_hash) == recorded.made.payload["hash"],
        "entry_id": registration.entry_id == recorded.entry,
        "created_at": is_about(registration.created_at, recorded.made.at),
        "email": not (registration.email and recorded.is_erased),
        "record_mail": (registration.record_mail not in UNMAILED) == recorded.is_mailed,
        "ended_at": is_about(registration.ended_at, recorded.ended.at if recorded.ended else None),
    }
    return [name for name, is_so in should.items() if not is_so]
