"""A passkey is added, opens the account alone, is a second step, and answers when it is asked again."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import press
from tools.demo_house import PASSWORD, House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
ORGANIZER = "organizer@demo.example"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def sign_in_by_password(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill(ORGANIZER)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main form button").first.click()


def test_a_passkey_from_setting_it_up_to_every_way_it_opens(visitor: Callable[..., Page], own_house: House):
    # Browsers know passkeys at this name, and not at 127.0.0.1.
    page = visitor(width=390, base_url=f"http://localhost:{urlsplit(own_house.url).port}")
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    device = wire.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]

    sign_in_by_password(page)
    page.wait_for_url("**/me/")
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("What you call it").fill("My phone")
    page.get_by_label("Sign in with this passkey alone").check()
    press(page, "Add a passkey")
    page.wait_for_url("**/recovery-codes/")
    expect(page.locator("ul.secret li")).to_have_count(10)

    # Alone.
    sign_out(page)
    page.goto("/accounts/login/")
    press(page, "Sign in with a passkey")
    page.wait_for_url("**/me/")

    # After the password.
    sign_out(page)
    sign_in_by_password(page)
    page.wait_for_url("**/2fa/authenticate/")
    press(page, "Use a passkey")
    page.wait_for_url("**/me/")

    # Asked again.
    page.goto("/accounts/2fa/webauthn/reauthenticate/?next=/accounts/sessions/")
    press(page, "Use a passkey")
    page.wait_for_url("**/accounts/sessions/")

    # Where the owner refuses, the page says what to do.
    wire.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("The passkey was not used")).to_be_visible(timeout=20_000)
    page.goto("/me/")
    assert "/accounts/login/" in page.url
