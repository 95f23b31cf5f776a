"""Everybody is to play at least, and at most, so many games of a stage; who would play more is asked about."""

import pytest

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.api.callers import program
from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.models.test_promises import refuses
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.exchanges import against_the_draw, price_of_swap, swap_players
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.people.entries import register
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.seats import substitute
from tournaments.actions.setup.editing import remove_stage
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import GameQuota, Round, Seat, Table
from tournaments.models.play.games_of_players import Games, games_of_players
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Table 1 of the first round is played, table 2 is in play."""
    return hall_with_a_game()


def quotas() -> list[tuple[int, int]]:
    return list(GameQuota.objects.values_list("least", "most"))


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def seated(table: Table) -> list[int]:
    return list(table.seats.order_by("wind").values_list("entry", flat=True))


def test_it_is_set_changed_and_taken_away_and_the_ledger_says_so(hall: Hall) -> None:
    found = []
    for least, most in ((10, 45), (0, 45), (10, 0), (0, 0)):
        set_game_quota(stage=hall.stage, least=least, most=most, by=hall.alice)
        found.append(quotas())
        assert (hall.kinds()[-1], hall.last_payload()) == (
            "game_quota_set",
            {"stage": hall.stage.pk, "least": least, "most": most},
        )
        assert problems(hall) == []

    assert found == [[(10, 45)], [(0, 45)], [(10, 0)], []]


@pytest.mark.parametrize("games", [(0, 0), (10, 45)])
def test_the_same_again_changes_nothing(hall: Hall, games: tuple[int, int]) -> None:
    least, most = games
    set_game_quota(stage=hall.stage, least=least, most=most, by=hall.alice)
    before = digest()

    set_game_quota(stage=hall.stage, least=least, most=most, by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize(
    ("least", "most", "field"), [(-1, 0, "least"), (0, 1_001, "most"), (3, 2, "most"), (1_001, 0, "least")]
)
def test_numbers_that_are_none_are_refused(hall: Hall, least: int, most: int, field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_game_quota(stage=hall.stage, least=least, most=most, by=hall.alice)

    assert (refusal.value.code, list(refusal.value.fields), digest()) == ("game_quota", [field], before)


def test_a_finished_tournament_keeps_its_quotas(hall: Hall) -> None:
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"])
    before = digest()

    with pytest.raises(StateRefuses):
        set_game_quota(stage=hall.stage, least=1, by=hall.alice)

    assert digest() == before


def test_it_goes_with_its_stage(hall: Hall) -> None:
    stage = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    set_game_quota(stage=stage, least=1, by=hall.alice)

    remove_stage(stage=stage, by=hall.alice)

    assert quotas() == []
    assert problems(hall) == []


def test_games_are_confirmed_ones_and_those_of_rounds_that_are_not_over(hall: Hall) -> None:
    first, second = Table.objects.order_by("number")
    played, in_play = seated(first), seated(second)

    assert games_of_players(hall.stage) == {
        **dict.fromkeys(played, Games(1, 0)),
        **dict.fromkeys(in_play, Games(0, 1)),
    }

    close_round(round_=Round.objects.get(), by=hall.alice, leave_open=True)
    next_round = hall.draw()
    assert games_of_players(hall.stage) == {
        **dict.fromkeys(played, Games(1, 0)),
        **dict.fromkeys(in_play, Games(0, 0)),
    }
    publish_round(round_=next_round, by=hall.alice)
    assert games_of_players(hall.stage, played) == dict.fromkeys(played, Games(1, 1))
    assert games_of_players(hall.stage, played, but=next_round.pk) == dict.fromkeys(played, Games(1, 0))


def test_who_would_have_too_many_games_is_asked_about_before_they_come_in(hall: Hall) -> None:
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    seat = Seat.objects.select_related("round__draw", "round__stage__tournament", "entry__player").filter(
        table__number=2
    )[0]
    close_round(round_=seat.round, by=hall.alice, leave_open=True)
    for_spare = hall.draw()
    publish_round(round_=for_spare, by=hall.alice)
    substitute(seat=for_spare.seats.all()[0], entry=spare, by=hall.alice)
    later = hall.draw()
    publish_round(round_=later, by=hall.alice)
    seat = Seat.objects.select_related("round__draw", "round__stage__tournament", "entry__player").get(
        pk=later.seats.all()[0].pk
    )

    asked = {}
    for most in (0, 1, 2):
        set_game_quota(stage=hall.stage, least=0, most=most, by=hall.alice)
        asked[most] = against_the_draw(seat=seat, entry=spare)

    words = "Spare has no games left in this stage: 0 played, 1 scheduled, at most 1 allowed."
    assert asked == {0: {}, 1: {"too_many_games": words}, 2: {}}


def test_from_the_bench_somebody_with_all_games_comes_in_once_it_is_confirmed(hall: Hall) -> None:
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    close_round(round_=Round.objects.get(), by=hall.alice, leave_open=True)
    played = hall.draw()
    swap_players(round_=played, one=spare, other=played.seats.all()[0].entry, by=hall.alice)
    publish_round(round_=Round.objects.get(pk=played.pk), by=hall.alice)
    later = hall.draw()
    seated = later.seats.all()[0].entry
    set_game_quota(stage=hall.stage, least=0, most=1, by=hall.alice)
    before = digest()

    price_of_swap(round_=later, one=spare, other=seated)
    with pytest.raises(StateRefuses) as refusal:
        swap_players(round_=later, one=spare, other=seated, by=hall.alice)
    assert (refusal.value.code, refusal.value.fields["confirm"], digest()) == (
        PLEASE_CONFIRM,
        ["too_many_games"],
        before,
    )

    swap_players(round_=later, one=spare, other=seated, by=hall.alice, confirm=["too_many_games"])
    assert later.seats.filter(entry=spare).exists()
    assert problems(hall) == []


def test_the_call_lists_who_needs_how_many(hall: Hall) -> None:
    caller = program(hall.alice.user, "manage")
    path = f"/v1/stages/{hall.stage.pk}/game-quota/"

    answer = caller.post(path, {"least": 3, "most": 5})

    assert answer.status_code == 200
    players = {row["entry"]: (row["games"], row["to_come"], row["needs"]) for row in answer.json()["players"]}
    first, second = Table.objects.order_by("number")
    assert players == {
        **dict.fromkeys(seated(first), (1, 0, 2)),
        **dict.fromkeys(seated(second), (0, 1, 3)),
    }
    assert caller.get(path).json() == answer.json()


class TestTheDatabaseItself:
    def test_a_quota_says_something_that_can_be_met(self, hall: Hall) -> None:
        for (least, most), name in {
            (0, 0): "a_game_quota_says_something",
            (3, 2): "the_most_games_of_a_quota_are_at_least_the_fewest",
            (1_001, 0): "a_game_quota_within_bounds",
        }.items():
            quota = GameQuota(stage=hall.stage, least=least, most=most)
            refuses(quota.save, name)
