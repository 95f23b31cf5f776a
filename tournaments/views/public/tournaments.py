"""A tournament's public pages besides its standings: overview, rounds, tables, ledger."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.hand.value import is_riichi
from tournaments.models import (
    Confirmation,
    Entry,
    Round,
    Score,
    Scoresheet,
    Seat,
    Standing,
    Table,
    Tournament,
)
from tournaments.views.policies import visible
from tournaments.views.public.ledger_wording import in_words

LEADERS = 5
ENTRIES_A_PAGE = 50


@visible
@require_safe
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Stages with their leaders and rounds."""
    stages = list(
        tournament.stages.select_related("publication")
        .prefetch_related(
            Prefetch("rounds", published_rounds(), to_attr="shown"),
            Prefetch(
                "standings",
                Standing.objects.filter(position__lte=LEADERS)
                .select_related("entry__player", "entry__team")
                .order_by("position"),
                to_attr="leaders",
            ),
        )
        .order_by("ordinal")
    )
    return render(
        request,
        "public/tournament.html",
        {
            "tournament": tournament,
            "stages": stages,
            "rulebook": tournament.rulebook,
            "units": tournament.rulebook.units_per_point,
            "players": tournament.entries.active().count(),
        },
    )


@visible
@require_safe
def round_page(request: HttpRequest, tournament: Tournament, ordinal: int, number: int) -> HttpResponse:
    """Who sits where; `?q=` finds a name without JavaScript."""
    round_ = (
        Round.objects.published()
        .filter(stage__tournament=tournament, stage__ordinal=ordinal, number=number)
        .select_related("stage")
        .first()
    )
    if round_ is None:
        raise Http404
    tables = list(tables_of(round_))
    query = " ".join(request.GET.get("q", "").split())[:60]
    if query:
        tables = [table for table in tables if _mentions(table, query)]
    numbers = list(round_.stage.rounds.published().order_by("number").values_list("number", flat=True))
    return render(
        request,
        "public/round.html",
        {
            "tournament": tournament,
            "round": round_,
            "tables": tables,
            "query": query,
            "numbers": numbers,
            "units": tournament.rulebook.units_per_point,
        },
    )


@visible
@require_safe
def table_page(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A table's result with all its versions, none of them hidden."""
    table, seats = shown_table(tournament, pk)
    sheets = list(sheets_of(table))
    return render(
        request,
        "public/table.html",
        {
            "tournament": tournament,
            "round": table.round,
            "table": table,
            "seats": seats,
            "live": next((sheet for sheet in sheets if sheet.is_live), None),
            "can_ask": can_ask(tournament, table.round, len(seats)),
            "sheets": sheets,
            "units": tournament.rulebook.units_per_point,
        },
    )


@visible
@require_safe
def ledger(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every action in words, newest first, with the hash that seals it."""
    page = Paginator(tournament.ledger.order_by("-seq"), ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "public/ledger.html",
        {"tournament": tournament, "page": page, "lines": in_words(tournament, list(page.object_list))},
    )


@visible
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who takes part."""
    rows = (
        tournament.entries.with_people()
        .filter(Q(status=Entry.Status.ACTIVE) | Q(scores__isnull=False))
        .distinct()
    )
    return render(
        request, "public/entries.html", {"tournament": tournament, "entries": rows.order_by("number")}
    )


def shown_table(tournament: Tournament, pk: int) -> tuple[Table, list[Seat]]:
    """A table that everybody may see, with its seats; 404 for one that is not, such as a draft's."""
    table = (
        Table.objects.filter(pk=pk, round__stage__tournament=tournament)
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("round__stage")
        .first()
    )
    if table is None:
        raise Http404
    return table, list(seats_to_show().filter(table=table))


def can_ask(tournament: Tournament, round_: Round, players: int) -> bool:
    """Whether "What do I need?" knows the game of a table with so many players, and it is still to be played."""
    book = tournament.rulebook_for(players)
    return (
        round_.status in (Round.Status.PUBLISHED, Round.Status.STARTED)
        and is_riichi(book)
        and book.table.players == players <= 4
    )


def published_rounds() -> QuerySet[Round]:
    """The rounds everybody may see, with how many tables they have and how many are confirmed."""
    return with_progress(Round.objects.published())


def with_progress(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Rounds in order, with `tables_count`, `reported_count` and `confirmed_count`."""
    confirmed = Q(tables__scoresheets__status=Scoresheet.Status.CONFIRMED)
    live = Q(tables__scoresheets__status__in=Scoresheet.LIVE)
    return rounds.annotate(
        tables_count=Count("tables", distinct=True),
        reported_count=Count("tables", filter=live, distinct=True),
        confirmed_count=Count("tables", filter=confirmed, distinct=True),
    ).order_by("number")


def tables_of(round_: Round) -> QuerySet[Table]:
    """A round's tables with their seats (`seated`) and the sheet that stands (`live`, a list of one or none)."""
    return _with_seats(round_.tables.all())


def tables_by_round(rounds: Iterable[Round]) -> dict[int, list[Table]]:
    """The tables of many rounds as `tables_of` gives them, in as many queries as those of one."""
    found: dict[int, list[Table]] = {round_.pk: [] for round_ in rounds}
    for table in _with_seats(Table.objects.filter(round__in=found)):
        found[table.round_id].append(table)
    return found


def _with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.prefetch_related(
        Prefetch("seats", seats_to_show(), to_attr="seated"),
        Prefetch(
            "scoresheets",
            Scoresheet.objects.live().prefetch_related(
                Prefetch("scores", Score.objects.order_by("seat__wind"), to_attr="results")
            ),
            to_attr="live",
        ),
    ).order_by("number")


def seats_to_show() -> QuerySet[Seat]:
    """Seats with everything a table's card shows, East first."""
    return Seat.objects.select_related("entry__player", "entry__team", "replaces__player").order_by("wind")


def sheets_of(table: Table) -> QuerySet[Scoresheet]:
    """All versions of a table's sheet, newest first, with scores and who agreed."""
    return (
        table.scoresheets.select_related("reported_by_seat__entry__player", "reported_by_user")
        .prefetch_related(
            Prefetch(
                "scores",
                Score.objects.select_related("seat", "entry__player", "entry__team").order_by("seat__wind"),
                to_attr="results",
            ),
            Prefetch(
                "confirmations",
                Confirmation.objects.select_related("seat__entry__player", "user"),
                to_attr="agreed",
            ),
        )
        .order_by("-version")
    )


def _mentions(table: Table, query: str) -> bool:
    wanted = query.casefold()
    return any(
        wanted in text.casefold()
        for seat in table.seated  # type: ignore[attr-defined]
        for text in (seat.entry.player.name, seat.entry.player.reading, str(seat.entry.number))
    )
