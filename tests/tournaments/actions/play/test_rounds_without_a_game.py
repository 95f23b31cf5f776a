"""What a round brings those who sit it out, or are not there, where the stage says so."""

from collections.abc import Sequence

import pytest
from django.db import IntegrityError, transaction

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.rounds import close_round, reopen_round, start_round
from tournaments.actions.play.seats import substitute
from tournaments.actions.setup.ranking import set_ranking
from tournaments.actions.stages.counting import set_counting
from tournaments.models import CountingRule, Entry, Penalty, Publication, Round, Seat, Standing
from tournaments.models.play.sitting_out import absent_from
from tournaments.standings import publish_standings
from tournaments.verification import standings_differences, verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]


@pytest.fixture
def hall() -> Hall:
    """Six players at a table of four: two sit out. That brings 5.0, and not to be there −30.0."""
    hall = open_hall(players=6)
    set_counting(stage=hall.stage, sitting_out_score=5_000, absence_score=-30_000, by=hall.alice)
    return hall


def begun(hall: Hall, away: Sequence[int] = ()) -> Round:
    """A round of one table in play, without those who said that they are not there."""
    absent = list(Entry.objects.filter(number__in=away))
    round_ = draw_round(stage=hall.stage, by=hall.alice, seed="six", sit_out=absent, remainder="byes")
    publish_round(round_=round_, by=hall.alice)
    return start_round(round_=round_, by=hall.alice, confirm=["earlier_round_open"])


def played(hall: Hall, round_: Round) -> Round:
    for table in round_.tables.all():
        play(table, hall.alice, BALANCED)
    return close_round(round_=round_, by=hall.alice)


def without_a_seat(round_: Round) -> list[int]:
    seated = Seat.objects.filter(round=round_).values("entry")
    return list(Entry.objects.exclude(pk__in=seated).order_by("number").values_list("number", flat=True))


def given() -> list[tuple[int, int, str, bool]]:
    """Who was given how much for what, and whether that stands."""
    rows = Penalty.objects.order_by("entry__number", "pk")
    return [
        (number, -amount, given_for, lifted_at is None)
        for number, amount, given_for, lifted_at in rows.values_list(
            "entry__number", "amount", "given_for", "lifted_at"
        )
    ]


def totals(hall: Hall) -> dict[int, int]:
    """The published totals, found to be what adding up everybody anew gives; the ledger is sound."""
    publish_standings(hall.stage.pk)
    assert standings_differences(Publication.objects.get()) == []
    assert verify_ledger(hall.tournament.pk).problems == []
    return dict(Standing.objects.values_list("entry__number", "total"))


def test_whoever_the_draw_leaves_without_a_seat_gets_a_bonus_when_the_round_closes(hall: Hall) -> None:
    round_ = begun(hall)
    out = without_a_seat(round_)
    before = given()

    played(hall, round_)

    assert (len(out), before) == (2, [])
    assert given() == [(number, 5_000, "sitting_out", True) for number in out]
    assert {number: totals(hall)[number] for number in out} == dict.fromkeys(out, 5_000)
    assert hall.kinds()[-3:] == ["closed", "bonus_given", "bonus_given"]
    assert hall.last_payload() == {
        "penalty": Penalty.objects.latest("pk").pk,
        "entry": Entry.objects.get(number=out[-1]).pk,
        "stage": hall.stage.pk,
        "amount": -5_000,
        "round": round_.pk,
        "reason": "Sat out",
        "given_for": "sitting_out",
    }


def test_whoever_is_not_there_loses_what_the_stage_says(hall: Hall) -> None:
    round_ = begun(hall, away=[2, 5])

    played(hall, round_)

    assert given() == [(2, -30_000, "absence", True), (5, -30_000, "absence", True)]
    assert (totals(hall)[2], totals(hall)[5]) == (-30_000, -30_000)


def test_in_free_play_nobody_has_to_be_there(hall: Hall) -> None:
    set_free_play(stage=hall.stage, is_on=True, by=hall.alice)
    round_ = begun(hall, away=[2, 5])

    close_round(round_=round_, leave_open=True, by=hall.alice)

    assert given() == []


