"""The parts of pages, all on one page, for developers of pages and style sheets."""

from datetime import UTC, date, datetime

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.models import Player
from rules.formatting import WINDS
from scoring.conditions.at_the_line import Enough
from scoring.standing.shown_totals import Column
from tournaments.models import Entry, League, Round, Season, Seat, Stage, Table, Tournament
from tournaments.permissions import runs_the_house
from tournaments.standings.lately import Lately, StageLately, ranks_moved
from tournaments.standings.needs.needed import Need, Outcome
from tournaments.standings.stages.cuts import Line as Cut
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.views.policies import account_required
from web.charts.bars import places_chart
from web.charts.figure import About
from web.charts.lines import Line, Positions, Values, line_chart
from web.text.figures import in_figures
from web.typed_fields import WholeField

UNITS = 1000
NAMES = ("園田賢", "Łukasz Brzęczyszczykiewicz", "滝沢和典", "Zoë O’Connor", "Ken")
TEAMS = ("ドリブンズ", "North Club", "風林火山", "East Club", "")
TOTALS = (284_000, 193_900, 36_900, 0, -250_400)
GROUNDS = ("", "indigo", "plum", "wine", "earth", "slate", "sea", "ink")
SCHEMES = ("light", "dark")


class Fields(forms.Form):
    """A field of every kind, one of them refused."""

    name = forms.CharField(help_text="As on the scoresheet.")
    points = WholeField()
    rulebook = forms.ChoiceField(choices=[("mleague", "M-League"), ("wsom", "WSOM")])
    about = forms.CharField(widget=forms.Textarea(attrs={"rows": 2}))
    is_listed = forms.BooleanField(label="Show it on the front page")


@require_safe
@account_required(runs_the_house)
def components(request: HttpRequest) -> HttpResponse:
    """Every part by the template that pages use, on a light and on a dark ground. Reads no database."""
    season = Season(name="2026", league=League(slug="league", name="Wednesday League"))
    event = Tournament(
        slug="event",
        name="Spring Open 春季大会",
        status=Tournament.Status.RUNNING,
        starts_on=date(2026, 3, 28),
        ends_on=date(2026, 3, 29),
        venue="Club Room, 2nd floor",
        season=season,
    )
    stage = Stage(ordinal=1, name="Main stage", tournament=event)
    return render(
        request,
        "account/components.html",
        {
            "tournament": event,
            "stage": stage,
            "players": len(NAMES),
            "grounds": GROUNDS,
            "schemes": SCHEMES,
            "winds": WINDS,
            "chips": range(1, 6),
            "marks": range(1, 9),
            "totals": TOTALS,
            "units": UNITS,
            "rounds": _rounds(stage),
            "seats": _seats(),
            "form": Fields({"name": "Ken", "points": "many", "rulebook": "wsom", "about": "Wednesdays"}),
            **_standings(),
            # Everyone in them has played.
            "unplayed": frozenset[int](),
            "unplayed_teams": frozenset[int](),
            "charts": _charts(),
        },
    )


def _rounds(stage: Stage) -> list[Round]:
    """Three rounds, with what a query would add of their progress."""
    rounds = []
    for number, status in enumerate((Round.Status.CLOSED, Round.Status.STARTED, Round.Status.PUBLISHED), 1):
        one = Round(number=number, status=status, stage=stage)
        one.tables_count, one.confirmed_count = 8, (8, 3, 0)[number - 1]
        rounds.append(one)
    rounds[-1].planned_at = datetime(2026, 3, 28, 16, tzinfo=UTC)
    return rounds


def _seats() -> list[Seat]:
    table = Table(number=1)
    return [
        Seat(table=table, wind=wind, entry=Entry(number=wind, player=Player(pk=wind, name=name)))
        for wind, name in enumerate(NAMES[:4], 1)
    ]


def _standings() -> dict[str, object]:
    """What `public/standings/_table.html` asks for: five players, and a line behind the third."""
    rows = [
        PublishedRow(
            entry_id=place,
            position=place,
            rank=place,
            rank_before=(2, 1, 3, 5, 4)[place - 1],
            total=total,
            carried=0,
            penalty=0,
            games=10,
            firsts=5 - place,
            seconds=3,
            thirds=2,
            fourths=place,
            fifths=0,
            lasts=place,
            points=0,
            carried_points=0,
            best=None,
            worst=None,
            last=None,
            chombo=0,
            number=place,
            player_id=place,
            player_name=name,
            team_id=place if team else None,
            team_name=team or None,
            is_substitute=False,
            status=Entry.Status.ACTIVE,
            club_name=None,
            country="",
            has_changed=False,
        )
        for place, (name, team, total) in enumerate(zip(NAMES, TEAMS, TOTALS, strict=True), 1)
    ]
    cut = Cut(last=3, leads_to="Final")
    distances = [total - TOTALS[2 if total < TOTALS[2] else 3] for total in TOTALS]
    return {
        "rows": [
            (row, (), (distance, cut if row.position == cut.last else None))
            for row, distance in zip(rows, distances, strict=True)
        ],
        "column": Column.of(UNITS, TOTALS),
        "places": 4,
        "part": {"is_all": True},
        "order": "",
        "fewest_games": 0,
        "points_column": "",
        "has_lines": True,
        "has_carried": False,
        "has_penalties": False,
        "has_gaps": True,
        "needs": {
            3: Need(Outcome.NEEDS, (Enough(1, None), Enough(2, None), Enough(3, 21_300))),
            4: Need(Outcome.NEEDS, (Enough(1, 38_200),)),
        },
        "gaps": {place: TOTALS[place - 1] - TOTALS[place - 2] for place in range(2, len(TOTALS) + 1)},
        "colours": {place: place for place in range(1, len(TOTALS) + 1)},
        "lately": StageLately(4, range(1, 5), {row.entry_id: _lately(row) for row in rows}, {}),
        "plays_in": {},
    }


def _lately(row: PublishedRow) -> Lately:
    steps = [(-1) ** (row.position * step) * step for step in range(5)]
    run = [row.total * step // 4 for step in steps]
    return Lately(ranks_moved(row.rank, row.rank_before), run[-1] - run[-2], run, [1, 3, 2, 4, row.position])


def _charts() -> list[object]:
    """A race of five and the places of one."""
    race = line_chart(
        About("race", "The race", "The first is ahead from the second round on."),
        [
            Line(name, [round(total * part / 4) * (-1) ** (part * place) for part in range(5)], name, place)
            for place, (name, total) in enumerate(zip(NAMES, TOTALS, strict=True), 1)
        ],
        Positions("Round", [str(number) for number in range(5)]),
        Values(in_figures, UNITS),
    )
    places = places_chart(
        About("places", "Places", "Mostly first."),
        [8, 7, 2, 4],
        ["1st", "2nd", "3rd", "4th"],
        columns=["Place", "Games", "Share"],
    )
    return [race, places]
