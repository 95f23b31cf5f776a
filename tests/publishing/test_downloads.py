"""Taking results home: what the files say is what the pages say, to whoever may see the pages."""

import csv
import io
import json
import tracemalloc
from datetime import date
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags
from openpyxl import load_workbook

from players.actions import rename_account, update_player
from publishing.catalogue import EXPORTS
from publishing.files_after_rounds import files_after_rounds
from tests.leagues.league import DEMO, import_league
from tests.sign_in import sign_in
from tests.thorough import in_turn
from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tests.tournaments.replay import replayed
from tournaments.actions.credentials.api_tokens import create_api_token
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.actions.rate_limits import Limit
from tournaments.models import ApiToken, Seat, Standing, TeamStanding, Tournament
from tournaments.standings import publish_tournament
from web.sheets.files import FORMATS

pytestmark = pytest.mark.django_db
ADDRESS = "/t/spring-open/downloads/"
PUBLIC = [name for name, export in EXPORTS.items() if not export.for_staff]
SECOND = Figures([25_000, 25_000, 10_000, 40_000])


def signed_in(actor) -> Client:
    client = Client()
    sign_in(client, actor.user)
    return client


def played(hall: Hall, *rounds: Figures) -> None:
    for figures in rounds:
        round_ = hall.started()
        for table in round_.tables.all():
            play(table, hall.alice, figures)
        close_round(round_=round_, by=hall.alice)
    publish_tournament(hall.tournament.pk)


@replayed
def played_hall(players: int = 8, rounds: int = 1) -> Hall:
    hall = open_hall(players=players)
    played(hall, *(BALANCED, SECOND)[:rounds])
    return hall


def table_of(name: str, query: str = "", client: Client | None = None) -> list[dict[str, object]]:
    return json.loads((client or Client()).get(f"{ADDRESS}{name}.json{query}").getvalue())["rows"]


def csv_of(name: str) -> list[list[str]]:
    text = Client().get(f"{ADDRESS}{name}.csv").getvalue().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.slow
def test_the_standings_at_home_are_those_of_the_page(db: None):
    hall = played_hall(rounds=2)
    penalize(
        stage=hall.stage,
        entry=hall.tournament.entries.get(number=1),
        ruling=Ruling(10_500, "late"),
        by=hall.rob,
    )
    publish_tournament(hall.tournament.pk)
    rows = Standing.objects.filter(stage=hall.stage).order_by("position")

    found = table_of("standings")

    assert [(row["rank"], row["name"], row["total"], row["games"], row["penalties"]) for row in found] == [
        (row.rank, row.entry.player.name, row.total, row.games, -row.penalty)
        for row in rows.select_related("entry__player")
    ]
    assert [row["penalties"] for row in found if row["name"] == "Bob"] == [-10_500]


AMOUNTS = {"Total", "Best game", "Worst game", "Chombo", "Penalties"}


def test_csv_and_xlsx_have_points_and_json_has_the_units_they_are_made_of(db: None):
    hall = played_hall()
    penalize(
        stage=hall.stage,
        entry=hall.tournament.entries.get(number=1),
        ruling=Ruling(10_500, "late"),
        by=hall.rob,
    )
    publish_tournament(hall.tournament.pk)
    as_json = [list(row.values()) for row in table_of("standings")]

    head, *lines = csv_of("standings")
    book = load_workbook(io.BytesIO(Client().get(ADDRESS + "standings.xlsx").getvalue()))

    is_amount = [title in AMOUNTS for title in head[: len(as_json[0])]]
    in_points = [
        [cell / 1_000 if amount else cell for cell, amount in zip(row, is_amount, strict=True)]
        for row in as_json
    ]
    assert sum(is_amount) == len(AMOUNTS)
    assert [[cell or 0 for cell in row] for row in list(book.worksheets[0].values)[1:]] == [
        [cell or 0 for cell in row] for row in in_points
    ]
    # What one of them needs, all have.
    assert lines[-1][head.index("Total")] == "-50.0"
    assert sorted({line[head.index("Penalties")] for line in lines}) == ["-10.5", "0.0"]
    assert [[float(cell or 0) for cell in line[8:10]] for line in lines] == [row[8:10] for row in in_points]


