"""A team's page: its players with their games, and its results by round."""

import re
from itertools import accumulate

import pytest
from django.http import HttpResponse
from django.test import Client

from players.actions import add_player
from scoring.standing.shown_totals import show_alone
from tests.tournaments.actions.teams.league_of_teams import league_of_teams
from tests.tournaments.api.callers import program
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tests.tournaments.replay import replayed
from tests.tournaments.views.seat.test_seat_pages import text_of
from tests.web.clock import Clock
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.imports.players import import_players
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, close_round, start_round
from tournaments.actions.play.seats import substitute
from tournaments.actions.setup.ranking import set_ranking
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.teams.captains import name_captain
from tournaments.actions.teams.line_ups import LINE_UPS_MISSING, set_line_up_rule, show_line_ups
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import Entry, Score, Seat, Team, TeamStanding
from tournaments.models.teams.looks import classes_of
from tournaments.standings import publish_tournament
from web.page_memory import LIFETIME, memory

pytestmark = pytest.mark.django_db
TEAMS = ("Bears", "Foxes", "Lynxes", "Wolves")


@pytest.fixture
@replayed
def hall() -> Hall:
    """Four teams of two and the first of two rounds at two tables; Bears A leads them."""
    hall = open_hall(players=0)
    rows = "".join(f"{team} {name},{team}\n" for team in TEAMS for name in "AB")
    import_players(tournament=hall.tournament, text=f"name,team\n{rows}", by=hall.alice)
    name_captain(team=bears(), entry=Entry.objects.get(player__name="Bears A"), by=hall.alice)
    play_a_round(hall)
    return hall


def bears() -> Team:
    return Team.objects.get(name="Bears")


def play_a_round(hall: Hall) -> None:
    round_ = hall.started()
    for table in round_.tables.order_by("number"):
        play(table, hall.alice, BALANCED)


def page_of(team: Team) -> Client:
    memory.clear()
    return Client().get(f"/t/spring-open/teams/{team.pk}/")


def games_linked(page: HttpResponse) -> int:
    return page.content.decode().count("/t/spring-open/tables/")


def games_in_the_standings(page: HttpResponse) -> str:
    return re.search(r"Last round \S+ Games (\d+)", text_of(page))[1]


def results_of(hall: Hall, team: Team) -> dict:
    memory.clear()
    return program(hall.alice.user, "read").client.get(f"/api/v1/teams/{team.pk}/results/").json()


def test_it_adds_up_to_what_the_standings_say_of_the_team(hall: Hall) -> None:
    play_a_round(hall)
    publish_tournament(hall.tournament.pk)

    for row in TeamStanding.objects.select_related("team"):
        found = results_of(hall, row.team)

        assert (found["total"], found["games"]) == (row.total, row.games) == (row.total, 4)
        assert [one["number"] for one in found["rounds"]] == [1, 2]
        assert sum(one["total"] for one in found["rounds"]) == row.total
        assert [(member["games"], member["is_captain"]) for member in found["members"]] == [
            (2, row.team.name == "Bears"),
            (2, False),
        ]


def test_it_names_players_the_captain_and_every_game(hall: Hall) -> None:
    page = page_of(bears())

    text = text_of(page)
    assert re.search(r"Bears A\s+Captain", text)
    assert text.count("Captain") == 1
    games = Score.objects.filter(entry__team=bears())
    assert len(games) == 2
    for game in games:
        assert f"/t/spring-open/tables/{game.seat.table_id}/" in page.content.decode()
    assert "/t/spring-open/stages/1/rounds/1/" in page.content.decode()


def test_a_deduction_stands_beside_whom_it_is_from(hall: Hall) -> None:
    entry = Entry.objects.get(player__name="Bears B")
    penalize(stage=hall.stage, entry=entry, ruling=Ruling(2_000, "Late"), by=hall.rob)
    penalize_team(stage=hall.stage, team=bears(), ruling=Ruling(5_000, "No shirts"), by=hall.rob)

    found = results_of(hall, bears())

    assert (found["deducted"], [member["deducted"] for member in found["members"]]) == (5_000, [0, 2_000])
    assert "Deducted from the team" in text_of(page_of(bears()))
    assert "Deducted from the team" not in text_of(page_of(Team.objects.get(name="Foxes")))


