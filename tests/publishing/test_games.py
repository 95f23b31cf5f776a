"""The lists of games: each confirmed result once, in the order of the ledger, to whoever may see the tournament."""

import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests.tournaments.actions.transfer.files import taken_in, written_elsewhere
from tests.tournaments.api.callers import Caller, body_of, program, signed_in, stranger
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.scoresheets.deciding import correct_sheet, undo_confirmation, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, dispute_sheet, report_sheet
from tournaments.actions.rate_limits import Limit
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.teams.rosters import NOW, change_team
from tournaments.models import LedgerEntry, Round, Scoresheet, Table, Tournament
from web.api.negotiation import LINES

pytestmark = pytest.mark.django_db
GAMES = "/v1/tournaments/spring-open/games/"
LEVEL = Figures([25_000, 25_000, 25_000, 25_000])


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def tables_of(round_: Round) -> list[Table]:
    return list(round_.tables.order_by("number"))


def games(address: str = GAMES, caller: Caller | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = body_of((caller or stranger()).get(address))["results"]
    return found


def lines_of(response: HttpResponse) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.content.splitlines()]


def corrected(table: Table, by: Actor, figures: Figures = LEVEL) -> Scoresheet:
    live = Scoresheet.objects.live().filter(table=table).first()
    tag = live.tag if live else None
    return correct_sheet(table=table, report=TableReport(figures, if_match=tag), by=by, reason="typo")


def voided(table: Table, by: Actor) -> None:
    live = Scoresheet.objects.live().get(table=table)
    void_sheet(sheet=live, if_match=live.tag, reason="wrong table", by=by)


def undone(table: Table, by: Actor) -> None:
    live = Scoresheet.objects.live().get(table=table)
    undo_confirmation(sheet=live, if_match=live.tag, by=by)


def tables_and_states(found: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(game["table_number"], game["status"]) for game in found]


def last_entry(hall: Hall) -> LedgerEntry:
    entry = LedgerEntry.objects.filter(tournament=hall.tournament).order_by("seq").last()
    assert entry is not None
    return entry


def player_at(table: Table, wind: int = 1) -> Player:
    return Player.objects.get(entries__seats=table.seats.get(wind=wind))


def test_a_game_has_where_it_was_played_and_what_each_seat_made(hall: Hall, round_: Round) -> None:
    table = tables_of(round_)[0]
    sheet = play(table, hall.alice)
    entry = last_entry(hall)

    page = body_of(stranger().get(GAMES))

    seats = table.seats.select_related("entry__player").order_by("wind")
    assert page == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "seq": entry.seq,
                "confirmed_at": entry.recorded_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
                "status": "confirmed",
                "tournament": "spring-open",
                "units_per_point": 1_000,
                "stage": hall.stage.pk,
                "stage_name": hall.stage.name,
                "round": round_.pk,
                "round_number": 1,
                "played_on": round_.played_on and round_.played_on.isoformat(),
                "table": table.pk,
                "table_number": 1,
                "is_unranked": False,
                "sheet": sheet.pk,
                "version": 1,
                "seats": [
                    {
                        "seat": seat.pk,
                        "wind": seat.wind,
                        "entry": seat.entry_id,
                        "player": seat.entry.player_id,
                        "name": seat.entry.player.name,
                        "team": None,
                        "points": points,
                        "place": seat.wind,
                        "total": total,
                    }
                    for seat, points, total in zip(
                        seats,
                        (40_000, 30_000, 20_000, 10_000),
                        (60_000, 10_000, -20_000, -50_000),
                        strict=True,
                    )
                ],
            }
        ],
    }


def test_a_game_counts_for_the_team_that_its_player_had_then(hall: Hall) -> None:
    bears, cats = (
        form_team(tournament=hall.tournament, name=name, by=hall.alice) for name in ("Bears", "Cats")
    )
    entry = hall.tournament.entries.get(number=1)
    change_team(entry=entry, team=bears, since=NOW, seen=entry_tag(entry), by=hall.alice)
    round_ = hall.started()
    play(Table.objects.get(round=round_, seats__entry=entry), hall.alice)
    entry.refresh_from_db()
    change_team(entry=entry, team=cats, since=NOW, seen=entry_tag(entry), by=hall.alice)

    (game,) = games()

    teams = {seat["entry"]: seat["team"] for seat in game["seats"]}
    assert teams.pop(entry.pk) == {"id": bears.pk, "name": "Bears"}
    assert set(teams.values()) == {None}


