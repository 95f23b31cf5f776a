"""What do I need, at a table of a tournament: with the names, the rules and the standings of that tournament."""

import re

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.views.conditions_wording import Line
from scoring.conditions.conditions import Goal, conditions
from scoring.conditions.goal import SURE, verdict
from scoring.game.game import State
from tests.rules.views.test_rulebooks import text_of
from tests.tournaments.hall import BALANCED, Hall, hall_in_play, open_hall, phones_of, play, seats_of
from tests.tournaments.replay import replayed
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import Round, Table
from tournaments.standings import publish_tournament
from tournaments.standings.in_play.outlook import outlook_at

pytestmark = pytest.mark.django_db
# The dealer of South 4 has 24,000; whoever asks is South of the first hand, with 18,000.
LAST = "E=300&S=180&W=280&N=240&hand=S4"


@replayed
def in_second_round() -> tuple[Hall, Round]:
    """Everybody has played once: 40,000, 30,000, 20,000 and 10,000 at both tables."""
    hall, first = hall_in_play()
    for table in first.tables.all():
        play(table, hall.alice)
    close_round(round_=first, by=hall.alice)
    publish_tournament(hall.tournament.pk)
    return hall, hall.started()


@pytest.fixture
def _in_second_round(db: None) -> tuple[Hall, Round]:
    return in_second_round()


@pytest.fixture
def hall(db: None, request: pytest.FixtureRequest) -> Hall:
    if "second_round" in request.fixturenames:
        return request.getfixturevalue("_in_second_round")[0]
    return open_hall()


@pytest.fixture
def second_round(_in_second_round: tuple[Hall, Round]) -> Round:
    return _in_second_round[1]


def address(hall: Hall, table: Table) -> str:
    return f"/t/{hall.tournament.slug}/tables/{table.pk}/conditions/"


def ask(hall: Hall, table: Table, query: str, language: str = "") -> str:
    return text_of(f"{language}{address(hall, table)}?{query}")


def around(hall: Hall, table: Table):
    return outlook_at(hall.tournament, table, seats_of(table))


def test_the_players_are_named_and_their_places_in_the_stage_told(hall: Hall, second_round: Round):
    table = second_round.tables.first()
    names = [seat.entry.player.name for seat in seats_of(table)]
    field = around(hall, table)

    page = ask(hall, table, "")

    for name, rank in zip(names, field.ranks, strict=True):
        assert re.search(rf"{name} (起 First dealer )?[+−0-9.]+ Rank {rank}\b", page)
    assert "1 other table is still playing" in page
    assert field.size == 8


@pytest.mark.parametrize(
    ("hand", "winds"),
    [("E1", "東南西北"), ("S4", "南西北東"), ("E2", "北東南西"), ("<script>", "東南西北")],
)
def test_winds_are_those_of_the_hand_that_is_asked_about(
    hall: Hall, second_round: Round, hand: str, winds: str
) -> None:
    page = ask(hall, second_round.tables.first(), f"E=300&S=180&W=280&N=240&hand={hand}")

    before = page.partition(" E=")[0].partition("Show what is needed")[0].partition("Rank")[0]
    assert re.findall(r"[東南西北]", page)[:4] == list(winds)
    assert "起" in before


def test_a_rank_is_asked_for_beside_places_and_a_total(hall: Hall, second_round: Round):
    table = second_round.tables.first()
    name = seats_of(table)[1].entry.player.name

    page = ask(hall, table, f"{LAST}&seat=S&goal=rank&rank=4")

    assert f"{name} 18,000" in page
    assert "Tsumo" in page
    assert "Enter the rank needed." in ask(hall, table, f"{LAST}&seat=S&goal=rank")
    assert "less than or equal to 8" in ask(hall, table, f"{LAST}&seat=S&goal=rank&rank=9")


