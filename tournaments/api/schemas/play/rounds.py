"""Rounds, tables, seats, standings."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypedDict

from scoring.conditions.at_the_line import Enough
from scoring.standing.team_matches import MATCH_POINT_UNITS
from tournaments.api.schemas.people import EntryName, TeamShape, entry_name
from tournaments.api.schemas.play.scoresheets import BoardSheetShape, board_sheets
from tournaments.models import (
    Entry,
    Publication,
    Round,
    Score,
    Scoresheet,
    Seat,
    SeatToken,
    Table,
    TeamStanding,
)
from tournaments.models.play.sitting_out import sitting_out
from tournaments.standings import tie_breaks_of
from tournaments.standings.deciding_tie_breaks import decided_by, figures_of, published_teams
from tournaments.standings.in_play.after_a_game import AfterGame, Gap, Stands, after_last_game
from tournaments.standings.lines import NO_LINES, Place, lines_of
from tournaments.standings.meetings import Meetings, OfTeams
from tournaments.standings.needs.kept_needs import last_round_of
from tournaments.standings.needs.needed import Need
from tournaments.standings.qualifying import Tied
from tournaments.standings.ranking import order_of_players, order_of_teams
from tournaments.standings.stages.carried import from_nothing, qualification_of
from tournaments.standings.stages.cuts import Line
from tournaments.standings.stages.published_rows import PublishedRow
from web.api.answers import By, Given, Of, filled
from web.api.moments import Day, Moment

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


def _team_of_seat(seat: Seat) -> TeamShape | None:
    if seat.team_pk is None or seat.team_name is None:
        return None
    return {"id": seat.team_pk, "name": seat.team_name}


class SeatShape(TypedDict):
    """A seat. `replaces`: the drawn entry, if a substitute sits here. `entry` is null while the team's captain
    decides who plays: until line-ups are revealed, only the staff see the draw's proposal.
    """

    id: Annotated[int, Of("pk")]
    wind: int
    entry: Annotated[
        EntryName | None, Given(), "Who sits here; null while the team's captain may still choose."
    ]
    team: Annotated[TeamShape | None, By(_team_of_seat), "Team that the seat is for; null without teams."]
    replaces: Annotated[
        EntryName | None, Given(), "Entry that was drawn for this seat; null unless a substitute plays."
    ]


class SeatOrderShape(TypedDict):
    """The players at a table, East first."""

    table: int
    seats: Annotated[list[SeatShape], "Seats of the table, East first."]


class RoundShape(TypedDict):
    """`publications`: how often it was published; from the second time on, seats may differ from before.
    `planned_at`: when it is to begin.
    """

    id: Annotated[int, Of("pk")]
    stage: Annotated[int, Of("stage_id")]
    number: Annotated[int, "Number of the round in its stage, from 1."]
    name: str
    match_day: Annotated[int | None, "Match day; null without."]
    game: Annotated[int | None, "Game of its match day."]
    status: Annotated[str, "State of the round.", Round.Status]
    method: Annotated[str, "Method by which it was drawn."]
    publications: Annotated[int, "How often the round was published; from 2 on, seats may have changed."]
    planned_at: Moment | None
    played_on: Annotated[Day | None, "Day on which it was played; null if not recorded."]
    started_at: Annotated[Moment | None, "When it was started; null before."]
    closed_at: Annotated[Moment | None, "When it was closed; null before."]


class TableShape(TypedDict):
    id: Annotated[int, Of("pk")]
    number: Annotated[int, "Number of the table in the round."]
    is_unranked: bool
    seats: Annotated[list[SeatShape], Given(), "Seats, East first."]
    sheet: Annotated[BoardSheetShape | None, Given(), "Live scoresheet; null if nothing is reported."]


class RoundPageShape(RoundShape):
    """A round with its tables; `sitting_out`: participants without a seat in it. The seed is shown once all rounds
    drawn from it are published, because it would reveal the others.
    """

    tournament: Annotated[str, Of("stage.tournament.slug")]
    units_per_point: Annotated[int, Of("stage.tournament.rulebook.units_per_point")]
    seed: Annotated[
        str,
        By(lambda round_: round_.seed if round_.shows_its_seed() else ""),
        "Seed of the draw; empty until every round of it is published.",
    ]
    tables: Annotated[list[TableShape], Given(), "Tables in order."]
    sitting_out: Annotated[list[EntryName], Given(), "Entries that take part and have no seat in it."]


class GapShape(TypedDict):
    """The distance to the total of `name`, who has this `rank`: `units` ahead or behind, 0 if tied. `leads_to`: the
    stage for which the line between the two qualifies; empty without a line.
    """

    units: Annotated[int, "Distance in units; 0 if level."]
    is_ahead: Annotated[bool, "True if ahead of it."]
    rank: Annotated[int, "Rank of the other."]
    name: Annotated[str, "Name of the other."]
    leads_to: Annotated[str, "Name of the stage that the line between them leads to; empty without a line."]


gap_shape = filled(GapShape, Gap)


class StandsShape(TypedDict):
    """A published place. `rank` is null without one, `of` is how many are ranked. `climbed`: ranks gained by the
    game, negative if lost; null without a comparison, as after a first game. `missing_games`: games left until there
    is a rank.
    """

    name: Annotated[str, "Name of the player or team."]
    total: Annotated[int, "Total, in the tournament's units."]
    rank: int | None
    is_shared: Annotated[bool, "True if others share the rank."]
    of: Annotated[int, "How many are ranked."]
    climbed: Annotated[
        int | None, "Ranks climbed by this game, below 0 if fallen; null if there is nothing to compare."
    ]
    gap: Annotated[GapShape | None, "Distance to the total that matters most; null if there is none."]
    missing_games: Annotated[int, Of("missing"), "Games still needed for a rank."]


stands_shape = filled(StandsShape, Stands)


class AfterGameShape(TypedDict):
    """The effect of a confirmed game on a seat: on the `entry` it counts for, and on the team. Until the standings
    include the game (`is_current`), the rest is empty.
    """

    seat: Annotated[int, Given()]
    entry: Annotated[int, "Id of the entry that the game counts for."]
    is_current: Annotated[bool, "False until the standings include the game."]
    player: Annotated[StandsShape | None, "Where the player is now; null while unknown."]
    team: Annotated[StandsShape | None, "Where the team is now; null while unknown, or without teams."]


after_game_shape = filled(AfterGameShape, AfterGame)


class TablePageShape(TableShape):
    """`after_game` is empty until a result is confirmed; it includes seats of players who have not played again
    since.
    """

    round: Annotated[int, Of("round_id"), "Id of the round."]
    tournament: Annotated[str, Of("round.stage.tournament.slug")]
    units_per_point: Annotated[int, Of("round.stage.tournament.rulebook.units_per_point")]
    round_status: Annotated[str, Of("round.status"), "State of the round.", Round.Status]
    after_game: Annotated[
        list[AfterGameShape],
        Given(),
        "What the game has meant for each seat; empty until the result is confirmed.",
    ]


class SeatTokenShape(TypedDict):
    """A seat's holder. `second_claims` counts other phones that tried to claim it."""

    id: Annotated[int, Of("pk")]
    seat: Annotated[int, Of("seat_id")]
    table: Annotated[int, Of("seat.table_id")]
    wind: Annotated[int, Of("seat.wind")]
    is_claimed: Annotated[
        bool, By(lambda token: token.device_hash is not None), "True once a phone holds the seat."
    ]
    device_name: str
    issued_at: Moment
    claimed_at: Moment | None
    second_claims: Annotated[int, "Other phones that tried to claim it."]