def test_after_a_round_they_are_what_they_were_then(db: None):
    hall = played_hall()
    then = table_of("standings")
    played(hall, SECOND)

    assert table_of("standings", "?after=1") == then
    assert table_of("standings", "?after=2") == table_of("standings") != then


@pytest.mark.parametrize(
    "query", ["?after=3", "?after=x", "?after=-1", "?after=99999", "?stage=2", "?stage=1e3"]
)
def test_a_round_or_stage_that_is_not_there_is_not_found(db: None, query: str):
    played_hall()

    assert Client().get(ADDRESS + "standings.csv" + query).status_code == 404


def test_results_have_every_seat_of_every_published_table_also_those_without_a_result(hall: Hall):
    first, _second = hall.started().tables.order_by("number")
    play(first, hall.alice)
    hall.draw()  # a draft, which nobody but the staff knows of

    found = table_of("results")

    assert [(row["round"], row["table"], row["points"], row["place"], row["total"]) for row in found] == [
        (1, 1, 40_000, 1, 60_000),
        (1, 1, 30_000, 2, 10_000),
        (1, 1, 20_000, 3, -20_000),
        (1, 1, 10_000, 4, -50_000),
        *[(1, 2, None, None, None)] * 4,
    ]
    assert len(table_of("draws")) == 8


def test_a_players_games_stand_together(db: None):
    played_hall(rounds=2)

    assert [row["number"] for row in table_of("results-by-player")] == [
        number for number in range(1, 9) for _game in range(2)
    ]


def test_what_a_team_was_deducted_stands_with_it_and_not_with_a_player(hall: Hall):
    reds = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    hall.tournament.entries.update(team=reds)
    penalize_team(stage=hall.stage, team=reds, ruling=Ruling(20_500, "No line-up"), by=hall.rob)
    publish_tournament(hall.tournament.pk)

    of_team, of_players, imposed = map(table_of, ("team-standings", "standings", "penalties"))

    assert [(row["team"], row["total"], row["own_penalty"]) for row in of_team] == [
        ("Reds", -20_500, -20_500)
    ]
    assert {row["penalties"] for row in of_players} == {0}
    assert [(row["number"], row["name"], row["team"], row["deduction"]) for row in imposed] == [
        ("", "", "Reds", -20_500)
    ]
    assert "Deducted from the team" in csv_of("team-standings")[0]
    japanese = Client().get(f"/ja{ADDRESS}team-standings.csv").getvalue().decode("utf-8-sig")
    assert "チームへのペナルティ" in japanese.splitlines()[0].split(",")


def test_teams_are_added_up_after_each_round(hall: Hall):
    for index, entry in enumerate(hall.tournament.entries.order_by("number")):
        entry.team = form_team(tournament=hall.tournament, name=f"Team {index % 2}", by=hall.alice)
        entry.save(update_fields=["team"])
    played(hall, BALANCED)
    then = table_of("team-standings")
    played(hall, SECOND)

    assert {row["team"]: row["games"] for row in then} == {"Team 0": 4, "Team 1": 4}
    assert table_of("team-standings", "?after=1") == then


def test_the_ledger_at_home_proves_itself(hall: Hall):
    found = table_of("ledger")

    assert [row["seq"] for row in found] == list(range(1, len(found) + 1))
    assert [row["prev"] for row in found[1:]] == [row["hash"] for row in found[:-1]]
    assert found[0]["words"] == "Tournament set up under the rulebook mleague"


def test_where_decimals_do_not_write_a_total_it_is_counted_in_its_smallest_unit(db):
    hall = open_hall(players=0, rulebook_id="mcr", house_rules={"chombo.kind": "none", "chombo.amount": 0})
    # Three share the first three places: 7/3 table points each.
    rows = "1,A,10\n1,B,10\n1,C,10\n1,D,-30"
    import_results(stage=hall.stage, text=f"game,player,points\n{rows}", by=hall.alice)
    publish_tournament(hall.tournament.pk)

    whole = json.loads(Client().get(ADDRESS + "standings.json").getvalue())
    head, first, *_others = list(csv_of("standings"))

    assert whole["units_per_point"] == 12
    assert [row["total"] for row in whole["rows"]] == [28, 28, 28, 0]
    assert dict(zip(head, first, strict=True))["Total (in 1/12 points)"] == "28"


