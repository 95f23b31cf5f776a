"""Substitutes and players who have withdrawn: ranked, below, or playing for somebody else, as the tournament says."""

from collections.abc import Iterator
from typing import Any

import pytest

from players.actions import add_player
from players.models import Player
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tests.tournaments.replay import replayed
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.imports.players import import_players
from tournaments.actions.people.editing import HAS_A_SEAT
from tournaments.actions.people.entries import register, reinstate, withdraw
from tournaments.actions.people.merging import merge_players
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.actions.play.seats import substitute
from tournaments.actions.preview import preview
from tournaments.actions.seen_versions import entry_tag, player_tag
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE, set_ranking
from tournaments.actions.teams.counting import set_team_counting
from tournaments.actions.teams.rosters import Since, change_team
from tournaments.models import (
    Entry,
    Publication,
    Round,
    Score,
    Scoresheet,
    Standing,
    Team,
    TeamStanding,
    Tournament,
)
from tournaments.standings import add_up, publish_standings
from tournaments.standings.who_is_ranked import depends_on_substitutes
from tournaments.verification.ledger import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
TEAMS = ("Bears", "Foxes", "Lynxes", "Wolves")
RULES: list[dict[str, Any]] = [
    {"substitutes": "ranked"},
    {"substitutes": "own_score"},
    {"substitutes": "fixed_score", "substitute_score": -30},
    {"substitutes": "for_absent"},
]


@replayed
def hall_with_a_substitute(**settings: object) -> tuple[Hall, str, str]:
    """A substitute wins the first game in the chair of the player drawn East, and the round is closed."""
    hall = open_hall(**settings)
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    round_ = hall.started()
    table = round_.tables.get(number=1)
    absent = table.seats.select_related("entry__player").get(wind=1)
    substitute(seat=absent, entry=spare, by=hall.alice)
    play(table, hall.alice, BALANCED)
    play(round_.tables.get(number=2), hall.alice, Figures([35_000, 30_000, 20_000, 15_000]))
    close_round(round_=round_, by=hall.alice)
    publish_standings(hall.stage.pk)
    return hall, absent.entry.player.name, "Spare"