def test_the_same_in_japanese(hall: Hall, second_round: Round):
    table = second_round.tables.first()

    page = ask(hall, table, f"{LAST}&seat=S&goal=rank&rank=1", "/ja")

    assert "他卓" in page
    assert "ステージの順位" in page


def test_when_the_other_tables_are_done_a_rank_is_exact(hall: Hall, second_round: Round):
    mine, other = second_round.tables.order_by("number")
    play(other, hall.alice)
    publish_tournament(hall.tournament.pk)
    field = around(hall, mine)
    book = hall.tournament.rulebook
    state = State((30_000, 18_000, 28_000, 24_000), round=1, dealer=3, chombo=(0,) * 4)

    assert (field.rivals, field.open_tables, len(field.others)) == ((), 0, 4)
    for rank in range(1, 9):
        goal = field.goal(1, rank)
        assert goal == Goal(1, rank=rank, carried=field.carried, others=field.others)
        assert all(one.sure for one in conditions(book, state, goal))
    assert "if the other tables allow it" not in ask(hall, mine, f"{LAST}&seat=S&goal=rank&rank=3")
    assert "still playing" not in ask(hall, mine, "")


def test_a_result_that_waits_to_be_confirmed_is_reckoned_in(hall: Hall, second_round: Round):
    mine, other = second_round.tables.order_by("number")
    before = around(hall, mine)
    report_sheet(table=other, report=TableReport(BALANCED), by=phones_of(other, hall.alice)[0])
    after = around(hall, mine)
    book = hall.tournament.rulebook

    assert (before.unconfirmed, after.unconfirmed) == (0, 4)
    assert after.rivals == ()
    first_game = [60_000, 10_000, -20_000, -50_000]
    brought = sorted(first_game * 2)
    for total in before.carried:
        brought.remove(total)
    assert sum(after.others) == sum(brought) + sum(first_game)
    assert "Results waiting for confirmation are included." in ask(hall, mine, "")
    assert book.units_per_point == 1_000


def test_while_the_other_table_plays_nothing_its_players_can_do_spoils_what_is_sure(
    hall: Hall, second_round: Round
):
    mine, other = second_round.tables.order_by("number")
    field = around(hall, mine)
    state = State((60_000, 18_000, 12_000, 10_000), round=1, dealer=3, chombo=(0,) * 4)
    sure = {
        (seat, rank)
        for seat in range(4)
        for rank in range(1, 9)
        if verdict(hall.tournament.rulebook, state, field.goal(seat, rank)) == SURE
    }
    assert 0 < len(sure) < 32
    for points in (
        [100_000, 0, 0, 0],
        [0, 0, 0, 100_000],
        [25_100, 25_000, 25_000, 24_900],
        [0, 50_000, 50_000, 0],
    ):
        report_sheet(
            table=other, report=TableReport(Figures(points), confirm=["all_points_with_one"]), by=hall.rob
        )
        known = around(hall, mine)
        for seat, rank in sure:
            assert verdict(hall.tournament.rulebook, state, known.goal(seat, rank)) == SURE
        sheet = other.scoresheets.live().get()
        type(sheet).objects.filter(pk=sheet.pk).update(status=type(sheet).Status.SUPERSEDED)


def test_a_table_that_has_reported_is_sent_to_its_result(hall: Hall, second_round: Round):
    table = second_round.tables.first()
    phone = phones_of(table, hall.alice)[0]
    page = Client().get(f"/t/{hall.tournament.slug}/tables/{table.pk}/").content.decode()
    assert address(hall, table) in page

    report_sheet(table=table, report=TableReport(BALANCED), by=phone)

    answer = Client().get(address(hall, table))
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{hall.tournament.slug}/tables/{table.pk}/")
    page = Client().get(f"/t/{hall.tournament.slug}/tables/{table.pk}/").content.decode()
    assert address(hall, table) not in page


