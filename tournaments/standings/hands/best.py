"""The hands with which a player has won the most, as the logs of their games tell them."""

from collections.abc import Collection, Mapping
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from scoring.errors import RuleError
from scoring.game.awards import awards_of
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome, from_json
from scoring.rulebook.rulebook import Rulebook
from tournaments.models import HandRecord, Seat, SeatHands, Tournament
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.models.play.hands import standing
from tournaments.standings.hands.reading import ANNULLED_SEATS

# The best hands are all in as many of the games with the best win.
MOST = 3


class BestHand(NamedTuple):
    """A win of the player in `seat`, which has its round and table: what the hand itself paid, in `points`, and the
    hand, `number` in the log of its table, which began at `before`. `seats` are the table's by wind, with players.
    """

    points: int
    tournament: Tournament
    rulebook: Rulebook
    seat: Seat
    seats: list[Seat]
    number: int
    before: State
    outcome: Outcome


_DEAREST = PreparedQuery(
    lambda player, tournaments: (
        SeatHands.objects.filter(
            Among("stage__tournament", tournaments), seat__entry__player=player, best_win__gt=0
        )
        .exclude(ANNULLED_SEATS)
        .order_by("-best_win", "-seat")
        .values_list("seat", "seat__table", "stage__tournament")[:MOST]
    ),
    of=(int, list),
)

_SEATS = PreparedQuery(
    lambda tables: (
        Seat.objects.filter(Among("table_id", tables))
        .select_related("entry__player", "round", "table")
        .order_by("table", "wind")
    ),
    of=list,
)

_RECORD = ("number", "kind", "outcome", "of")
_RECORDS = PreparedQuery(
    lambda tables: (
        HandRecord.objects.filter(Among("table_id", tables))
        .order_by("table", "number")
        .values_list("table", *_RECORD)
    ),
    of=list,
)


def best_hands(player: int, tournaments: Mapping[int, Tournament]) -> list[BestHand]:
    """Return the hands with which a player won the most in these tournaments, by id; the best comes first. Three
    queries, one where no hand was won; one more for each tournament with such a game at a table of another size.
    """
    dearest = _DEAREST.read_raw(player, tournaments)
    if not dearest:
        return []
    tables = {table for _seat, table, _tournament in dearest}
    seats = {table: list(rows) for table, rows in groupby(_SEATS.read(tables), attrgetter("table_id"))}
    logs = {table: list(rows) for table, rows in groupby(_RECORDS.read_raw(tables), itemgetter(0))}
    found: list[BestHand] = []
    for seat, table, tournament in dearest:
        records = [HandRecord(**dict(zip(_RECORD, row[1:], strict=True))) for row in logs.get(table, ())]
        at = next(number for number, one in enumerate(seats[table]) if one.pk == seat)
        rulebook = tournaments[tournament].rulebook_for(len(seats[table]))
        found += [
            BestHand(
                points,
                tournaments[tournament],
                rulebook,
                seats[table][at],
                seats[table],
                number,
                state,
                outcome,
            )
            for points, number, state, outcome in _won(rulebook, records, at)
        ]
    return sorted(found, key=lambda hand: -hand.points)[:MOST]


def _won(
    rulebook: Rulebook, records: Collection[HandRecord], seat: int
) -> list[tuple[int, int, State, Outcome]]:
    """What a seat won with each of its hands, with the number of the hand, the state before it and the hand; nothing
    where a log was corrected just now and does not add up.
    """
    state, found = start(rulebook), list[tuple[int, int, State, Outcome]]()
    try:
        for number, record in standing(records).items():
            outcome = from_json(record.content)
            if any(win.winner == seat for win in outcome.wins):
                found += [
                    (award.points, number, state, outcome)
                    for award in awards_of(rulebook, state, outcome)
                    if award.winner == seat
                ]
            state = play(rulebook, state, outcome)
    except RuleError:
        return []
    return found
