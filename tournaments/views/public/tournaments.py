"""A tournament's public pages besides its standings: overview, rounds, tables, ledger."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Prefetch, Q, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from rules.views.rulebook_wording import facts_of
from scoring.game.winds import current_winds
from scoring.hand.value import is_riichi
from tournaments.models import (
    About,
    Entry,
    HandRecord,
    HandStatistics,
    LineUp,
    Night,
    Round,
    Score,
    Scoresheet,
    Seat,
    Stage,
    Standing,
    Table,
    TimetableItem,
    Tournament,
)
from tournaments.models.play.hands import standing
from tournaments.models.play.match_days import by_match_day, tables_of_day
from tournaments.models.play.rounds import seats_at, waiting_for_line_ups
from tournaments.models.play.sitting_out import sitting_out
from tournaments.models.play.table_cards import TableCard, cards_by_round, cards_of
from tournaments.standings import publish_for_readers
from tournaments.standings.in_play.after_a_game import AfterGame, after_last_game
from tournaments.standings.in_play.live_totals import games_between_hands
from tournaments.standings.lines import leads_on
from tournaments.standings.moments import high_games, moments_of
from tournaments.standings.people.recognized import unrecognized_entries
from tournaments.templatetags.entries_rows import LISTED, ListedEntry
from tournaments.templatetags.table_cards import GameInPlay
from tournaments.views.course_of_a_game import course_of, winnings_of
from tournaments.views.hands_wording import HandLine, SeatNow, lines_of_log, name_of_hand, seats_now
from tournaments.views.policies import visible
from tournaments.views.public.about import has_plan, said_about, timetable_of
from tournaments.views.public.before import what_is_played, who_comes
from tournaments.views.public.clock_faces import face_at, face_of, with_clock
from tournaments.views.public.ledger_wording import in_words
from tournaments.views.public.live_pages import SOON, digest_of, live_tag
from tournaments.views.public.people.rates_wording import names_of_yakuman
from tournaments.views.public.registration_state import registration_state
from tournaments.views.public.standings.final_ranking import PODIUM, rankings_of
from web.policies import is_known_to

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

LEADERS = 5
# Tables of a round in play on the page of its event; the round's page has all.
MOST_TABLES = 12
ENTRIES_A_PAGE = 50
# Of more rounds than these a page of one links so many before and after it; the others are folded.
MOST_TABS, NEAR = 12, 2
# What a total is made of besides the points without them; a column each, if any player has some.
PARTS = ("uma", "oka", "leftover", "chombo")


@visible
@require_safe
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The podium at the end; stages with leaders and rounds, next nights, and tables of the round in play."""
    tag = live_tag(request, tournament)
    if is_known_to(request, tag):
        return HttpResponseNotModified()
    publish_for_readers([tournament.pk])
    is_planned = tournament.status == Tournament.Status.PLANNED
    nights = Night.objects.planned().filter(stage=OuterRef("pk")).values("starts_at")
    rows = tournament.stages.select_related("publication", "planned_rounds")
    if is_planned:
        rows = rows.select_related("qualification", "counting").prefetch_related(
            "qualification__rules__source"
        )
    stages = list(
        rows.annotate(
            next_night=Subquery(nights[:1]),
            has_hands=Exists(HandStatistics.objects.filter(stage=OuterRef("pk"))),
            has_high=Exists(high_games(tournament).filter(stage=OuterRef("pk"))),
            # Most tournaments say nothing, and pay no query for it.
            has_about=Exists(About.objects.filter(tournament=OuterRef("tournament"))),
            has_timetable=Exists(TimetableItem.objects.filter(tournament=OuterRef("tournament"))),
        )
        .prefetch_related(
            Prefetch(
                "rounds",
                with_clock(Round.objects.published().with_progress()).order_by("number"),
                to_attr="shown",
            ),
            Prefetch(
                "standings",
                # Who has not played leads nothing yet.
                Standing.objects.filter(position__lte=LEADERS)
                .exclude(games=0, total=0)
                .select_related("entry__player", "entry__team")
                .order_by("position"),
                to_attr="leaders",
            ),
        )
        .order_by("ordinal")
    )
    shown = [one for stage in stages for one in stage.shown]
    for stage in stages:
        stage.shown = by_match_day(stage.shown)
    in_play = next(
        (one for stage in stages for one in stage.shown if one.status == Round.Status.STARTED), None
    )
    begun = [one for one in shown if one.status != Round.Status.PUBLISHED]
    # The stage that is played, beside which the day and its moments are told.
    told = next((stage for stage in stages if begun and stage.pk == begun[-1].stage_id), None)
    has_hands = any(stage.has_hands for stage in stages)
    has_high = any(stage.has_high for stage in stages)
    moments = moments_of(tournament, begun[-1], has_hands=has_hands, has_high=has_high) if begun else None
    cards, games, clock = list[TableCard](), dict[int, GameInPlay](), None
    day = [one for one in shown if in_play and in_play.is_whole_day and one.is_played_with(in_play)]
    tables = tables_of_day(day, cards_by_round(day))[:MOST_TABLES] if day else []
    if in_play and not day:
        cards = cards_of(in_play)[:MOST_TABLES]
        games = _games_of(in_play, cards, tournament)
        if games:
            tag = live_tag(request, tournament, digest_of(games))
            if is_known_to(request, tag):
                return HttpResponseNotModified()
    if in_play:
        clock = face_of(in_play, in_play.now)
    return render(
        request,
        "public/tournament.html",
        {
            "tournament": tournament,
            **(said_about(tournament) if any(stage.has_about for stage in stages) else {}),
            "timetable": timetable_of(tournament, stages)
            if has_plan(stages) or any(stage.has_timetable for stage in stages)
            else [],
            "stages": stages,
            "rankings": rankings_of(tournament, {stage.pk: stage.name for stage in stages}, most=PODIUM)
            if tournament.status == Tournament.Status.FINISHED
            else [],
            "in_play": in_play,
            "cards": cards,
            "tables": tables,
            "games": games,
            "clock": clock,
            "etag": tag,
            "has_hands": has_hands,
            "moments": moments,
            "yakuman": [(one, names_of_yakuman(one.names)) for one in moments.yakuman] if moments else [],
            "told_in": told.pk if told else None,
            "is_told": told is not None and bool(told.publication.games_counted),
            "rulebook": tournament.rulebook,
            "units": tournament.rulebook.units_per_point,
            **(
                _before(tournament, stages)
                if is_planned
                else {"players": tournament.entries.active().count()}
            ),
            "published": shown,
            **registration_state(tournament),
        },
    )


