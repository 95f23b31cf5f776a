import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import User
from players.traces import trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NameTaken, RulesRefuse, StateRefuses
from tournaments.actions.leagues.divisions import join_division
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_league, lock_tournament
from tournaments.actions.setup.house_rules import refuse_bad_rulebook, refuse_doubts, refuse_five
from tournaments.actions.setup.ranking import checked_score
from tournaments.actions.setup.tie_breaks import checked_tie_breaks, refuse_never_deciding
from tournaments.models import (
    GameCount,
    LedgerHead,
    OldAddress,
    Publication,
    Season,
    Staff,
    Stage,
    TableFormat,
    Tournament,
)
from tournaments.models.people.events import Appointed, Dismissed
from tournaments.models.setup.events import StageAdded, TournamentCreated, settings_in_ledger
from tournaments.models.setup.structure import MOST_DELAY, MOST_PHOTO_DAYS
from tournaments.standings import usual_tie_breaks

# Plausible days of events; leagues import results from long ago.
FIRST_YEAR, LAST_YEAR = 1900, 2199


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The data for setting up a tournament: columns of `Tournament`, its rulebook, its first stage.

    `tie_breaks` default to the rulebook's, else to 1st and 2nd places. In a `season` it belongs to the division at
    `level`.
    """

    slug: str
    name: str
    rulebook_id: str
    house_rules: Mapping[str, object] = field(default_factory=dict)
    season: Season | None = None
    division: str = ""
    level: int = 1
    venue: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    time_zone: str = "Asia/Tokyo"
    visibility: str = Tournament.Visibility.PUBLIC
    confirmation_rule: str = Tournament.ConfirmationRule.ALL_OTHERS
    confirmations_needed: int | None = None
    paper_counts: str = Tournament.PaperCounts.WITHOUT_PHONES
    live_delay: int | None = None
    photo_days: int | None = None
    tie_breaks: Sequence[str] = ()
    substitutes: str = Tournament.Substitutes.OWN_SCORE
    substitute_score: int | None = None
    withdrawn: str = Tournament.Withdrawn.RANKED
    first_stage: str = ""
    first_stage_kind: str = Stage.Kind.ROUNDS

    def tournament(self) -> Tournament:
        """Return the unsaved tournament."""
        columns = {field.name for field in Tournament._meta.fields}
        return Tournament(**{name: value for name, value in vars(self).items() if name in columns})


@transaction.atomic
def create_tournament(*, frame: Frame, by: Actor, confirm: Collection[str] = ()) -> Tournament:
    """Set up a tournament with its first stage and its ledger; its creator becomes the organizer.

    Refuses an unknown rulebook or house rule, a rulebook that leaves open what results need, and doubtful house rules
    unless their codes (of `scoring.doubts.house_rules`) are in `confirm`.
    """
    if frame.season is not None:
        lock_league(frame.season.league_id)
    book = refuse_bad_rulebook(frame.rulebook_id, frame.name, frame.house_rules)
    refuse_five(book)
    _refuse_bad_frame(frame)
    refuse_doubts(book, confirm)
    tournament = frame.tournament()
    tournament.substitute_score = checked_score(frame.rulebook_id, frame.substitutes, frame.substitute_score)
    ranked_by = checked_tie_breaks(frame.tie_breaks) if frame.tie_breaks else usual_tie_breaks(book)
    if ranked_by != usual_tie_breaks(book):
        refuse_never_deciding(ranked_by, [book])
    tournament.tie_breaks = list(ranked_by)
    if frame.season is not None:
        in_division = join_division(season=frame.season, level=frame.level, name=frame.division, by=by)
        tournament.division = frame.division or in_division.name
    tournament.save(force_insert=True)
    usual = TableFormat.objects.create(
        tournament=tournament,
        usual_of=tournament,
        players=book.table.players,
        rulebook_id=frame.rulebook_id,
        house_rules=dict(frame.house_rules),
    )
    LedgerHead.objects.create(tournament=tournament)
    created = TournamentCreated(
        name=trace_names("tournament", {tournament.pk: frame.name})[tournament.pk],
        rulebook=usual.rulebook_id,
        hash=usual.rulebook.hash(),
        house_rules=usual.house_rules,
        settings=settings_in_ledger(tournament),
    )
    record(created, tournament_id=tournament.pk, by=by)
    add_stage(
        tournament=tournament,
        name=frame.first_stage or pgettext("stage", "Main stage"),
        kind=frame.first_stage_kind,
        by=by,
    )
    if by.user is not None:
        appoint(tournament=tournament, user=by.user, role=Staff.Role.ORGANIZER, by=by)
    return tournament


@transaction.atomic
def add_stage(*, tournament: Tournament, name: str, by: Actor, kind: str = Stage.Kind.ROUNDS) -> Stage:
    # Two stages must not get the same number.
    lock_tournament(tournament.pk)
    last = tournament.stages.order_by("-ordinal").first()
    stage = Stage.objects.create(
        tournament=tournament, name=name, kind=kind, ordinal=last.ordinal + 1 if last else 1
    )
    Publication.objects.create(stage=stage)
    GameCount.objects.begin([stage.pk])
    record(
        StageAdded(
            stage=stage.pk,
            ordinal=stage.ordinal,
            stage_kind=kind,
            name=trace_names("stage", {stage.pk: name})[stage.pk],
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    return stage


@transaction.atomic
def appoint(*, tournament: Tournament, user: User, role: str, by: Actor) -> Staff:
    """Give a person a role in this tournament, or change it.

    Idempotent: an existing role is not written again. Refuses to leave the tournament without an organizer.
    """
    # Locked before reading: of two organizers who demote each other at once, the second sees the first.
    lock_tournament(tournament.pk)
    staff = Staff.objects.filter(tournament=tournament, user=user).first()
    staff = staff or Staff(tournament=tournament, user=user)
    if staff.role == role:
        return staff
    staff.role = role
    staff.save()
    _refuse_without_organizer(tournament)
    record(Appointed(user=user.pk, role=role), tournament_id=tournament.pk, by=by)
    return staff


@transaction.atomic
def dismiss(*, staff: Staff, by: Actor) -> None:
    """Remove a person's role, effective from their next request.

    Idempotent. Refuses to leave the tournament without an organizer.
    """
    tournament = lock_tournament(staff.tournament_id)
    user_id = staff.user_id
    if not Staff.objects.filter(pk=staff.pk).exists():
        return
    staff.delete()
    _refuse_without_organizer(tournament)
    record(Dismissed(user=user_id), tournament_id=tournament.pk, by=by)


def _refuse_without_organizer(tournament: Tournament) -> None:
    if not tournament.staff.filter(role=Staff.Role.ORGANIZER).exists():
        raise StateRefuses(
            _("A tournament needs an organizer. Please appoint another one first."), code="last_organizer"
        )


@functools.cache
def time_zones() -> frozenset[str]:
    """Return the names of all time zones: hundreds of files, read once per process."""
    return frozenset(available_timezones())


def _refuse_bad_frame(frame: Frame) -> None:
    refuse_taken(frame.slug)
    refuse_bad_zone(frame.time_zone)
    refuse_bad_rule(frame.confirmation_rule, frame.confirmations_needed)
    refuse_bad_days(frame.starts_on, frame.ends_on)
    refuse_bad_delay(frame.live_delay)
    refuse_bad_photo_days(frame.photo_days)


def refuse_taken(slug: str, *, but_of: Tournament | None = None) -> None:
    """Refuse a current or former address of another tournament: printed links still lead there."""
    taken = Tournament.objects.filter(slug=slug), OldAddress.objects.filter(slug=slug)
    if but_of is not None:
        taken = taken[0].exclude(pk=but_of.pk), taken[1].exclude(tournament=but_of)
    if any(rows.exists() for rows in taken):
        raise NameTaken(
            _("The address “%(slug)s” already belongs to a tournament. Please choose another.")
            % {"slug": slug},
            fields={"slug": [_("This address is already taken.")]},
        )


def refuse_bad_zone(time_zone: str) -> None:
    if time_zone not in time_zones():
        raise RulesRefuse(
            _("The time zone “%(zone)s” does not exist. Please use a name such as Asia/Tokyo.")
            % {"zone": time_zone},
            code="unknown_time_zone",
            fields={"time_zone": [time_zone]},
        )


def refuse_bad_delay(minutes: int | None) -> None:
    """Refuse a live-points delay other than none or 1 to MOST_DELAY minutes."""
    if minutes is not None and not 1 <= minutes <= MOST_DELAY:
        message = _("The delay must be between 1 and %(most)s minutes.") % {"most": MOST_DELAY}
        raise RulesRefuse(message, code="live_delay", fields={"live_delay": [message]})


def refuse_bad_photo_days(days: int | None) -> None:
    """Refuse a photo retention other than none or 1 to MOST_PHOTO_DAYS days."""
    if days is not None and not 1 <= days <= MOST_PHOTO_DAYS:
        message = _("Photos can be kept for 1 to %(most)s days.") % {"most": MOST_PHOTO_DAYS}
        raise RulesRefuse(message, code="photo_days", fields={"photo_days": [message]})


def refuse_bad_days(first: date | None, last: date | None) -> None:
    """Refuse days in another century, and a last day before the first."""
    for name, day in (("starts_on", first), ("ends_on", last)):
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            message = _("The year must be between %(first)s and %(last)s.") % {
                "first": FIRST_YEAR,
                "last": LAST_YEAR,
            }
            raise RulesRefuse(message, code="impossible_day", fields={name: [message]})
    if first and last and last < first:
        message = _("The last day is before the first day.")
        raise RulesRefuse(message, code="days_reversed", fields={"ends_on": [message]})


def refuse_bad_rule(rule: str, needed: int | None) -> None:
    """Refuse a number of confirmations without its rule, and the rule without a number."""
    if (rule == Tournament.ConfirmationRule.K_OF_N) != (needed is not None):
        raise RulesRefuse(
            _(
                "A number of confirmations is required with the rule “some of the other seats”, and "
                "only then."
            ),
            code="confirmations_needed",
            fields={"confirmations_needed": [_("Enter a number from 1 to 3.")]},
        )
    if needed is not None and not 1 <= needed <= 3:
        raise RulesRefuse(
            _("The number of confirmations must be between 1 and 3."),
            code="confirmations_needed",
            fields={"confirmations_needed": [_("Enter a number from 1 to 3.")]},
        )