def test_the_name_of_a_file_says_whose_which_day_and_which_zone(db):
    open_hall(name='春の大会 "A/B"', starts_on=date(2026, 11, 21), ends_on=date(2026, 11, 21))

    english = Client().get(ADDRESS + "players.csv").headers["Content-Disposition"]
    japanese = Client().get("/ja" + ADDRESS + "players.csv").headers["Content-Disposition"]

    assert english == "attachment; filename*=utf-8''" + quote(
        "春の大会 A B 2026-11-21 (Asia-Tokyo) Players.csv"
    )
    assert japanese.endswith(quote("(Asia-Tokyo) 参加者.csv"))


# Every day each in one of the formats, in turn.
@pytest.mark.parametrize(
    ("name", "form"),
    [
        (name, form)
        for turn, name in enumerate(PUBLIC)
        for form in in_turn(list(FORMATS), turn, of=len(FORMATS))
    ],
)
def test_what_a_private_tournament_keeps_to_itself_no_file_gives_away(name: str, form: str, db):
    hall = open_hall(visibility="private")
    address = f"{ADDRESS}{name}.{form}"

    answers = [client.get(address).status_code for client in (Client(), signed_in(hall.charlie))]
    insider = signed_in(hall.rob).get(address)

    assert answers == [404, 404]
    assert (insider.status_code, insider.headers["Cache-Control"]) == (200, "private, no-store")
    assert Client().get(ADDRESS).status_code == 404


def test_licence_numbers_are_for_the_staff(db: None):
    hall = played_hall()
    hall.tournament.entries.get(number=1).player.licences.create(body="EMA", number="04090035")
    address = ADDRESS + "result-list.json"

    assert Client().get(address).status_code == 302
    assert signed_in(hall.charlie).get(address).status_code == 403
    found = table_of("result-list", client=signed_in(hall.rob))
    assert [(row["name"], row["licence_ema"]) for row in found if row["licence_ema"]] == [("Bob", "04090035")]


def test_all_files_of_the_final_ranking_have_the_places_of_its_page(db: None):
    """A final of the first four after a round of eight: one list with one first place."""
    scene = before_the_final()
    hall, alice = scene.hall, scene.hall.alice
    scene.set()
    scene.confirm()
    round_ = draw(stage=scene.final, plan=Plan(method="by_standing"), by=alice).rounds.get()
    publish_round(round_=round_, by=alice)
    play(start_round(round_=round_, by=alice).tables.get(), alice)
    close_round(round_=round_, by=alice)
    publish_tournament(hall.tournament.pk)
    unfinished = Client().get(ADDRESS).content.decode()
    finish_tournament(tournament=hall.tournament, by=alice)
    seats = Seat.objects.filter(table__round__stage=scene.final).order_by("wind")
    names = list(seats.values_list("entry__player__name", flat=True))

    ranking = table_of("final-ranking")
    for_federation = table_of("result-list", client=signed_in(hall.rob))

    assert [(row["rank"], row["stage"], row["total"]) for row in ranking] == [
        (1, "Final", 60_000),
        (2, "Final", 10_000),
        (3, "Final", -20_000),
        (4, "Final", -50_000),
        (5, "Main stage", -20_000),
        (6, "Main stage", -20_300),
        (7, "Main stage", -50_000),
        (8, "Main stage", -55_100),
    ]
    assert [row["name"] for row in ranking[:4]] == names
    assert [(row["rank"], row["name"], row["total"], row["points"]) for row in for_federation] == [
        (row["rank"], row["name"], row["total"], row["points"]) for row in ranking
    ]
    assert [row["points"] for row in ranking[:4]] == list(BALANCED.points)
    finished = Client().get(ADDRESS).content.decode()
    assert ("final-ranking.xlsx" in unfinished, "final-ranking.xlsx" in finished) == (False, True)


