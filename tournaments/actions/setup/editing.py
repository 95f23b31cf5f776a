"""Correcting the set-up of a tournament or a stage."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import UNSET

from players.traces import retrace
from tournaments.actions.actor import Actor
from tournaments.actions.changes import changed_columns, refuse_unknown
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import refuse_stale, stage_tag, tournament_tag
from tournaments.actions.setup.tournaments import (
    refuse_bad_days,
    refuse_bad_delay,
    refuse_bad_photo_days,
    refuse_bad_rule,
    refuse_bad_zone,
    refuse_taken,
)
from tournaments.actions.states import refuse_finished
from tournaments.models import OldAddress, Qualification, Scoresheet, Stage, Tournament
from tournaments.models.setup.events import StageRemoved, StageRenamed, TournamentEdited, settings_in_ledger


@transaction.atomic
def edit_tournament(
    *, tournament: Tournament, changes: Mapping[str, Any], seen: str, by: Actor
) -> Tournament:
    """Change columns of `Tournament.EDITABLE`, at any time.

    `seen` is the `tournament_tag` shown. Old addresses redirect and stay reserved. Refuses a taken address, an
    unknown time zone, days out of order or in another century, and a new confirmation rule while results await
    confirmation. Unchanged values do nothing.
    """
    refuse_unknown(changes, Tournament.EDITABLE)
    tournament = lock_tournament(tournament.pk)
    refuse_stale(seen, tournament_tag(tournament))
    before = {name: getattr(tournament, name) for name in Tournament.EDITABLE}
    after = before | dict(changes)
    if (
        after["confirmation_rule"] != Tournament.ConfirmationRule.K_OF_N
        and "confirmations_needed" not in changes
    ):
        after["confirmations_needed"] = None
    changed = changed_columns(tournament, after)
    if not changed:
        return tournament
    _refuse_bad(tournament, after, changed)
    if "slug" in changed:
        OldAddress.objects.filter(tournament=tournament, slug=after["slug"]).delete()
    for name in changed:
        setattr(tournament, name, after[name])
    tournament.save(update_fields=changed)
    if "slug" in changed:
        OldAddress.objects.create(tournament=tournament, slug=before["slug"])
    edited = TournamentEdited(
        changed=changed,
        name=retrace("tournament", tournament.pk, tournament.name) if "name" in changed else UNSET,
        settings=settings_in_ledger(tournament, changed),
    )
    record(edited, tournament_id=tournament.pk, by=by)
    return tournament


@transaction.atomic
def rename_stage(*, stage: Stage, name: str, seen: str, by: Actor) -> Stage:
    """Rename a stage. `seen` is the `stage_tag` shown; the same name changes nothing."""
    lock_tournament(stage.tournament_id)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    refuse_stale(seen, stage_tag(stage))
    if stage.name == name:
        return stage
    stage.name = name
    stage.save(update_fields=["name"])
    record(
        StageRenamed(stage=stage.pk, name=retrace("stage", stage.pk, name)),
        tournament_id=stage.tournament_id,
        by=by,
    )
    return stage


@transaction.atomic
def remove_stage(*, stage: Stage, by: Actor) -> None:
    """Remove a stage in which nothing was drawn, with its time limits; the other stages keep their numbers.

    Refuses a stage with rounds, draws, a committed seed, penalties or team changes, one from which players qualify
    for another, a tournament's only stage, and any stage of a finished tournament. Idempotent.
    """
    tournament = lock_tournament(stage.tournament_id)
    found = Stage.objects.select_for_update(no_key=True).filter(pk=stage.pk).first()
    if found is None:
        return
    refuse_finished(tournament)
    of_it = (found.rounds, found.draws, found.draw_jobs, found.seed_commitments, found.penalties)
    if any(rows.exists() for rows in of_it):
        message = _("The stage “%(name)s” has rounds, draws or penalties and cannot be removed.") % {
            "name": found.name
        }
        raise StateRefuses(message, code="stage_in_use")
    if found.team_changes.exists():
        message = _("Players changed teams in the stage “%(name)s”, so it cannot be removed.") % {
            "name": found.name
        }
        raise StateRefuses(message, code="stage_in_use")
    if found.leads_to.exists():
        message = _("Players qualify from the stage “%(name)s” for another one. Please change that first.")
        raise StateRefuses(message % {"name": found.name}, code="stage_leads_on")
    if not tournament.stages.exclude(pk=found.pk).exists():
        raise StateRefuses(_("A tournament needs at least one stage."), code="last_stage")
    removed = StageRemoved(stage=found.pk, ordinal=found.ordinal)
    found.time_limits.all().delete()
    Qualification.objects.filter(stage=found).delete()
    found.delete()
    record(removed, tournament_id=tournament.pk, by=by)


def _refuse_bad(tournament: Tournament, after: Mapping[str, Any], changed: list[str]) -> None:
    if "slug" in changed:
        refuse_taken(after["slug"], but_of=tournament)
    if "time_zone" in changed:
        refuse_bad_zone(after["time_zone"])
    if {"starts_on", "ends_on"} & set(changed):
        refuse_bad_days(after["starts_on"], after["ends_on"])
    if not after["name"]:
        message = _("Please give the tournament a name.")
        raise RulesRefuse(message, code="name_missing", fields={"name": [message]})
    if "live_delay" in changed:
        refuse_bad_delay(after["live_delay"])
    if "photo_days" in changed:
        refuse_bad_photo_days(after["photo_days"])
    if {"confirmation_rule", "confirmations_needed"} & set(changed):
        refuse_bad_rule(after["confirmation_rule"], after["confirmations_needed"])
        waiting = Scoresheet.objects.filter(
            table__round__stage__tournament=tournament,
            status__in=[Scoresheet.Status.SUBMITTED, Scoresheet.Status.DISPUTED],
        ).count()
        if waiting:
            message = _(
                "Results waiting for confirmation: %(count)s. Please settle them first, then change who "
                "confirms."
            )
            raise StateRefuses(message % {"count": waiting}, code="results_wait")