def _before(tournament: Tournament, stages: Sequence[Stage]) -> dict[str, object]:
    coming = who_comes(tournament)
    return {
        "rules": facts_of(tournament.rulebook),
        "played": what_is_played(stages, tournament.rulebook.units_per_point),
        "coming": coming,
        "players": coming.players,
    }


@visible
@require_safe
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every published round of every stage."""
    shown = Prefetch("rounds", Round.objects.published().with_progress().order_by("number"), to_attr="shown")
    stages = list(tournament.stages.prefetch_related(shown).order_by("ordinal"))
    for stage in stages:
        stage.shown = by_match_day(stage.shown)
    return render(request, "public/rounds.html", {"tournament": tournament, "stages": stages})


@visible
@require_safe
def round_page(request: HttpRequest, tournament: Tournament, ordinal: int, number: int) -> HttpResponse:
    """Who sits where, what they have reported and how far games are; `?q=` finds a name without JavaScript.

    While hands are entered the page asks by itself: they are no news of the tournament.
    """
    tag = live_tag(request, tournament)
    if is_known_to(request, tag):
        return HttpResponseNotModified()
    round_ = (
        with_clock(Round.objects.published())
        .filter(stage__tournament=tournament, stage__ordinal=ordinal, number=number)
        .select_related("stage")
        .first()
    )
    if round_ is None:
        raise Http404
    day = list(Round.objects.published().of_day(round_)) if round_.match_day is not None else []
    cards = cards_of(round_) if not day else []
    tables = tables_of_day(day, cards_by_round(day)) if day else []
    games = _games_of(round_, cards, tournament)
    if games:
        tag = live_tag(request, tournament, digest_of(games))
        if is_known_to(request, tag):
            return HttpResponseNotModified()
    query = " ".join(request.GET.get("q", "").split())[:60]
    if query:
        cards = [card for card in cards if _mentions(card, query)]
        tables = [one for one in tables if any(_mentions(game.card, query) for game in one.games)]
    tabs = _tabs(round_)
    return render(
        request,
        "public/round.html",
        {
            "tournament": tournament,
            "round": round_,
            "cards": [card.by_place() for card in cards],
            "games": games,
            "query": query,
            "tables": tables,
            "tabs": tabs,
            "near": _near(tabs),
            "sitting_out": sitting_out([round_])[round_.pk],
            "was_changed": _was_changed(round_),
            "waits_for_line_ups": bool(waiting_for_line_ups([round_])),
            "etag": tag,
            "clock": face_of(round_, round_.now),
            "units": tournament.rulebook.units_per_point,
        },
    )


class RoundTab(NamedTuple):
    """The way to a round, or to a match day by its first game: the round's number, what is seen and what is read."""

    number: int
    label: int
    name: str
    is_shown: bool


