"""Preview a referee's decision: what it would move in its stage, in later stages, in rounds drawn from its standings
and between divisions of its season.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from django.db import transaction

from tournaments.actions.draws.from_standings import OutdatedRound, outdated_rounds
from tournaments.actions.seasons.proposal import moves_so_far
from tournaments.models import Qualification, Season, Stage
from tournaments.standings import add_up, publish_tournament, ranking_of, tie_breaks_of
from tournaments.standings.qualifying import proposed
from tournaments.standings.seasons.who_moves import Place

# Rank and total by entry or team.
_Table: TypeAlias = dict[int, tuple[int | None, int]]
# A player or team: its id, and whether it is a team.
_Mover: TypeAlias = tuple[int, bool]


@dataclass(frozen=True)
class Move:
    """How an entry or team would move: published ranks (None: unranked), totals in the rulebook's smallest units.
    `key` is the id of the entry or team.
    """

    key: int
    rank_before: int | None
    rank_after: int | None
    total_before: int
    total_after: int


@dataclass(frozen=True)
class LaterStage:
    """Changes to a later stage: who would move, and who would or would no longer qualify.

    For players, or for teams where teams qualify. Confirmed qualifiers do not change.
    """

    stage: Stage
    of_teams: bool
    is_confirmed: bool
    moves: list[Move]
    comes: list[int]
    goes: list[int]

    @property
    def is_touched(self) -> bool:
        return bool(self.moves or self.comes or self.goes)


@dataclass(frozen=True)
class DivisionMove:
    """A changed move between divisions of a player, or of a team, whose id is then in `player` (`is_team`): names of
    `Move.Way`, None if unranked in any division before or after.
    """

    player: int
    before: str | None
    after: str | None
    is_team: bool = False


@dataclass(frozen=True)
class Preview:
    """What a decision would move in its own stage and, in order, the later stages it would affect.

    `rounds` are not yet played and were drawn from standings that would change. `divisions` lists changed promotions
    and demotions, as published today; none once the next season is open (`is_season_confirmed`).
    """

    moves: list[Move]
    later: list[LaterStage]
    rounds: list[OutdatedRound]
    divisions: list[DivisionMove]
    is_season_confirmed: bool


def preview(*, stage: Stage, action: Callable[[], object], teams: bool = False) -> Preview:
    """Return what `action` would move in the standings of `stage` and beyond; it is run and rolled back. With `teams`
    for the teams of `stage`, else for its players.

    The action's refusals are raised. Entries of `stage` that would not move are omitted, and so are those without a
    total that would only enter or leave the list; best new rank first. Rounds already outdated are not repeated.
    """
    following, tournament = _dependent_qualifications(stage), stage.tournament_id
    with transaction.atomic():
        before = _table(stage, teams), [_state(one) for one in following], _places(stage)
        known = {one.round.pk for one in outdated_rounds(tournament)}
        action()
        after = _table(stage, teams), [_state(one) for one in following], _places(stage)
        rounds = [one for one in outdated_rounds(tournament) if one.round.pk not in known]
        # Rolled back with its ledger entry; on-commit hooks, such as waking a worker, never run.
        transaction.set_rollback(True)
    later = [
        LaterStage(
            stage=one.stage,
            of_teams=one.of_teams,
            is_confirmed=one.confirmed_at is not None,
            moves=_moves(old[0], new[0]),
            comes=[key for key in new[1] if key not in old[1]],
            goes=[key for key in old[1] if key not in new[1]],
        )
        for one, old, new in zip(following, before[1], after[1], strict=True)
    ]
    divisions = _division_moves(before[2], after[2])
    return Preview(
        _moves(before[0], after[0]),
        [one for one in later if one.is_touched],
        rounds,
        divisions,
        bool(divisions) and Season.objects.filter(follows=stage.tournament.season_id).exists(),
    )


def _places(stage: Stage) -> Mapping[_Mover, Place]:
    """Return where the season of a stage would lead its players, or its teams if teams move, by the current facts;
    empty without divisions.

    Standings published for that are rolled back.
    """
    season = stage.tournament.season
    if season is None or season.divisions.count() < 2:
        return {}
    publish_tournament(stage.tournament_id)
    found = moves_so_far(season)
    if found is None:
        return {}
    is_of_teams = bool(found.teams)
    return {(key, is_of_teams): place for key, place in (found.teams or found.places).items()}


def _division_moves(before: Mapping[_Mover, Place], after: Mapping[_Mover, Place]) -> list[DivisionMove]:
    ways = [
        DivisionMove(
            one[0],
            before[one].way if one in before else None,
            after[one].way if one in after else None,
            one[1],
        )
        for one in {**after, **before}
    ]
    return [one for one in ways if one.before != one.after]


def _dependent_qualifications(stage: Stage) -> list[Qualification]:
    """Return the qualifications of stages that depend on this one, also indirectly, in order."""
    rows = Qualification.objects.filter(stage__tournament=stage.tournament_id)
    found, sources = [], {stage.pk}
    for one in rows.select_related("stage").prefetch_related("rules").order_by("stage__ordinal"):
        one.stage.tournament = stage.tournament
        if sources.intersection(rule.source_id for rule in one.rules.all()):
            sources.add(one.pk)
            found.append(one)
    return found


def _state(later: Qualification) -> tuple[_Table, list[int]]:
    """Return the standings of a later stage, and who qualifies for it by its rules."""
    return _table(later.stage, later.of_teams), [one.key for one in proposed(later).candidates]


def _moves(before: _Table, after: _Table) -> list[Move]:
    moves = [
        Move(key, *_rank(before, after, key), *_total(before, after, key))
        for key in {**after, **before}
        if before.get(key) != after.get(key)
        and ((key in before and key in after) or any(_total(before, after, key)))
    ]
    return sorted(moves, key=lambda move: (move.rank_after is None, move.rank_after or 0, move.key))


def _table(stage: Stage, teams: bool) -> _Table:
    """Return rank and total by entry or team, from the current facts."""
    tallies = add_up(stage)
    rows = ranking_of(tallies, tie_breaks_of(stage.tournament), of_teams=teams)
    return {row.key: (place.shared_rank, row.total) for place, row in rows}


def _rank(before: _Table, after: _Table, key: int) -> tuple[int | None, int | None]:
    old, new = before.get(key), after.get(key)
    return old[0] if old else None, new[0] if new else None


def _total(before: _Table, after: _Table, key: int) -> tuple[int, int]:
    return before.get(key, (0, 0))[1], after.get(key, (0, 0))[1]
