"""What counts for teams: the best of a round, so many games of a player, the best of a stage; and match points."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.permissions import digest
from tests.tournaments.actions.teams.league_of_teams import TEAMS, LeagueOfTeams, league_of_teams
from tests.tournaments.replay import replayed
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.teams.counting import set_team_counting
from tournaments.models import Publication, Score, Standing, Table, TeamCountingRule, TeamStanding
from tournaments.standings import publish_standings
from tournaments.standings.rescoring import rescored
from tournaments.verification import standings_differences, verify_ledger

pytestmark = pytest.mark.django_db

# East first; of the last two tables of a round the figures are the same, so that teams come out equal now and then.
POINTS = (
    (42_800, 32_600, 19_700, 4_900),
    (10_000, 20_000, 30_000, 40_000),
    (35_000, 25_000, 25_000, 15_000),
    (25_000, 25_000, 25_000, 25_000),
)


@replayed
def two_rounds() -> LeagueOfTeams:
    """Two rounds of four tables, in which the four of each team sit apart."""
    league = league_of_teams(line_up=4)
    hall = league.hall
    for round_ in league.rounds:
        start_round(round_=round_, by=hall.alice)
        for table, points in zip(round_.tables.order_by("number"), POINTS, strict=True):
            correct_sheet(table=table, report=TableReport(Figures(list(points))), reason="Paper", by=hall.rob)
        close_round(round_=round_, by=hall.alice)
    return league


@pytest.fixture
def league() -> LeagueOfTeams:
    return two_rounds()


def games(league: LeagueOfTeams) -> dict[str, dict[int, dict[str, int]]]:
    """Each team's results: by round, by player."""
    found: dict[str, dict[int, dict[str, int]]] = {name: defaultdict(dict) for name in TEAMS}
    scores = Score.objects.filter(counts=True).order_by("sheet_id")
    for team, number, player, total in scores.values_list(
        "entry__team__name", "seat__round__number", "entry__player__name", "total"
    ):
        found[team][number][player] = total
    return found


def published(league: LeagueOfTeams) -> dict[str, tuple[int, int, int | None]]:
    """Totals, what is left out, and match points of teams, found to be what all ways of adding up give."""
    stage = league.hall.stage
    publish_standings(stage.pk)
    columns = ("team__name", "position", "total", "left_out", "match_points")
    rows = list(TeamStanding.objects.order_by("position").values_list(*columns))
    publish_standings(stage.pk, anew=True)
    assert list(TeamStanding.objects.order_by("position").values_list(*columns)) == rows
    assert standings_differences(Publication.objects.get(stage=stage)) == []
    assert verify_ledger(league.hall.tournament.pk).problems == []
    return {name: tuple(figures) for name, _position, *figures in rows}  # type: ignore[misc]


def count(league: LeagueOfTeams, **rule: Any) -> TeamCountingRule | None:
    return set_team_counting(
        stage=league.hall.stage, by=league.hall.alice, confirm=["ranks_may_change"], **rule
    )


def test_without_a_rule_a_team_is_its_players_together(league: LeagueOfTeams) -> None:
    made = {name: sum(sum(of.values()) for of in rounds.values()) for name, rounds in games(league).items()}

    assert published(league) == {name: (total, 0, None) for name, total in made.items()}


def test_the_best_of_each_round_count_and_players_keep_all_of_theirs(league: LeagueOfTeams) -> None:
    own = (
        dict(Standing.objects.values_list("entry", "total"))
        if publish_standings(league.hall.stage.pk)
        else {}
    )

    count(league, best_of_a_round=2)

    best = {
        name: sum(sum(sorted(of.values(), reverse=True)[:2]) for of in rounds.values())
        for name, rounds in games(league).items()
    }
    everything = {
        name: sum(sum(of.values()) for of in rounds.values()) for name, rounds in games(league).items()
    }
    assert published(league) == {name: (best[name], everything[name] - best[name], None) for name in TEAMS}
    assert dict(Standing.objects.values_list("entry", "total")) == own


def test_of_one_player_the_first_games_count(league: LeagueOfTeams) -> None:
    count(league, games_of_a_player=1)

    first = {name: sum(rounds[1].values()) for name, rounds in games(league).items()}
    assert {name: total for name, (total, *_rest) in published(league).items()} == first


def test_of_what_is_left_the_best_of_the_stage_count(league: LeagueOfTeams) -> None:
    count(league, games_of_a_player=1, best_games=3)

    best = {name: sum(sorted(rounds[1].values(), reverse=True)[:3]) for name, rounds in games(league).items()}
    assert {name: total for name, (total, *_rest) in published(league).items()} == best


