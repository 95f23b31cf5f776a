"""Standings: all places, as of a game and a ledger entry that the page names."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.rulebook.rulebook import Rulebook
from scoring.standing.ranking import RATES
from scoring.standing.shown_totals import Column, show_alone
from scoring.text.tie_breaks import name_of_tie_break, say_tie_breaks
from tournaments.actions.actor import Actor
from tournaments.models import HandStatistics, LedgerEntry, Publication, TeamStanding, Tournament
from tournaments.permissions import among, visible_tournaments
from tournaments.standings import Tally, is_stale, publish_for_reader, tie_breaks_of
from tournaments.standings.adding_up import changed_teams
from tournaments.standings.deciding_tie_breaks import counted_by, deciding_tie_breaks, rate_by, teams_of
from tournaments.standings.meetings import Games, Meetings, OfTeams
from tournaments.standings.ranking import order_of_teams
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.stages.cuts import Line, lines_of, with_lines
from tournaments.standings.stages.published_rows import PublishedRow, published_rows
from tournaments.standings.teams.counted import team_counting_of
from tournaments.standings.teams.rosters import Rosters, rosters_of
from tournaments.views.public.table_parts import ROWS, Part, searched_for
from tournaments.views.qualifying_wording import say_counting, say_team_counting
from tournaments.visitors import actor_of
from web.policies import is_known_to, keep, public
from web.prepared_queries import PreparedQuery
from web.text.figures import in_hundredths, with_minus
from web.text.language import language

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

# Part of every ETag: raise it when the page itself changes.
EDITION = "11"
# Tie-breaks that compare totals; the others count points or places.
IN_UNITS = (
    "total",
    "best_game",
    "worst_game",
    "last_game",
    "before_last_game",
    "fewest_chombo",
    "fewest_penalties",
)


class _Shown(TypedDict):
    """What a page shows of a stage that is not stored with its publication."""

    ledger_hash: str | None
    has_teams: bool


_Published: TypeAlias = "WithAnnotations[Publication, _Shown]"
_P = TypeVar("_P", bound=Publication)


@public
@require_safe
def standings(request: HttpRequest, slug: str, ordinal: int | None = None) -> HttpResponse:
    """The standings of a stage (without `ordinal`: of the last that has games).

    Three queries when they are new, one of them for teams; one a second then says that they still are. Of many rows a
    page holds those from `?from=` on, or those whose name has `?q=` in it. `?view=hall`, under which projectors found
    them once, leads to the hall's screen.
    """
    publications = _publications(request, slug)
    publication = chosen_publication(publications, ordinal)
    if request.GET.get("view") == "hall":
        return redirect(f"{reverse('hall_screen', args=[slug])}?show=standings")
    # Embedded, nobody is woken when a process died between commit and message: the reader publishes.
    if publish_for_reader(publication):
        publications = _publications(request, slug)
        publication = chosen_publication(publications, ordinal)
    seen = _seen(publications)
    shown = request.GET.get("from", ""), searched_for(request)
    etag = quote_etag(_digest(EDITION, get_language(), seen, shown))
    if is_known_to(request, etag):
        response: HttpResponse = HttpResponseNotModified()
    else:
        with timezone.override(publication.stage.tournament.time_zone):
            content = _content(request, publications, publication)
            response = render(request, "public/standings.html", {**content, "etag": etag})
        # Embedded, what is behind gets another chance with everybody who asks.
        if not (settings.EMBEDDED and is_stale(publication)):
            keep(request, response, seen, lambda: _seen(EVERYBODYS.read(slug)), query=content["part"].query)
    response["ETag"] = etag
    return response


def _publications(request: HttpRequest, slug: str) -> "list[_Published]":
    """Every stage of the tournament with what its page needs to know: one query, where everybody may see it."""
    return EVERYBODYS.read(slug) or list(_visible(slug, actor_of(request)))


def _visible(slug: str, actor: Actor) -> "QuerySet[_Published]":
    return (
        Publication.objects.filter(stage__tournament__slug=slug)
        .filter(among(visible_tournaments(actor), "stage__tournament"))
        .select_related(
            "stage__game_count",
            "stage__counting",
            "stage__team_counting",
            "stage__tournament__head",
            "stage__tournament__season__league",
            "stage__tournament__usual_format",
        )
        .annotate(
            ledger_hash=Subquery(
                LedgerEntry.objects.filter(
                    tournament=OuterRef("stage__tournament"), seq=OuterRef("as_of_seq")
                ).values("hash")[:1]
            ),
            has_teams=Exists(TeamStanding.objects.filter(stage=OuterRef("pk"))),
            has_hands=Exists(HandStatistics.objects.filter(stage=OuterRef("pk"))),
        )
        .order_by("stage__ordinal")
    )


EVERYBODYS = PreparedQuery(lambda slug: _visible(slug, Actor()), of=str)


def chosen_publication(publications: Sequence[_P], ordinal: int | None) -> _P:
    """The publication of the stage with this number, or of the last stage that has games; 404 without any.

    Expects them in the order of their stages, with `stage` loaded.
    """
    if ordinal is not None:
        publications = [one for one in publications if one.stage.ordinal == ordinal]
    played = [one for one in publications if one.games_counted]
    if not publications:
        raise Http404
    return played[-1] if played else publications[0]


def _seen(publications: Sequence[_Published]) -> list[tuple[object, ...]]:
    """All that the page of a stage depends on. A name of a player or a team is in the standings' own ledger entry."""
    return [
        (
            one.pk,
            one.stage.ordinal,
            one.stage.name,
            one.as_of_seq,
            one.published_at,
            one.games_counted,
            one.stage.game_count.reported,
            is_stale(one),
            *_frame(one.stage.tournament),
        )
        for one in publications
    ]


