"""Setting up: leagues, seasons, tournaments, stages, staff."""

from collections.abc import Mapping, Sequence
from datetime import date
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import User
from players.traces import trace_names
from scoring.errors import ScoringError
from scoring.ranking import check_tie_breaks
from tournaments.actions.actor import Actor
from tournaments.actions.house_rules import refuse_bad_rulebook, refuse_five
from tournaments.actions.record import record
from tournaments.actions.refusals import NameTaken, RulesRefuse, StateRefuses
from tournaments.models import League, LedgerHead, Publication, Season, Staff, Stage, Tournament
from tournaments.standings import RANKED_BY


@transaction.atomic
def create_league(*, slug: str, name: str, about: str = "") -> League:
    """Found a league. The operator's deed: a league has no staff of its own yet."""
    if League.objects.filter(slug=slug).exists():
        raise NameTaken(
            _("A league has this address already. Please choose another."), fields={"slug": [slug]}
        )
    return League.objects.create(slug=slug, name=name, about=about)


@transaction.atomic
def create_season(*, league: League, name: str) -> Season:
    """Open the league's next season."""
    last = league.seasons.order_by("-ordinal").first()
    return Season.objects.create(league=league, name=name, ordinal=last.ordinal + 1 if last else 1)


@transaction.atomic
def create_tournament(
    *,
    slug: str,
    name: str,
    rulebook_id: str,
    by: Actor,
    house_rules: Mapping[str, object] | None = None,
    season: Season | None = None,
    division: str = "",
    level: int = 1,
    venue: str = "",
    starts_on: date | None = None,
    ends_on: date | None = None,
    time_zone: str = "Asia/Tokyo",
    visibility: str = Tournament.Visibility.PUBLIC,
    confirmation_rule: str = Tournament.ConfirmationRule.ALL_OTHERS,
    confirmations_needed: int | None = None,
    tie_breaks: Sequence[str] = (),
    first_stage: str = "",
    first_stage_kind: str = Stage.Kind.ROUNDS,
) -> Tournament:
    """Set up a tournament with its first stage and its ledger; whoever does it becomes its organizer.

    Refuses an unknown rulebook or house rule, and a rulebook that leaves open what a result needs.
    """
    refuse_five(refuse_bad_rulebook(rulebook_id, name, house_rules or {}))
    _refuse_bad_frame(slug, time_zone, confirmation_rule, confirmations_needed)
    _refuse_bad_tie_breaks(tie_breaks)
    tournament = Tournament.objects.create(
        slug=slug,
        name=name,
        rulebook_id=rulebook_id,
        house_rules=dict(house_rules or {}),
        season=season,
        division=division,
        level=level,
        venue=venue,
        starts_on=starts_on,
        ends_on=ends_on,
        time_zone=time_zone,
        visibility=visibility,
        confirmation_rule=confirmation_rule,
        confirmations_needed=confirmations_needed,
        tie_breaks=list(tie_breaks),
    )
    LedgerHead.objects.create(tournament=tournament)
    record(
        tournament_id=tournament.pk,
        kind="created",
        payload={
            "rulebook": rulebook_id,
            "hash": tournament.rulebook.hash(),
            "house_rules": tournament.house_rules,
            "confirmation": confirmation_rule,
            "confirmations_needed": confirmations_needed,
            "tie_breaks": tournament.tie_breaks,
            "slug": slug,
            "visibility": visibility,
            "time_zone": time_zone,
            "season": season.pk if season else None,
            "division": division,
            "level": level,
            "starts_on": starts_on.isoformat() if starts_on else None,
            "ends_on": ends_on.isoformat() if ends_on else None,
            "name": trace_names("tournament", {tournament.pk: name})[tournament.pk],
        },
        by=by,
    )
    add_stage(tournament=tournament, name=first_stage or _("Main stage"), kind=first_stage_kind, by=by)
    if by.user is not None:
        appoint(tournament=tournament, user=by.user, role=Staff.Role.ORGANIZER, by=by)
    return tournament


