"""Draws through the API: everything the desk can do, with the same refusals."""

import pytest

from players.actions import add_player
from players.models import Player
from seating.audit import Record, verify
from tests.tournaments.actions.draws.test_team_seasons import league
from tests.tournaments.api.callers import Caller, body_of, code_of, signed_in, stranger
from tests.tournaments.hall import BALANCED, Hall, open_hall
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Draw, Entry, Round, SeatingConstraint, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def wide() -> Hall:
    return open_hall(players=16)


@pytest.fixture
def alice(wide: Hall) -> Caller:
    return signed_in(wide.alice.user)


@pytest.fixture
def stored(wide: Hall) -> Draw:
    return draw(stage=wide.stage, plan=Plan(method="schedule", rounds=3), by=wide.alice)


def draws_of(wide: Hall) -> str:
    return f"/v1/stages/{wide.stage.pk}/draws/"


def test_a_schedule_is_drawn_published_and_drawn_again_by_anybody(wide: Hall, alice: Caller) -> None:
    fixed = body_of(alice.post(f"/v1/stages/{wide.stage.pk}/seed/"))
    made = body_of(alice.post(draws_of(wide), {"method": "schedule", "rounds": 3}))
    alice.post(f"/v1/draws/{made['id']}/publish/")

    shown = body_of(stranger().get(f"/v1/draws/{made['id']}/"))

    assert len(shown["rounds"]) == 3
    assert fixed["commitment"] == shown["seed_hash"]
    assert verify(Record(**shown["record"]), shown["seed"]).same
    assert body_of(stranger().get(f"/v1/draws/{made['id']}/check/")) == {
        "is_same": True,
        "is_drawn_here": True,
        "rounds": 3,
        "reasons": [],
        "words": [],
        "differences": [],
    }


def test_of_a_schedule_half_published_the_public_sees_half(wide: Hall, alice: Caller, stored: Draw) -> None:
    publish_round(round_=stored.rounds.get(number=1), by=wide.alice)

    public = body_of(stranger().get(f"/v1/draws/{stored.pk}/"))
    staff = body_of(alice.get(f"/v1/draws/{stored.pk}/"))

    assert (len(public["rounds"]), public["seed"], public["record"]) == (1, "", None)
    assert (len(staff["rounds"]), staff["seed"]) == (3, stored.seed)
    assert stored.seed not in stranger().get(draws_of(wide)).content.decode()


def test_a_draft_is_not_there_for_the_public(wide: Hall, stored: Draw) -> None:
    for path in ("", "check/"):
        assert stranger().get(f"/v1/draws/{stored.pk}/{path}").status_code == 404
    assert body_of(stranger().get(draws_of(wide)))["count"] == 0


def test_an_exchange_says_its_price_first(wide: Hall, alice: Caller, stored: Draw) -> None:
    round_ = stored.rounds.get(number=1)
    tables = seats_of(round_)
    exchange = {"one": tables[0][0], "other": tables[1][1]}

    price = body_of(alice.post(f"/v1/rounds/{round_.pk}/swap/", {**exchange, "dry_run": True}))

    assert (price["done"], price["rematches"] > 0, seats_of(round_)) == (False, True, tables)
    assert body_of(alice.post(f"/v1/rounds/{round_.pk}/swap/", exchange)) == {**price, "done": True}
    assert seats_of(round_)[0][0] == tables[1][1]


def test_in_play_it_is_the_referees_names_the_places_and_is_done_once(hall: Hall, round_: Round) -> None:
    alice, rob = signed_in(hall.alice.user), signed_in(hall.rob.user)
    path, tables = f"/v1/rounds/{round_.pk}/swap/", seats_of(round_)
    exchange = {"one": tables[0][0], "other": tables[1][3]}
    draft = hall.draw()
    assert code_of(rob.post(f"/v1/rounds/{draft.pk}/swap/", exchange)) == (403, "not_allowed")

    asked = rob.post(path, {**exchange, "dry_run": True})

    price = body_of(asked)
    assert (price["done"], asked["ETag"], seats_of(round_)) == (False, f'"{price["tag"]}"', tables)
    assert code_of(rob.post(path, exchange)) == (428, "version_missing")
    assert code_of(rob.post(path, exchange, if_match="s1t1w1-s2t2w2")) == (412, "stale_places")
    assert seats_of(round_) == tables
    answers = [rob.post(path, exchange, key="one-exchange-one-key", if_match=price["tag"]) for _ in range(2)]
    assert [answer.content for answer in answers] == [answers[0].content] * 2
    done = body_of(answers[0])
    assert done == {**price, "done": True, "tag": done["tag"]}
    assert seats_of(round_) == [[tables[1][3], *tables[0][1:]], [*tables[1][:3], tables[0][0]]]
    assert code_of(alice.post(path, exchange, if_match=price["tag"])) == (412, "stale_places")
    alice.post(path, exchange, if_match=done["tag"])
    assert seats_of(round_) == tables