def _tabs(shown: Round) -> list[RoundTab]:
    """The published rounds of a round's stage, a match day as one."""
    rounds = shown.stage.rounds.published().exclude(game__gt=1).order_by("number")
    return [
        RoundTab(
            one.number,
            one.match_day or one.number,
            one.day_name,
            one.is_played_with(shown),
        )
        for one in rounds.only("stage", "number", "name", "match_day", "game")
    ]


def _near(tabs: Sequence[RoundTab]) -> Sequence[RoundTab]:
    """The rounds around the one that is shown; all where they fit on a line or two of a phone."""
    if len(tabs) <= MOST_TABS:
        return tabs
    shown = next((index for index, tab in enumerate(tabs) if tab.is_shown), 0)
    first = max(0, min(shown - NEAR, len(tabs) - 2 * NEAR - 1))
    return tabs[first : first + 2 * NEAR + 1]


def _was_changed(round_: Round) -> bool:
    """Whether seats may differ from those first published. That line-ups were shown is no change."""
    times = round_.publications
    if round_.status != Round.Status.PUBLISHED or times < 2:
        return False
    return times - LineUp.objects.filter(round=round_, is_shown=True).exists() > 1


def _games_of(round_: Round, cards: Sequence[TableCard], tournament: Tournament) -> dict[int, GameInPlay]:
    """The games in play at these tables, by the table's id: which hand is played, in words, and the points and the
    winds of it by seat. One query while a table plays, else none.
    """
    playing = {card.pk for card in cards if card.sheet is None}
    if round_.status != Round.Status.STARTED or not playing:
        return {}
    return {
        pk: GameInPlay(
            "" if game.over else name_of_hand(game),
            game.points,
            tuple(wind + 1 for wind in current_winds(0 if game.over else game.dealer, len(game.points))),
        )
        for pk, game in games_between_hands(tournament).items()
        if pk in playing
    }


