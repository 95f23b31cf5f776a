"""The match days of a season: the rounds that are next, those that were last, and all of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Case, F, Value, When
from django.db.models.functions import Coalesce, TruncDate

from tournaments.models import Round, Tournament
from tournaments.models.play.match_days import TableOfDay, by_match_day, tables_of_day
from tournaments.models.play.rounds import OPEN_ROUNDS, round_name
from tournaments.models.play.table_cards import TableCard, cards_by_round

# Rounds of one day, and tables of all of them: the pages of further rounds have theirs.
MOST_ROUNDS, MOST_TABLES = 6, 12
# The same on the page of one day.
MOST_ROUNDS_OF_DAY, MOST_TABLES_OF_DAY = 48, 48
# How many rounds are searched for those of one day.
_AMONG = 60
_Status = Round.Status


class RoundOfDay(NamedTuple):
    """A round with its tables, or without any where the day has more than `MOST_TABLES` up to it."""

    round: Round
    tournament: Tournament
    cards: Sequence[TableCard]
    # Of several games with the same players at a table, which `round` stands for.
    tables: Sequence[TableOfDay] = ()


class MatchDay(NamedTuple):
    """Rounds of one day, `on`; None where it has no date."""

    on: date | None
    rounds: Sequence[RoundOfDay]

    @property
    def is_of_several(self) -> bool:
        """Are there rounds of more than one tournament?"""
        return len({one.tournament.pk for one in self.rounds}) > 1

    @property
    def has_tables_of_a_day(self) -> bool:
        """Whether tables are shown with several games."""
        return any(one.tables for one in self.rounds)

    @property
    def is_in_play(self) -> bool:
        return any(one.round.status == _Status.STARTED for one in self.rounds)


class RoundInBrief(NamedTuple):
    """A published round as a list of days names it."""

    pk: int
    tournament: int
    ordinal: int
    stage: str
    number: int
    name: str
    match_day: int | None
    game: int | None
    status: str
    played_on: date | None
    planned_at: datetime | None
    started_at: datetime | None
    closed_at: datetime | None

    @property
    def title(self) -> str:
        return round_name(self.number, self.name, self.match_day, self.game)


class DayInBrief(NamedTuple):
    """A day of a season; None `on` has the rounds whose day is not known."""

    on: date | None
    rounds: Sequence[RoundInBrief]

    @property
    def is_over(self) -> bool:
        return all(one.status == _Status.CLOSED for one in self.rounds)


def days_of(tournaments: Sequence[Tournament]) -> list[DayInBrief]:
    """Return all match days of these tournaments, the first first, then the rounds without a day. One query."""
    by_pk = {one.pk: one for one in tournaments}
    rounds = Round.objects.published().filter(stage__tournament__in=list(by_pk))
    rows = [
        RoundInBrief(*row)
        for row in rounds.order_by(
            "stage__tournament__level", "stage__tournament", "stage__ordinal", "number"
        ).values_list(
            *("pk", "stage__tournament", "stage__ordinal", "stage__name", "number", "name"),
            *("match_day", "game", "status", "played_on", "planned_at", "started_at", "closed_at"),
        )
    ]
    days: dict[date | None, list[RoundInBrief]] = {}
    for row in rows:
        days.setdefault(day_of(row, by_pk[row.tournament]), []).append(row)
    known = [DayInBrief(on, days[on]) for on in sorted(day for day in days if day is not None)]
    return [*known, *(DayInBrief(None, days[on]) for on in days if on is None)]


def match_day(day: DayInBrief, tournaments: Sequence[Tournament]) -> MatchDay:
    """Return a day with its results, up to `MOST_ROUNDS_OF_DAY` rounds. Three queries."""
    by_pk = {one.pk: one for one in tournaments}
    shown = [one.pk for one in day.rounds[:MOST_ROUNDS_OF_DAY]]
    found = Round.objects.with_progress().select_related("stage").in_bulk(shown)
    rounds = [found[pk] for pk in shown if pk in found]
    cards = cards_by_round(_with_few_tables(rounds, MOST_TABLES_OF_DAY))
    return MatchDay(
        day.on,
        [
            RoundOfDay(one, by_pk[one.stage.tournament_id], _winner_first(cards.get(one.pk, ())))
            for one in rounds
        ],
    )


def match_days(tournaments: Sequence[Tournament]) -> tuple[MatchDay | None, MatchDay | None]:
    """Return the next and the last match day of these tournaments: what is in play or published, the nearest day
    first; and the latest day of which rounds are closed. Four queries at most.
    """
    by_pk = {one.pk: one for one in tournaments}
    rounds = Round.objects.filter(stage__tournament__in=list(by_pk)).with_progress().select_related("stage")
    is_open = Case(When(status=_Status.STARTED, then=Value(0)), default=Value(1))
    open_ = rounds.filter(status__in=OPEN_ROUNDS).order_by(
        is_open, F("planned_at").asc(nulls_last=True), "stage__tournament", "stage__ordinal", "number"
    )
    began = TruncDate(Coalesce("planned_at", "started_at", "closed_at"))
    closed = rounds.filter(status=_Status.CLOSED).order_by(
        Coalesce("played_on", began).desc(nulls_last=True),
        "-stage__tournament",
        "-stage__ordinal",
        "-number",
    )
    following, last = _of_first_day(open_[:_AMONG], by_pk), _of_first_day(closed[:_AMONG], by_pk)[::-1]
    few = [*_with_few_tables(following, MOST_TABLES), *_with_few_tables(last, MOST_TABLES)]
    cards = {pk: _winner_first(of_it) for pk, of_it in cards_by_round(few).items()}
    return _day(following, by_pk, cards), _day(last, by_pk, cards)


def _with_few_tables(rounds: Sequence[Round], most: int) -> Iterator[Round]:
    tables = 0
    for one in rounds:
        tables += getattr(one, "tables_count", 0)
        if tables <= most:
            yield one


def _winner_first(cards: Iterable[TableCard]) -> list[TableCard]:
    return [card.by_place() for card in cards]


def _of_first_day(rounds: Iterable[Round], tournaments: Mapping[int, Tournament]) -> list[Round]:
    """The rounds of the first one's day; where none is known, the first of each tournament, with all games of its
    match day.
    """
    for day, of_day in groupby(rounds, lambda one: day_of(one, tournaments[one.stage.tournament_id])):
        found = list(of_day)
        if day is None:
            firsts = {one.stage.tournament_id: one for one in reversed(found)}
            found = [one for one in found if one.is_played_with(firsts[one.stage.tournament_id])]
        return found[:MOST_ROUNDS]
    return []


def day_of(round_: Round | RoundInBrief, tournament: Tournament) -> date | None:
    """The day of a round where it is played: as recorded, planned, or as it began."""
    at = round_.planned_at or round_.started_at or round_.closed_at
    if round_.played_on is not None or at is None:
        return round_.played_on
    return at.astimezone(ZoneInfo(tournament.time_zone)).date()


def _day(
    rounds: Sequence[Round], tournaments: Mapping[int, Tournament], cards: Mapping[int, Sequence[TableCard]]
) -> MatchDay | None:
    found = []
    for first in by_match_day(rounds):
        tournament, games = (
            tournaments[first.stage.tournament_id],
            [one for one in rounds if first.is_whole_day and one.is_played_with(first)],
        )
        shown = all(one.pk in cards for one in games)
        tables = tables_of_day(games, cards) if games and shown else ()
        found.append(RoundOfDay(first, tournament, () if games else cards.get(first.pk, ()), tables))
    return MatchDay(day_of(found[0].round, found[0].tournament), found) if found else None
