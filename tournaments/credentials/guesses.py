"""How guesses are counted: one rule for each kind of code."""

from contextlib import AbstractContextManager
from dataclasses import dataclass

from django.http import HttpRequest

from tournaments.actions.rate_limits import (
    API_TOKENS_OF_A_NETWORK,
    CARD_CODES_OF_A_NETWORK,
    INVITATION_CODES_OF_A_NETWORK,
    REGISTRATION_CODES_OF_A_NETWORK,
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    Limit,
    attempt,
    count_attempt,
)
from tournaments.credentials.devices import device_of
from web.networks import network_of


@dataclass(frozen=True)
class Rule:
    """For whom guesses at a kind of code are counted.

    `of_device` and `of_network` beforehand: a right code is refused after too many wrong ones. The others only when
    the code was wrong, against the network: `wrong` in any case, then one of the two that depend on whether the
    device is one that this house has named.
    """

    of_device: Limit | None = None
    of_network: Limit | None = None
    wrong: Limit | None = None
    wrong_of_named: Limit | None = None
    wrong_of_unnamed: Limit | None = None


SEAT_CODE = Rule(
    of_device=SEAT_CODES_OF_A_DEVICE,
    wrong_of_named=SEAT_CODES_OF_A_NETWORK,
    wrong_of_unnamed=SEAT_CODES_WITHOUT_A_DEVICE,
)
TABLET_CODE = SEAT_CODE
CARD_CODE = Rule(
    of_device=SEAT_CODES_OF_A_DEVICE,
    wrong=CARD_CODES_OF_A_NETWORK,
    wrong_of_named=SEAT_CODES_OF_A_NETWORK,
    wrong_of_unnamed=SEAT_CODES_WITHOUT_A_DEVICE,
)
INVITATION_CODE = Rule(of_network=INVITATION_CODES_OF_A_NETWORK)
REGISTRATION_CODE = Rule(of_network=REGISTRATION_CODES_OF_A_NETWORK)


def guessing(rule: Rule, request: HttpRequest) -> AbstractContextManager[None]:
    """Count one try of a code, which is looked up inside; see `attempt`. Must not run inside a transaction."""
    network, device = network_of(request), device_of(request)
    of_device = rule.of_device if device else None
    of_network = rule.wrong_of_named if device else rule.wrong_of_unnamed
    return attempt(
        *((limit, whose) for limit, whose in ((of_device, device), (rule.of_network, network)) if limit),
        if_wrong=[(limit, network) for limit in (rule.wrong, of_network) if limit],
    )


def count_unknown_bearer(request: HttpRequest) -> None:
    """Count a bearer that this house never gave; one that is over is no guess. Raises TooManyAttempts."""
    count_attempt(API_TOKENS_OF_A_NETWORK, network_of(request))