class CodeShape(TypedDict):
    seat: Annotated[int, Of("pk")]
    table: Annotated[int, Of("table.number"), "Number of the table, not its id."]
    wind: int
    seat_token: Annotated[int, Given(), "Id by which `revokeSeatToken` names it."]
    code: Annotated[str, Given(), "Secret code of the seat."]


class CodesShape(TypedDict):
    """The seats' codes. They are not stored: only a repeat of the same call, with its key, shows them again.

    `seat_token`: the id for `revokeSeatToken`.
    """

    codes: Annotated[list[CodeShape], "A code for each of the seats."]
    seats: Annotated[list[int], "Ids of the seats that got a code."]


class ClaimedShape(TypedDict):
    """The seat this phone holds now."""

    seat: Annotated[int, Of("seat_id")]
    wind: Annotated[int, Of("seat.wind")]
    table: Annotated[int, Of("seat.table_id")]
    round: Annotated[int, Of("seat.round_id"), "Id of the round."]
    tournament: Annotated[str, Of("seat.round.stage.tournament.slug")]
    name: Annotated[str, Of("seat.entry.player.name"), "Name of the player in this seat."]


class ClaimShape(ClaimedShape):
    """The seat this phone holds until its round closes, and the `token` that opens it: send it as `Authorization:
    Bearer mjs_…` with every call. A browser may use the cookie of this answer instead.
    """

    token: Annotated[str, "Secret of this phone: send it as `Authorization: Bearer` until the round closes."]