def by_hand(league: LeagueOfTeams, points: tuple[int, ...]) -> dict[str, Fraction]:
    """Match points of every team: of each round, by the places of their sums; equals share."""
    found: dict[str, Fraction] = dict.fromkeys(TEAMS, Fraction(0))
    for number in (1, 2):
        sums = {name: sum(rounds[number].values()) for name, rounds in games(league).items()}
        order = sorted(sums.values(), reverse=True)
        for name, total in sums.items():
            places = [place for place, one in enumerate(order) if one == total]
            found[name] += Fraction(sum(points[place] for place in places), len(places))
    return found


def test_match_points_rank_teams_before_totals_do(league: LeagueOfTeams) -> None:
    count(league, match_points=[4, 2, 1, 0])

    rows = published(league)
    assert {name: Fraction(points or 0, 720_720) for name, (_t, _l, points) in rows.items()} == by_hand(
        league, (4, 2, 1, 0)
    )
    order = [(points, total) for total, _left_out, points in rows.values()]
    assert order == sorted(order, reverse=True)


@pytest.mark.slow
def test_deductions_stay_what_they_are(league: LeagueOfTeams) -> None:
    hall, bears = league.hall, league.team("Bears")
    count(league, best_of_a_round=1, match_points=[3, 1])
    before = published(league)

    penalize(stage=hall.stage, entry=league.player("Bears 1"), ruling=Ruling(7_000, "Late"), by=hall.rob)
    penalize_team(stage=hall.stage, team=bears, ruling=Ruling(20_000, "Line-up"), by=hall.rob)

    total, left_out, points = before["Bears"]
    assert published(league) == {**before, "Bears": (total - 27_000, left_out, points)}


def test_a_correction_moves_what_counts(league: LeagueOfTeams) -> None:
    count(league, best_of_a_round=1, match_points=[4, 2, 1, 0])
    before = published(league)
    table = Table.objects.filter(round=league.rounds[0]).order_by("number").last()
    assert table is not None

    correct_sheet(
        table=table,
        report=TableReport(
            Figures([97_000, 1_000, 1_000, 1_000]), if_match=table.scoresheets.live().get().tag
        ),
        reason="Misread",
        by=league.hall.rob,
    )

    assert published(league) != before


def test_by_another_rulebook_the_same_games_count(league: LeagueOfTeams) -> None:
    stage, book = league.hall.stage, league.hall.tournament.rulebook
    count(league, best_of_a_round=1, match_points=[4, 2, 1, 0])
    rows = published(league)
    stage.refresh_from_db()

    again = rescored(stage, book)

    names = {team.pk: team.name for team in league.hall.tournament.teams.all()}
    assert {
        names[row.key]: (row.total, row.left_out, row.match_points)  # type: ignore[index]
        for _place, row in again.teams
    } == rows


def test_it_is_set_changed_and_taken_away_and_the_ledger_says_so(league: LeagueOfTeams) -> None:
    hall = league.hall
    for rule in (
        {"best_of_a_round": 2, "games_of_a_player": 20, "best_games": 30, "match_points": [4, 2, 1, 0]},
        {"best_of_a_round": 0, "games_of_a_player": 20, "best_games": 0, "match_points": []},
        {"best_of_a_round": 0, "games_of_a_player": 0, "best_games": 0, "match_points": []},
    ):
        count(league, **rule)
        assert (hall.kinds()[-1], hall.last_payload()) == (
            "team_counting_set",
            {"stage": hall.stage.pk, **rule},
        )
        assert verify_ledger(hall.tournament.pk).problems == []
        before = digest()
        count(league, **rule)
        assert digest() == before

    assert not TeamCountingRule.objects.exists()


def test_once_results_are_in_it_is_asked_first(league: LeagueOfTeams) -> None:
    publish_standings(league.hall.stage.pk)
    before = digest()

    with pytest.raises(StateRefuses) as question:
        set_team_counting(stage=league.hall.stage, best_games=1, by=league.hall.alice)

    assert (question.value.fields["confirm"], digest()) == (["ranks_may_change"], before)


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"best_of_a_round": -1}, "best_of_a_round"),
        ({"games_of_a_player": 1_001}, "games_of_a_player"),
        ({"best_games": 1_001}, "best_games"),
        ({"match_points": [1, 2]}, "match_points"),
        ({"match_points": [-1]}, "match_points"),
        ({"match_points": [0, 0]}, "match_points"),
        ({"match_points": [1] * 17}, "match_points"),
    ],
)
def test_what_is_no_rule_is_refused(league: LeagueOfTeams, rule: dict[str, Any], field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        count(league, **rule)

    assert (refusal.value.code, list(refusal.value.fields), digest()) == ("team_counting", [field], before)


def test_a_finished_tournament_keeps_its_rules(league: LeagueOfTeams) -> None:
    hall = league.hall
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"])
    before = digest()

    with pytest.raises(StateRefuses):
        count(league, best_games=1)

    assert digest() == before


@pytest.mark.parametrize("rule", [{}, {"best_games": 1_001}])
def test_the_database_holds_no_rule_that_says_nothing(league: LeagueOfTeams, rule: dict[str, int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        TeamCountingRule.objects.create(stage=league.hall.stage, **rule)
