"""What is done at a table is one set of actions, whichever screen it is done at."""

import pytest
from django.urls import get_resolver, reverse

from tournaments.views.seat import at_table
from tournaments.views.seat.at_table import AtTable, Button, HandView, ReportView
from tournaments.views.seat.seat import PHONE
from tournaments.views.seat.tablet import TABLET

# How the addresses of a tablet are called, beside those of a phone.
SAME = {
    "kiosk_hand": "enter_hand",
    "kiosk_undo": "undo_hand",
    "kiosk_report": "report",
    "kiosk_report_game": "report_hands",
    "kiosk_confirm": "confirm",
    "kiosk_dispute": "dispute",
    "kiosk_call": "call_referee",
    "kiosk_end_call": "end_call",
}


def view_of(name: str) -> type[AtTable]:
    found: type[AtTable] = get_resolver().resolve(reverse(name)).func.view_class
    return found


@pytest.mark.parametrize(("tablet", "phone"), SAME.items())
def test_a_tablets_action_is_the_phones(tablet: str, phone: str) -> None:
    at_the_tablet, on_the_phone = view_of(tablet), view_of(phone)

    if at_the_tablet is not on_the_phone:
        # They show their forms on pages of their own, and do the same.
        assert at_the_tablet.perform is on_the_phone.perform
        assert at_the_tablet.binds is on_the_phone.binds
        assert {at_the_tablet.__base__, on_the_phone.__base__} in ({HandView}, {ReportView})


def test_every_address_that_the_templates_ask_for_is_there() -> None:
    both = TABLET.addresses.keys() & PHONE.addresses.keys()

    assert all(reverse(name) for screen in (PHONE, TABLET) for name in screen.addresses.values())
    assert both == {
        "table",
        "hands",
        "confirm",
        "dispute",
        "undo",
        "report_game",
        "call",
        "end_call",
    }


@pytest.mark.parametrize("name", [one.__name__ for one in Button.__subclasses__()])
def test_an_action_at_no_screen_has_no_page(name: str) -> None:
    with pytest.raises(NotImplementedError):
        getattr(at_table, name).as_view()
