"""Nights of free play: whoever is here plays the next round, who has met least and waited most first."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.inputs import sat_out_of
from tournaments.actions.draws.plans import Method, Plan, Remainder, StoredDraw
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.newcomers import Newcomer, register_newcomers
from tournaments.actions.play.rounds import PLAYERS_NOT_HERE, start_round
from tournaments.models import Draw, Entry, Round, Seat, Stage, Tournament


@dataclass(frozen=True)
class Guest:
    """Somebody who may be here: was here in the last round; has played and waited so often in the tournament."""

    entry: Entry
    was_here: bool
    games: int
    waited: int


def guests_of(tournament: Tournament) -> list[Guest]:
    """Everybody who takes part, by number."""
    here, waited = present_last(tournament), sat_out_of(tournament)
    entries: QuerySet[Entry] = tournament.entries.active().select_related("player").order_by("number")
    games = Count("seats", filter=Q(seats__round__stage__tournament=tournament))
    return [
        Guest(entry, entry.pk in here, entry.games, waited[entry.pk])
        for entry in entries.annotate(games=games)
    ]


def present_last(tournament: Tournament) -> set[int]:
    """Who was here when the last round was drawn: those who sat, and those who waited."""
    last = (
        Round.objects.filter(stage__tournament=tournament)
        .select_related("draw")
        .order_by("stage__ordinal", "number")
        .last()
    )
    if last is None:
        return set()
    seated = Seat.objects.filter(round=last).values_list("entry_id", "replaces_id")
    here = {pk for row in seated for pk in row if pk is not None}
    if last.draw is not None:
        here.update(StoredDraw.of(last.draw).sitting_out(last.number))
    return here


@transaction.atomic
def draw_night(
    *,
    stage: Stage,
    present: Collection[Entry],
    by: Actor,
    newcomers: Sequence[Newcomer] = (),
    remainder: Remainder = "byes",
    publish: bool = True,
    start: bool = False,
    confirm: Collection[str] = (),
) -> Draw:
    """Draw the next round of those who are `present`, and of `newcomers`, who are registered by their names.

    Refuses what `register_newcomers` refuses, and asks what it asks. `publish` shows it to everybody at once, `start`
    lets the tables report and asks what `start_round` asks, unless it is in `confirm`. All of it is done, or nothing.
    """
    tournament = lock_tournament(stage.tournament_id)
    here = {entry.pk for entry in present}
    entering = register_newcomers(tournament=tournament, newcomers=newcomers, by=by, confirm=confirm)
    here.update(entry.pk for entry in entering)
    away = tournament.entries.active().exclude(pk__in=here).values_list("pk", flat=True)
    plan = Plan(method=Method.MET_LEAST, remainder=remainder, sit_out=list(away))
    drawn = draw(stage=stage, plan=plan, by=by)
    if publish or start:
        for round_ in publish_draw(draw=drawn, by=by):
            if start:
                # Who plays was just said of those who are here.
                start_round(round_=round_, by=by, confirm=[*confirm, PLAYERS_NOT_HERE])
    return drawn
