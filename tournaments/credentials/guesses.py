"""How guesses are counted: one rule per kind of code."""

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
    """The limits for guesses at a kind of code.

    `of_device` and `of_network` are counted beforehand: after too many wrong codes even a right one is refused. The
    others are counted only for wrong codes, per network: `wrong` always, then one depending on whether the device has
    a name from us.
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
    """Context manager: count one try of a code that is looked up inside; see `attempt`. Must not run inside a
    transaction.
    """
    network, device = network_of(request), device_of(request)
    of_device = rule.of_device if device else None
    of_network = rule.wrong_of_named if device else rule.wrong_of_unnamed
    return attempt(
        *((limit, whose) for limit, whose in ((of_device, device), (rule.of_network, network)) if limit),
        if_wrong=[(limit, network) for limit in (rule.wrong, of_network) if limit],
    )


def count_unknown_bearer(request: HttpRequest) -> None:
    """Count a bearer that we never issued; an expired one is no guess. Raises TooManyAttempts."""
    count_attempt(API_TOKENS_OF_A_NETWORK, network_of(request))
