"""Time limits of rounds: from the rulebook, unless the tournament or a round overrides it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.rulebook.provenance import provenance
from scoring.rulebook.rulebook import editions
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.states import refuse_finished
from tournaments.models import AfterGong, Round, Stage, TimeLimit, Tournament
from tournaments.models.play.clocks import MOST_MINUTES
from tournaments.models.play.events import TimeLimitSet

MOST_NUMBER = 1_000


@dataclass(frozen=True)
class Limit:
    """How long a round takes and what is still played after the gong. `minutes` is None if unspecified."""

    minutes: int | None
    after_gong: AfterGong


def rulebook_limit(tournament: Tournament) -> Limit:
    """Return the limit in the edition behind the tournament's rulebook."""
    edition = tournament.usual_format.rulebook_id
    if edition not in editions():
        return Limit(None, AfterGong.FINISH_HAND)
    session = provenance(edition).session
    return Limit(session.minutes, AfterGong(session.after_gong or AfterGong.FINISH_HAND))


def limit_of(tournament: Tournament, round_: Round | None = None) -> Limit:
    """Return the limit of a round, or of the tournament's rounds: its own, else the tournament's, else the
    rulebook's.

    One query.
    """
    which = Q(tournament=tournament)
    if round_ is not None:
        which |= Q(stage=round_.stage_id, number=round_.number)
    return _first(TimeLimit.objects.filter(which), round_) or rulebook_limit(tournament)


def limits_of(tournament: Tournament, rounds: Iterable[Round]) -> dict[int, Limit]:
    """Return the limits of these rounds of a tournament, by round pk. One query."""
    rows = list(TimeLimit.objects.filter(Q(tournament=tournament) | Q(stage__tournament=tournament)))
    usual = rulebook_limit(tournament)
    return {round_.pk: _first(rows, round_) or usual for round_ in rounds}


def _first(rows: Iterable[TimeLimit], round_: Round | None) -> Limit | None:
    """Return the round's own limit, else the tournament's."""
    usual = (None, None)
    found = {(row.stage_id, row.number): row for row in rows}
    row = found.get((round_.stage_id, round_.number) if round_ else usual) or found.get(usual)
    return Limit(row.minutes, AfterGong(row.after_gong)) if row else None


@transaction.atomic
def set_time_limit(
    *,
    tournament: Tournament,
    minutes: int | None,
    after_gong: str = AfterGong.FINISH_HAND,
    stage: Stage | None = None,
    number: int | None = None,
    by: Actor,
) -> TimeLimit | None:
    """Set the time limit of the tournament, or of round `number` of `stage`; None removes it.

    Running clocks are not changed. Idempotent.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    check_minutes(minutes)
    check_after_gong(after_gong)
    if (stage is None) != (number is None) or (number is not None and not 0 < number <= MOST_NUMBER):
        raise RulesRefuse(
            _("Specify both a stage and a round number, or neither for all rounds."), code="invalid_round"
        )
    if stage is not None and stage.tournament_id != tournament.pk:
        raise RulesRefuse(_("This stage belongs to another tournament."), code="foreign_stage")
    place = {"stage": stage, "number": number} if stage else {"tournament": tournament}
    rows = TimeLimit.objects.select_for_update(no_key=True).filter(**place)
    limit = rows.first()
    if minutes is None:
        if limit is None:
            return None
        rows.delete()
        limit = None
    elif limit is None:
        limit = TimeLimit.objects.create(minutes=minutes, after_gong=after_gong, **place)
    elif (limit.minutes, limit.after_gong) == (minutes, after_gong):
        return limit
    else:
        limit.minutes, limit.after_gong = minutes, after_gong
        limit.save(update_fields=["minutes", "after_gong"])
    record(
        TimeLimitSet(
            stage=stage.pk if stage else None,
            number=number,
            minutes=minutes,
            after_gong=after_gong if minutes is not None else None,
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    return limit


def check_minutes(minutes: int | None) -> None:
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        message = _("A round must take 1 to %(most)s minutes.") % {"most": MOST_MINUTES}
        raise RulesRefuse(message, code="minutes_out_of_range", fields={"minutes": [message]})


def check_after_gong(after_gong: str) -> None:
    if after_gong not in AfterGong.values:
        message = _("The rule after the gong must be one of %(values)s.") % {
            "values": ", ".join(AfterGong.values)
        }
        raise RulesRefuse(message, code="unknown_after_gong", fields={"after_gong": [message]})
