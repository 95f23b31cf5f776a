"""What a decision would move, with the names of whom it is about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from players.models import Player
from tournaments.actions.draws.from_standings import OutdatedRound
from tournaments.actions.preview import DivisionMove, LaterStage, Move, Preview
from tournaments.models import Entry, Round, Stage, Team
from tournaments.models import Move as MoveOfSeason


@dataclass(frozen=True)
class LaterStageInWords:
    """A later stage: how its standings would move, who would go on to it, and who would not."""

    stage: Stage
    is_confirmed: bool
    moves: list[tuple[Move, str]]
    comes: list[str]
    goes: list[str]


@dataclass(frozen=True)
class OutdatedRoundInWords:
    """A round that was drawn from other standings, and who would meet today, table by table; None: nobody says."""

    round: Round
    line_ups: int
    tables: list[list[str]] | None


@dataclass(frozen=True)
class PreviewInWords:
    """What `desk/_preview.html` shows. Of `divisions`: who would be moved otherwise, where to before, and after."""

    moves: list[tuple[Move, str]]
    later: list[LaterStageInWords]
    outdated: list[OutdatedRoundInWords]
    divisions: list[tuple[str, str, str]]
    is_season_confirmed: bool


def preview_in_words(found: Preview, *, teams: bool = False) -> PreviewInWords:
    """A preview with names; with `teams` its own stage's moves are of teams. A query for each kind of what there is,
    two for each later stage.
    """
    return PreviewInWords(
        _named(found.moves, teams=teams),
        [_later(one) for one in found.later],
        _outdated(found.rounds),
        _divisions(found.divisions),
        found.is_season_confirmed,
    )


def _later(later: LaterStage) -> LaterStageInWords:
    names = _names([*later.comes, *later.goes], teams=later.of_teams)
    return LaterStageInWords(
        later.stage,
        later.is_confirmed,
        _named(later.moves, teams=later.of_teams),
        [names[key] for key in later.comes],
        [names[key] for key in later.goes],
    )


def _outdated(rounds: Sequence[OutdatedRound]) -> list[OutdatedRoundInWords]:
    keys = [key for one in rounds for table in one.tables or () for key in table]
    names = _names(keys)
    # Below 0 are places for substitutes, who are nobody's entries yet.
    name_of = {key: names.get(key, pgettext("in place of a name", "Substitute")) for key in keys}
    return [
        OutdatedRoundInWords(
            one.round,
            one.line_ups,
            [[name_of[key] for key in table] for table in one.tables] if one.tables is not None else None,
        )
        for one in rounds
    ]


def _divisions(moves: Sequence[DivisionMove]) -> list[tuple[str, str, str]]:
    people = Player.objects.filter(pk__in=[move.player for move in moves if not move.is_team])
    teams = Team.objects.filter(pk__in=[move.player for move in moves if move.is_team])
    names = {(pk, False): name for pk, name in people.values_list("pk", "name")}
    names |= {(pk, True): name for pk, name in teams.values_list("pk", "name")}
    return [(names[move.player, move.is_team], _way(move.before), _way(move.after)) for move in moves]


def _way(way: str | None) -> str:
    return str(MoveOfSeason.Way(way).label) if way is not None else "–"


def _named(moves: Sequence[Move], *, teams: bool = False) -> list[tuple[Move, str]]:
    names = _names([move.key for move in moves], teams=teams)
    return [(move, names[move.key]) for move in moves]


def _names(keys: Sequence[int], *, teams: bool = False) -> Mapping[int, str]:
    """The names of teams or of players, by the ids of teams or entries. One query, none for nobody."""
    if teams:
        return dict(Team.objects.filter(pk__in=keys).values_list("pk", "name"))
    return dict(Entry.objects.filter(pk__in=keys).values_list("pk", "player__name"))