_entry_of_row = filled(EntryName, PublishedRow, id="entry_id", name="player_name")
_its_team = filled(TeamShape, PublishedRow, id="team_id", name="team_name")


def _team_of_row(row: PublishedRow) -> TeamShape | None:
    return None if row.team_id is None else _its_team(row)


class EnoughShape(TypedDict):
    place: Annotated[int, "Place at the table, not shared."]
    points: Annotated[int | None, "Fewest points at the table; null for any."]


enough_shape = filled(EnoughShape, Enough)


class NeededShape(TypedDict):
    """What is needed in the round in play, if it is the last, to end above the next line. `safe`, `out`: whatever
    happens. If no player ends below zero points: `enough` is the present total, `any` every result, `needs` one of
    the `results`.
    """

    outcome: Annotated[
        str,
        By(lambda need: "any" if need.is_any else need.outcome.value),
        "Any of safe, out, enough, any, needs.",
    ]
    results: Annotated[list[EnoughShape], "Results that are enough, the best place first."]


needed_shape = filled(NeededShape, Need)


class StandingShape(TypedDict):
    """A line of the standings. `total`, `penalty` and `best` are in units, `points` as at the table.

    `decided_by` is the criterion of `tie_breaks` that put this line below the one before it (empty for the first),
    or `has_played`: if nothing is carried over, entries without a game come last, unless a bonus gives them a total
    above 0. `figures` has the line's values of those criteria that are integers: totals in units, numbers of places,
    points. Unranked lines come last, without `rank`: substitutes and, if the tournament sets it, withdrawn players.
    `carried` is the starting total of the stage, included in `total`; `carried_points` are included in `points`.
    `lasts` counts last places by table size: the 3rd of three, the 4th of four, the 4th and the 5th of five.
    """

    position: int
    rank: int | None
    entry: Annotated[EntryName, By(_entry_of_row), "Entry of the player."]
    status: Annotated[str, "Whether the player takes part.", Entry.Status]
    is_substitute: bool
    team: Annotated[TeamShape | None, By(_team_of_row), "Team of the player; null without teams."]
    total: Annotated[int, "Total, in the tournament's units."]
    carried: int
    penalty: Annotated[int, "Units deducted by penalties; `total` is less by them already."]
    games: Annotated[int, "Games that count."]
    places: Annotated[list[int], Given(), "How often each place was reached, from the 1st."]
    lasts: Annotated[int, "How often the last place of a table was reached."]
    points: Annotated[int, "Sum of the points at the table."]
    carried_points: int
    best: Annotated[int | None, "Best result of a game, in units; null without a game."]
    decided_by: Annotated[str, Given()]
    figures: Annotated[dict[str, int], Given()]
    needed: Annotated[
        NeededShape | None,
        Given(),
        "What is needed in the round in play; null where nothing is known.",
    ]


def _match_points(units: int) -> str:
    """Return match points as an exact number: "4", "3/2"."""
    return str(Fraction(units, MATCH_POINT_UNITS))


