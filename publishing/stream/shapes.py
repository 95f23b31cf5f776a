"""What programs read on a tournament's stream."""

from typing import Annotated, TypeAlias, TypedDict

from publishing.games import Played, PlayedSeatShape
from tournaments.api.schemas.people import TeamShape
from tournaments.api.schemas.play.clocks import ClockShape
from tournaments.api.schemas.play.hands import GameStateShape, game_of_state
from tournaments.api.schemas.play.live_totals import LiveSeatShape
from tournaments.api.schemas.play.rounds import SeatShape
from tournaments.models import (
    Announcement,
    Publication,
    Round,
    Scoresheet,
    Standing,
    Table,
    TeamStanding,
    Tournament,
)
from tournaments.standings.in_play.live_totals import LiveGame
from web.api.answers import Given, Of, filled
from web.api.moments import Moment


class EntryToldShape(TypedDict):
    """The ledger entry of an event."""

    seq: Annotated[int, Given(), "Number of the ledger entry."]
    at: Annotated[Moment, Given(), "When it was made."]
    action: Annotated[str, Given(), "What was done: its kind, such as `confirmed`."]


class SeatedTableShape(TypedDict):
    id: Annotated[int, Of("pk")]
    number: Annotated[int, "Number of the table in the round."]
    is_unranked: bool
    seats: Annotated[list[SeatShape], Given(), "Seats, East first."]


class RoundToldShape(EntryToldShape):
    """Something was done to a round. `action` says what, the rest how the round is when you read it."""

    round: Annotated[int, Of("pk"), "Id of the round."]
    number: Annotated[int | None, "Number of the round in its stage; null if it is not public any more."]
    name: Annotated[str, "Name that organizers gave the round; mostly empty."]
    stage: Annotated[int | None, Of("stage_id"), "Id of the stage; null if the round is not public any more."]
    stage_name: Annotated[str, Of("stage.name"), "Name of the stage."]
    status: Annotated[
        str | None, "State of the round; null if it is not public, or not any more.", Round.Status
    ]
    planned_at: Moment | None
    tables: Annotated[
        list[SeatedTableShape] | None,
        Given(),
        "Who sits where; null if a later event of the round in this answer has it, or it is not public.",
    ]


class ResultToldShape(EntryToldShape):
    """The result of a table was reported, confirmed, disputed, corrected or voided, or its confirmation undone."""

    table: int
    table_number: Annotated[int, "Number of the table in the round."]
    round: Annotated[int, "Id of the round."]
    round_number: Annotated[int, "Number of the round in its stage, from 1."]
    stage: int
    stage_name: Annotated[str, "Name of the stage."]
    is_unranked: bool
    sheet: Annotated[int, "Id of the scoresheet."]
    version: Annotated[int, "Version of the table's result, from 1."]
    status: Annotated[str, "State of this version when you read it.", Scoresheet.Status]
    units_per_point: Annotated[int, Given()]
    seats: Annotated[
        list[PlayedSeatShape], Given(), "Seats, East first; empty once the version is void or replaced."
    ]


class ClockToldShape(EntryToldShape):
    """The clock of a round was started, stopped, changed or reset."""

    round: Annotated[int, "Id of the round."]
    clock: Annotated[
        ClockShape | None, "The clock when you read it; null if the round is not public any more."
    ]


class AnnouncementToldShape(EntryToldShape):
    """The hall was told something, or it was taken down."""

    announcement: Annotated[int, Of("pk"), "Id of the announcement."]
    is_shown: Annotated[bool, Given(), "True while screens show it."]
    text: Annotated[str, Given(), "The sentence; empty once it is not shown."]
    until: Annotated[Moment | None, "Until when it is shown; null for until it is taken down."]


class TournamentToldShape(EntryToldShape):
    """The tournament was finished, reopened or edited."""

    name: Annotated[str, "Name of the tournament."]
    status: Annotated[str, "State of the tournament when you read it.", Tournament.Status]