def test_whoever_has_withdrawn_gets_nothing(hall: Hall) -> None:
    round_ = begun(hall)
    out = without_a_seat(round_)
    withdraw(entry=Entry.objects.get(number=out[0]), by=hall.alice)

    played(hall, round_)

    assert given() == [(out[1], 5_000, "sitting_out", True)]


@pytest.mark.parametrize(("games_of", "expected"), [("own_score", [(True, "absence")]), ("for_absent", [])])
def test_somebody_in_whose_place_another_plays_was_not_there(
    hall: Hall, games_of: str, expected: list[tuple[bool, str]]
) -> None:
    set_ranking(tournament=hall.tournament, substitutes=games_of, withdrawn="ranked", by=hall.alice)
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    round_ = begun(hall)
    seat = round_.seats.order_by("entry__number")[0]
    out = without_a_seat(round_)
    substitute(seat=seat, entry=spare, by=hall.rob)
    absent = absent_from(round_)

    played(hall, round_)

    assert absent == {seat.entry_id}
    found = [(number not in out, given_for) for number, _score, given_for, _stands in given()]
    assert [row for row in found if row[0]] == expected


def test_a_round_opened_again_gives_nothing_twice(hall: Hall) -> None:
    round_ = played(hall, begun(hall))
    before = given()
    lift_penalty(penalty=Penalty.objects.earliest("pk"), reason="Left early", by=hall.rob)

    close_round(round_=reopen_round(round_=round_, by=hall.alice), by=hall.alice)

    # What the referee has lifted stays lifted.
    assert [(row[:3], row[3]) for row in given()] == [(before[0][:3], False), (before[1][:3], True)]


def test_whoever_plays_after_all_loses_what_they_got(hall: Hall) -> None:
    round_ = begun(hall)
    close_round(round_=round_, leave_open=True, by=hall.alice)
    comes = Entry.objects.get(number=without_a_seat(round_)[0])
    reopen_round(round_=round_, by=hall.alice)
    leaves = round_.seats.order_by("wind")[0]
    gone = leaves.entry.number
    substitute(seat=leaves, entry=comes, by=hall.rob)

    played(hall, round_)

    rows = {(number, given_for): stands for number, _score, given_for, stands in given()}
    assert (rows[comes.number, "sitting_out"], rows[gone, "absence"]) == (False, True)
    assert totals(hall)[gone] == -30_000


def test_without_a_word_from_the_stage_nobody_gets_anything() -> None:
    hall = open_hall(players=6)
    round_ = begun(hall)

    close_round(round_=round_, leave_open=True, by=hall.alice)

    assert given() == []


def test_a_round_without_a_game_is_scored_once(hall: Hall) -> None:
    round_ = played(hall, begun(hall))
    entry = Penalty.objects.earliest("pk").entry

    with (
        pytest.raises(IntegrityError, match=r"a_round_without_a_game_is_scored_once|UNIQUE"),
        transaction.atomic(),
    ):
        penalize(
            stage=hall.stage,
            entry=entry,
            ruling=Ruling(-1, "Again", round=round_),
            given_for="absence",
            by=hall.rob,
        )


@pytest.mark.parametrize("name", ["sitting_out_score", "absence_score"])
@pytest.mark.parametrize("score", [10**9 + 1, -(10**9) - 1])
def test_so_much_is_never_given(hall: Hall, name: str, score: int) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_counting(stage=hall.stage, by=hall.alice, **{name: score})

    assert (refusal.value.code, list(refusal.value.fields)) == ("counting", [name])
    assert digest() == before


def test_what_rounds_bring_from_now_on_moves_no_rank_and_is_not_asked_about(hall: Hall) -> None:
    played(hall, begun(hall))
    before = totals(hall)

    set_counting(stage=hall.stage, sitting_out_score=1_000, by=hall.alice)

    assert CountingRule.objects.values_list("sitting_out_score", "absence_score").get() == (1_000, 0)
    assert totals(hall) == before
