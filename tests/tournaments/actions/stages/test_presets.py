"""A preset sets up the stages of a tournament in which nothing is drawn and nothing is set yet."""

import pytest

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.play.seat_draws import set_seat_draw_rule
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.presets import PRESETS, SAID_OF_A_STAGE, use_preset
from tournaments.actions.stages.qualification import terms_of
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.models import (
    CountingRule,
    GameCount,
    GameQuota,
    LastRoundNeeds,
    Publication,
    Qualification,
    Stage,
    Tournament,
)
from tournaments.models.setup.structure import NEXT_TO_DRAW_FIRST
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

DESK = "/t/spring-open/desk/"
FRAME = {
    "name": "Autumn Open",
    "time_zone": "Asia/Tokyo",
    "visibility": "public",
    "confirmation_rule": "all_others",
    "tie_breaks": "total,lot",
}


def names(tournament: Tournament) -> list[str]:
    return list(tournament.stages.order_by("ordinal").values_list("name", flat=True))


def test_a_season_as_in_m_league(hall: Hall) -> None:
    hall = open_hall("team-season", players=0)

    season, semifinal, final = use_preset(tournament=hall.tournament, preset="m_league", by=hall.alice)

    assert names(hall.tournament) == ["Regular season", "Semifinal", "Final"]
    assert GameQuota.objects.values_list("stage", "least", "most").get() == (season.pk, 10, 45)
    assert [
        (
            stage.ordinal,
            terms_of(stage.qualification).rules[0].source,
            terms_of(stage.qualification).rules[0].last,
        )
        for stage in (semifinal, final)
    ] == [(2, season.pk, 6), (3, semifinal.pk, 4)]
    of_both = Qualification.objects.values_list("of_teams", "carries", "numerator", "denominator", "quantum")
    assert set(of_both) == {(True, "ratio", 1, 2, 100)}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_what_counts_is_set_with_it(hall: Hall) -> None:
    use_preset(
        tournament=hall.tournament, preset="best_games_final", by=hall.alice, first_stage="Open rounds"
    )

    assert names(hall.tournament) == ["Open rounds", "Final"]
    assert CountingRule.objects.values_list("selection", "number").get() == ("best", 5)


def begin_to_draw(hall: Hall) -> None:
    hall.draw()


def have_a_final(hall: Hall) -> None:
    add_stage(tournament=hall.tournament, name="Final", by=hall.alice)


def count_otherwise(hall: Hall) -> None:
    set_counting(stage=hall.stage, minimum_games=3, by=hall.alice)


@pytest.mark.parametrize("begin", [begin_to_draw, have_a_final, count_otherwise])
def test_what_is_begun_is_not_set_up_again(hall: Hall, begin) -> None:
    begin(hall)
    before = digest()

    with pytest.raises(StateRefuses, match="one stage in which nothing has been drawn"):
        use_preset(tournament=hall.tournament, preset="knockout", by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize(
    ("preset", "code"), [("sudden_death", "unknown_preset"), ("m_league", "qualification")]
)
def test_refusals_change_nothing(hall: Hall, preset: str, code: str) -> None:
    """Eight players without teams are entered: teams cannot go on."""
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        use_preset(tournament=hall.tournament, preset=preset, by=hall.alice)

    assert refusal.value.code == code
    assert digest() == before


def test_the_desk_previews_all_and_sets_one_up(hall: Hall) -> None:
    alice = signed_in(hall.alice)
    assert f"{DESK}preset/" in alice.get(f"{DESK}edit/").content.decode()

    shown = alice.get(f"{DESK}preset/").content.decode()

    assert shown.count('type="radio"') == len(PRESETS)
    assert "Places 1 to 4 of Qualifying. All players start with 1/2 of their total" in shown
    assert alice.post(f"{DESK}preset/", {}).status_code == 422
    assert alice.post(f"{DESK}preset/", {"preset": "pools_final"})["Location"] == f"{DESK}edit/"
    assert names(hall.tournament) == ["Pool A", "Pool B", "Final"]
    assert f"{DESK}preset/" not in alice.get(f"{DESK}edit/").content.decode()
    again = alice.post(f"{DESK}preset/", {"preset": "knockout"})
    assert "one stage in which nothing has been drawn" in again.content.decode()


def test_a_tournament_is_set_up_with_one(hall: Hall) -> None:
    alice = signed_in(hall.alice)

    shown = alice.get("/new/mleague/?shape=m_league").content.decode()
    made = alice.post("/new/mleague/?shape=qualifying_final", {**FRAME, "first_stage": "Preliminaries"})

    assert "rounded to 0.1" in shown
    assert made["Location"] == "/t/autumn-open/desk/entries/"
    assert names(Tournament.objects.get(slug="autumn-open")) == ["Preliminaries", "Final"]


@pytest.mark.parametrize(
    ("preset", "stages"),
    [
        ("qualifying_final", ["Qualifying", "Final"]),
        ("revival", ["First round", "Revival", "Semifinal", "Final"]),
        ("pools_final", ["Pool A", "Pool B", "Final"]),
    ],
)
def test_the_pages_of_draws_begin_with_the_stage_that_is_drawn_next(
    hall: Hall, preset: str, stages: list[str]
) -> None:
    use_preset(tournament=hall.tournament, preset=preset, by=hall.alice)

    forms = [signed_in(hall.alice).get(f"{DESK}{page}").context["form"] for page in ("draw/plan/", "night/")]

    assert [[str(stage) for stage in form.fields["stage"].queryset] for form in forms] == [stages, stages]


def test_a_stage_that_was_added_by_hand_is_drawn_next(hall: Hall) -> None:
    add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    assert [stage.name for stage in hall.tournament.stages.order_by(*NEXT_TO_DRAW_FIRST)] == [
        "Final",
        "Main stage",
    ]


def test_a_preset_looks_at_every_row_in_which_something_is_said_of_a_stage():
    rows = {one.get_accessor_name() for one in Stage._meta.related_objects if one.one_to_one}
    follows = {
        one._meta.get_field("stage").remote_field.get_accessor_name()
        for one in (GameCount, LastRoundNeeds, Publication)
    }

    assert set(SAID_OF_A_STAGE) == rows - follows


@pytest.mark.parametrize("say", [set_line_up_rule, set_seat_draw_rule])
def test_no_preset_after_line_ups_or_the_seat_draw_were_set(hall: Hall, say) -> None:
    say(stage=hall.stage, is_on=True, by=hall.alice)
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        use_preset(tournament=hall.tournament, preset="m_league", by=hall.alice)

    assert (refusal.value.code, digest()) == ("stages_are_set", before)
