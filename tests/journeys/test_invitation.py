"""Somebody is invited to the staff: a link from one browser to another, whose code no server sees on the way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tools.demo_house import PASSWORD, House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
STAFF = "/t/demo-spring-open/desk/staff/"
PLAYER = "player@demo.example"


def test_a_link_is_opened_answered_after_signing_in_and_leads_to_the_desk(
    visitor: Callable[..., Page], own_house: House
):
    desk, guest = visitor(width=1280, base_url=own_house.url), visitor(base_url=own_house.url)
    sign_in(desk)
    requests: list[str] = []
    guest.on(
        "request", lambda request: requests.append(f"{request.url} {request.headers.get('referer', '')}")
    )

    # The organizer makes an invitation; its link is on the page once.
    desk.goto(STAFF)
    desk.get_by_label("For whom (optional)").fill("Somebody")
    press(desk, "Create the invitation")
    link = desk.locator("code.secret").inner_text()
    code = link.partition("#")[2]

    # The guest opens it, reads what it is about, signs in and is back where they were.
    guest.goto(link)
    guest.wait_for_url("**/invitation/")
    expect(guest.get_by_text("invites you to help run")).to_be_visible()
    follow(guest, "Sign in")
    guest.get_by_label("Email").fill(PLAYER)
    guest.get_by_label("Password", exact=True).fill(PASSWORD)
    press(guest, "Sign in")
    guest.wait_for_url("**/invitation/")
    press(guest, "Accept")

    expect(guest).to_have_url(f"{own_house.url}/t/demo-spring-open/desk/")
    assert not [request for request in requests if code in request]
    desk.goto(STAFF)
    expect(desk.get_by_role("heading", name="Player 01")).to_be_visible()


def test_without_javascript_the_code_is_typed_and_no_is_said(visitor: Callable[..., Page], own_house: House):
    desk = visitor(width=1280, base_url=own_house.url)
    guest = visitor(base_url=own_house.url, java_script_enabled=False)
    sign_in(desk)
    desk.goto(STAFF)
    press(desk, "Create the invitation")
    link = desk.locator("code.secret").inner_text()

    guest.goto(link)
    guest.get_by_label("Code").fill(link.partition("#")[2].lower())
    press(guest, "Show the invitation")
    press(guest, "Decline")

    expect(guest.get_by_role("heading", name="Invitation declined")).to_be_visible()
    desk.goto(STAFF)
    expect(desk.get_by_role("heading", name="Open invitations")).to_have_count(0)
