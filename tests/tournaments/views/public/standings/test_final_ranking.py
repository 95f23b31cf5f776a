"""The final ranking over all stages: whom a prize-giving calls up, and everybody's place."""

import re

import pytest
from django.conf import settings
from django.test import Client

from players.actions import add_player
from tests.leagues.league import DEMO, import_league
from tests.tournaments.actions.stages.finals import Final, before_the_final
from tests.tournaments.hall import open_hall, play
from tests.tournaments.said import THANKS
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.about.about import thank_players
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.ending import finish_tournament, what_is_open
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.seen_versions import said_tag
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE, set_ranking
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Standing
from tournaments.models.about.events import ThanksSet
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

PAGE = "/t/spring-open/final-ranking/"


@pytest.fixture
def finished() -> Final:
    """The first four of eight, who were +62.8, +60, +12.6 and +10, have played a final, from nought."""
    scene = before_the_final()
    alice, tournament = scene.hall.alice, scene.hall.tournament
    scene.set()
    scene.confirm()
    round_ = draw(stage=scene.final, plan=Plan(method="by_standing"), by=alice).rounds.get()
    publish_round(round_=round_, by=alice)
    play(start_round(round_=round_, by=alice).tables.get(), alice)
    close_round(round_=round_, by=alice)
    publish_tournament(tournament.pk)
    return scene


def finish(scene: Final) -> None:
    finish_tournament(tournament=scene.hall.tournament, by=scene.hall.alice)


