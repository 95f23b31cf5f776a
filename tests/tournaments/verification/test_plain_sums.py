"""A fault in how standings are added up or ordered is found, though it is in what they are compared with, too."""

from collections.abc import Callable
from typing import Any

import pytest

from players.actions import add_player
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.models import Entry, Standing
from tournaments.standings import publish_tournament, ranking
from tournaments.standings.tally import Tally
from tournaments.verification import verify_ledger


@pytest.fixture
def hall(db: None) -> Hall:
    """Two teams of four played a round; a player and a team were late for it."""
    opened = open_hall(players=0)
    teams = [
        form_team(tournament=opened.tournament, name=name, by=opened.alice) for name in ("Dragons", "Winds")
    ]
    for number in range(8):
        player = add_player(name=f"Player {number}")
        register(tournament=opened.tournament, player=player, team=teams[number % 2], by=opened.alice)
    for table in opened.started().tables.all():
        play(table, opened.alice, BALANCED)
    late = Entry.objects.get(tournament=opened.tournament, number="3")
    penalize(stage=opened.stage, entry=late, ruling=Ruling(1_000, "Late"), by=opened.rob)
    penalize_team(stage=opened.stage, team=teams[1], ruling=Ruling(3_000, "Late"), by=opened.rob)
    return opened


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_standings_as_they_are_published_are_their_plain_sums(hall: Hall) -> None:
    publish_tournament(hall.tournament.pk)

    found = problems(hall)

    assert Standing.objects.count() == 8
    assert found == []


def without_1st_places(added: Callable[..., None]) -> Callable[..., None]:
    def add(tally: Tally, sums: dict[str, Any]) -> None:
        added(tally, {name: value for name, value in sums.items() if name != "firsts"})

    return add


def halved(added: Callable[..., None]) -> Callable[..., None]:
    def add(tally: Tally, sums: dict[str, Any]) -> None:
        added(tally, {**sums, "total": sums["total"] // 2})

    return add


def without_own_deduction(_deducted: Callable[..., None]) -> Callable[..., None]:
    def deduct(_tally: Tally, _amount: int) -> None:
        pass

    return deduct


def one_deduction_more(begun: Callable[..., None]) -> Callable[..., None]:
    def begin_with(tally: Tally, start: Any) -> None:
        begun(tally, start)
        tally.penalty += 1

    return begin_with


FAULTS = {
    "1st places are forgotten": (Tally, "add", without_1st_places),
    "totals are halved": (Tally, "add", halved),
    "what a team is deducted is forgotten": (Tally, "deduct", without_own_deduction),
    "a deduction that nobody imposed": (Tally, "begin_with", one_deduction_more),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_first_adding_up_is_found(
    hall: Hall, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted(getattr(where, name)))
    publish_tournament(hall.tournament.pk)

    found = problems(hall)

    assert found != []
    assert all("Main stage do not match its results for" in one for one in found)


def test_a_fault_in_the_first_ordering_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    in_order = ranking.rank

    def from_below(lines: Any, tie_breaks: Any, **more: Any) -> Any:
        found = in_order(lines, tie_breaks, **more)
        places = [(one.rank, one.shared_rank) for one in found]
        return [
            one._replace(rank=rank, shared_rank=shared)
            for one, (rank, shared) in zip(reversed(found), places, strict=True)
        ]

    monkeypatch.setattr(ranking, "rank", from_below)
    publish_tournament(hall.tournament.pk)

    found = problems(hall)

    assert any("for entry" in one for one in found)
    assert any("for team" in one for one in found)
