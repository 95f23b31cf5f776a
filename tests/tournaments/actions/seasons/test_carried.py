"""Everything that is set in a tournament is there again in the next season, or somebody has said why not."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from players.actions import add_player
from scoring.standing.season_ranking import SeasonRanking
from tests.registers import CARRIED
from tests.tournaments.actions.teams.league_of_teams import TEAMS
from tests.tournaments.brands import brand
from tests.tournaments.edited import optional_texts
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.odd_hall import THREES
from tests.tournaments.replay import replayed
from tests.tournaments.said import ABOUT, QUESTIONS
from tournaments.actions.about.about import describe_tournament
from tournaments.actions.about.questions import set_questions
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.free_play.nights import NightTerms, cancel_night, plan_nights
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.people.line_up_quotas import add_line_up_quota
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.round_times import set_planned_rounds
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.seat_draws import set_seat_draw_rule
from tournaments.actions.seasons.awards import set_season_awards
from tournaments.actions.seasons.carried import NOT_CARRIED, SETTINGS, Setting
from tournaments.actions.seasons.confirming import UNRANKED_STAY, SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import divisions_tag, qualification_tag, said_tag, team_look_tag
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.teams.captains import name_captain
from tournaments.actions.teams.counting import set_team_counting
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.actions.teams.looks import set_team_look
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import (
    AfterGong,
    Entry,
    Night,
    Season,
    SelfRegistration,
    Tournament,
)
from tournaments.models.about.events import AboutSet, QuestionsSet
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.standings import publish_tournament
from tournaments.verification import verify_league, verify_ledger

# With several divisions, which `test_confirming` has; and totals by rank, which exclude a part of the total.
EVERYTHING = ABOUT | {"map_link": "https://maps.example/kanda"}
ELSEWHERE = {"Division.boundary", "Tournament.level", "Qualification.by_rank"}


def of_a_season() -> set[type[models.Model]]:
    """Every model whose rows belong to a season, a tournament or one of its stages, however far away."""
    found: set[type[models.Model]] = {Season, Tournament}
    while True:
        more = {
            model
            for model in apps.get_models()
            if model not in found
            and any(
                field.related_model in found for field in model._meta.concrete_fields if field.is_relation
            )
        }
        if not more:
            return found
        found |= more


def test_every_model_of_a_season_is_carried_or_not_for_a_reason():
    carried = [setting.model._meta.label for setting in SETTINGS]

    CARRIED.refuse_gaps((model._meta.label for model in of_a_season()), [*carried, *NOT_CARRIED])
    assert len({*carried, *NOT_CARRIED}) == len(carried) + len(NOT_CARRIED)
    assert all(len(reason) > 10 for reason in NOT_CARRIED.values())


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.model.__name__)
def test_every_column_is_carried_or_not_for_a_reason(setting: Setting) -> None:
    columns = {field.name for field in setting.model._meta.concrete_fields if field.name != "id"}

    label = setting.model._meta.label
    CARRIED.refuse_gaps(
        (f"{label}.{name}" for name in columns),
        (f"{label}.{name}" for name in (*setting.columns, *setting.stays)),
        of="The column",
    )
    assert not {*setting.columns} & {*setting.stays}
    assert all(len(reason) > 8 for reason in setting.stays.values())


@replayed
def full_season() -> tuple[Hall, Season]:
    """One division of four teams in which everything is set that can be."""
    hall = open_hall()
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    set_divisions(season=season, divisions=[{"name": "A"}], seen=divisions_tag([]), by=hall.charlie)
    set_season_awards(season=season, terms=AwardTerms(("wins",), 5, "first", "total"), by=hall.charlie)
    set_season_ranking(
        season=season, rule=SeasonRanking("rank", (25, 18), best=2, minimum=1), by=hall.charlie
    )
    one = open_hall(
        "full",
        players=0,
        season=season,
        division="A",
        starts_on=date(2026, 1, 7),
        time_zone="Europe/Berlin",
        visibility=Tournament.Visibility.UNLISTED,
        confirmation_rule=Tournament.ConfirmationRule.K_OF_N,
        confirmations_needed=2,
        paper_counts=Tournament.PaperCounts.ALWAYS,
        live_delay=5,
        photo_days=30,
        tie_breaks=["total", "wins", "lot"],
        substitutes=Tournament.Substitutes.FIXED_SCORE,
        substitute_score=-30,
        withdrawn=Tournament.Withdrawn.BELOW,
        **dict.fromkeys(optional_texts(), "Club house"),
    )
    tournament, alice, first = one.tournament, one.alice, one.stage
    entries: dict[str, Entry] = {}
    for name in TEAMS:
        team = form_team(tournament=tournament, name=name, by=alice)
        for number in (1, 2):
            player = add_player(name=f"{name} {number}")
            entries[player.name] = register(
                tournament=tournament, player=player, team=team, is_substitute=number == 2, by=alice
            )
        name_captain(team=team, entry=entries[f"{name} 1"], by=alice)
        set_team_look(team=team, colour="#224466", mark=name[:2], seen=team_look_tag(None), by=alice)
    describe_tournament(tournament=tournament, seen=said_tag(AboutSet, []), by=alice, **EVERYTHING)
    brand(
        tournament,
        alice,
        has_poster=True,
        imprint_link="https://club.example/i",
        privacy_link="https://club.example/p",
    )
    closed = QUESTIONS[0] | {"is_closed": True}
    set_questions(
        tournament=tournament, questions=[*QUESTIONS, closed], seen=said_tag(QuestionsSet, []), by=alice
    )
    THREES.named(one)
    set_counting(
        stage=first,
        by=alice,
        selection="best",
        number=3,
        minimum_games=1,
        maximum_games=9,
        missing_game_penalty=10_000,
        sitting_out_score=1_000,
        absence_score=-1_000,
    )
    set_team_counting(
        stage=first, best_of_a_round=2, games_of_a_player=8, best_games=7, match_points=[4, 2, 1, 0], by=alice
    )
    set_game_quota(stage=first, least=1, most=9, by=alice)
    set_planned_rounds(
        stage=first, rounds=9, starts_at=630, minutes=75, pause=5, lunch_after=1, lunch=45, a_day=5, by=alice
    )
    set_line_up_rule(stage=first, closes_before=60, late_penalty=20_000, by=alice)
    set_seat_draw_rule(stage=first, is_on=True, by=alice)
    set_free_play(stage=first, is_on=True, by=alice)
    final = add_stage(tournament=tournament, name="Final", by=alice)
    terms = Terms(
        rules=[Places(first.pk, last=3, first=2, among="remaining")],
        of_teams=True,
        carries="ratio",
        numerator=2,
        denominator=3,
        quantum=100,
        rounding="up",
        forgives_penalties=True,
        carries_head_to_head=True,
        carries_points=True,
    )
    set_qualification(stage=final, terms=terms, seen=qualification_tag(None), by=alice)
    set_time_limit(tournament=tournament, minutes=70, after_gong=AfterGong.STOP, by=alice)
    set_time_limit(tournament=tournament, minutes=90, stage=final, number=2, by=alice)
    add_line_up_quota(
        tournament=tournament,
        name="Juniors",
        least=2,
        entries=[entries["Bears 1"], entries["Owls 2"]],
        by=alice,
    )
    bear, owl = entries["Bears 1"], entries["Owls 1"]
    add_seating_constraint(
        tournament=tournament, wish=Wish("never", bear, other=entries["Owls 2"], reason="A couple"), by=alice
    )
    add_seating_constraint(tournament=tournament, wish=Wish("table", bear, table=1), by=alice)
    add_seating_constraint(tournament=tournament, wish=Wish("wind", owl, wind=1), by=alice)
    set_self_registration(
        tournament=tournament,
        terms=RegistrationTerms(
            is_open=True,
            capacity=30,
            needs_approval=True,
            email="optional",
            club_limit=4,
            country_limit=6,
            country_limits={"JP": 8},
            own_club="Bears",
            own_places=5,
        ),
        by=alice,
    )
    night = NightTerms(
        datetime(2026, 1, 7, 18, tzinfo=UTC),
        closes_at=datetime(2026, 1, 6, 18, tzinfo=UTC),
        places=16,
        games=3,
        late_penalty=1_000,
        absence_penalty=2_000,
    )
    *_nights, holiday = plan_nights(stage=first, terms=night, weeks=3, by=alice)
    cancel_night(night=holiday, by=alice)
    round_ = publish_round(round_=draw_round(stage=first, by=alice), by=alice)
    play(start_round(round_=round_, by=alice).tables.get(), alice)
    close_round(round_=round_, by=alice)
    finish_tournament(tournament=tournament, by=alice, confirm=["stages_empty", "nights_open"])
    publish_tournament(tournament.pk)
    return one, season


def values(setting: Setting, of: Tournament | Season) -> list[dict[str, Any]]:
    """The rows of a setting by what they say, without the ids of other rows."""
    fields = [setting.model._meta.get_field(name) for name in setting.columns]
    says = [
        one.name for one in fields if not one.is_relation or one.related_model._meta.app_label == "players"
    ]
    rows = [{name: getattr(row, name) for name in says} for row in setting.rows(of)]
    return sorted(rows, key=str)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_next_season_has_every_carried_column_as_the_last_one_had() -> None:
    hall, season = full_season()

    following = confirm_next_season(
        season=season,
        plan=SeasonPlan("2027", nights_from=date(2026, 9, 1)),
        seen=propose_next_season(season).tag,
        by=hall.alice,
        confirm=[UNRANKED_STAY, "lot_decides"],
    )

    last, new = hall.tournament, following.tournaments.get()
    for setting in SETTINGS:
        of, again = (season, following) if setting.path == "season" else (last, new)
        before, after = values(setting, of), values(setting, again)
        if setting.model is Night:
            before = [row | {"starts_at": None, "closes_at": None} for row in before[:-1]]
            after = [row | {"starts_at": None, "closes_at": None} for row in after]
        assert before, f"{setting.model.__name__}: nothing is set in the season of this test"
        assert after == before, setting.model.__name__
    assert verify_ledger(new.pk).problems == []
    assert verify_league(season.league_id).problems == []


@pytest.mark.slow
@pytest.mark.django_db
def test_the_season_of_this_test_has_another_value_than_usual_in_every_column() -> None:
    hall, season = full_season()

    for setting in SETTINGS:
        of = season if setting.path == "season" else hall.tournament
        for name in setting.columns:
            column = setting.model._meta.get_field(name)
            if column.is_relation or column.primary_key:
                continue
            usual = column.get_default() if column.has_default() else None
            found = [getattr(row, name) for row in setting.rows(of)]
            label = f"{setting.model.__name__}.{name}"
            assert label in ELSEWHERE or any(value not in (usual, "", None) for value in found), (
                f"{label}: set it in full_season to another value than usual, or name it in ELSEWHERE"
            )


@pytest.mark.slow
@pytest.mark.django_db
def test_nights_are_on_their_weekday_and_at_their_hour_and_as_far_apart() -> None:
    """From Wednesdays at seven in winter to Wednesdays at seven in summer time."""
    hall, season = full_season()

    following = confirm_next_season(
        season=season,
        plan=SeasonPlan("2027", nights_from=date(2026, 7, 2)),
        seen=propose_next_season(season).tag,
        by=hall.alice,
        confirm=[UNRANKED_STAY, "lot_decides"],
    )

    nights = Night.objects.filter(stage__tournament__season=following)
    assert [(one.starts_at, one.closes_at, one.status) for one in nights] == [
        (datetime(2026, 7, 8, 17, tzinfo=UTC), datetime(2026, 7, 7, 17, tzinfo=UTC), "planned"),
        (datetime(2026, 7, 15, 17, tzinfo=UTC), datetime(2026, 7, 14, 17, tzinfo=UTC), "planned"),
    ]


@pytest.mark.slow
@pytest.mark.django_db
def test_whoever_leaves_takes_their_wishes_and_captaincy_along() -> None:
    hall, season = full_season()
    Tournament.objects.filter(pk=hall.tournament.pk).update(status="running")
    withdraw(entry=hall.tournament.entries.get(player__name="Bears 1"), by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["stages_empty", "nights_open"])
    publish_tournament(hall.tournament.pk)

    following = confirm_next_season(
        season=season,
        plan=SeasonPlan("2027"),
        seen=propose_next_season(season).tag,
        by=hall.alice,
        confirm=[UNRANKED_STAY, "lot_decides"],
    )

    new = following.tournaments.get()
    assert [wish.kind for wish in new.seating_constraints.all()] == ["wind"]
    assert {team.name: hasattr(team, "captain") for team in new.teams.all()} == {
        "Bears": False,
        "Foxes": True,
        "Hares": True,
        "Owls": True,
    }
    assert not Night.objects.filter(stage__tournament=new).exists()
    assert SelfRegistration.objects.get(tournament=new).is_open is False
