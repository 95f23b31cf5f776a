"""Ledger events of people: staff, players, teams, registrations, and qualifiers."""

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy
from msgspec import UNSET, Struct, UnsetType

from players.models import Player
from tournaments.models.events import (
    Columns,
    Digest,
    EntryId,
    Event,
    Names,
    OneOf,
    Payload,
    PlayerId,
    StageId,
    TeamId,
    Touches,
    UserId,
    columns_in_words,
)
from tournaments.models.people.registrations import Registration
from tournaments.models.people.staff import Staff

# More than these are only counted.
NAMED_ONE_BY_ONE = 3


# The staff


class Invited(Event):
    kind = "invited"
    on_stream = None
    says = _("A person was invited as %(role)s")
    makes = Columns(
        "Invitation",
        "invitation",
        {"role": "role"},
        {"code_hash": "hash"},
        at="created_at",
        until="expires_at",
        by="invited_by",
    )

    invitation: int
    role: Annotated[str, OneOf(Staff.Role)]
    days: int
    # Of the code.
    hash: Digest


class InvitationAccepted(Event):
    kind = "invitation_accepted"
    on_stream = None
    says = _("An invitation was accepted")
    changes = Columns("Invitation", "invitation", at="accepted_at", by="accepted_by")

    invitation: int


class InvitationDeclined(Event):
    kind = "invitation_declined"
    on_stream = None
    says = _("An invitation was declined")
    changes = Columns("Invitation", "invitation", at="declined_at")

    invitation: int


class InvitationWithdrawn(Event):
    kind = "invitation_withdrawn"
    on_stream = None
    says = _("An invitation was withdrawn")
    changes = Columns("Invitation", "invitation", at="withdrawn_at")

    invitation: int


class Appointed(Event):
    kind = "appointed"
    on_stream = None
    says = _("%(user)s appointed as %(role)s")

    user: UserId
    role: Annotated[str, OneOf(Staff.Role)]


class Dismissed(Event):
    kind = "dismissed"
    on_stream = None
    says = _("%(user)s is no longer on the staff")

    user: UserId


# Who takes part


class PlayerOfList(Struct):
    """A player of an imported list; the same as for a manual registration."""

    entry: EntryId
    player: PlayerId
    number: int
    team: TeamId | None
    substitute: bool
    lot: Digest
    name: Digest


class PlayersImported(Event):
    kind = "players_imported"
    says = _("A player list was imported")
    touches = Touches.EVERYBODY
    moves_standings = True

    file: Digest
    entries: list[PlayerOfList]
    # Teams created with it.
    teams: list[TeamId]
    team_names: list[Digest]


class PlayerRegistered(Event):
    kind = "registered"
    says = pgettext_lazy("ledger", "%(entry)s registered")
    touches = Touches.ENTRY
    moves_standings = True

    entry: EntryId
    player: PlayerId
    number: int
    team: TeamId | None
    substitute: bool
    lot: Digest
    name: Digest


class PlayerWithdrew(Event):
    kind = "withdrew"
    says = pgettext_lazy("ledger", "%(entry)s withdrew")
    touches = Touches.ENTRY
    moves_standings = True

    entry: EntryId


class PlayerReinstated(Event):
    kind = "reinstated"
    says = _("%(entry)s takes part again")
    touches = Touches.ENTRY
    moves_standings = True

    entry: EntryId


class EntryEdited(Event):
    kind = "entry_edited"
    says = _("%(entry)s: number, team or substitute changed")
    touches = Touches.ENTRY
    moves_standings = True

    entry: EntryId
    number: int
    team: TeamId | None
    substitute: bool


class EntryRemoved(Event):
    kind = "entry_removed"
    says = _("Number %(number)s was removed from the list; no game was played")
    touches = Touches.ENTRY
    moves_standings = True

    entry: EntryId
    number: int


class PlayerEdited(Event):
    """Published pages follow, because they show the name."""

    kind = "player_edited"
    says = _("%(entry)s: the player’s details were changed (%(changed)s)")
    touches = Touches.ENTRY
    moves_standings = True

    entry: EntryId
    player: PlayerId
    changed: list[str]
    name: Digest | UnsetType = UNSET

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        others = {"licences": pgettext("field", "licences")}
        return {"changed": columns_in_words(Player, payload.get("changed", ()), others)}


class MergedNight(Struct):
    """A night sign-up of a merged record, as the remaining record has it now."""

    night: int
    games: int
    turn: int
    status: str
    came: list[EntryId]


class LineUpQuotaState(Struct):
    """A line-up quota: its minimum, and a hash of its members."""

    least: int
    hash: Digest


class PlayersMerged(Event):
    kind = "players_merged"
    says = _("%(entry)s: two records of this person were merged")
    touches = Touches.EVERYBODY
    moves_standings = True

    # The entry, and the one that now has its games, if the player was entered twice.
    entry: EntryId
    into: EntryId | None
    player: PlayerId
    # The deleted record.
    merged: int
    name: Digest
    nights: list[MergedNight] | UnsetType = UNSET
    line_up_quotas: list[LineUpQuotaState] | UnsetType = UNSET