def test_teams_have_a_file_of_their_places_over_all_stages(db: None):
    hall, _report = import_league((DEMO / "mleague_2018.csv").read_text())
    publish_tournament(hall.tournament.pk)

    found = table_of("final-team-ranking")

    assert [(row["rank"], row["team"]) for row in found] == [
        (row.rank, row.team.name)
        for row in TeamStanding.objects.filter(stage__tournament=hall.tournament).order_by("position")
    ]


def test_who_has_not_played_has_no_place_in_a_result_list(hall: Hall):
    first, _second = hall.started().tables.order_by("number")
    play(first, hall.alice)
    publish_tournament(hall.tournament.pk)

    assert len(table_of("result-list", client=signed_in(hall.rob))) == 4


@pytest.mark.parametrize("address", ["nothing.csv", "standings.pdf", "standings.CSV"])
def test_a_file_that_is_none_is_not_found(hall: Hall, address: str):
    assert Client().get(ADDRESS + address).status_code == 404


QUERIES = {
    # One for the places, one for names of stages, one each for people and their figures.
    "final-ranking": 7,
    "final-team-ranking": 6,
    # The tournament takes one, its stages one, and one counts how often files are fetched.
    "standings": 7,
    "standings?after=1": 8,
    # One of them for what the players made at the tables.
    "team-standings": 7,
    "team-standings?after=1": 8,
    # One of them for the numbers of rounds, one for games.
    "cross-table": 8,
    "results": 7,
    "results-by-player": 7,
    "penalties": 3,
    "players": 3,
    "draws": 7,
    # Six of them for each 500 entries.
    "ledger": 10,
}
# The file is counted in a transaction of its own: whatever prevents that, the file is given out.
IN_A_TRANSACTION = 2


@pytest.mark.parametrize("players", [8, 16])
@pytest.mark.parametrize("what", QUERIES)
@pytest.mark.usefixtures("db")
def test_a_file_takes_few_queries_however_many_play(what, players, django_assert_num_queries):
    played_hall(players)
    cache.clear()
    name, _mark, query = what.partition("?")

    with django_assert_num_queries(QUERIES[what] + IN_A_TRANSACTION):
        Client().get(f"{ADDRESS}{name}.csv?{query}").getvalue()


@pytest.mark.parametrize("name", ["results", "results-by-player", "draws"])
def test_what_grows_with_games_is_read_stride_by_stride(name: str, db, monkeypatch: pytest.MonkeyPatch):
    played_hall(rounds=2)
    whole = csv_of(name)
    few = reads_of(name)
    monkeypatch.setattr("publishing.tables.strides.TABLES_AT_ONCE", 2)
    monkeypatch.setattr("publishing.tables.results.PLAYERS_AT_ONCE", 4)

    strides = reads_of(name)

    # Two strides instead of one, and the lines are the same.
    assert (csv_of(name), len(whole)) == (whole, 1 + 2 * 8)
    assert few < strides <= few + 3


def reads_of(name: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        Client().get(f"{ADDRESS}{name}.csv").getvalue()
    return len(queries)


@pytest.mark.once("the memory is Python's")
@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["results.csv", "results.json", "results.xlsx", "results-by-player.csv", "draws.csv"]
)
def test_a_file_of_four_times_as_many_games_takes_no_more_memory(name: str, db):
    hall = open_hall(players=0)

    def played_on(games: range) -> int:
        lines = [f"{game},{player},25000" for game in games for player in ("A", "B", "C", "D")]
        text = "\n".join(["game,player,points", *lines])
        import_results(stage=hall.stage, text=text, by=hall.alice)
        tracemalloc.start()
        for _piece in Client().get(f"{ADDRESS}{name}"):
            pass
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    played_on(range(1, 201))
    few = played_on(range(201, 401))
    many = played_on(range(401, 1_601))

    # Twice a stride, and what its lines take in the file.
    assert many < few + 1_000_000


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_page_takes_few_queries_however_many_rounds_there_are(
    rounds, hall: Hall, django_assert_num_queries
):
    played(hall, *[BALANCED] * rounds)

    with django_assert_num_queries(4):
        page = Client().get(ADDRESS)

    assert page.content.decode().count("after=") == 3 * rounds