def cells(html: str, row: str, cell: str) -> list[tuple[str, ...]]:
    """What the parts of each row say, without marks."""
    found = [re.findall(cell, one, re.DOTALL) for one in re.findall(row, html, re.DOTALL)]
    return [tuple(" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in one) for one in found]


def podiums(html: str) -> list[list[tuple[str, ...]]]:
    """Of each ranking who is called up: rank, name, total."""
    lists = re.findall(r'<ol class="seats podium">(.*?)</ol>', html, re.DOTALL)
    return [
        cells(one, r"<li>(.*?)</li>", r'(?:class="place.*?>|<bdi>|class="figure">)(.*?)<') for one in lists
    ]


def tables(html: str) -> list[list[tuple[str, ...]]]:
    """Every ranking's rows."""
    found = re.findall(r"<tbody>(.*?)</tbody>", html, re.DOTALL)
    return [cells(one, r"<tr>(.*?)</tr>", r"<t[dh][^>]*>(.*?)</t[dh]>") for one in found]


def test_finalists_come_before_everybody_else_and_the_first_three_are_called_up(
    finished: Final, django_assert_num_queries
) -> None:
    finish(finished)
    seats = finished.final.rounds.get().tables.get().seats.order_by("wind")
    names = list(seats.values_list("entry__player__name", flat=True))

    with django_assert_num_queries(7 + settings.EMBEDDED):
        html = Client().get(PAGE).content.decode()

    [table] = tables(html)
    assert table[:4] == [
        ("1", names[0], "Final", "+60.0"),
        ("2", names[1], "Final", "+10.0"),
        ("3", names[2], "Final", "−20.0"),
        ("4", names[3], "Final", "−50.0"),
    ]
    assert [(rank, *rest) for rank, _name, *rest in table[4:]] == [
        ("5", "Main stage", "−20.0"),
        ("6", "Main stage", "−20.3"),
        ("7", "Main stage", "−50.0"),
        ("8", "Main stage", "−55.1"),
    ]
    assert [[one[1] for one in podium] for podium in podiums(html)] == [names[:3]]


def test_until_the_tournament_is_finished_its_standings_are_shown(finished: Final) -> None:
    answer = Client().get(PAGE)

    assert (answer.status_code, answer["Location"]) == (302, "/t/spring-open/standings/")
    assert PAGE not in Client().get("/t/spring-open/").content.decode()
    assert PAGE not in signed_in(finished.hall.alice).get("/t/spring-open/desk/").content.decode()


def test_organizers_say_thanks_in_the_language_of_the_page(finished: Final) -> None:
    hall = finished.hall
    thank_players(tournament=hall.tournament, seen=said_tag(ThanksSet, []), by=hall.alice, **THANKS)
    finish(finished)

    english, japanese = (Client().get(f"{prefix}{PAGE}").content.decode() for prefix in ("", "/ja"))

    assert '<div class="card prose" lang="en" dir="auto"><p>Thank <strong>you</strong> all!</p>' in english
    assert 'lang="ja" dir="auto"><p>ありがとう<strong>ございました</strong>。</p>' in japanese


def test_the_desk_and_everybodys_page_lead_there_once_it_is_finished(finished: Final) -> None:
    assert what_is_open(finished.hall.tournament) == {}
    finish(finished)

    assert f'href="{PAGE}"' in Client().get("/t/spring-open/").content.decode()
    for staff in (finished.hall.alice, finished.hall.rob):
        assert f'href="{PAGE}"' in signed_in(staff).get("/t/spring-open/desk/").content.decode()


def test_the_page_of_the_event_begins_with_the_podium_once_it_is_finished(finished: Final) -> None:
    before = Client().get("/t/spring-open/").content.decode()
    finish(finished)

    after = Client().get("/t/spring-open/").content.decode()

    assert (podiums(before), podiums(after)) == ([], podiums(Client().get(PAGE).content.decode()))
    assert after.index("seats podium") < after.index("Leaders")


@pytest.mark.parametrize(("withdrawn", "ranked"), [("ranked", 8), ("below", 7)])
def test_a_player_who_left_keeps_a_place_where_the_tournament_ranks_them(
    finished: Final, withdrawn: str, ranked: int
) -> None:
    hall = finished.hall
    last = Standing.objects.filter(stage=finished.main).order_by("-position")[0].entry
    withdraw(entry=last, by=hall.alice)
    set_ranking(
        tournament=hall.tournament,
        substitutes="ranked",
        withdrawn=withdrawn,
        by=hall.alice,
        confirm=[RANKS_MAY_CHANGE],
    )
    finish(finished)
    publish_tournament(hall.tournament.pk)

    [table] = tables(Client().get(PAGE).content.decode())

    assert [row[0] for row in table] == [str(rank) for rank in range(1, ranked + 1)]
    assert (last.player.name in [row[1] for row in table]) == (withdrawn == "ranked")


def test_a_player_who_left_without_a_game_has_no_place(finished: Final) -> None:
    hall = finished.hall
    set_ranking(
        tournament=hall.tournament,
        substitutes="ranked",
        withdrawn="ranked",
        by=hall.alice,
        confirm=[RANKS_MAY_CHANGE],
    )
    late = register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice)
    penalize(stage=finished.main, entry=late, ruling=Ruling(20_000, "Did not come"), by=hall.alice)
    withdraw(entry=late, by=hall.alice)
    finish(finished)
    publish_tournament(hall.tournament.pk)

    [table] = tables(Client().get(PAGE).content.decode())

    assert Standing.objects.filter(entry=late, rank__isnull=False).exists()
    assert "Late" not in [row[1] for row in table]


def test_divisions_without_a_common_final_say_so(db: None) -> None:
    hall = open_hall()
    main = hall.stage
    other = add_stage(tournament=hall.tournament, name="Division B", by=hall.alice)
    for stage, out in ((main, slice(4, 8)), (other, slice(0, 4))):
        resting = list(hall.tournament.entries.order_by("number")[out])
        round_ = draw_round(stage=stage, by=hall.alice, sit_out=resting)
        publish_round(round_=round_, by=hall.alice)
        play(start_round(round_=round_, by=hall.alice).tables.get(), hall.alice)
        close_round(round_=round_, by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice)

    html = Client().get(PAGE).content.decode()

    assert [rank for rank, *_rest in tables(html)[0]] == ["1", "1", "3", "3", "5", "5", "7", "7"]
    assert "No common final was played: Main stage, Division B count side by side" in html


def test_teams_come_first_where_there_are_any() -> None:
    hall, _report = import_league((DEMO / "mleague_2018.csv").read_text())
    finish_tournament(tournament=hall.tournament, by=hall.alice)

    html = Client().get(PAGE).content.decode()

    teams, players = tables(html)
    assert [name for _rank, name, _total in teams][:1] == [podiums(html)[0][0][1]]
    assert len(teams) == hall.tournament.teams.count()
    assert len(players) == 21