def test_where_han_are_not_counted_nothing_is_asked():
    hall = open_hall("chinese", rulebook_id="mcr", house_rules={"chombo.kind": "none", "chombo.amount": 0})
    table = hall.started().tables.first()

    assert Client().get(address(hall, table)).status_code == 404
    page = Client().get(f"/t/{hall.tournament.slug}/tables/{table.pk}/").content.decode()
    assert address(hall, table) not in page


def test_the_phone_of_a_seat_leads_there(hall: Hall, second_round: Round, phones):
    table = second_round.tables.first()
    phone = phones(table)[0]

    page = phone.get("/seat/table/")
    answer = phone.post("/seat/table/report/", {"do": "conditions"})

    assert 'value="conditions"' in page.content.decode()
    assert answer.headers["Location"].startswith(address(hall, table))


def test_where_the_rank_does_not_follow_the_total_only_the_table_is_asked_about():
    hall = open_hall("wins-first", tie_breaks=["wins", "total", "lot"])
    table = hall.started().tables.first()

    page = ask(hall, table, f"{LAST}&goal=rank&rank=1")

    assert "Rank in the stage" not in page
    assert "Tsumo" in ask(hall, table, f"{LAST}&goal=1")


def test_the_page_takes_the_same_queries_whatever_the_size_of_the_hall(hall: Hall, second_round: Round):
    table = second_round.tables.first()

    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Client().get(f"{address(hall, table)}?{LAST}&goal=rank&rank=2").status_code == 200

    assert len(queries) == 9


def test_the_hands_that_will_do_stand_beside_the_range_they_are_of():
    line = Line("Tsumo", ("sanbaiman or more", "1,000 to baiman, if the other tables allow it"), "11 han")

    words = re.sub("<[^>]+>", " ", render_to_string("rules/_need.html", {"line": line})).split()

    assert (
        " ".join(words) == "Tsumo sanbaiman or more 11 han or 1,000 to baiman, if the other tables allow it"
    )


class TestWareme:
    """House rules may double what the seat whose wall was broken pays and is paid."""

    @pytest.fixture
    def doubled(self) -> tuple[Hall, Table, list[str]]:
        hall = open_hall(house_rules={"overlay.wareme": "wareme", "overlay.wareme_on_noten": True})
        table = hall.started().tables.first()
        assert table is not None
        return hall, table, [seat.entry.player.name for seat in seats_of(table)]

    def test_whose_wall_was_broken_has_to_be_said(self, doubled: tuple[Hall, Table, list[str]]):
        hall, table, _names = doubled

        page = ask(hall, table, "E=30000&S=18000&W=28000&N=24000&hand=S4&seat=S&goal=1")

        assert "Doubled seat" in page
        assert "This field is required." in page
        assert "Tsumo" not in page

    def test_half_a_hand_will_do_for_the_doubled_seat(self, doubled: tuple[Hall, Table, list[str]]):
        hall, table, (east, _south, west, north) = doubled

        page = ask(hall, table, "E=30000&S=18000&W=28000&N=24000&hand=S4&seat=S&goal=1&doubled=S")

        # 18,000 + 2 x 5,200 is more than West's 28,000; from the others it has to be more than East's 30,000.
        assert f"Ron from {east} 5,200 or more" in page
        assert f"Ron from {west} 6,400 or more" in page
        assert f"Ron from {north} 6,400 or more" in page

    def test_points_that_can_end_in_50_are_typed_in_full(self, doubled: tuple[Hall, Table, list[str]]):
        hall, table, _names = doubled

        page = ask(hall, table, "E=30050&S=17950&W=28000&N=24000&hand=S4&seat=E&goal=1&doubled=N")

        assert "30,050" in page
        assert "Please enter all digits here, such as 41250." in page


def test_who_asks_from_a_phone_is_chosen_already_and_nothing_is_found_missing(hall, second_round):
    table = second_round.tables.get(number=1)

    page = Client().get(address(hall, table) + "?seat=S").content.decode()

    assert '<option value="S" selected>' in page
    assert "errorlist" not in page