def test_each_round_has_its_line_of_files() -> None:
    line = files_after_rounds(EXPORTS["standings"], "spring-open", 1, [2])

    assert " ".join(strip_tags(line).split()) == (
        "Round 2 CSV Standings, after round 2 XLSX Standings, after round 2 JSON Standings, after round 2"
    )
    assert line.count('href="/t/spring-open/downloads/standings.csv?stage=1&amp;after=2"') == 1


def test_standings_and_desk_link_to_the_downloads(hall: Hall):
    link = f'href="{ADDRESS}"'

    assert link in Client().get("/t/spring-open/standings/").content.decode()
    assert link in Client().get("/t/spring-open/").content.decode()
    assert link in signed_in(hall.alice).get("/t/spring-open/desk/").content.decode()


def test_programs_read_the_same_tables(db: None):
    played_hall()
    client = Client()

    listed = client.get("/api/v1/tournaments/spring-open/exports/").json()["exports"]
    found = json.loads(client.get("/api/v1/tournaments/spring-open/exports/standings/?after=1").getvalue())

    assert [one["name"] for one in listed] == list(EXPORTS)
    assert client.get(listed[0]["files"]["csv"]).status_code == 200
    assert found["rows"] == table_of("standings")
    assert client.get("/api/v1/tournaments/spring-open/exports/standings/?after=9").status_code == 404
    assert client.get("/api/v1/tournaments/spring-open/exports/nothing/").status_code == 404
    assert client.get("/api/v1/tournaments/spring-open/exports/result-list/").status_code == 403


def test_a_program_with_a_token_reads_a_private_tournament(db):
    hall = open_hall(visibility="private")
    _token, secret = create_api_token(by=hall.rob, name="sheet", scope=ApiToken.Scope.READ, days=1)
    address = "/api/v1/tournaments/spring-open/exports/players/"

    assert Client().get(address).status_code == 404
    found = json.loads(Client().get(address, headers={"Authorization": f"Bearer {secret}"}).getvalue())
    assert len(found["rows"]) == Tournament.objects.get().entries.count()


class TestALedgerThatSomebodyHas:
    def test_is_not_sent_again_until_something_happens(self, hall: Hall, django_assert_max_num_queries):
        first = Client().get(f"{ADDRESS}ledger.csv")
        with django_assert_max_num_queries(5):
            again = Client().get(f"{ADDRESS}ledger.csv", HTTP_IF_NONE_MATCH=first["ETag"])
        form_team(tournament=hall.tournament, name="Dragons", by=hall.alice)
        moved = Client().get(f"{ADDRESS}ledger.csv", HTTP_IF_NONE_MATCH=first["ETag"])

        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert moved.status_code == 200

    def test_is_sent_again_when_a_name_in_it_is_another(self, hall: Hall):
        first = Client().get(f"{ADDRESS}ledger.csv")["ETag"]
        bob = hall.tournament.entries.get(number=1).player
        bob.name = "Robert"
        update_player(player=bob)
        second = Client().get(f"{ADDRESS}ledger.csv", HTTP_IF_NONE_MATCH=first)
        rename_account(user=hall.alice.user, name="Alicia")
        third = Client().get(f"{ADDRESS}ledger.csv", HTTP_IF_NONE_MATCH=second["ETag"])

        assert (second.status_code, third.status_code) == (200, 200)
        assert "Alicia" in third.getvalue().decode()

    def test_has_a_tag_for_each_language_and_each_format(self, hall: Hall):
        paths = [f"{ADDRESS}ledger.csv", f"{ADDRESS}ledger.json", f"/ja{ADDRESS}ledger.csv"]

        assert len({Client().get(path)["ETag"] for path in paths}) == 3

    @pytest.mark.parametrize("extension", ["csv", "json", "xlsx"])
    def test_is_read_piece_by_piece_as_it_is_written(self, hall: Hall, extension: str, monkeypatch):
        whole = table_of("ledger")
        monkeypatch.setattr("publishing.tables.ledger.AT_ONCE", 3)

        file = Client().get(f"/ja{ADDRESS}ledger.{extension}").getvalue()

        if extension == "xlsx":
            lines = [
                row[0] for row in load_workbook(io.BytesIO(file)).worksheets[0].iter_rows(values_only=True)
            ]
        elif extension == "json":
            lines = ["", *(row["seq"] for row in json.loads(file)["rows"])]
        else:
            lines = [row[0] for row in csv.reader(io.StringIO(file.decode("utf-8-sig")))]
        assert [str(line) for line in lines[1:]] == [str(row["seq"]) for row in whole]
        assert len(whole) == hall.tournament.ledger.count() > 6

    def test_does_not_hold_what_came_in_while_it_was_sent(self, hall: Hall):
        response = Client().get(f"{ADDRESS}ledger.json")
        before = hall.tournament.ledger.count()
        form_team(tournament=hall.tournament, name="Dragons", by=hall.alice)

        assert len(json.loads(response.getvalue())["rows"]) == before