@transaction.atomic
def add_stage(*, tournament: Tournament, name: str, by: Actor, kind: str = Stage.Kind.ROUNDS) -> Stage:
    """Add the tournament's next stage."""
    # The head's row serves as the lock: two stages must not be given one number.
    LedgerHead.objects.select_for_update(no_key=True).get(tournament=tournament)
    last = tournament.stages.order_by("-ordinal").first()
    stage = Stage.objects.create(
        tournament=tournament, name=name, kind=kind, ordinal=last.ordinal + 1 if last else 1
    )
    Publication.objects.create(stage=stage)
    record(
        tournament_id=tournament.pk,
        kind="stage_added",
        payload={
            "stage": stage.pk,
            "ordinal": stage.ordinal,
            "kind": kind,
            "name": trace_names("stage", {stage.pk: name})[stage.pk],
        },
        by=by,
        moves_standings=True,
    )
    return stage


@transaction.atomic
def appoint(*, tournament: Tournament, user: User, role: str, by: Actor) -> Staff:
    """Give a person a role in this tournament, or another role than before. May be repeated."""
    staff, _created = Staff.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role}
    )
    _refuse_without_organizer(tournament)
    record(tournament_id=tournament.pk, kind="appointed", payload={"user": user.pk, "role": role}, by=by)
    return staff


@transaction.atomic
def dismiss(*, staff: Staff, by: Actor) -> None:
    """Take a person's role away; it ends with their next request."""
    tournament = staff.tournament
    user_id = staff.user_id
    staff.delete()
    _refuse_without_organizer(tournament)
    record(tournament_id=tournament.pk, kind="dismissed", payload={"user": user_id}, by=by)


@transaction.atomic
def finish_tournament(*, tournament: Tournament, by: Actor) -> Tournament:
    """Close the tournament: no further round can be drawn or started."""
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise StateRefuses(_("Only a running tournament can be finished."))
    tournament.status = Tournament.Status.FINISHED
    tournament.save(update_fields=["status"])
    record(tournament_id=tournament.pk, kind="finished", payload={}, by=by)
    return tournament


def _refuse_without_organizer(tournament: Tournament) -> None:
    if not tournament.staff.filter(role=Staff.Role.ORGANIZER).exists():
        raise StateRefuses(
            _("A tournament needs an organizer. Please appoint another one first."), code="last_organizer"
        )


def _refuse_bad_tie_breaks(names: Sequence[str]) -> None:
    if not names:
        return
    try:
        check_tie_breaks(names)
    except ScoringError as error:
        raise RulesRefuse(error.message, code=error.code, fields={"tie_breaks": [error.message]}) from error
    unknown = [name for name in names if name not in RANKED_BY]
    if unknown:
        raise RulesRefuse(
            _("Standings cannot be ranked by %(names)s yet.") % {"names": ", ".join(unknown)},
            code="tie_break_not_kept",
            fields={"tie_breaks": unknown},
        )


def _refuse_bad_frame(slug: str, time_zone: str, rule: str, needed: int | None) -> None:
    if Tournament.objects.filter(slug=slug).exists():
        raise NameTaken(
            _("A tournament has the address “%(slug)s” already. Please choose another.") % {"slug": slug},
            fields={"slug": [_("This address is taken.")]},
        )
    if time_zone not in available_timezones():
        raise RulesRefuse(
            _("There is no time zone “%(zone)s”. Please name it like Asia/Tokyo.") % {"zone": time_zone},
            code="unknown_time_zone",
            fields={"time_zone": [time_zone]},
        )
    if (rule == Tournament.ConfirmationRule.K_OF_N) != (needed is not None):
        raise RulesRefuse(
            _("A number of confirmations goes with the rule “some of the other seats”, and only with it."),
            code="confirmations_needed",
            fields={"confirmations_needed": [_("Between 1 and 3.")]},
        )
    if needed is not None and not 1 <= needed <= 3:
        raise RulesRefuse(
            _("The number of confirmations is between 1 and 3."),
            code="confirmations_needed",
            fields={"confirmations_needed": [_("Between 1 and 3.")]},
        )
