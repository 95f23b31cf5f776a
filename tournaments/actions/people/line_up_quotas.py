"""Line-up quotas: players of whom each team has to send some to every round, such as a woman, a man, a junior."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.names import clean_name
from scoring.standing.teams import Quota, quotas_missed
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NameTaken, RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import line_up_quota_tag, refuse_stale
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, LineUpQuota, LineUpQuotaMember, Team, Tournament
from tournaments.models.digests import line_up_quota_hash
from tournaments.models.people.events import LineUpQuotaState
from tournaments.models.teams.events import LineUpQuotasSet
from tournaments.models.teams.line_up_quotas import (
    MOST_IN_A_LINE_UP,
    line_up_quotas_of,
    lots_by_quota,
    new_salt,
)

# Each is checked for every line-up of every team.
MOST_QUOTAS = 10
# The desk is asked, and a captain is refused, with this code.
QUOTA_MISSED = "line_up_quota_missed"


@transaction.atomic
def add_line_up_quota(
    *, tournament: Tournament, name: str, least: int, entries: Collection[Entry], by: Actor
) -> LineUpQuota:
    """Require at least `least` of these players in every line-up. Return the existing quota if it is identical.

    Refuses a finished tournament, a name in use, players of another tournament and more than `MOST_QUOTAS`. The
    ledger records each quota and its minimum, and only a hash of its members.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    name, members = _checked(tournament, name, least, entries)
    same = LineUpQuota.objects.filter(tournament=tournament, name=name).first()
    if same is not None:
        if same.least == least and _members_of(same) == members:
            return same
        raise _taken(name)
    if LineUpQuota.objects.filter(tournament=tournament).count() >= MOST_QUOTAS:
        message = _("A tournament can have at most %(most)s quotas of line-ups.") % {"most": MOST_QUOTAS}
        raise RulesRefuse(message, code="too_many_quotas")
    quota = LineUpQuota.objects.create(tournament=tournament, name=name, least=least)
    _write_members(quota, members)
    _record(tournament, by)
    return quota


@transaction.atomic
def edit_line_up_quota(
    *, quota: LineUpQuota, name: str, least: int, entries: Collection[Entry], seen: str, by: Actor
) -> LineUpQuota:
    """Change a quota until the tournament is finished; line-ups already submitted are kept.

    `seen` is the `line_up_quota_tag` shown. Refuses as `add_line_up_quota` does; unchanged values do nothing.
    """
    tournament = lock_tournament(quota.tournament_id)
    quota = LineUpQuota.objects.select_for_update(no_key=True).get(pk=quota.pk)
    refuse_stale(seen, line_up_quota_tag(quota))
    name, members = _checked(tournament, name, least, entries)
    if (quota.name, quota.least, _members_of(quota)) == (name, least, members):
        return quota
    refuse_finished(tournament)
    if LineUpQuota.objects.filter(tournament=tournament, name=name).exclude(pk=quota.pk).exists():
        raise _taken(name)
    quota.name, quota.least, quota.salt = name, least, new_salt()
    quota.save(update_fields=["name", "least", "salt"])
    _write_members(quota, members)
    _record(tournament, by)
    return quota


@transaction.atomic
def remove_line_up_quota(*, quota: LineUpQuota, by: Actor) -> None:
    """Remove a quota until the tournament is finished. Idempotent."""
    tournament = lock_tournament(quota.tournament_id)
    found = LineUpQuota.objects.select_for_update(no_key=True).filter(pk=quota.pk).first()
    if found is None:
        return
    refuse_finished(tournament)
    found.delete()
    _record(tournament, by)


def hand_over_quotas(into: Mapping[int, int]) -> dict[int, list[LineUpQuotaState]]:
    """Move quota membership from merged entries to the entries that remain.

    `into` maps merged entries to remaining ones; both are locked. Return the ledger state of all quotas of the
    tournament by merged entry, only where something changed.
    """
    ending = LineUpQuotaMember.objects.filter(entry__in=into).select_related("quota__tournament")
    tournaments: dict[int, Tournament] = {}
    for member in ending.order_by("pk"):
        LineUpQuotaMember.objects.get_or_create(quota=member.quota, entry_id=into[member.entry_id])
        LineUpQuota.objects.filter(pk=member.quota_id).update(salt=new_salt())
        tournaments[member.entry_id] = member.quota.tournament
        member.delete()
    return {entry: _recorded(tournament) for entry, tournament in tournaments.items()}


def quotas_missed_by(team: Team, entries: Sequence[int]) -> str:
    """Return what a line-up (entry ids) lacks, in words; "" if it meets all quotas.

    A quota never requires more players than the line-up has.
    """
    asked = line_up_quotas_of(team)
    names = {quota.name: [one.player.name for one in members] for quota, members in asked}
    kinds = [
        frozenset(quota.name for quota, members in asked if any(one.pk == pk for one in members))
        for pk in entries
    ]
    missed = quotas_missed([Quota(quota.name, min(quota.least, len(entries))) for quota, _ in asked], kinds)
    return " ".join(_said(one, names[one.kind]) for one in missed)


def _said(missed: Quota, names: Sequence[str]) -> str:
    words = ngettext(
        "%(count)s more player of “%(quota)s” is needed: %(names)s.",
        "%(count)s more players of “%(quota)s” are needed: %(names)s.",
        missed.least,
    )
    said = ", ".join(names) or _("the team has none")
    return words % {"count": missed.least, "quota": missed.kind, "names": said}


def _checked(
    tournament: Tournament, name: str, least: int, entries: Collection[Entry]
) -> tuple[str, set[int]]:
    """Return the name as stored, and the member ids."""
    if not 1 <= least <= MOST_IN_A_LINE_UP:
        words = _("Enter a number from 1 to %(most)s.") % {"most": MOST_IN_A_LINE_UP}
        raise RulesRefuse(words, code="line_up_quota", fields={"least": [words]})
    counts = Counter(entry.pk for entry in entries)
    there = Entry.objects.of_one_each().filter(tournament=tournament, pk__in=counts).count()
    if there < len(counts):
        words = _("Please choose players of this tournament only.")
        raise RulesRefuse(words, code="foreign_entry", fields={"entries": [words]})
    return clean_name(name), set(counts)


def _record(tournament: Tournament, by: Actor) -> None:
    record(LineUpQuotasSet(line_up_quotas=_recorded(tournament)), tournament_id=tournament.pk, by=by)


def _recorded(tournament: Tournament) -> list[LineUpQuotaState]:
    """Return all quotas of a tournament as recorded in the ledger."""
    return [
        LineUpQuotaState(least=quota.least, hash=line_up_quota_hash(quota, lots))
        for quota, lots in lots_by_quota(tournament)
    ]


def _taken(name: str) -> NameTaken:
    message = _("Another quota is called “%(name)s”. Please choose another name.") % {"name": name}
    return NameTaken(message, fields={"name": [message]})


def _members_of(quota: LineUpQuota) -> set[int]:
    return set(quota.members.values_list("entry", flat=True))


def _write_members(quota: LineUpQuota, members: set[int]) -> None:
    LineUpQuotaMember.objects.filter(quota=quota).exclude(entry__in=members).delete()
    missing = members - _members_of(quota)
    LineUpQuotaMember.objects.bulk_create(
        LineUpQuotaMember(quota=quota, entry_id=pk) for pk in sorted(missing)
    )