def test_in_play_a_dry_run_says_what_stands_against_it(hall: Hall, round_: Round, table: Table) -> None:
    rob = signed_in(hall.rob.user)
    report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
    tables = seats_of(round_)
    exchange = {"one": tables[0][0], "other": tables[1][3], "dry_run": True}

    answer = rob.post(f"/v1/rounds/{round_.pk}/swap/", exchange)

    assert code_of(answer) == (409, "results_exist")


def test_a_redraw_wants_a_reason(alice: Caller, stored: Draw) -> None:
    assert alice.post(f"/v1/draws/{stored.pk}/redraw/").status_code == 400

    new = body_of(alice.post(f"/v1/draws/{stored.pk}/redraw/", {"reason": "One more came"}))

    assert (new["id"] != stored.pk, new["reason"], len(new["rounds"])) == (True, "One more came", 3)


def test_a_repeated_call_draws_once(wide: Hall, alice: Caller) -> None:
    answers = [alice.post(draws_of(wide), {"method": "swiss"}, key="one-draw-one-key") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert (answers[0].content, Draw.objects.count()) == (answers[1].content, 1)


@pytest.mark.parametrize(
    ("exchange", "status"),
    [
        ({}, 400),
        ({"method": "magic"}, 400),
        ({"method": "imported"}, 400),
        ({"method": "schedule", "rounds": -1}, 400),
        ({"method": "schedule", "rounds": 200}, 422),
        ({"method": "schedule", "rounds": 401}, 400),
        ({"method": "team_season", "rounds": 2}, 422),
        ({"method": "team_season", "rounds": 2, "games": 0}, 400),
        ({"method": "by_standing", "best": -1}, 400),
        ({"method": "schedule", "rounds": 10**15}, 400),
        ({"method": "swiss", "rounds": 2}, 422),
        ({"method": "teams", "rounds": 2}, 422),
        ({"method": "random", "sit_out": [10**15]}, 400),
        ({"method": "random", "players": 100_000}, 400),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(
    wide: Hall, alice: Caller, exchange: dict[str, object], status: int
) -> None:
    assert alice.post(draws_of(wide), exchange).status_code == status
    assert not Draw.objects.exists()


@pytest.mark.slow
def test_a_season_is_drawn_by_programs_too(db: None) -> None:
    hall = league(7, 4)
    caller = signed_in(hall.alice.user)
    season = {"method": "team_season", "rounds": 14, "games": 2, "line_up": 1}

    made = body_of(caller.post(draws_of(hall), season))

    assert (len(made["rounds"]), made["quality"]["season"]["pairs"]) == (14, [4, 4])
    assert "Every pair of teams meets in exactly 4 games." in made["words"]


def test_wishes_are_the_staffs(wide: Hall, alice: Caller) -> None:
    one, other = Entry.objects.order_by("number")[:2]
    path = "/v1/tournaments/spring-open/wishes/"

    made = body_of(alice.post(path, {"kind": "never", "entry": one.pk, "other": other.pk, "reason": "Twins"}))

    assert (made["entry"]["id"], made["other"]["id"], made["reason"]) == (one.pk, other.pk, "Twins")
    assert code_of(alice.post(path, {"kind": "never", "entry": other.pk, "other": one.pk})) == (
        409,
        "wish_exists",
    )
    assert code_of(alice.post(path, {"kind": "table", "entry": one.pk})) == (422, "wish_malformed")
    assert stranger().get(path).status_code == 401
    alice.delete(f"/v1/wishes/{made['id']}/")
    assert not SeatingConstraint.objects.exists()


@pytest.mark.slow
def test_a_repair_and_its_refusals(wide: Hall, alice: Caller, stored: Draw) -> None:
    path = f"/v1/stages/{wide.stage.pk}/repair/"
    gone = list(Entry.objects.filter(number__gte=13).values_list("pk", flat=True))

    assert code_of(alice.post(path, {})) == (422, "nothing_to_repair")
    assert code_of(alice.post(path, {"leavers": [10**12]}))[0] == 400
    done = body_of(alice.post(path, {"leavers": gone}))

    assert (done["method"], done["quality"]["repair"]["new_rematches"] >= 0) == ("repaired", True)
    assert [len(seats_of(round_)) for round_ in Round.objects.all()] == [3, 3, 3]


def test_newcomers_are_registered_and_seated_by_a_repair(wide: Hall, alice: Caller, stored: Draw) -> None:
    path = f"/v1/stages/{wide.stage.pk}/repair/"
    newcomers = [{"name": name, "club": "Dragons"} for name in ("Kei", "Leo", "Mia", "Nao")]

    done = body_of(alice.post(path, {"newcomers": newcomers}))

    came = Entry.objects.filter(player__name__in=[one["name"] for one in newcomers])
    assert done["method"] == "repaired"
    assert [came.filter(seats__round=round_).count() for round_ in Round.objects.all()] == [4, 4, 4]
    assert {entry.player.club.name for entry in came} == {"Dragons"}


def test_a_newcomer_whose_name_is_on_file_is_asked_about(wide: Hall, alice: Caller, stored: Draw) -> None:
    path = f"/v1/stages/{wide.stage.pk}/repair/"
    known = add_player(name="Kei")
    out = list(Entry.objects.filter(number__gte=14).values_list("pk", flat=True))
    before = Player.objects.count()

    asked = alice.post(path, {"leavers": out[:1], "newcomers": [{"name": "Kei"}]})
    wrong = alice.post(path, {"leavers": out[:1], "newcomers": [{"name": "Leo", "player": known.pk}]})
    same = alice.post(path, {"leavers": out[:1], "newcomers": [{"name": "Kei", "player": known.pk}]})
    another = alice.post(path, {"leavers": out[1:2], "newcomers": [{"name": "Kei", "is_another": True}]})

    assert (code_of(asked), wrong.status_code) == ((422, "name_on_file"), 400)
    assert (same.status_code, another.status_code) == (200, 200)
    assert Entry.objects.filter(player=known).count() == 1
    assert Player.objects.count() == before + 1


def test_a_draw_from_a_file(wide: Hall, alice: Caller) -> None:
    head = "round,table,east,south,west,north\n"
    good = head + "".join(f"1,{t},{4 * t - 3},{4 * t - 2},{4 * t - 1},{4 * t}\n" for t in (1, 2, 3, 4))
    path = draws_of(wide) + "import/"

    assert body_of(alice.post(path, {"csv": good, "dry_run": True}))["tables"] == 4
    assert code_of(alice.post(path, {"csv": head + "1,1,1,2,3,99\n"})) == (422, "import_has_errors")
    assert not Draw.objects.exists()
    made = body_of(alice.post(path, {"csv": good}))
    assert (made["rounds"], made["draw"]) == (1, Draw.objects.get().pk)


def test_games_of_a_match_day_are_drawn_by_any_method_and_published_by_one_call(
    wide: Hall, alice: Caller
) -> None:
    made = body_of(alice.post(draws_of(wide), {"method": "random", "games": 4}))
    first, *_others, last = wide.stage.rounds.order_by("number")

    published = body_of(alice.post(f"/v1/rounds/{last.pk}/publish/"))

    assert (published["number"], published["match_day"], published["game"]) == (4, 1, 4)
    page = body_of(stranger().get(f"/v1/rounds/{first.pk}/"))
    assert (page["name"], page["match_day"], page["game"], page["status"]) == ("", 1, 1, "published")
    assert len(made["rounds"]) == 4


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"method": "schedule", "rounds": 6, "games": 4}, "games_do_not_divide"),
        ({"method": "swiss", "rounds": 8, "games": 4}, "one_round_at_a_time"),
    ],
)
def test_a_draw_has_whole_match_days(wide: Hall, alice: Caller, body: dict[str, object], code: str) -> None:
    assert code_of(alice.post(draws_of(wide), body)) == (422, code)

    assert not wide.stage.rounds.exists()