class HandToldShape(TypedDict):
    """A table that enters its game hand by hand, after its latest hand. Of several hands at once, only the last."""

    table: int
    table_number: Annotated[int, Of("number"), "Number of the table in the round."]
    round_number: Annotated[int, Of("round"), "Number of the round in its stage, from 1."]
    stage: int
    is_unranked: bool
    number: Annotated[int, Given(), "Number of the last record in the log of the table."]
    outcome: Annotated[
        dict[str, object] | None,
        Given(),
        "What happened in that hand, as in `listHands`; null if hands were taken back.",
    ]
    game: Annotated[GameStateShape, Of("state", game_of_state), "The game between two hands."]
    seats: Annotated[list[LiveSeatShape], "Players with their points, first dealer first."]


class RankToldShape(TypedDict):
    entry: Annotated[int, Of("entry_id")]
    number: Annotated[int, Of("entry.number"), "Start number."]
    player: Annotated[int, Of("entry.player_id"), "Id of the player."]
    name: Annotated[str, Of("entry.player.name"), "Name of the player."]
    team: Annotated[TeamShape | None, Of("entry.team"), "Team of the player; null if none."]
    rank: Annotated[int | None, "Rank; null if not ranked."]
    rank_before: Annotated[int | None, "Rank before the last round; null if there was none."]
    total: Annotated[int, "Total in units."]
    games: Annotated[int, "Games that count."]


class TeamRankToldShape(TypedDict):
    team: Annotated[int, Of("team_id"), "Id of the team."]
    name: Annotated[str, Of("team.name"), "Name of the team."]
    rank: Annotated[int, "Rank of the team."]
    rank_before: Annotated[int | None, "Rank before the last round; null if there was none."]
    total: Annotated[int, "Total in units."]
    match_points: Annotated[int | None, "Match points, as in `getStandings`; null without."]
    games: Annotated[int, "Games that count."]


class StandingsToldShape(TypedDict):
    """Standings of a stage were published: the best 100 players and teams. All of them: `getStandings`."""

    stage: Annotated[int, Of("stage_id")]
    stage_name: Annotated[str, Of("stage.name"), "Name of the stage."]
    as_of_seq: Annotated[int, "Last ledger entry that they contain."]
    published_at: Annotated[Moment | None, "When they were published."]
    last_round: Annotated[int | None, "Number of the last round with a confirmed game; null before."]
    games_counted: Annotated[int, "Confirmed games that count."]
    units_per_point: Annotated[int, Given()]
    players: Annotated[int, Given(), "Number of players in all."]
    standings: Annotated[list[RankToldShape], Given(), "The best players, best first."]
    teams: Annotated[list[TeamRankToldShape], Given(), "The best teams, best first; empty without teams."]


ToldShape: TypeAlias = (
    RoundToldShape
    | ResultToldShape
    | HandToldShape
    | StandingsToldShape
    | AnnouncementToldShape
    | ClockToldShape
    | TournamentToldShape
)


class StreamEventShape(TypedDict):
    """An event of a tournament. As a server-sent event it has the same in its fields `id`, `event` and `data`."""

    id: Annotated[str, "Position behind this event: send it as `after` or `Last-Event-ID` to go on."]
    event: Annotated[
        str,
        "What it is about: `round`, `result`, `hand`, `standings`, `announcement`, `clock` or `tournament`. "
        "Skip names that you do not know.",
    ]
    data: Annotated[ToldShape, "What happened; its shape follows from `event`."]


class StreamPartShape(TypedDict):
    """The next events of a stream."""

    events: Annotated[list[StreamEventShape], "Events, in order; empty if nothing happened."]
    next: Annotated[str, "Position to go on from, as `after`."]
    has_more: Annotated[bool, "True if more events are there already: ask again at once."]


seated_table = filled(SeatedTableShape, Table)
round_told = filled(RoundToldShape, Round)
result_told = filled(ResultToldShape, Played)
announcement_told = filled(AnnouncementToldShape, Announcement)
tournament_told = filled(TournamentToldShape, Tournament)
hand_told = filled(HandToldShape, LiveGame)
rank_told = filled(RankToldShape, Standing)
team_rank_told = filled(TeamRankToldShape, TeamStanding)
standings_told = filled(StandingsToldShape, Publication)