def test_what_is_only_reported_or_drawn_is_no_game(hall: Hall, round_: Round) -> None:
    table = tables_of(round_)[0]
    report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
    publish_round(round_=draw_round(stage=hall.stage, by=hall.alice), by=hall.alice)
    draw_round(stage=hall.stage, by=hall.alice)

    page = body_of(stranger().get(GAMES))

    assert (page["count"], page["results"]) == (0, [])
    assert games(f"{GAMES}?updated_since=0") == []
    assert lines_of(stranger().get(GAMES, Accept=LINES)) == []


def test_they_are_in_the_order_in_which_they_came_to_count(hall: Hall, round_: Round) -> None:
    one, two = tables_of(round_)
    play(two, hall.alice)
    play(one, hall.alice)
    first = tables_and_states(games())
    corrected(two, hall.alice)

    found = games()

    assert first == [(2, "confirmed"), (1, "confirmed")]
    assert tables_and_states(found) == [(1, "confirmed"), (2, "confirmed")]
    assert [game["version"] for game in found] == [1, 2]
    assert [seat["points"] for seat in found[1]["seats"]] == [25_000] * 4
    assert found[1]["seq"] == last_entry(hall).seq


class TestWhatIsNew:
    def test_is_what_was_confirmed_corrected_or_made_void_after_an_entry(
        self, hall: Hall, round_: Round
    ) -> None:
        one, two = tables_of(round_)
        play(one, hall.alice)
        known = games()[0]["seq"]
        nothing = games(f"{GAMES}?updated_since={known}")
        play(two, hall.alice)
        new = games(f"{GAMES}?updated_since={known}")
        corrected(one, hall.alice)
        mended = games(f"{GAMES}?updated_since={new[-1]['seq']}")
        voided(two, hall.alice)
        ended = games(f"{GAMES}?updated_since={mended[-1]['seq']}")

        assert nothing == []
        assert tables_and_states(new) == [(2, "confirmed")]
        assert tables_and_states(mended) == [(1, "confirmed")]
        assert tables_and_states(ended) == [(2, "void")]
        assert (ended[0]["seats"], ended[0]["sheet"], ended[0]["seq"]) == (
            [],
            new[0]["sheet"],
            last_entry(hall).seq,
        )
        assert tables_and_states(games()) == [(1, "confirmed")]

    def test_has_no_void_game_of_a_table_that_has_another_result(self, hall: Hall, round_: Round) -> None:
        table = tables_of(round_)[0]
        play(table, hall.alice)
        voided(table, hall.alice)
        before = games(f"{GAMES}?updated_since=0")
        corrected(table, hall.alice)

        assert tables_and_states(before) == [(1, "void")]
        assert tables_and_states(games(f"{GAMES}?updated_since=0")) == [(1, "confirmed")]

    def test_has_a_game_whose_confirmation_was_undone_as_void(self, hall: Hall, round_: Round) -> None:
        table = tables_of(round_)[0]
        decided = corrected(table, hall.alice)
        known = games()[0]["seq"]
        waiting = undo_confirmation(sheet=decided, if_match=decided.tag, by=hall.alice)

        ended = games(f"{GAMES}?updated_since={known}")
        dispute_sheet(sheet=waiting, if_match=waiting.tag, reason="I had more", by=hall.alice)

        assert [(game["status"], game["sheet"], game["seats"]) for game in ended] == [
            ("void", waiting.pk, [])
        ]
        assert tables_and_states(games(f"{GAMES}?updated_since={known}")) == [(1, "void")]
        assert games() == []

    def test_adds_up_to_the_whole_list_whenever_somebody_asks(self, hall: Hall, round_: Round) -> None:
        one, two = tables_of(round_)
        known: dict[int, dict[str, Any]] = {}
        seen = 0
        for action in (
            lambda: play(one, hall.alice),
            lambda: play(two, hall.alice),
            lambda: corrected(one, hall.alice),
            lambda: undone(one, hall.alice),
            lambda: corrected(one, hall.alice),
            lambda: voided(two, hall.alice),
            lambda: corrected(two, hall.alice),
            lambda: voided(one, hall.alice),
        ):
            action()
            for game in games(f"{GAMES}?updated_since={seen}"):
                known[game["table"]], seen = game, game["seq"]
            standing = [game for game in known.values() if game["status"] == "confirmed"]

            assert sorted(standing, key=lambda game: game["seq"]) == games()


def test_a_walk_along_next_meets_every_game_once(hall: Hall) -> None:
    rounds = [hall.started() for _round in range(2)]
    for round_ in rounds:
        for table in tables_of(round_):
            play(table, hall.alice)
    whole = games()

    pages = [body_of(stranger().get(f"{GAMES}?limit=1&updated_since=0"))]
    while following := pages[-1]["next"]:
        pages.append(body_of(stranger().get(following.partition("/api")[2])))

    assert [game for page in pages for game in page["results"]] == whole
    assert [len(page["results"]) for page in pages] == [1] * 4
    assert {page["count"] for page in pages} == {4}
    assert games(f"{GAMES}?after={whole[1]['seq']}") == whole[2:]