@visible
@require_safe
def table_page(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A table's result with all its versions, none of them hidden, and its game as far as hands were entered: those
    that everybody may read.

    While it plays the page asks by itself: hands are no news of the tournament.
    """
    hands = list(HandRecord.objects.of_table(pk).open_to_everybody(tournament).defer("state"))
    tag = live_tag(request, tournament, hands[-1].tag if hands else "")
    if is_known_to(request, tag):
        return HttpResponseNotModified()
    table, seats = shown_table(tournament, pk)
    lines, game, addresses = list[HandLine](), None, list[str]()
    if hands:
        players = [seat.entry.player for seat in seats]
        addresses = [reverse("player", args=[player.pk]) for player in players]
        lines, game = lines_of_log(
            tournament.rulebook_for(len(seats)),
            standing(hands),
            [player.name for player in players],
            addresses,
            in_full=True,
        )
    sheets = list(table.scoresheets.for_display())
    live = next((sheet for sheet in sheets if sheet.is_live), None)
    scores = list(live.scores.all()) if live else []
    now = seats_now(seats, game) if game else None
    course = course_of(lines, addresses)
    meant = _meant(table, live)
    waits = any(not after.is_current for _score, after in meant)
    return render(
        request,
        "public/table.html",
        {
            "tournament": tournament,
            "round": table.round,
            "table": table,
            "seats": _game_seats(seats, live, scores, now),
            "live": live,
            "scores": scores,
            "shows": {part for part in PARTS for score in scores if getattr(score, part)},
            "meant": [] if waits else meant,
            "waits": waits,
            "has_conditions": has_conditions(tournament, table.round, len(seats)),
            "sheets": sheets,
            "clock": face_at(table),
            # Of a game in play the last hand is news; one that was played is read from its beginning.
            "lines": lines if live else lines[::-1],
            "course": course,
            "winnings": winnings_of(lines, addresses) if course else None,
            "game": now,
            "hand_name": name_of_hand(game) if game and not game.over else "",
            # Standings are published without an entry: until they are the page is not what its tag says.
            "etag": "" if waits else tag,
            "look_in": SOON if waits else None,
            "units": tournament.rulebook.units_per_point,
        },
    )


class GameSeat(NamedTuple):
    """A seat as the page of its game shows it: with the points so far, or with its score once there is a result."""

    seat: Seat
    wind: int
    points: int | None = None
    deals_first: bool = False
    score: Score | None = None


def _game_seats(
    seats: Sequence[Seat], sheet: Scoresheet | None, scores: Sequence[Score], now: Sequence[SeatNow] | None
) -> list[GameSeat]:
    """The seats, East first, as the live `sheet` leaves them, or the hands so far, or as they will sit."""
    by_seat = {score.seat_id: score for score in scores}
    if by_seat:
        return [
            GameSeat(seat, seat.wind, by_seat[seat.pk].points, score=by_seat[seat.pk])
            for seat in seats
            if seat.pk in by_seat
        ]
    if now and not sheet:
        return [GameSeat(*one) for one in now]
    return [GameSeat(seat, seat.wind) for seat in seats]


def _meant(table: Table, sheet: Scoresheet | None) -> list[tuple[Score, AfterGame]]:
    """What a confirmed game has meant for those who have not played on since, by their places at the table."""
    if sheet is None or sheet.status != Scoresheet.Status.CONFIRMED:
        return []
    scores = {score.seat_id: score for score in sheet.scores.all()}
    found = after_last_game(table, list(scores.values()))
    return sorted(((scores[seat], after) for seat, after in found.items()), key=lambda one: one[0].place)


@visible
@require_safe
def table_now(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Where the code that hangs at a table leads: to its game in play, else the next one, else the last one."""
    tables = (
        Table.objects.filter(round__stage__tournament=tournament, number=number)
        .exclude(round__status=Round.Status.DRAFTED)
        .order_by("round__stage__ordinal", "round__number")
    )
    found = list(tables.values_list("pk", "round__status"))
    if not found:
        raise Http404
    in_play = [pk for pk, status in found if status == Round.Status.STARTED]
    to_come = [pk for pk, status in found if status == Round.Status.PUBLISHED]
    pk = (in_play or to_come or [pk for pk, _status in found][-1:])[0]
    return redirect("table", tournament.slug, pk)


class LedgerPages(Paginator):  # type: ignore[type-arg]  # Django 5.2 takes no [LedgerEntry]
    """A tournament's entries, newest first."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.ledger.order_by("-seq"), ENTRIES_A_PAGE)
        self.tournament = tournament

    @cached_property
    def count(self) -> int:
        """Entries are numbered without a gap, so nobody has to count them."""
        return self.tournament.head.seq


@visible
@require_safe
def ledger(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every action in words, newest first, with the hash that seals it."""
    page = LedgerPages(tournament).get_page(request.GET.get("page"))
    return render(
        request,
        "public/ledger.html",
        {"tournament": tournament, "page": page, "lines": in_words(tournament, list(page.object_list))},
    )


@visible
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who takes part, or has played."""
    # Asked of the few who have left, one by one: joined to scores, the database reads all there are, others' too.
    left = tournament.entries.exclude(status=Entry.Status.ACTIVE)
    played = left.filter(Exists(Score.objects.filter(entry=OuterRef("pk"))))
    listed = tournament.entries.filter(Q(status=Entry.Status.ACTIVE) | Q(pk__in=played.values("pk")))
    rows = listed.order_by("number").values_list(*LISTED)
    return render(
        request,
        "public/entries.html",
        {
            "tournament": tournament,
            "entries": [ListedEntry(*row) for row in rows],
            "unrecognized": unrecognized_entries(tournament),
        },
    )


class _OnPage(TypedDict):
    leads_on: bool


ShownTable: TypeAlias = "WithAnnotations[Table, _OnPage]"


def shown_table(tournament: Tournament, pk: int) -> "tuple[ShownTable, list[Seat]]":
    """A table that everybody may see, with its seats; 404 for one that is not, such as a draft's. `leads_on` says
    whether players go on from its stage.
    """
    table: Any = (
        Table.objects.filter(pk=pk, round__stage__tournament=tournament)
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("round__stage__counting", "round__stage__qualification")
        .annotate(leads_on=leads_on("round__stage"))
        .first()
    )
    if table is None:
        raise Http404
    return table, seats_at(table)


def has_conditions(tournament: Tournament, round_: Round, players: int) -> bool:
    """Whether "What do I need?" knows the game of a table with so many players, and it is still to be played."""
    book = tournament.rulebook_for(players)
    return (
        round_.status in (Round.Status.PUBLISHED, Round.Status.STARTED)
        and is_riichi(book)
        and book.table.players == players <= 4
    )


def _mentions(card: TableCard, query: str) -> bool:
    wanted = query.casefold()
    return any(
        wanted in text.casefold()
        for seat in card.seats
        for text in (seat.name, seat.reading, str(seat.number))
    )