def test_a_substitutes_game_is_the_teams_of_whom_it_counts_for(hall: Hall) -> None:
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    round_ = hall.draw()
    publish_round(round_=round_, by=hall.alice)
    substitute(seat=round_.seats.get(entry__player__name="Bears A"), entry=spare, by=hall.alice)
    start_round(round_=round_, by=hall.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
    for table in round_.tables.all():
        play(table, hall.alice, BALANCED)

    found = {}
    for setting in ("own_score", "for_absent"):
        set_ranking(
            tournament=hall.tournament,
            substitutes=setting,
            withdrawn="ranked",
            by=hall.alice,
            confirm=["ranks_may_change"],
        )
        publish_tournament(hall.tournament.pk)
        one = results_of(hall, bears())
        standing = TeamStanding.objects.get(team=bears())
        assert (one["games"], one["total"]) == (standing.games, standing.total)
        found[setting] = [member["games"] for member in one["members"]]

    assert found == {"own_score": [1, 2], "for_absent": [2, 2]}


def test_whoever_needs_more_games_of_a_stage_reads_how_many(hall: Hall) -> None:
    assert "needs" not in text_of(page_of(bears()))
    set_game_quota(stage=hall.stage, least=3, most=5, by=hall.alice)

    assert text_of(page_of(bears())).count("needs 2 more games") == 2
    play_a_round(hall)
    assert text_of(page_of(bears())).count("needs 1 more game") == 2
    play_a_round(hall)
    assert "more game" not in text_of(page_of(bears()))


def test_a_team_without_players_has_a_page(hall: Hall) -> None:
    empty = form_team(tournament=hall.tournament, name="Owls", by=hall.alice)

    text = text_of(page_of(empty))

    assert "This team has no players." in text
    assert "No confirmed game yet." in text


def test_it_takes_as_many_statements_however_much_was_played(hall: Hall, django_assert_num_queries) -> None:
    team = bears()
    play_a_round(hall)
    for _more in range(2):
        publish_tournament(hall.tournament.pk)
        page_of(team)
        memory.clear()
        with django_assert_num_queries(9):
            Client().get(f"/t/spring-open/teams/{team.pk}/")
        play_a_round(hall)


def test_it_is_made_again_only_after_an_entry_or_a_publication(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, settings, django_assert_num_queries
) -> None:
    clock = Clock()
    monkeypatch.setattr(memory, "clock", clock)
    settings.EMBEDDED = False
    publish_tournament(hall.tournament.pk)
    address = f"/t/spring-open/teams/{bears().pk}/"

    def after(seconds: float) -> HttpResponse:
        clock.now += seconds
        return Client().get(address)

    first = after(0)
    with django_assert_num_queries(1):
        long_after = after(3600)
    play_a_round(hall)
    reported = after(LIFETIME)
    publish_tournament(hall.tournament.pk)
    published = after(LIFETIME)

    pages = (first, reported, published)
    assert long_after.content == first.content
    assert [games_linked(page) for page in pages] == [2, 4, 4]
    assert [games_in_the_standings(page) for page in pages] == ["2", "2", "4"]


def test_embedded_it_is_made_once_after_an_entry_with_the_standings_that_follow(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries
) -> None:
    clock = Clock()
    monkeypatch.setattr(memory, "clock", clock)
    address = f"/t/spring-open/teams/{bears().pk}/"
    Client().get(address)
    play_a_round(hall)
    clock.now += LIFETIME

    published = Client().get(address)
    clock.now += LIFETIME
    with django_assert_num_queries(1):
        later = Client().get(address)

    assert games_in_the_standings(published) == "4"
    assert later.content == published.content


def test_it_says_where_the_standings_put_the_team_and_how_it_got_there(hall: Hall) -> None:
    play_a_round(hall)
    penalize_team(stage=hall.stage, team=bears(), ruling=Ruling(5_000, "No shirts"), by=hall.rob)
    publish_tournament(hall.tournament.pk)
    standing = TeamStanding.objects.get(team=bears())

    answer = page_of(bears())

    shown, context = text_of(answer), answer.context
    total = show_alone(standing.total, 1_000).replace("-", "−")
    assert f"Rank {standing.rank} of 4" in shown
    assert f"Total {total} Last round" in shown
    assert [context[name] for name in ("standing", "last_round")] == [standing, 2]
    # Penalties are in it from the beginning, and it ends where the standings are.
    brought = [one["total"] for one in results_of(hall, bears())["rounds"]]
    assert list(context["lately"].run) == list(accumulate(brought, initial=-5_000))
    assert context["lately"].run[-1] == standing.total
    assert [name for name, _cells in context["run"].table.rows] == ["Start", "1", "2"]


def test_before_the_first_published_game_it_has_neither_rank_nor_run(hall: Hall) -> None:
    empty = form_team(tournament=hall.tournament, name="Owls", by=hall.alice)

    answer = page_of(empty)

    assert [answer.context[name] for name in ("standing", "run", "coming")] == [None, None, None]
    assert "Rank" not in text_of(answer)


def test_games_to_come_name_the_table_the_player_and_the_opponents(hall: Hall) -> None:
    publish_tournament(hall.tournament.pk)
    assert "Next games" not in text_of(page_of(bears()))
    round_ = hall.draw()
    assert "Next games" not in text_of(page_of(bears()))
    publish_round(round_=round_, by=hall.alice)

    answer = page_of(bears())

    coming = answer.context["coming"]
    own = list(Seat.objects.filter(round=round_, entry__team=bears()).order_by("table__number", "wind"))
    assert (coming.games, [one.round for one in coming.rounds]) == (2, [round_])
    assert coming.rounds[0].seats == own
    tables = [seat.table_id for seat in own]
    met = Team.objects.filter(entries__seats__table__in=tables).exclude(pk=bears().pk).order_by("name")
    assert coming.rounds[0].opponents == list(met.values_list("name", flat=True).distinct())
    for seat in own:
        assert f"{seat.table} · {seat.entry.player.name}" in text_of(answer)
    start_round(round_=round_, by=hall.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
    for table in round_.tables.all():
        play(table, hall.alice, BALANCED)
    assert page_of(bears()).context["coming"].rounds == []


def test_whom_a_captain_sends_is_not_told_before_the_line_ups_are_shown() -> None:
    league = league_of_teams()
    set_line_up_rule(stage=league.hall.stage, by=league.hall.alice)
    team = league.team("Bears")

    waiting = page_of(team)

    assert [one.seats for one in waiting.context["coming"].rounds] == [[], []]
    assert text_of(waiting).count("Line-up not shown yet") == 2
    show_line_ups(round_=league.rounds[0], by=league.hall.alice, confirm=[LINE_UPS_MISSING])
    shown = page_of(team).context["coming"]
    named = [seat.entry.player.name for seat in shown.rounds[0].seats]
    assert named == league.seated(league.rounds[0])["Bears"]
    assert shown.rounds[1].seats == []


def test_a_limit_says_how_many_games_each_player_has_left(hall: Hall) -> None:
    set_game_quota(stage=hall.stage, least=0, most=3, by=hall.alice)

    assert text_of(page_of(bears())).count("2 games left") == 2
    play_a_round(hall)
    assert text_of(page_of(bears())).count("1 game left") == 2


def test_what_each_player_made_is_a_bar_in_the_teams_colour(hall: Hall) -> None:
    answer = page_of(bears())

    content = answer.content.decode()
    assert f'<table class="{classes_of(bears().pk)}">' in content
    assert content.count('class="bar amount"') == 2


def test_the_standings_of_teams_lead_there(hall: Hall) -> None:
    publish_tournament(hall.tournament.pk)

    page = Client().get("/t/spring-open/standings/").content.decode()

    assert f'href="/t/spring-open/teams/{bears().pk}/"' in page


def test_another_tournaments_team_is_not_found_here(hall: Hall) -> None:
    other = open_hall("autumn-open", players=0)
    team = form_team(tournament=other.tournament, name="Bears", by=other.alice)

    assert page_of(team).status_code == 404


def test_a_player_who_has_withdrawn_is_marked(hall: Hall) -> None:
    close_round(round_=hall.stage.rounds.get(), by=hall.alice)
    withdraw(entry=Entry.objects.get(player__name="Bears B"), by=hall.alice)

    text = text_of(page_of(bears()))

    assert re.search(r"Bears B\s+Withdrawn", text)
    assert text.count("Withdrawn") == 1


def test_where_there_are_several_stages_each_round_and_need_says_of_which(hall: Hall) -> None:
    set_game_quota(stage=hall.stage, least=3, most=5, by=hall.alice)
    stage = hall.stage
    assert f"{stage.name} : needs" not in text_of(page_of(bears()))
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    round_ = publish_round(round_=draw_round(stage=final, by=hall.alice), by=hall.alice)
    round_ = start_round(round_=round_, by=hall.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
    for table in round_.tables.all():
        play(table, hall.alice, BALANCED)

    text = text_of(page_of(bears()))

    assert text.count(f"{stage.name} : needs 2 more games") == 2
    assert f"1 {stage.name} Bears" in text
    assert "1 Final Bears" in text