def test_they_are_found_by_player_and_by_round(hall: Hall) -> None:
    first, second = hall.started(), hall.started()
    for round_ in (first, second):
        for table in tables_of(round_):
            play(table, hall.alice)
    bob = hall.tournament.entries.get(number=1).player_id
    whole = games()
    of_bob = [game for game in whole if bob in [seat["player"] for seat in game["seats"]]]

    assert len(of_bob) == 2
    assert games(f"{GAMES}?player={bob}") == of_bob
    assert games(f"{GAMES}?round={second.pk}") == whole[2:]
    assert games(f"{GAMES}?round={second.pk}&player={bob}") == of_bob[1:]
    assert body_of(stranger().get(f"{GAMES}?player={bob}&limit=1"))["count"] == 2
    assert games(f"{GAMES}?player={10**17}") == games(f"{GAMES}?round={10**17}") == []
    assert games(f"/v1/players/{bob}/games/") == of_bob


@pytest.mark.parametrize(
    "query", ["after=-1", "updated_since=x", "updated_since=-1", "player=0", "limit=201", "offset=1"]
)
def test_what_is_no_number_of_an_entry_is_refused(hall: Hall, query: str) -> None:
    assert stranger().get(f"{GAMES}?{query}").status_code == 400


class TestLines:
    def test_are_all_games_one_on_each_line(self, hall: Hall) -> None:
        for table in tables_of(hall.started()):
            play(table, hall.alice)
        bob = hall.tournament.entries.get(number=1).player_id

        for address in (GAMES, f"{GAMES}?player={bob}", f"/v1/players/{bob}/games/"):
            answer = stranger().get(address, Accept=LINES)

            assert answer["Content-Type"] == LINES
            assert lines_of(answer) == games(address) != []
        assert lines_of(stranger().get(f"{GAMES}?limit=1", Accept=LINES)) == games()[:1]

    def test_are_read_stride_by_stride(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        for table in tables_of(hall.started()):
            play(table, hall.alice)
        monkeypatch.setattr("publishing.games_api.TABLES_AT_ONCE", 1)

        with CaptureQueriesContext(connection) as queries:
            pieces = list(Client().get(f"/api{GAMES}", headers={"Accept": LINES}).streaming_content)
        reads = [query["sql"] for query in queries if 'FROM "tournaments_score"' in query["sql"]]

        assert [json.loads(piece) for piece in pieces] == games()
        assert len(reads) == 2

    def test_a_refusal_of_them_is_json(self, hall: Hall) -> None:
        answers = [
            stranger().get("/v1/tournaments/nowhere/games/", Accept=LINES),
            stranger().get(f"{GAMES}?player=x", Accept=LINES),
        ]

        assert [(answer.status_code, answer["Content-Type"]) for answer in answers] == [
            (404, "application/json"),
            (400, "application/json"),
        ]

    def test_other_lists_have_none(self, hall: Hall) -> None:
        assert stranger().get("/v1/tournaments/", Accept=LINES).status_code == 406

    def test_are_counted_as_files_that_grow(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "publishing.file_limits.LIMIT_OF_LONG_ONES", Limit("long-file/network", most=1, seconds=3600)
        )

        first, second = (stranger().get(GAMES, Accept=LINES) for _time in range(2))
        known = stranger().get(GAMES, Accept=LINES, If_None_Match=first["ETag"])

        assert (first.status_code, second.status_code, second["Retry-After"]) == (200, 429, "3600")
        assert known.status_code == 304
        assert stranger().get(GAMES).status_code == 200

    @pytest.mark.once("the memory is Python's")
    @pytest.mark.slow
    def test_of_four_times_as_many_games_take_no_more_memory(self) -> None:
        hall = open_hall(players=0)

        def played(numbers: range) -> int:
            lines = [f"{game},{player},25000" for game in numbers for player in ("A", "B", "C", "D")]
            import_results(stage=hall.stage, text="\n".join(["game,player,points", *lines]), by=hall.alice)
            tracemalloc.start()
            for _piece in Client().get(f"/api{GAMES}", headers={"Accept": LINES}):
                pass
            _now, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            return most

        played(range(1, 201))
        few = played(range(201, 401))
        many = played(range(401, 1_601))

        assert many < few + 1_000_000


class TestUnchanged:
    @pytest.mark.parametrize("accept", ["application/json", LINES])
    def test_games_are_not_sent_again(self, hall: Hall, round_: Round, accept: str) -> None:
        one, two = tables_of(round_)
        play(one, hall.alice)
        bob = player_at(one).pk

        for address, table in ((GAMES, two), (f"/v1/players/{bob}/games/", None)):
            tag = stranger().get(address, Accept=accept)["ETag"]
            again = stranger().get(address, Accept=accept, If_None_Match=tag)
            if table is not None:
                play(table, hall.alice)
            else:
                corrected(one, hall.alice)
            moved = stranger().get(address, Accept=accept, If_None_Match=tag)

            assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
            assert (moved.status_code, moved["ETag"] == tag) == (200, False)

    def test_pages_and_lines_have_tags_of_their_own(self, hall: Hall) -> None:
        assert stranger().get(GAMES)["ETag"] != stranger().get(GAMES, Accept=LINES)["ETag"]
        assert "Accept" in stranger().get(GAMES)["Vary"].split(", ")

    def test_a_private_tournaments_304_is_not_for_strangers(self, hall: Hall) -> None:
        tag = stranger().get(GAMES)["ETag"]
        Tournament.objects.filter(pk=hall.tournament.pk).update(visibility="private")

        assert stranger().get(GAMES, If_None_Match=tag).status_code == 404


def test_games_of_a_private_tournament_are_for_those_concerned(hall: Hall) -> None:
    private = open_hall("private-open", players=4, visibility="private")
    table = tables_of(private.started())[0]
    play(table, private.alice)
    bob = player_at(table).pk
    address = "/v1/tournaments/private-open/games/"

    seen = games(address, program(private.rob.user, scope="read"))

    assert len(seen) == 1
    assert stranger().get(address).status_code == 404
    assert stranger().get(f"/v1/players/{bob}/games/").status_code == 404
    assert games(f"/v1/players/{bob}/games/", signed_in(private.alice.user)) == seen
    narrowed = program(hall.alice.user, scope="read", tournament=hall.tournament)
    assert narrowed.get(address).status_code == 404


def test_a_players_games_are_those_of_all_tournaments_on_their_page(hall: Hall, round_: Round) -> None:
    table = tables_of(round_)[0]
    play(table, hall.alice)
    bob = player_at(table)
    other = open_hall("autumn-open", players=4, by=hall.alice)
    theirs = other.tournament.entries.get(number=1)
    theirs.player = bob
    theirs.save(update_fields=["player"])
    for one in tables_of(other.started()):
        play(one, other.alice)
    address = f"/v1/players/{bob.pk}/games/"

    found = games(address, signed_in(hall.alice.user))
    page = body_of(signed_in(hall.alice.user).get(f"{address}?limit=1&offset=1"))

    assert [game["tournament"] for game in found] == ["spring-open", "autumn-open"]
    assert (page["count"], page["results"]) == (2, found[1:])
    assert page["previous"].endswith(f"/api{address}?limit=1&offset=0")


def test_games_that_another_server_wrote_have_the_ids_of_this_one() -> None:
    def build() -> Tournament:
        hall = open_hall(players=12)
        for table in tables_of(hall.started())[:2]:
            play(table, hall.alice)
        return hall.tournament

    file = written_elsewhere(build)
    # Ids here are others than there.
    host = open_hall("host-open", players=4)
    play(tables_of(host.started())[0], host.alice)
    copy = taken_in(file, host.alice)
    hall = Hall(copy, host.alice, host.rob, host.charlie, host.bob)
    play(tables_of(Round.objects.get(stage__tournament=copy))[2], hall.alice)
    bob = copy.entries.order_by("number")[0].player_id

    found = games(f"/v1/tournaments/{copy.slug}/games/")

    assert [game["table_number"] for game in found] == [1, 2, 3]
    sheets = Scoresheet.objects.filter(table__round__stage__tournament=copy).order_by("table__number")
    assert [game["sheet"] for game in found] == [sheet.pk for sheet in sheets]
    assert games(f"/v1/players/{bob}/games/", signed_in(host.alice.user)) == [
        game for game in found if bob in [seat["player"] for seat in game["seats"]]
    ]


STATEMENTS = {GAMES: 6, f"{GAMES}?player=%s": 7, f"{GAMES}?updated_since=0": 6, "/v1/players/%s/games/": 9}


@pytest.mark.parametrize("address", STATEMENTS)
def test_a_list_costs_the_same_however_many_games_there_are(hall: Hall, address: str) -> None:
    asked = address.replace("%s", str(hall.tournament.entries.get(number=1).player_id))

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            games(asked)
        return len(queries)

    costs = []
    for _time in range(2):
        for table in tables_of(hall.started()):
            play(table, hall.alice)
        costs.append(cost())

    assert costs == [STATEMENTS[address]] * 2


def test_a_304_costs_two_statements(hall: Hall) -> None:
    tag = stranger().get(GAMES)["ETag"]

    with CaptureQueriesContext(connection) as queries:
        stranger().get(GAMES, If_None_Match=tag)

    assert len(queries) == 2
