"""A team's page: where it is in the standings, who plays in it, what it has made and what it plays next."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.standing.shown_totals import PAD, Column
from tournaments.models import TeamStanding, Tournament
from tournaments.models.teams.looks import classes_of
from tournaments.standings.lately import Lately, StageLately, ranks_moved, stage_lately
from tournaments.standings.teams.coming import coming_of
from tournaments.standings.teams.results import results_of
from tournaments.views.policies import changed_by_standings, visible
from tournaments.views.roster_wording import say_stint
from web.charts.figure import About, Figure
from web.charts.lines import Line, Positions, Values, line_chart
from web.charts.spark import amount_bar
from web.text.figures import with_minus

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

# Of fewer rounds a picture says nothing.
FEWEST_ROUNDS = 2


class _Among(TypedDict):
    """How many teams the stage ranks."""

    teams: int


_Standing: TypeAlias = "WithAnnotations[TeamStanding, _Among]"


@visible
@changed_by_standings
@require_safe
def team(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Its standing and run, its players with their games, its next rounds, and its results by round."""
    results = results_of(tournament, pk)
    if results is None:
        raise Http404
    units = tournament.rulebook.units_per_point
    stages = {}
    if any(member.stints for member in results.members):
        stages = dict(tournament.stages.order_by("ordinal").values_list("ordinal", "name"))
    totals = [member.total for member in results.members]
    present = [member.entry.pk for member in results.members if member.is_present]
    standing, lately = _standing_of(tournament, pk)
    coming = coming_of(tournament.pk, pk, present) if present else None
    shown = {one.stage for one in results.rounds}
    return render(
        request,
        "public/teams/team.html",
        {
            "tournament": tournament,
            "team": results.team,
            "own": classes_of(pk),
            "results": results,
            "standing": standing,
            "moved": ranks_moved(standing.rank, standing.rank_before) if standing else None,
            "lately": lately.teams[pk] if lately else Lately(),
            "last_round": lately.round if lately else None,
            "run": _run(tournament, standing, lately) if standing and lately else None,
            "coming": coming,
            "rounds": results.rounds[::-1],
            "members": [
                (
                    member,
                    [say_stint(stint, stages) for stint in member.stints],
                    SafeString(amount_bar(member.total, totals)) if member.games else "",
                )
                for member in results.members
            ],
            "has_stages": len(shown) > 1,
            "member_column": Column.of(units, totals),
            "round_column": Column.of(units, [one.total for one in results.rounds]),
            "units": units,
        },
    )


def _standing_of(tournament: Tournament, pk: int) -> "tuple[_Standing | None, StageLately | None]":
    """Return the team's row in the last stage that has games of it, and what the last rounds there brought. Four
    queries, one without such a stage.
    """
    among = TeamStanding.objects.filter(stage=OuterRef("stage")).order_by()
    rows = TeamStanding.objects.filter(team=pk, games__gt=0).select_related(
        "team", "stage__publication", "stage__counting"
    )
    rows = rows.annotate(teams=Subquery(among.values("stage").annotate(n=Count("pk")).values("n")))
    row = cast("_Standing | None", rows.order_by("-stage__ordinal").first())
    if row is None:
        return None, None
    row.stage.tournament = tournament
    return row, stage_lately(row.stage.publication, [], [row])


def _run(tournament: Tournament, standing: TeamStanding, lately: StageLately) -> Figure | None:
    """The team's total after each round; None of fewer than `FEWEST_ROUNDS`, and where games are left out of it."""
    run: Sequence[int] = lately.teams[standing.team_id].run
    if len(run) <= FEWEST_ROUNDS:
        return None
    column = Column.of(tournament.rulebook.units_per_point, run)

    def show(total: int) -> str:
        return with_minus(column.show(total).rstrip(PAD))

    name, numbers = standing.team.name, [str(number) for number in lately.rounds]
    about = About(
        "run",
        pgettext("of a chart", "Round by round"),
        _("The team’s total after each round: %(total)s after the last.") % {"total": show(run[-1])},
        standing.stage.name,
    )
    url = reverse("team", args=[tournament.slug, standing.team_id])
    return line_chart(
        about,
        [Line(name, run, show(run[-1]), 1, url, classes_of(standing.team_id))],
        Positions(
            pgettext("column", "Round"), [pgettext("of a chart", "Start"), *numbers], words=["", *numbers]
        ),
        Values(show, unit=tournament.rulebook.units_per_point),
        kind="lines small",
    )
