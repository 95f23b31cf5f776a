"""Pages made to be printed: each sheet says of which tournament, which round and which day it is."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.standing.shown_totals import Column
from tournaments.models import Publication, Round, Seat, Stage, Standing, TeamStanding, Tournament
from tournaments.models.play.rounds import as_everybody_sees
from tournaments.models.play.table_cards import cards_of
from tournaments.standings import publish_for_readers
from tournaments.standings.lines import Place, lines_of, places_of, with_names
from tournaments.templatetags.schedules import PersonalSchedule
from tournaments.views.policies import visible

Content = dict[str, Any]


@visible
@require_safe
def menu(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What there is to print: of each stage, and of each of its published rounds."""
    rounds: dict[int, list[Round]] = {}
    for round_ in Round.objects.published().filter(stage__tournament=tournament).order_by("number"):
        rounds.setdefault(round_.stage_id, []).append(round_)
    stages = [(stage, rounds.get(stage.pk, [])) for stage in tournament.stages.order_by("ordinal")]
    return render(request, "paper/menu.html", {"tournament": tournament, "stages": stages})


@visible
@require_safe
def stage_sheet(request: HttpRequest, tournament: Tournament, ordinal: int, what: str) -> HttpResponse:
    """Standings with all places, or everybody's own schedule."""
    makers: dict[str, Callable[[Stage], Content]] = {"standings": _standings, "schedules": _schedules}
    stage = get_object_or_404(tournament.stages, ordinal=ordinal)
    return _render(request, tournament, stage, what, makers)


@visible
@require_safe
def round_sheet(
    request: HttpRequest, tournament: Tournament, ordinal: int, number: int, what: str
) -> HttpResponse:
    """Who sits where, by name or by table, or an empty score sheet for each table."""
    makers: dict[str, Callable[[Round], Content]] = {
        "names": _names,
        "tables": _tables,
        "scoresheets": _tables,
    }
    rounds = Round.objects.published().select_related("stage")
    round_ = get_object_or_404(rounds, stage__tournament=tournament, stage__ordinal=ordinal, number=number)
    return _render(request, tournament, round_, what, makers)


def _render(
    request: HttpRequest,
    tournament: Tournament,
    subject: Any,
    what: str,
    makers: dict[str, Callable[[Any], Content]],
) -> HttpResponse:
    if what not in makers:
        raise Http404
    content = makers[what](subject)
    day = day_of(tournament, subject if isinstance(subject, Round) else None)
    content = {"tournament": tournament, "day": day, "units": tournament.rulebook.units_per_point, **content}
    return render(request, f"paper/{what}.html", content)


def seats_by_name(round_: Round) -> list[Seat]:
    """Return the seats of a round as the public may see them, with table and player, by the reading of names."""
    seats = as_everybody_sees(Seat.objects.filter(round=round_).for_display().select_related("table"))
    seats.sort(key=lambda seat: ((seat.entry.player.reading or seat.entry.player.name).casefold(), seat.pk))
    return seats


def schedules_of(rounds: Iterable[Round]) -> list[PersonalSchedule]:
    """Return every player with their seats of these published rounds, by number; not what a draw proposes."""
    seats = Seat.objects.filter(round__in=list(rounds)).settled().order_by("entry__number", "round__number")
    people: dict[int, PersonalSchedule] = {}
    for number, name, *seat in seats.values_list(
        "entry__number", "entry__player__name", "round__number", "table__number", "wind"
    ):
        people.setdefault(number, PersonalSchedule(number, name, [])).seats.append(tuple(seat))
    return list(people.values())


def day_of(tournament: Tournament, round_: Round | None = None) -> date:
    """Return the day that a sheet shows: the round's, the event's, or today."""
    played_on = round_.played_on if round_ is not None else None
    return played_on or tournament.starts_on or timezone.localdate()


def _names(round_: Round) -> Content:
    return {"round": round_, "seats": seats_by_name(round_)}


def _tables(round_: Round) -> Content:
    return {"round": round_, "cards": cards_of(round_)}


def _schedules(stage: Stage) -> Content:
    rounds = list(stage.rounds.published().order_by("number"))
    return {"stage": stage, "rounds": rounds, "people": schedules_of(rounds)}


def _standings(stage: Stage) -> Content:
    publish_for_readers([stage.tournament_id])
    publication = get_object_or_404(Publication, stage=stage)
    rows = list(
        Standing.objects.filter(stage=stage)
        .select_related("entry__player", "entry__team")
        .order_by("position")
    )
    teams = list(TeamStanding.objects.filter(stage=stage).select_related("team").order_by("position"))
    book = stage.tournament.rulebook
    units = book.units_per_point
    lines = lines_of(stage, places_of(rows), [Place.of(row.team_id, row) for row in teams])
    return {
        "stage": stage,
        "lines": [*lines.of_teams, *lines.of_players],
        "ties": with_names(lines.ties, rows, teams),
        "publication": publication,
        "rows": rows,
        "teams": teams,
        "has_carried": any(row.carried for row in rows),
        "has_teams": any(row.entry.team_id for row in rows),
        "has_matches": any(row.match_points is not None for row in teams),
        "column": Column.of(units, [row.total for row in rows]),
        "team_column": Column.of(units, [row.total for row in teams]),
        # A fifth only where a table of five was played.
        "places": 5 if any(row.fifths for row in rows) else book.table.players,
    }