class TeamStandingShape(TypedDict):
    """A line of the team standings. `total` is the players' sum, minus `own_penalty`, the team's own penalties, and
    `left_out`, results that do not count for the team.

    If teams play matches, `match_points` rank before totals: an exact number such as "4" or "7/3"; else null.
    `decided_by` may be `match_points`, or `has_played` as for players.
    """

    position: int
    rank: Annotated[int, "Rank, from 1; equals share one."]
    team: Annotated[TeamShape, "Team of this line."]
    total: Annotated[int, "Total, in the tournament's units."]
    carried: int
    own_penalty: Annotated[int, "Units deducted from the team itself; `total` is less by them already."]
    left_out: Annotated[int, "Units of games that do not count for the team."]
    match_points: Annotated[
        str | None,
        Of("match_points", _match_points),
        "Match points as an exact number such as 7/3; null if teams play no matches.",
    ]
    games: Annotated[int, "Games of its players."]
    places: Annotated[list[int], Given(), "How often each place was reached, from the 1st."]
    points: Annotated[int, Given(), "Sum of the points at the table."]
    carried_points: int
    decided_by: Annotated[str, Given()]
    figures: Annotated[dict[str, int], Given()]


class LineShape(TypedDict):
    """Places `first` to `last` of those who can qualify lead to the `stage`; `of_teams`: of the teams. `is_tied`:
    entries above and below a line share a rank, and a play-off or a lot decides or, once the qualifiers are
    confirmed (`is_confirmed`), has decided.
    """

    stage: Annotated[int, "Id of the stage that the places lead to."]
    first: Annotated[int, "First of the places, from 1."]
    last: Annotated[int, "Last of the places."]
    of_teams: bool
    is_confirmed: bool
    is_tied: bool


class TieShape(TypedDict):
    """Only some of `tied` (entries or teams) qualify for the `stage`: they are level at the table with number
    `table` or, if it is empty, among those who have not qualified yet.
    """

    stage: Annotated[int, "Id of the stage they would go on to."]
    table: Annotated[str, "Number of the table at which they are level; empty if among all."]
    tied: Annotated[list[int], "Ids of the entries or teams that are level."]
    of_teams: bool
    is_confirmed: bool


class StandingsShape(TypedDict):
    """The standings of a stage as of one ledger entry. Confirmed games count; reported ones may still wait.

    `tie_breaks` are the criteria that order them, the most important first; entries separated only by lot share a
    rank. `lines` are the places that lead to later stages, `ties` the ties that no line can separate.
    """

    stage: Annotated[int, Of("stage_id")]
    tournament: Annotated[str, Of("stage.tournament.slug")]
    as_of_seq: Annotated[int, "Ledger entry up to which results are included."]
    is_current: Annotated[bool, Given()]
    published_at: Annotated[Moment | None, "When they were published; null before the first time."]
    games_counted: Annotated[int, "Confirmed games that count."]
    games_reported: Annotated[int, Given(), "Games that are reported, confirmed or not."]
    units_per_point: Annotated[int, Of("stage.tournament.rulebook.units_per_point")]
    tie_breaks: Annotated[list[str], Given()]
    standings: Annotated[list[StandingShape], Given(), "Players, best first."]
    teams: Annotated[list[TeamStandingShape], Given(), "Teams, best first; empty without teams."]
    lines: Annotated[list[LineShape], Given(), "Places that lead to later stages."]
    ties: Annotated[list[TieShape], Given(), "Who is level where no line can be drawn."]


def seat_shape(seat: Seat, *, for_staff: bool = False) -> SeatShape:
    """Expects a seat of `for_display()`."""
    is_secret = seat.is_proposed and not for_staff
    return _seat(
        seat,
        entry=None if is_secret else entry_name(seat.entry),
        replaces=entry_name(seat.replaces) if seat.replaces and not is_secret else None,
    )


_seat = filled(SeatShape, Seat)


round_shape = filled(RoundShape, Round)


class RoundTimesShape(TypedDict):
    """What changed when rounds were given their times."""

    rounds: Annotated[list[RoundShape], "Rounds whose time changed."]


def round_times_shape(changed: Iterable[Round]) -> RoundTimesShape:
    return {"rounds": [round_shape(round_) for round_ in changed]}


def table_shape(
    table: Table, seats: list[Seat], sheet: BoardSheetShape | None, *, for_staff: bool = False
) -> TableShape:
    return _table(table, seats=[seat_shape(seat, for_staff=for_staff) for seat in seats], sheet=sheet)


_table = filled(TableShape, Table)
_table_page = filled(TablePageShape, Table)


