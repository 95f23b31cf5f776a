"""Club nights: planned, changed, cancelled and settled."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.night_lists import move_up_for_night
from tournaments.actions.play.penalties import LARGE_DEDUCTION, Ruling, penalize
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, Night, NightPlayer, Stage
from tournaments.models.bounds import EARLIEST, LATEST
from tournaments.models.free_play.events import NightCancelled, NightPlanned, NightSettled
from tournaments.models.free_play.nights import MOST_GAMES_A_NIGHT, MOST_PLACES
from tournaments.models.ledger import instant
from tournaments.models.setup.counting import MOST_UNITS

MOST_WEEKS = 60


@dataclass(frozen=True)
class NightTerms:
    """The start and terms of a night; as the columns of `Night`. Penalties are in smallest units."""

    starts_at: datetime
    closes_at: datetime | None = None
    places: int | None = None
    games: int = 2
    late_penalty: int = 0
    absence_penalty: int = 0

    @classmethod
    def of(cls, night: Night) -> "NightTerms":
        return cls(**{name: getattr(night, name) for name in COLUMNS})

    def a_week_later(self, weeks: int, zone: ZoneInfo) -> "NightTerms":
        """Return the same terms `weeks` later at the same local time of the tournament."""
        closes_at = _later(self.closes_at, weeks, zone) if self.closes_at is not None else None
        starts_at = _later(self.starts_at, weeks, zone)
        return NightTerms(
            starts_at, closes_at, self.places, self.games, self.late_penalty, self.absence_penalty
        )


COLUMNS = tuple(NightTerms.__dataclass_fields__)


@transaction.atomic
def plan_nights(*, stage: Stage, terms: NightTerms, by: Actor, weeks: int = 1) -> list[Night]:
    """Plan a night of a stage, repeated over `weeks` weeks; players can sign up at once.

    Refuses a finished tournament, times in another century, a deadline after the start and numbers out of bounds.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    if not 1 <= weeks <= MOST_WEEKS:
        raise _refused(_("You can plan 1 to %(most)s weeks at a time.") % {"most": MOST_WEEKS}, "weeks")
    zone = ZoneInfo(tournament.time_zone)
    nights = []
    for week in range(weeks):
        of_week = terms.a_week_later(week, zone)
        _refuse_bad(of_week)
        night = Night.objects.create(stage=stage, **_columns(of_week))
        _record(night, of_week, (), by)
        nights.append(night)
    return nights


@transaction.atomic
def change_night(*, night: Night, terms: NightTerms, by: Actor) -> Night:
    """Change the time and terms of a night. More places let waiting players move up at once; fewer take no place
    away. Refuses as `plan_nights` does, and once it is over. Repeating it changes nothing.
    """
    night, now = locked_night(night)
    if NightTerms.of(night) == terms:
        return night
    _refuse_bad(terms)
    for name, value in _columns(terms).items():
        setattr(night, name, value)
    night.save(update_fields=list(COLUMNS))
    _record(night, terms, move_up_for_night(night, now), by)
    return night


@transaction.atomic
def cancel_night(*, night: Night, by: Actor) -> Night:
    """Cancel a night: sign-ups and late penalties end."""
    night, _now = locked_night(night)
    night.status = Night.Status.CANCELLED
    night.save(update_fields=["status"])
    record(NightCancelled(night=night.pk), tournament_id=night.stage.tournament_id, by=by)
    return night


