"""Club nights: the next round for those present; who has met least and waited most goes first."""

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
    """A candidate for tonight: present in the last round or not, games played and waits in the tournament."""

    entry: Entry
    was_here: bool
    games: int
    waited: int


def guests_of(tournament: Tournament) -> list[Guest]:
    """Return all active entries by number."""
    here, waited = present_last(tournament), sat_out_of(tournament)
    entries: QuerySet[Entry] = tournament.entries.active().select_related("player").order_by("number")
    games = Count("seats", filter=Q(seats__round__stage__tournament=tournament))
    return [
        Guest(entry, entry.pk in here, entry.games, waited[entry.pk])
        for entry in entries.annotate(games=games)
    ]


def present_last(tournament: Tournament) -> set[int]:
    """Return who was present in the last round: seated or waiting."""
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
    """Draw the next round for those `present` and for `newcomers`, who are registered by name.

    Refuses and asks what `register_newcomers` does. `publish` publishes the round at once; `start` starts it and asks
    what `start_round` asks, unless that is in `confirm`. All or nothing.
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
                # The organizer has just said who is present.
                start_round(round_=round_, by=by, confirm=[*confirm, PLAYERS_NOT_HERE])
    return drawn
