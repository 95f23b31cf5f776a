"""Wrong codes are counted against whoever types them: the phone that this house named, and its network."""

from collections.abc import Mapping

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.errors import NotAllowed
from tournaments.actions.rate_limits import (
    CARD_CODES_OF_A_NETWORK,
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    Limit,
    attempts_counted,
)
from tournaments.credentials.claims import take_card, take_seat
from tournaments.credentials.devices import DEVICE_COOKIE, name_device
from tournaments.models import PlayerCard, Table

HERE = "203.0.113.7"
OF_A_NETWORK = (CARD_CODES_OF_A_NETWORK, SEAT_CODES_OF_A_NETWORK, SEAT_CODES_WITHOUT_A_DEVICE)


def request_of(device: str = "") -> HttpRequest:
    """A phone's request from `HERE`; `device` is the name that this house gave it."""
    request = RequestFactory().post("/", REMOTE_ADDR=HERE)
    request.user = AnonymousUser()
    if device:
        answer = HttpResponse()
        name_device(answer, device, is_secure=False)
        request.COOKIES[DEVICE_COOKIE] = answer.cookies[DEVICE_COOKIE].value
    return request


def counted(device: str = "") -> Mapping[Limit, int]:
    """How many attempts stand against the network and against the phone, where there are any."""
    against = {limit: attempts_counted(limit, HERE) for limit in OF_A_NETWORK}
    against[SEAT_CODES_OF_A_DEVICE] = attempts_counted(SEAT_CODES_OF_A_DEVICE, device) if device else 0
    return {limit: times for limit, times in against.items() if times}


@pytest.mark.parametrize(
    ("device", "expected"),
    [
        ("", {CARD_CODES_OF_A_NETWORK: 1, SEAT_CODES_WITHOUT_A_DEVICE: 1}),
        ("pixel", {CARD_CODES_OF_A_NETWORK: 1, SEAT_CODES_OF_A_NETWORK: 1, SEAT_CODES_OF_A_DEVICE: 1}),
    ],
)
def test_a_wrong_card_code_counts_against_the_network_as_a_cards_and_as_a_seats(
    hall: Hall, device: str, expected: Mapping[Limit, int]
) -> None:
    with pytest.raises(NotAllowed):
        take_card(request_of(device), code="AAAABBBB", key="k", device_name="")

    assert counted(device) == expected


@pytest.mark.parametrize(
    ("device", "expected"),
    [
        ("", {SEAT_CODES_WITHOUT_A_DEVICE: 1}),
        ("pixel", {SEAT_CODES_OF_A_NETWORK: 1, SEAT_CODES_OF_A_DEVICE: 1}),
    ],
)
def test_a_wrong_seat_code_counts_as_a_seats_alone(
    hall: Hall, device: str, expected: Mapping[Limit, int]
) -> None:
    with pytest.raises(NotAllowed):
        take_seat(request_of(device), code="AAAABBBBCCCC", key="k", device_name="")

    assert counted(device) == expected


def test_a_right_code_is_counted_against_nobody(hall: Hall, table: Table) -> None:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    east, south, *_others = seats_of(table)
    code = issue_seat_tokens(seats=[south], by=hall.alice)[south.pk]

    take_card(
        request_of("pixel"), code=PlayerCard.objects.get(entry=east.entry).code, key="k", device_name=""
    )
    take_seat(request_of("nokia"), code=code, key="k", device_name="")

    assert (counted("pixel"), counted("nokia")) == ({}, {})
