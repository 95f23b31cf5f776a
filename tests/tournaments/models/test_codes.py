"""What is printed or kept by a phone opens the same after every upgrade: the ways to make it are never changed."""

import pytest
from django.test import override_settings

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import secret_for
from tournaments.actions.credentials.claiming import secret_of_device
from tournaments.actions.credentials.seat_tokens import code_for
from tournaments.actions.staff.invitations import code_for as code_of_invitation
from tournaments.models import PlayerCard, Registration, TableKiosk

SECRET = "s" * 50


@pytest.fixture(autouse=True)
def secret():
    with override_settings(SECRET_KEY=SECRET):
        yield


def test_cards_tablets_and_links_follow_from_their_nonce() -> None:
    card = PlayerCard(nonce="n" * 32)

    assert (card.code, card.pin) == ("QK42ZR9F", "8550")
    assert TableKiosk(nonce="n" * 32).code == "BY5EWJADGUVJKUY42XF85ARLDR"
    assert Registration(nonce="n" * 32).code == "VT4FB3TSVVEP"
    assert (
        PlayerCard.hash_of_code("ABCDEFGH")
        == "2822c38f90729f1c8869ac35518afc1e06cc686496ea60e0dc3918514876dd4c"
    )
    assert (
        TableKiosk.hash_of_code("A" * 26)
        == "06f469c97c14e84c74853bb96aa79305eb4f6635291bf1202c4fdadb82706204"
    )
    assert (
        Registration.hash_of_code("ABCDEFGHJKLM")
        == "68ab3bce1e0965be58c8014f3015568a599f04ae25686e7953080160928d31c1"
    )


@pytest.mark.parametrize(
    ("what", "kept"),
    [
        ("", "841cc227ce4b776ca8b3634386669fdc7c0a1d94ecfa0ed14bbca9d313e8abf3"),
        ("card", "e39ec4de1017f4f6eb8c6fe55842adb47135689363787869bfbf7bc7315f20ab"),
        ("kiosk", "6203cf4f18dd48b030abc6cb3cfe6cf34769cd444ecd49a2844f92ae210e11e6"),
    ],
)
def test_a_device_that_repeats_its_call_gets_the_secret_it_had(what: str, kept: str) -> None:
    assert secret_of_device(what, code="ABCD", key="first") == kept


def test_a_call_that_is_repeated_shows_the_secrets_it_made() -> None:
    by = Actor(is_console=True)

    assert code_for(7, by=by, key="k") == "GT8MQ6AXSTHM4UQPE6AW3DUXP4"
    assert code_of_invitation(7, by=by, key="k") == "HECGULZGPYTJ75L7F3NPRM2RTC"
    assert secret_for(7, by=by, key="k") == "mjt_B9cVRF0q0wT0oDJuS5HuIXSpaI0jkirYRVEpsvg8XNo"