def table_page(table: Table, seats: list[Seat], *, for_staff: bool = False) -> TablePageShape:
    """Return a table with its live sheet; expects `round.stage.tournament` to be loaded."""
    live = board_sheets(Scoresheet.objects.live().filter(table=table).with_results()).get(table.pk)
    is_confirmed = live is not None and live["status"] == Scoresheet.Status.CONFIRMED
    scores = list(Score.objects.filter(sheet=live["id"])) if live is not None and is_confirmed else []
    return _table_page(
        table,
        seats=[seat_shape(seat, for_staff=for_staff) for seat in seats],
        sheet=live,
        after_game=[
            after_game_shape(after, seat=seat) for seat, after in after_last_game(table, scores).items()
        ],
    )


_round_page = filled(RoundPageShape, Round)


def round_page(round_: Round, *, for_staff: bool = False) -> RoundPageShape:
    """Return a round with its tables and their live sheets; expects `stage.tournament` and `with_tables()`."""
    tables = list(round_.tables.all())
    live = board_sheets(Scoresheet.objects.live().filter(table__round=round_).with_results())
    return _round_page(
        round_,
        tables=[
            table_shape(table, list(table.seats.all()), live.get(table.pk), for_staff=for_staff)
            for table in tables
        ],
        sitting_out=[entry_name(entry) for entry in sitting_out([round_])[round_.pk]],
    )


# Expects `seat` to be loaded.
seat_token_shape = filled(SeatTokenShape, SeatToken)


# Expects `table` to be loaded.
code_shape = filled(CodeShape, Seat)


# Expects `seat.round.stage.tournament` and `seat.entry.player` to be loaded.
claimed_shape = filled(ClaimedShape, SeatToken)


class _Counts(TypedDict):
    games_reported: int
    largest_table: int
    leads_on: bool
    needs_seq: int | None


PublicationWithCounts: TypeAlias = "WithAnnotations[Publication, _Counts]"
_line = filled(StandingShape, PublishedRow)
_team_line = filled(TeamStandingShape, TeamStanding)
_cut = filled(LineShape, Line)
_tie = filled(TieShape, Tied)
_standings = filled(StandingsShape, Publication)


def standings_shape(
    publication: PublicationWithCounts,
    *,
    is_current: bool,
    rows: list[PublishedRow],
    team_rows: list[TeamStanding],
) -> StandingsShape:
    """Expects `stage.tournament.usual_format` and `stage.qualification` of the publication and the teams of
    `team_rows` to be loaded. One query where it is known what is needed.
    """
    last = None
    if publication.needs_seq is not None:
        last = last_round_of(publication.stage, publication.as_of_seq)
    needs = last.needs if last else {}
    # One more for tables of five, one less if all have three.
    width = publication.largest_table
    tie_breaks = tie_breaks_of(publication.stage.tournament)
    games = Meetings(publication.stage)
    teams, rosters = published_teams(publication.stage, rows, team_rows)
    begins = from_nothing(qualification_of(publication.stage))
    order = order_of_players(tie_breaks, begins)
    order_for_teams = order_of_teams(team_rows, tie_breaks, begins)
    lines = NO_LINES
    if publication.leads_on:
        players = [Place.of(row.entry_id, row) for row in rows if row.can_go_on]
        lines = lines_of(publication.stage, players, [Place.of(row.team_id, row) for row in team_rows])
    return _standings(
        publication,
        is_current=is_current,
        games_reported=publication.games_reported,
        tie_breaks=list(tie_breaks),
        standings=[
            _line(
                row,
                places=list(row.places[:width]),
                decided_by=decided,
                figures=figures_of(row, tie_breaks),
                needed=needed_shape(needs[row.entry_id]) if row.entry_id in needs else None,
            )
            for row, decided in zip(rows, decided_by(rows, order, games), strict=True)
        ],
        teams=[
            _team_line(
                row,
                places=row.places[:width],
                points=team.points,
                decided_by=decided,
                figures=figures_of(team, tie_breaks),
            )
            for row, team, decided in zip(
                team_rows, teams, decided_by(teams, order_for_teams, OfTeams(games, rosters)), strict=True
            )
        ],
        lines=[_cut(line) for line in [*lines.of_players, *lines.of_teams]],
        ties=[_tie(tie) for tie in lines.ties],
    )