def table_of(hall: Hall) -> list[tuple[int | None, str, int, int]]:
    """Rank, name, total in points and games, as published."""
    rows = Standing.objects.filter(stage=hall.stage).select_related("entry__player").order_by("position")
    return [(row.rank, row.entry.player.name, row.total // 1000, row.games) for row in rows]


def ranks_without_gaps(rows: list[tuple[int | None, str, int, int]]) -> bool:
    ranks = [rank for rank, *_about in rows if rank is not None]
    return ranks == sorted(ranks) and ranks[0] == 1 and max(ranks) <= len(ranks)


def is_sound(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_a_new_tournament_leaves_substitutes_out_of_the_ranking() -> None:
    hall, absent, spare = hall_with_a_substitute()

    rows = table_of(hall)

    assert rows[-1] == (None, spare, 60, 1)
    assert (len(rows), ranks_without_gaps(rows)) == (9, True)
    assert next(row for row in rows if row[1] == absent)[2:] == (0, 0)
    assert is_sound(hall) == []


def test_ranked_like_everybody_a_substitute_takes_a_place() -> None:
    hall, _absent, spare = hall_with_a_substitute(substitutes="ranked")

    assert table_of(hall)[0] == (1, spare, 60, 1)
    assert is_sound(hall) == []


def test_a_fixed_score_stands_for_whatever_the_table_says() -> None:
    hall, _absent, spare = hall_with_a_substitute(substitutes="fixed_score", substitute_score=-30)

    assert table_of(hall)[-1] == (None, spare, -30, 1)
    row = Standing.objects.get(stage=hall.stage, entry__player__name=spare)
    assert (row.best, row.worst, row.firsts, row.points) == (-30_000, -30_000, 1, 40_000)
    assert is_sound(hall) == []


def test_the_games_of_a_substitute_can_count_for_the_player_they_replace() -> None:
    hall, absent, spare = hall_with_a_substitute(substitutes="for_absent")

    rows = table_of(hall)

    assert rows[0] == (1, absent, 60, 1)
    assert spare not in [name for _rank, name, *_made in rows]
    assert (len(rows), is_sound(hall)) == (8, [])


def test_they_count_for_the_entry_that_the_absent_one_was_merged_into() -> None:
    hall, absent, _spare = hall_with_a_substitute(substitutes="for_absent")
    again = add_player(name="The same one")
    register(tournament=hall.tournament, player=again, by=hall.alice)
    twice = Player.objects.get(name=absent)

    merge_players(
        player=again, other=twice, seen=player_tag(again), by=hall.alice, confirm=["merged_for_good"]
    )

    publish_standings(hall.stage.pk)
    assert table_of(hall)[0] == (1, "The same one", 60, 1)
    assert is_sound(hall) == []


def test_who_fills_a_chair_that_nobody_left_plays_for_themselves() -> None:
    hall = open_hall(players=7, substitutes="for_absent")
    register(tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice)
    round_ = draw_round(stage=hall.stage, by=hall.alice, remainder="substitutes")
    publish_round(round_=round_, by=hall.alice)
    start_round(round_=round_, by=hall.alice)
    for table in round_.tables.all():
        play(table, hall.alice, BALANCED)

    publish_standings(hall.stage.pk)

    rows = table_of(hall)
    assert [(rank, name) for rank, name, *_made in rows if name == "Spare"] == [(None, "Spare")]
    assert is_sound(hall) == []


@pytest.mark.parametrize("rule", RULES, ids=[str(rule["substitutes"]) for rule in RULES])
def test_whatever_is_set_publishing_what_was_touched_comes_to_the_same_as_everybody(
    rule: dict[str, Any],
) -> None:
    hall, _absent, _spare = hall_with_a_substitute(**rule)
    void_sheet(
        sheet=Scoresheet.objects.live().get(table__number=1, table__round__stage=hall.stage),
        if_match=Scoresheet.objects.live().get(table__number=1, table__round__stage=hall.stage).tag,
        reason="Wrong table",
        by=hall.rob,
    )

    publish_standings(hall.stage.pk)

    found = table_of(hall)
    publish_standings(hall.stage.pk, anew=True)
    assert found == table_of(hall)
    assert is_sound(hall) == []


@pytest.mark.parametrize("rule", RULES, ids=[str(rule["substitutes"]) for rule in RULES])
def test_what_is_behind_is_verified_by_what_was_set_then(rule: dict[str, Any]) -> None:
    hall, _absent, _spare = hall_with_a_substitute(**rule)
    other = next(one for one in RULES if one != rule)

    set_ranking(
        tournament=hall.tournament, withdrawn="below", by=hall.alice, confirm=[RANKS_MAY_CHANGE], **other
    )

    assert is_sound(hall) == []
    Standing.objects.filter(stage=hall.stage, position=1).update(total=1)
    assert any("match neither the ledger as of entry" in problem for problem in is_sound(hall))


def test_withdrawn_players_are_ranked_or_stand_below(hall: Hall, round_: Round) -> None:
    play(round_.tables.get(number=1), hall.alice, BALANCED)
    close_round(round_=round_, by=hall.alice, leave_open=True)
    first = round_.tables.get(number=1).seats.select_related("entry__player").get(wind=1).entry
    withdraw(entry=Entry.objects.get(pk=first.pk), by=hall.alice)
    publish_standings(hall.stage.pk)
    ranked = table_of(hall)

    set_ranking(
        tournament=hall.tournament,
        substitutes="own_score",
        withdrawn="below",
        by=hall.alice,
        confirm=[RANKS_MAY_CHANGE],
    )
    publish_standings(hall.stage.pk)

    name = first.player.name
    assert ranked[0] == (1, name, 60, 1)
    assert table_of(hall)[-1] == (None, name, 60, 1)
    assert ranks_without_gaps(table_of(hall))
    assert is_sound(hall) == []


@replayed
def hall_that_annuls() -> Hall:
    """Four teams of two, two rounds at two tables; results of whoever withdraws are annulled."""
    hall = open_hall(players=0)
    rows = "".join(f"{team} {name},{team}\n" for team in TEAMS for name in "AB")
    import_players(tournament=hall.tournament, text=f"name,team\n{rows}", by=hall.alice)
    for number in (1, 2):
        round_ = hall.started()
        for table in round_.tables.all():
            figures = Figures([40_000 - number * 1_000, 30_000, 20_000, 10_000 + number * 1_000])
            play(table, hall.alice, figures)
        close_round(round_=round_, by=hall.alice)
    set_ranking(tournament=hall.tournament, substitutes="own_score", withdrawn="annulled", by=hall.alice)
    return hall


class TestAnnulled:
    """Whoever withdraws takes their results along; everybody else keeps what they made against them."""

    @pytest.fixture
    def hall(self) -> Hall:
        return hall_that_annuls()

    @pytest.fixture(autouse=True)
    def _sound(self, hall: Hall) -> Iterator[None]:
        """Whatever a test does, the ledger gives what is published, also before it is, and anew."""
        yield
        assert is_sound(hall) == []
        publish_standings(hall.stage.pk)
        assert is_sound(hall) == []
        before = table_of(hall), teams_of(hall)
        publish_standings(hall.stage.pk, anew=True)
        assert before == (table_of(hall), teams_of(hall))

    def test_results_of_whoever_withdraws_are_gone_and_all_others_stay(self, hall: Hall) -> None:
        publish_standings(hall.stage.pk)
        before, teams = table_of(hall), teams_of(hall)
        theirs = next(row for row in before if row[1] == "Bears A")

        withdraw(entry=entry_of(hall, "Bears A"), by=hall.alice)
        publish_standings(hall.stage.pk)

        assert [row[1:] for row in table_of(hall)] == [row[1:] for row in before if row[1] != "Bears A"]
        assert ranks_without_gaps(table_of(hall))
        assert teams_of(hall) == teams | {"Bears": (teams["Bears"][0] - theirs[2] * 1_000, 2)}
        assert Publication.objects.get(stage=hall.stage).games_counted == 4

    def test_they_are_back_with_the_player(self, hall: Hall) -> None:
        publish_standings(hall.stage.pk)
        before = table_of(hall), teams_of(hall)
        withdraw(entry=entry_of(hall, "Bears A"), by=hall.alice)
        publish_standings(hall.stage.pk)

        reinstate(entry=entry_of(hall, "Bears A"), by=hall.alice)
        publish_standings(hall.stage.pk)

        assert (table_of(hall), teams_of(hall)) == before

    def test_what_is_behind_is_what_followed_then(self, hall: Hall) -> None:
        withdraw(entry=entry_of(hall, "Bears A"), by=hall.alice)
        publish_standings(hall.stage.pk)

        penalize(
            entry=entry_of(hall, "Foxes A"), ruling=Ruling(10_000, "late"), stage=hall.stage, by=hall.rob
        )

        assert is_sound(hall) == []

    def test_a_penalty_goes_with_them_and_one_of_their_team_stays(self, hall: Hall) -> None:
        withdraw(entry=entry_of(hall, "Bears A"), by=hall.alice)
        publish_standings(hall.stage.pk)
        total, games = teams_of(hall)["Bears"]
        about = {"stage": hall.stage, "by": hall.rob}

        penalize(entry=entry_of(hall, "Bears A"), ruling=Ruling(10_000, "late"), **about)
        penalize_team(team=Team.objects.get(name="Bears"), ruling=Ruling(20_000, "late"), **about)
        publish_standings(hall.stage.pk)

        assert teams_of(hall)["Bears"] == (total - 20_000, games)

    def test_what_counts_for_teams_leaves_their_games_out(self, hall: Hall) -> None:
        set_team_counting(stage=hall.stage, best_games=1, by=hall.alice, confirm=[RANKS_MAY_CHANGE])
        withdraw(entry=entry_of(hall, "Bears A"), by=hall.alice)

        publish_standings(hall.stage.pk)

        best = Score.objects.filter(entry__player__name="Bears B").order_by("-total")[0].total
        assert teams_of(hall)["Bears"][0] == best

    @pytest.mark.parametrize("best_games", [0, 9], ids=["all games count", "the best nine count"])
    def test_what_they_made_for_a_former_team_is_gone_too(self, hall: Hall, best_games: int) -> None:
        set_team_counting(stage=hall.stage, best_games=best_games, by=hall.alice, confirm=[RANKS_MAY_CHANGE])
        mover, wolves = entry_of(hall, "Bears A"), Team.objects.get(name="Wolves")
        publish_standings(hall.stage.pk)
        bears, own = teams_of(hall)["Bears"], sum_of(hall, "Bears A")
        change_team(
            entry=mover,
            team=wolves,
            since=Since(hall.stage, 2),
            seen=entry_tag(mover),
            by=hall.alice,
            confirm=[HAS_A_SEAT],
        )

        withdraw(entry=entry_of(hall, "Bears A"), by=hall.alice)
        publish_standings(hall.stage.pk)

        assert teams_of(hall)["Bears"] == (bears[0] - own, 2)
        assert teams_of(hall)["Wolves"][1] == 4


def teams_of(hall: Hall) -> dict[str, tuple[int, int]]:
    """Total in smallest units and games, as published."""
    rows = TeamStanding.objects.filter(stage=hall.stage).values_list("team__name", "total", "games")
    return {name: (total, games) for name, total, games in rows}


def entry_of(hall: Hall, name: str) -> Entry:
    return Entry.objects.get(tournament=hall.tournament, player__name=name)


def sum_of(hall: Hall, name: str) -> int:
    return sum(Score.objects.filter(entry__player__name=name, counts=True).values_list("total", flat=True))


def test_a_preview_knows_who_has_no_rank() -> None:
    hall, _absent, spare = hall_with_a_substitute()
    sheet = Scoresheet.objects.live().get(table__number=1, table__round__stage=hall.stage)

    moves = preview(
        stage=hall.stage,
        action=lambda: void_sheet(sheet=sheet, if_match=sheet.tag, reason="Wrong", by=hall.rob),
    ).moves

    spares = Entry.objects.get(player__name=spare).pk
    assert [(move.rank_before, move.rank_after) for move in moves if move.key == spares] == [(None, None)]


def test_reading_by_what_is_set_costs_a_query_only_for_a_fixed_score(django_assert_num_queries: Any) -> None:
    hall, _absent, _spare = hall_with_a_substitute(substitutes="fixed_score", substitute_score=-5)
    stage = hall.stage

    with django_assert_num_queries(6):
        add_up(stage)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["substitutes"])
def test_where_a_substitutes_games_count_otherwise_nobodys_sum_is_known_from_before(
    rule: dict[str, Any],
) -> None:
    depends = depends_on_substitutes(Tournament(**rule))

    assert depends == (rule["substitutes"] in ("fixed_score", "for_absent"))