@transaction.atomic
def settle_night(*, night: Night, absent: Collection[Entry], by: Actor) -> Night:
    """Close a night that has begun: record no-shows and apply the penalties in its terms for them and for late
    cancellations. Can be done once; penalties can be lifted.
    """
    if by.user is None:
        raise NotAllowed(_("Only the referee can impose penalties."))
    lock_tournament(night.stage.tournament_id)
    night, now = locked_night(night)
    if night.starts_at > now:
        raise StateRefuses(_("This night has not begun."), code="night_not_begun")
    rows = NightPlayer.objects.select_for_update(of=("self",), no_key=True).filter(night=night)
    players = {row.entry_id: row for row in rows.select_related("entry__player").order_by("turn")}
    missing = [players.get(entry.pk) for entry in absent]
    if any(row is None or row.status != NightPlayer.Status.COMING for row in missing):
        words = _("Only a player who has a place can be marked as absent.")
        raise _refused(words, "absent")
    stayed_away = sorted((row for row in missing if row is not None), key=lambda row: row.turn)
    for row in stayed_away:
        row.status = NightPlayer.Status.ABSENT
        row.save(update_fields=["status"])
    night.status = Night.Status.SETTLED
    night.save(update_fields=["status"])
    record(
        NightSettled(night=night.pk, entries=[row.entry_id for row in stayed_away]),
        tournament_id=night.stage.tournament_id,
        by=by,
    )
    late = [row for row in players.values() if row.status == NightPlayer.Status.LATE]
    _deduct(night, late, night.late_penalty, _("Signed off late"), by)
    _deduct(night, stayed_away, night.absence_penalty, _("Signed up and did not come"), by)
    return night


def locked_night(night: Night) -> tuple[Night, datetime]:
    """Return the night, locked and fresh, and the current time; refuses one that is settled or cancelled."""
    found = (
        Night.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__tournament__usual_format")
        .get(pk=night.pk)
    )
    refuse_finished(found.stage.tournament)
    if found.status != Night.Status.PLANNED:
        message = (
            _("This night is over.")
            if found.status == Night.Status.SETTLED
            else _("This night was cancelled.")
        )
        raise StateRefuses(message, code=f"night_{found.status}")
    now: datetime = Night.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=found.pk)
    return found, now


def _deduct(night: Night, rows: Sequence[NightPlayer], amount: int, reason: str, by: Actor) -> None:
    if amount:
        for row in rows:
            penalize(
                stage=night.stage,
                entry=row.entry,
                ruling=Ruling(amount, reason),
                by=by,
                confirm=[LARGE_DEDUCTION],
            )


def _columns(terms: NightTerms) -> dict[str, object]:
    return {name: getattr(terms, name) for name in COLUMNS}


def _later(moment: datetime, weeks: int, zone: ZoneInfo) -> datetime:
    return (moment.astimezone(zone) + timedelta(weeks=weeks)).astimezone(UTC)


def _refuse_bad(terms: NightTerms) -> None:
    if not EARLIEST <= terms.starts_at < LATEST:
        raise _refused(_("Enter a date between 2000 and 2099."), "starts_at")
    if terms.closes_at is not None and not EARLIEST <= terms.closes_at <= terms.starts_at:
        raise _refused(_("The deadline must be before the night begins."), "closes_at")
    bounds = {
        "places": (1, MOST_PLACES),
        "games": (1, MOST_GAMES_A_NIGHT),
        "late_penalty": (0, MOST_UNITS),
        "absence_penalty": (0, MOST_UNITS),
    }
    for name, (least, most) in bounds.items():
        value = getattr(terms, name)
        if value is not None and not least <= value <= most:
            words = _("Enter a number from %(least)s to %(most)s.")
            raise _refused(words % {"least": least, "most": f"{most:,}"}, name)


def _refused(message: str, name: str) -> RulesRefuse:
    return RulesRefuse(message, code="night_terms", fields={name: [message]})


def _record(night: Night, terms: NightTerms, came: Sequence[int], by: Actor) -> None:
    record(
        NightPlanned(
            night=night.pk,
            stage=night.stage_id,
            starts_at=instant(terms.starts_at.astimezone(UTC)),
            closes_at=instant(terms.closes_at.astimezone(UTC)) if terms.closes_at else None,
            places=terms.places,
            games=terms.games,
            late_penalty=terms.late_penalty,
            absence_penalty=terms.absence_penalty,
            came=list(came),
        ),
        tournament_id=night.stage.tournament_id,
        by=by,
    )
