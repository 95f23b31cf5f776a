"""The match days of a season: the rounds that are next, those that were last, and all of a month."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Case, F, Value, When
from django.db.models.functions import Coalesce, TruncDate

from tournaments.models import Round, Seat, Tournament
from tournaments.models.play.rounds import OPEN_ROUNDS
from tournaments.models.play.table_cards import TableCard, cards_by_round
from tournaments.models.teams.former_teams import team_then

# Rounds of one day, and tables of all of them: the pages of further rounds have theirs.
MOST_ROUNDS, MOST_TABLES = 6, 12
# How many rounds are searched for those of one day.
_AMONG = 60
# Tables of a round whose teams are listed.
MOST_LISTED = 4
_Status = Round.Status


class RoundOfDay(NamedTuple):
    """A round with its tables, or without any where the day has more than `MOST_TABLES` up to it."""

    round: Round
    tournament: Tournament
    cards: Sequence[TableCard]


class ListedRound(NamedTuple):
    """A round with when it begins by the clock of its place, and the teams of its first tables."""

    round: Round
    tournament: Tournament
    at: datetime | None
    teams: Sequence[Sequence[str]]


class Month(NamedTuple):
    """The match days of the month that begins on `first`, each with its rounds in the order in which they begin.
    `months` are the first days of all months with rounds.
    """

    first: date
    months: Sequence[date]
    days: Sequence[tuple[date, Sequence[ListedRound]]]


class MatchDay(NamedTuple):
    """Rounds of one day, `on`; None where it has no date."""

    on: date | None
    rounds: Sequence[RoundOfDay]

    @property
    def is_of_several(self) -> bool:
        """Are there rounds of more than one tournament?"""
        return len({one.tournament.pk for one in self.rounds}) > 1

    @property
    def is_in_play(self) -> bool:
        return any(one.round.status == _Status.STARTED for one in self.rounds)


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
    cards = cards_by_round([*_with_few_tables(following), *_with_few_tables(last)])
    return _day(following, by_pk, cards), _day(last, by_pk, cards)


def _with_few_tables(rounds: Sequence[Round]) -> Iterator[Round]:
    tables = 0
    for one in rounds:
        tables += getattr(one, "tables_count", 0)
        if tables <= MOST_TABLES:
            yield one


def _of_first_day(rounds: Iterable[Round], tournaments: Mapping[int, Tournament]) -> list[Round]:
    """The rounds of the first one's day; where none is known, the first of each tournament."""
    for day, of_day in groupby(rounds, lambda one: day_of(one, tournaments[one.stage.tournament_id])):
        found = list(of_day)
        if day is None:
            found = list({one.stage.tournament_id: one for one in reversed(found)}.values())[::-1]
        return found[:MOST_ROUNDS]
    return []


def day_of(round_: Round, tournament: Tournament) -> date | None:
    """The day of a round where it is played: as recorded, planned, or as it began."""
    at = round_.planned_at or round_.started_at or round_.closed_at
    return _on(round_.played_on, at, ZoneInfo(tournament.time_zone))


def _on(played_on: date | None, at: datetime | None, zone: ZoneInfo) -> date | None:
    return played_on if played_on is not None or at is None else at.astimezone(zone).date()


def month_of(
    tournaments: Sequence[Tournament], wanted: tuple[int, int] | None, today: date
) -> tuple[Month | None, int]:
    """Return the match days of the `wanted` year and month, and how many published rounds have no day. Without match
    days there, return the month that is next, else the last; None where no round has a day. Three queries.
    """
    zones = {one.pk: ZoneInfo(one.time_zone) for one in tournaments}
    rounds = Round.objects.published().filter(stage__tournament__in=list(zones)).order_by()
    columns = ("pk", "stage__tournament", "played_on", Coalesce("planned_at", "started_at", "closed_at"))
    on = {pk: _on(played_on, at, zones[of]) for pk, of, played_on, at in rounds.values_list(*columns)}
    undated = sum(day is None for day in on.values())
    days = sorted({day for day in on.values() if day is not None})
    if not days:
        return None, undated
    months = list(dict.fromkeys(day.replace(day=1) for day in days))
    coming = next((day for day in days if day >= today), days[-1]).replace(day=1)
    first = next((month for month in months if (month.year, month.month) == wanted), coming)
    of_month = {pk: day for pk, day in on.items() if day is not None and day.replace(day=1) == first}
    listed = _listed(of_month, {one.pk: one for one in tournaments})
    by_day = [(day, list(of_day)) for day, of_day in groupby(listed, lambda one: of_month[one.round.pk])]
    return Month(first, months, by_day), undated


def _listed(days: Mapping[int, date], tournaments: Mapping[int, Tournament]) -> list[ListedRound]:
    """The rounds of these days, in the order in which they begin. Two queries."""
    rounds = Round.objects.filter(pk__in=list(days)).with_progress().select_related("stage")
    teams: dict[int, dict[int, list[str]]] = {}
    seats = Seat.objects.filter(round__in=list(days), table__number__lte=MOST_LISTED)
    seats = seats.order_by("table__number", "wind")
    for pk, table, name in seats.values_list("round", "table", team_then("entry", column="name")):
        if name is None:
            continue
        of_table = teams.setdefault(pk, {}).setdefault(table, [])
        if name not in of_table:
            of_table.append(name)
    found = []
    for round_ in rounds:
        tournament = tournaments[round_.stage.tournament_id]
        at = round_.planned_at
        local = at.astimezone(ZoneInfo(tournament.time_zone)) if at is not None else None
        found.append(ListedRound(round_, tournament, local, list(teams.get(round_.pk, {}).values())))
    return sorted(found, key=lambda one: (days[one.round.pk], *_order(one)))


def _order(one: ListedRound) -> tuple[float, int, int, int, int]:
    """Rounds without an hour come last on their day."""
    at = one.at.timestamp() if one.at is not None else float("inf")
    tournament = one.tournament
    return at, tournament.level or 0, tournament.pk, one.round.stage.ordinal, one.round.number


def _day(
    rounds: Sequence[Round], tournaments: Mapping[int, Tournament], cards: Mapping[int, Sequence[TableCard]]
) -> MatchDay | None:
    found = [RoundOfDay(one, tournaments[one.stage.tournament_id], cards.get(one.pk, ())) for one in rounds]
    return MatchDay(day_of(found[0].round, found[0].tournament), found) if found else None