class _NamesEntries(Event, abstract=True):
    entries: list[EntryId]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        entries = payload.get("entries", ())
        several = len(entries) > NAMED_ONE_BY_ONE or not entries
        who = len(entries) if several else ", ".join(names.name("entry", pk) for pk in entries)
        return {"here": who, "who": who}


class CheckedIn(_NamesEntries):
    kind = "checked_in"
    on_stream = None
    says = pgettext_lazy("ledger", "Here: %(here)s")


class CheckInUndone(_NamesEntries):
    kind = "check_in_undone"
    on_stream = None
    says = _("Check-in undone: %(here)s")


class FeesPaid(_NamesEntries):
    kind = "fees_paid"
    on_stream = None
    says = _("Entry fee paid: %(who)s")


class FeesUnpaid(_NamesEntries):
    kind = "fees_unpaid"
    on_stream = None
    says = _("Entry fee not paid after all: %(who)s")


# Quotas of places where an entry does not name them.
NO_QUOTAS: dict[str, Any] = {
    "club_limit": None,
    "country_limit": None,
    "country_limits": {},
    "own_club": "",
    "own_places": None,
}


class SelfRegistrationSet(Event):
    kind = "self_registration_set"
    on_stream = None
    says = _("The terms of registration were set")

    settings: dict[str, Any]


class SignedUp(Event):
    kind = "signed_up"
    on_stream = None
    says = _("A player registered: %(status)s")

    registration: int
    status: Annotated[str, OneOf(Registration.Status)]
    # Of its code.
    hash: Digest
    # Set if no approval was needed.
    entry: EntryId | UnsetType = UNSET


class RegistrationMovedUp(Event):
    kind = "registration_moved_up"
    on_stream = None
    says = _("A player moved up from the waiting list, awaiting approval")

    registration: int


class RegistrationAccepted(Event):
    kind = "registration_accepted"
    on_stream = None
    says = _("A registration was confirmed: %(entry)s")

    registration: int
    entry: EntryId


class RegistrationDeclined(Event):
    kind = "registration_declined"
    on_stream = None
    says = _("A registration was declined")

    registration: int


class RegistrationCancelled(Event):
    kind = "registration_cancelled"
    on_stream = None
    says = _("A player cancelled a registration")

    registration: int


class AddressesErased(Event):
    kind = "addresses_erased"
    on_stream = None
    says = _("E-mail addresses of registrations were erased after the tournament: %(count)s")

    registrations: list[int]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("registrations", ()))}


class RecordsMailed(Event):
    kind = "records_mailed"
    on_stream = None
    says = _("Players were e-mailed their own record: %(count)s")

    registrations: list[int]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("registrations", ()))}


class TeamFormed(Event):
    kind = "team_formed"
    on_stream = None
    says = _("A team was formed")

    team: TeamId
    name: Digest


class TeamRenamed(Event):
    kind = "team_renamed"
    says = _("A team was renamed")
    moves_standings = True

    team: TeamId
    name: Digest


class TeamRemoved(Event):
    kind = "team_removed"
    says = _("A team without players was removed")
    moves_standings = True

    team: TeamId


# Who goes on to a stage


class QualifyingTerm(Struct):
    """Which places of a stage, or of its tables, qualify."""

    source: StageId
    among: str
    first: int
    last: int


class QualifyingTerms(Struct):
    """Who qualifies for a stage, and with what."""

    rules: list[QualifyingTerm]
    of_teams: bool
    carries: str
    numerator: int
    denominator: int
    quantum: int
    rounding: str
    by_rank: list[int]
    forgives_penalties: bool
    carries_head_to_head: bool
    carries_points: bool


class QualificationSet(Event):
    kind = "qualification_set"
    says = _("The rules for qualifying for the stage “%(stage)s” were set, with the points carried over")
    moves_standings = True

    stage: StageId
    terms: QualifyingTerms


class QualificationRemoved(Event):
    kind = "qualification_removed"
    says = _("Everyone plays in the stage “%(stage)s” again")
    moves_standings = True

    stage: StageId


class Qualified(Struct):
    """A qualifier, in seed order: an entry or team, and the stage it comes from, if any."""

    source: StageId | None
    entry: EntryId | UnsetType = UNSET
    team: TeamId | UnsetType = UNSET


class QualifiersConfirmed(Event):
    kind = "qualifiers_confirmed"
    says = _("The players of the stage “%(stage)s” were confirmed: %(count)s")
    moves_standings = True

    stage: StageId
    qualifiers: list[Qualified]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("qualifiers", ()))}


class QualifiersTakenBack(Event):
    kind = "qualifiers_taken_back"
    says = _("The confirmation of the players of the stage “%(stage)s” was taken back")
    moves_standings = True

    stage: StageId
