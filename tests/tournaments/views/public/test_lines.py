"""Standings show who goes on, how far everybody is from the line, what was carried over and which games count."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.tournaments.actions.stages.finals import SECOND_TABLE, Final, before_the_final, seated_in
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import BALANCED, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.people.entries import form_team, withdraw
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.qualification import Places
from tournaments.actions.teams.counting import set_team_counting
from tournaments.standings import publish_tournament
from tournaments.standings.qualifying import proposed
from web.page_memory import memory

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Final:
    return before_the_final()


def rows(scene: Final, ordinal: int = 1) -> list[str]:
    """The lines of the table of players, as text."""
    publish_tournament(scene.hall.tournament.pk)
    page = Client().get(f"/t/spring-open/standings/{ordinal}/").content.decode()
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    found = [re.sub(r"<[^>]+>", " ", line) for line in body.split("</tr>")]
    return [" ".join(line.split()) for line in found if line.strip()]


def cuts_of(page: str) -> list[tuple[str, int]]:
    """Each line between teams: how many columns it crosses, and behind how many teams it stands."""
    body = page.partition('id="teams"')[2]
    return [
        (found[1], body[: found.start()].count('<tr id="t'))
        for found in re.finditer(r'<tr class="cut">\s*<td colspan="(\d+)">', body)
    ]


def test_a_line_stands_behind_the_last_who_goes_on(scene: Final) -> None:
    scene.set()

    lines = rows(scene)

    assert lines[4] == "Places 1 to 4 qualify for Final"
    assert len(lines) == 9


def test_everybody_reads_how_far_the_line_is(scene: Final) -> None:
    scene.set()

    ends = [line.rpartition(" ")[2] for line in rows(scene) if not line.startswith("Places")]

    # Of +62.8 +60 +12.6 +10 | -20 -20.3 -50 -55.1.
    assert ends == ["+82.8", "+80.0", "+32.6", "+30.0", "−30.0", "−30.3", "−60.0", "−65.1"]


def test_who_has_withdrawn_is_passed_over(scene: Final) -> None:
    scene.set()
    first = seated_in(scene.main.rounds.get())[0][0]
    withdraw(entry=scene.hall.tournament.entries.get(number=first), by=scene.hall.alice)

    lines = rows(scene)

    assert lines[5] == "Places 1 to 4 qualify for Final"


def test_two_lines_are_two(scene: Final) -> None:
    scene.set(rules=[Places(scene.main.pk, last=1), Places(scene.main.pk, last=3)])

    assert [n for n, line in enumerate(rows(scene)) if "for Final" in line] == [1, 4]


def test_what_was_carried_over_has_a_column(scene: Final) -> None:
    scene.set(carries="full")
    scene.confirm()

    (first, *_others) = rows(scene, 2)

    assert "Carried over +62.8" in first


def test_without_a_later_stage_the_page_is_as_it_was(scene: Final) -> None:
    page = Client().get("/t/spring-open/standings/1/").content.decode()

    assert "Distance to the line" not in page
    assert "Carried over" not in page


def test_which_games_count_is_said_and_how_many_are_missing(scene: Final) -> None:
    set_counting(
        stage=scene.main,
        selection="best",
        number=5,
        minimum_games=4,
        maximum_games=8,
        by=scene.hall.alice,
        confirm=["ranks_may_change"],
    )

    lines = rows(scene)

    said = text_of(Client().get("/t/spring-open/standings/1/"))
    assert "The best 5 games count. Only a player’s first 8 games count." in said
    assert "Players are ranked after 4 games." in said
    assert all("3 more games until ranked" in line for line in lines)


def test_an_earlier_stage_takes_one_statement_more(scene: Final, django_assert_num_queries) -> None:
    scene.set()
    publish_tournament(scene.hall.tournament.pk)

    with django_assert_num_queries(4):
        Client().get("/t/spring-open/standings/1/")


@pytest.mark.parametrize(("match_points", "columns"), [([], "10"), ([4, 2, 1, 0], "9")])
def test_teams_that_go_on_stand_above_a_line_and_bring_what_they_carry(
    db: None, match_points: list[int], columns: str
) -> None:
    hall = open_hall()
    for number, name in enumerate(("Bears", "Cougars", "Deer", "Elks")):
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        hall.tournament.entries.filter(number__in=(number + 1, number + 5)).update(team=team)
    set_team_counting(stage=hall.stage, match_points=match_points, by=hall.alice)
    round_ = hall.started()
    for table in round_.tables.all():
        correct_sheet(table=table, report=TableReport(BALANCED), reason="paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    scene = Final(hall, hall.stage, add_stage(tournament=hall.tournament, name="Final", by=hall.alice))
    scene.set(rules=[Places(scene.main.pk, last=2)], of_teams=True, carries="full")
    publish_tournament(hall.tournament.pk)
    first = Client().get("/t/spring-open/standings/1/").content.decode()
    scene.confirm()
    publish_tournament(hall.tournament.pk)
    final = text_of(Client().get("/t/spring-open/standings/2/"))

    assert "Places 1 to 2 qualify for Final" in first
    assert cuts_of(first) == [(columns, 2)]
    assert (
        "Total Places Games Gap 1 Elks Carried over +70.0 +70.0 0-0-0-0 0 "
        "2 Bears Carried over +40.0 +40.0 0-0-0-0 0 −30.0" in final
    )


def test_a_tie_at_the_line_is_said_before_and_after_it_is_confirmed(scene: Final) -> None:
    scene.correct(scene.main.rounds.get().tables.get(number=1), SECOND_TABLE)
    scene.set(rules=[Places(scene.main.pk, last=3)])
    before = rows(scene)

    scene.confirm(confirm=["lot_decides"])

    said = "Places 1 to 3 qualify for Final. Tied at the line: a play-off or the lot"
    assert (before[3], rows(scene)[3]) == (f"{said} decides.", f"{said} decided.")


def test_after_a_correction_those_are_marked_who_went_on(scene: Final) -> None:
    scene.set(rules=[Places(scene.main.pk, last=2)])
    scene.confirm()
    assert [line for line in rows(scene) if "Final" in line] == ["Places 1 to 2 qualify for Final"]
    went_on = {scene.number_of(one.entry_id) for one in scene.qualification.qualifiers.all()}

    upside_down = Figures([4_900, 19_700, 32_600, 42_800])
    scene.correct(scene.main.rounds.get().tables.get(number=1), upside_down)

    marked = [line for line in rows(scene) if "Plays in Final" in line]
    names = scene.hall.tournament.entries.filter(number__in=went_on).values_list("player__name", flat=True)
    assert [any(name in line for name in names) for line in marked] == [True, True]
    assert not any("go on to Final" in line for line in rows(scene))


def test_whoever_was_named_besides_is_marked_beside_the_line(scene: Final) -> None:
    scene.set(rules=[Places(scene.main.pk, last=2)])
    first, second = (one.key for one in proposed(scene.qualification).candidates)
    publish_tournament(scene.hall.tournament.pk)
    last = scene.hall.tournament.entries.order_by("-standings__position")[0]
    scene.confirm(first, second, last.pk)

    lines = rows(scene)

    assert [n for n, line in enumerate(lines) if "Plays in Final" in line] == [0, 1, 8]
    assert lines[2] == "Places 1 to 2 qualify for Final"


def test_who_went_on_from_a_table_is_marked(scene: Final) -> None:
    scene.set(rules=[Places(scene.main.pk, last=1, among="groups")])
    assert not any("Final" in line for line in rows(scene))

    scene.confirm()

    assert [n for n, line in enumerate(rows(scene)) if "Plays in Final" in line] == [0, 1]


def level_seconds(scene: Final) -> tuple[str, list[str]]:
    """The first table ends 40,000, 25,000, 25,000, 10,000, and of every table two go on: its number and the names of
    the two who are level.
    """
    table = scene.main.rounds.get().tables.get(number=1)
    scene.correct(table, Figures([40_000, 25_000, 25_000, 10_000]))
    scene.set(rules=[Places(scene.main.pk, last=2, among="groups")])
    publish_tournament(scene.hall.tournament.pk)
    level = table.seats.filter(wind__in=[2, 3]).order_by("entry__standings__position")
    return f"{table.number}", list(level.values_list("entry__player__name", flat=True))


def said_at_tables() -> list[str]:
    said = text_of(Client().get("/t/spring-open/standings/1/"))
    return re.findall(r"Table \d+: .*? tied at the line for .*?\. A play-off or the lot \w+\.", said)


def test_who_is_level_at_a_table_of_a_knockout_is_named_before_and_after_it_is_confirmed(
    scene: Final,
) -> None:
    number, names = level_seconds(scene)
    before = said_at_tables()

    scene.confirm(confirm=["lot_decides"])
    publish_tournament(scene.hall.tournament.pk)

    who = f"Table {number}: {', '.join(names)}"
    assert before == [f"{who} are tied at the line for Final. A play-off or the lot decides."]
    assert said_at_tables() == [f"{who} were tied at the line for Final. A play-off or the lot decided."]


def test_level_players_of_a_table_who_all_go_on_are_no_tie(scene: Final) -> None:
    level_seconds(scene)
    scene.set(rules=[Places(scene.main.pk, last=3, among="groups")])

    assert said_at_tables() == []


def test_a_knockout_takes_two_statements_more_than_a_ranking(scene: Final, django_assert_num_queries) -> None:
    level_seconds(scene)

    with django_assert_num_queries(6):
        Client().get("/t/spring-open/standings/1/")


def by_the_page() -> str:
    return text_of(Client().get("/t/spring-open/standings/1/"))


def on_paper() -> str:
    return text_of(Client().get("/t/spring-open/print/stages/1/standings/"))


def in_the_hall() -> str:
    return text_of(Client().get("/t/spring-open/hall/screen/?show=standings"))


DOORS = [by_the_page, on_paper, in_the_hall]


def tied_hall(scene: Final, *rules: Places) -> None:
    """Both tables end alike: everybody is level with somebody at the other table."""
    scene.correct(scene.main.rounds.get().tables.get(number=1), SECOND_TABLE)
    scene.set(rules=list(rules))
    publish_tournament(scene.hall.tournament.pk)


def by_a_call(scene: Final) -> dict[str, object]:
    memory.clear()
    found = body_of(stranger().get(f"/v1/stages/{scene.main.pk}/standings/"))
    return {name: found[name] for name in ("lines", "ties")}


class TestTiesByEveryDoor:
    """Who is level at a line is said wherever the standings are read, before and after who goes on is confirmed."""

    @pytest.mark.parametrize("door", DOORS)
    @pytest.mark.parametrize(
        ("first", "last", "said"),
        [
            (1, 3, "Places 1 to 3 qualify for Final"),
            (2, 4, "Places 2 to 4 qualify for Final"),
            (3, 3, "Place 3 qualifies for Final"),
        ],
    )
    def test_at_places_of_the_ranking(
        self, scene: Final, door: Callable[[], str], first: int, last: int, said: str
    ) -> None:
        tied_hall(scene, Places(scene.main.pk, last=last, first=first))
        before = door()

        scene.confirm(confirm=["lot_decides"])
        publish_tournament(scene.hall.tournament.pk)

        assert f"{said}. Tied at the line: a play-off or the lot decides." in before
        assert f"{said}. Tied at the line: a play-off or the lot decided." in door()

    @pytest.mark.parametrize("door", DOORS)
    def test_at_places_of_a_table(self, scene: Final, door: Callable[[], str]) -> None:
        number, names = level_seconds(scene)
        before = door()

        scene.confirm(confirm=["lot_decides"])
        publish_tournament(scene.hall.tournament.pk)

        who = f"Table {number}: {', '.join(names)}"
        assert f"{who} are tied at the line for Final. A play-off or the lot decides." in before
        assert f"{who} were tied at the line for Final. A play-off or the lot decided." in door()

    @pytest.mark.parametrize("door", DOORS)
    def test_among_those_who_are_not_through_yet(self, scene: Final, door: Callable[[], str]) -> None:
        of_the_rest(scene)
        names = scene.hall.tournament.entries.filter(standings__position__in=[3, 4]).order_by(
            "standings__position"
        )
        who = ", ".join(names.values_list("player__name", flat=True))
        before = door()

        scene.confirm(confirm=["lot_decides"])
        publish_tournament(scene.hall.tournament.pk)

        assert f"{who} are tied at the line for Final. A play-off or the lot decides." in before
        assert f"{who} were tied at the line for Final. A play-off or the lot decided." in door()

    def test_by_a_call_for_everybody(self, scene: Final) -> None:
        tied_hall(scene, Places(scene.main.pk, last=3))
        line = {"stage": scene.final.pk, "first": 1, "last": 3, "of_teams": False}
        before = by_a_call(scene)

        scene.confirm(confirm=["lot_decides"])
        publish_tournament(scene.hall.tournament.pk)

        assert before == {"lines": [line | {"is_confirmed": False, "is_tied": True}], "ties": []}
        assert by_a_call(scene) == {"lines": [line | {"is_confirmed": True, "is_tied": True}], "ties": []}

    def test_by_a_call_where_no_line_is_drawn(self, scene: Final) -> None:
        number, _names = level_seconds(scene)
        at_a_table = by_a_call(scene)["ties"]
        of_the_rest(scene)

        (rest,) = by_a_call(scene)["ties"]  # type: ignore[misc]

        (one,) = at_a_table  # type: ignore[misc]
        assert (one["stage"], one["table"], len(one["tied"])) == (scene.final.pk, number, 2)
        assert (rest["stage"], rest["table"], len(rest["tied"])) == (scene.final.pk, "", 2)


def of_the_rest(scene: Final) -> None:
    """The winners of both tables go on, and of the others one: the seconds are level."""
    first = scene.main.rounds.get().tables.get(number=1)
    scene.correct(first, SECOND_TABLE)
    scene.set(
        rules=[
            Places(scene.main.pk, last=1, among="groups"),
            Places(scene.main.pk, last=1, among="remaining"),
        ]
    )
    publish_tournament(scene.hall.tournament.pk)


def test_teams_who_are_level_among_those_who_are_not_through_are_named(db: None) -> None:
    hall = open_hall()
    for number, name in enumerate(("Bears", "Cougars", "Deer", "Elks")):
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        hall.tournament.entries.filter(number__in=(2 * number + 1, 2 * number + 2)).update(team=team)
    round_ = hall.started()
    for table in round_.tables.all():
        correct_sheet(table=table, report=TableReport(Figures([25_000] * 4)), reason="paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    scene = Final(hall, hall.stage, add_stage(tournament=hall.tournament, name="Final", by=hall.alice))
    scene.set(rules=[Places(scene.main.pk, last=1, among="remaining")], of_teams=True)
    publish_tournament(hall.tournament.pk)

    said = {door.__name__: door() for door in (by_the_page, on_paper)}
    screen = text_of(Client().get("/t/spring-open/hall/screen/?show=teams"))

    who = r"(\w+, ){3}\w+ are tied at the line for Final\. A play-off or the lot decides\."
    assert [name for name, text in said.items() if not re.search(who, text)] == []
    assert re.search(who, screen)
