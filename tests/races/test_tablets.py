"""At the same moment: one tablet has one device, each player one voice at it, and wrong PINs are counted exactly."""

import pytest

pytestmark = pytest.mark.race

POINTS = [40_000, 30_000, 20_000, 10_000]


@pytest.fixture
def hall(four):
    return four.do("set_up", players=4)


@pytest.fixture
def tablet(four, hall):
    [[table, _tokens]] = hall["tables"]
    return {"table": table, **four.do("hand_out_tablet", table=table, organizer=hall["organizer"])}


def at(tablet, seat, pin, do, **more):
    return {"do": do, "kiosk": tablet["kiosk"], "table": tablet["table"], "seat": seat, "pin": pin, **more}


def wrong(pin):
    return f"{(int(pin) + 1) % 10_000:04}"


def test_of_four_devices_that_claim_one_code_at_once_one_is_the_tablet(four, hall, tablet):
    replies = four.at_once(
        [{"do": "claim_tablet", "code": tablet["code"], "key": f"device {number}"} for number in range(4)]
    )

    refused = [one["body"] for one in replies if one["status"] != 200]
    assert sorted(one["status"] for one in replies) == [200, 409, 409, 409], replies
    assert refused == [{"code": "kiosk_already_claimed", "live": None}] * 3
    told = four.do("entries_of", tournament=hall["tournament"], kinds=["kiosk_claimed"])["entries"]
    assert told == [["kiosk_claimed", f"kiosk:{tablet['kiosk']}"]]
    assert four.do("verify", tournament=hall["tournament"])["problems"] == []


def test_one_device_that_claims_four_times_at_once_is_the_tablet_once(four, hall, tablet):
    replies = four.at_once([{"do": "claim_tablet", "code": tablet["code"], "key": "one device"}] * 4)

    assert replies == [replies[0]] * 4
    assert replies[0]["status"] == 200
    told = four.do("entries_of", tournament=hall["tournament"], kinds=["kiosk_claimed"])["entries"]
    assert told == [["kiosk_claimed", f"kiosk:{tablet['kiosk']}"]]


def test_three_players_who_confirm_at_once_and_one_of_them_twice_confirm_it_once_each(four, hall, tablet):
    (east, its_pin), *others = tablet["seats"]
    [sheet] = four.at_once([at(tablet, east, its_pin, "report_at_tablet", points=POINTS)])
    assert sheet["status"] == 201, sheet

    calls = [
        at(tablet, seat, pin, "confirm_at_tablet", if_match=sheet["body"]["tag"]) for seat, pin in others
    ]
    replies = four.at_once([*calls, calls[0]])

    assert [one["status"] for one in replies] == [200] * 4, replies
    kinds = ["reported", "agreed", "confirmed"]
    told = four.do("entries_of", tournament=hall["tournament"], kinds=kinds)["entries"]
    assert [kind for kind, _actor in told] == ["reported", "agreed", "agreed", "confirmed"]
    actors = [f"seat:{seat}/kiosk:{tablet['kiosk']}" for seat, _pin in tablet["seats"]]
    assert sorted(actor for _kind, actor in told) == sorted(actors)
    found = four.do("verify", tournament=hall["tournament"])
    assert (found["sheets"], found["problems"]) == ([[tablet["table"], 1, "confirmed"]], [])


def test_wrong_pins_of_four_at_once_are_counted_exactly(four, hall, tablet):
    (east, its_pin), *_others = tablet["seats"]
    call = at(tablet, east, wrong(its_pin), "report_at_tablet", points=POINTS)

    replies = [*four.at_once([call] * 4), *four.at_once([call] * 4)]

    assert sorted(one["status"] for one in replies) == [403] * 5 + [429] * 3, replies
    assert four.do("wrong_pins", seat=east) == {"counted": 8}
    right = four.at_once([at(tablet, east, its_pin, "report_at_tablet", points=POINTS)])
    assert [one["status"] for one in right] == [429]
    found = four.do("verify", tournament=hall["tournament"])
    assert (found["sheets"], found["problems"]) == ([], [])