def _frame(tournament: Tournament) -> tuple[object, ...]:
    """What stands around every page of a tournament, and by which rules it speaks."""
    league = tournament.season.league if tournament.season else None
    return (
        tournament.name,
        tournament.status,
        tournament.starts_on,
        tournament.time_zone,
        league and (league.slug, league.name),
        tournament.usual_format.rulebook_id,
        tournament.usual_format.house_rules,
    )


# A row, what put it before or behind others of its total, and how far it is from its line with the line behind it.
_Row: TypeAlias = tuple[PublishedRow, list[tuple[str, str]], tuple[int | None, Line | None]]


def _digest(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]


def _content(
    request: HttpRequest, publications: Sequence[_Published], publication: _Published
) -> dict[str, Any]:
    tournament = publication.stage.tournament
    rows = published_rows(publication.pk)
    team_rows = _team_rows(publication)
    book, tie_breaks = tournament.rulebook, tie_breaks_of(tournament)
    units, is_by_total = book.units_per_point, tie_breaks[0] == "total"
    rosters = Rosters({row.entry_id: row.team_id for row in rows})
    if any(row.has_changed for row in rows):
        rosters = rosters_of(publication.stage, rosters.team_of)
    games = Meetings(publication.stage)
    teams = teams_of(rows, rosters, team_rows, changed_teams(publication.stage, rosters))
    # Players go on to later stages alone; most tournaments have none.
    is_last = publication.stage.ordinal == publications[-1].stage.ordinal
    lines = [] if is_last else lines_of(publication.stage)
    of_players = [line for line in lines if not line.of_teams]
    of_teams = [line for line in lines if line.of_teams]
    counting, of_the_teams = counting_of(publication.stage), team_counting_of(publication.stage)
    order_for_teams = order_of_teams(team_rows, tie_breaks)
    shown = list(
        zip(
            rows,
            _decided(rows, tie_breaks, book, games),
            with_lines(of_players, ((row.can_go_on, row.total) for row in rows), is_by_total=is_by_total),
            strict=True,
        )
    )
    part, query = Part.asked_for(request, len(rows)), searched_for(request)
    if query:
        part = Part(1, len(rows), len(rows))
        # Between rows that are no neighbours no line is drawn.
        found: list[_Row] = [
            (row, decided, (far, None)) for row, decided, (far, _line) in shown if _mentions(row, query)
        ]
    return {
        "tournament": tournament,
        "stage": publication.stage,
        "publication": publication,
        "stages": [one.stage for one in publications],
        "rows": found[:ROWS] if query else shown[part.first - 1 : part.last],
        "part": part,
        "query": query,
        "teams": list(
            zip(
                team_rows,
                _decided(teams, order_for_teams, book, OfTeams(games, rosters)),
                with_lines(
                    of_teams,
                    ((True, row.total) for row in team_rows),
                    is_by_total=is_by_total and order_for_teams == tie_breaks,
                ),
                strict=True,
            )
        ),
        "has_lines": bool(of_players) and is_by_total,
        "has_carried": any(row.carried for row in rows),
        "counted": say_counting(counting, units) if counting is not None else "",
        "fewest_games": counting.minimum_games if counting is not None else 0,
        "missing_games_cost": counting is not None and bool(counting.missing_game_penalty),
        "column": Column.of(units, [row.total for row in rows]),
        "team_column": Column.of(units, [row.total for row in team_rows]),
        "counted_for_teams": say_team_counting(of_the_teams) if of_the_teams is not None else "",
        "has_matches": order_for_teams != tie_breaks,
        "units": units,
        "order": say_tie_breaks(tie_breaks, book, language()),
        # What is compared and has no column yet: the points at the table, or the score they make.
        "points_column": name_of_tie_break("points", book, language()) if "points" in tie_breaks else "",
        # How many columns of places there are: a fifth only where a table of five was played.
        "places": 5 if any(row.fifths for row in rows) else book.table.players,
        "is_stale": is_stale(publication),
    }


def _team_rows(publication: _Published) -> list[TeamStanding]:
    if not publication.has_teams:
        return []
    return TEAM_ROWS.read(publication.pk)


TEAM_ROWS = PreparedQuery(
    lambda stage: TeamStanding.objects.filter(stage=stage).select_related("team").order_by("position"), of=int
)


def _mentions(row: PublishedRow, query: str) -> bool:
    wanted = query.casefold()
    return str(row.number) == wanted or any(
        wanted in text.casefold() for text in (row.player_name, row.team_name or "")
    )


def _decided(
    rows: Sequence[PublishedRow | Tally], tie_breaks: Sequence[str], book: Rulebook, games: Games
) -> list[list[tuple[str, str]]]:
    """For each row the figures, by name, that put it before or behind others of its total; before them the average
    by which the stage is ranked, if it is.
    """
    first = tie_breaks[:1] if tie_breaks[0] in RATES else ()
    return [
        [
            (name_of_tie_break(name, book, language()), figure)
            for name in (*first, *names)
            # The total has a column.
            if name != "total" and (figure := _in_figures(row, name, book))
        ]
        for row, names in zip(rows, deciding_tie_breaks(rows, tie_breaks, games), strict=True)
    ]


def _in_figures(row: PublishedRow | Tally, name: str, book: Rulebook) -> str:
    rate = rate_by(row, name)
    if rate is not None:
        return with_minus(str(in_hundredths(rate / book.units_per_point if name == "average" else rate)))
    figure = counted_by(row, name)
    if figure is None:
        return ""
    if name in IN_UNITS:
        return with_minus(show_alone(figure, book.units_per_point))
    return with_minus(f"{figure:,}")