class TestLimits:
    """Some files are as long as their tournament: how often and how long is bounded, and said."""

    @pytest.fixture
    def two(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "publishing.file_limits.LIMIT_OF_LONG_ONES", Limit("long-file/network", most=2, seconds=3600)
        )

    def test_too_many_are_asked_to_wait(self, hall: Hall, two: None) -> None:
        answers = [Client().get(f"{ADDRESS}ledger.csv") for _ in range(3)]

        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert (
            "These files were downloaded 2 times from your network within 60 minutes"
            in answers[2].content.decode()
        )
        assert answers[2]["Retry-After"] == "3600"

    def test_so_are_programs_and_all_files_that_grow_with_games_count_together(
        self, hall: Hall, two: None
    ) -> None:
        path = "/api/v1/tournaments/spring-open/exports/"
        Client().get(f"{ADDRESS}ledger.csv").getvalue()
        Client().get(f"{path}results/").getvalue()

        refused = [
            Client().get(f"{path}{name}/") for name in ("ledger", "results", "results-by-player", "draws")
        ]
        others = [Client().get(f"{path}{name}/") for name in ("standings", "players", "penalties")]

        assert [(one.status_code, one["Retry-After"]) for one in refused] == [(429, "3600")] * 4
        assert "programs can ask the API for what is new" in refused[0].json()["error"]["message"]
        assert [one.status_code for one in others] == [200] * 3

    def test_the_others_are_counted_too(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("publishing.file_limits.LIMIT", Limit("file/network", most=3, seconds=3600))
        names = ("standings.csv", "players.xlsx", "penalties.json", "team-standings.csv")

        answers = [Client().get(f"{ADDRESS}{name}").status_code for name in names]

        assert answers == [200, 200, 200, 429]

    @pytest.mark.slow
    def test_who_has_the_file_already_is_not_counted(self, hall: Hall, two: None) -> None:
        first = Client().get(f"{ADDRESS}ledger.csv")

        again = [Client().get(f"{ADDRESS}ledger.csv", HTTP_IF_NONE_MATCH=first["ETag"]) for _ in range(4)]

        assert [answer.status_code for answer in again] == [304] * 4

    def test_a_workbook_that_would_be_too_long_is_refused_and_csv_is_not(
        self, hall: Hall, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("publishing.file_limits.MOST_ROWS_OF_A_WORKBOOK", 5)

        refused = Client().get(f"{ADDRESS}ledger.xlsx")

        entries = hall.tournament.ledger.count()
        assert refused.status_code == 409
        words = f"A workbook holds at most 5 lines here; this one would have {entries}. Please use CSV."
        assert words in refused.content.decode()
        assert Client().get(f"{ADDRESS}ledger.csv").status_code == 200

    def test_programs_get_a_table_row_by_row(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("publishing.tables.ledger.AT_ONCE", 3)
        monkeypatch.setattr("web.sheets.files.LINES_AT_ONCE", 2)

        answer = Client().get("/api/v1/tournaments/spring-open/exports/ledger/")
        pieces = list(answer.streaming_content)

        found = json.loads(b"".join(pieces))
        assert len(pieces) > 3
        assert (found["name"], len(found["rows"])) == ("ledger", hall.tournament.ledger.count())
