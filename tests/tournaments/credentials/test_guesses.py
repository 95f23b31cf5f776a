"""How guesses at each kind of code are counted: one rule, whatever the code opens."""

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tournaments.credentials.test_claims import HERE, request_of
from tournaments.actions.errors import ActionError, NotAllowed, StateRefuses, TooManyAttempts
from tournaments.actions.rate_limits import (
    API_TOKENS_OF_A_NETWORK,
    CARD_CODES_OF_A_NETWORK,
    INVITATION_CODES_OF_A_NETWORK,
    LIMITS,
    REGISTRATION_CODES_OF_A_NETWORK,
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    Limit,
    attempts_counted,
    count_attempt,
    declare,
)
from tournaments.credentials import guesses
from tournaments.credentials.guesses import Rule, guessing

pytestmark = pytest.mark.django_db
PHONE = "pixel"
RULES = {name: rule for name, rule in vars(guesses).items() if isinstance(rule, Rule)}
OF_SEATS = {
    "": {SEAT_CODES_WITHOUT_A_DEVICE: 1},
    PHONE: {SEAT_CODES_OF_A_DEVICE: 1, SEAT_CODES_OF_A_NETWORK: 1},
}
# What a wrong code leaves counted: from a browser without a name of this house's, and from one that has it.
OF_A_WRONG_CODE: Mapping[str, Mapping[str, Mapping[Limit, int]]] = {
    "SEAT_CODE": OF_SEATS,
    "TABLET_CODE": OF_SEATS,
    "CARD_CODE": {device: {**counted, CARD_CODES_OF_A_NETWORK: 1} for device, counted in OF_SEATS.items()},
    "INVITATION_CODE": {device: {INVITATION_CODES_OF_A_NETWORK: 1} for device in OF_SEATS},
    "REGISTRATION_CODE": {device: {REGISTRATION_CODES_OF_A_NETWORK: 1} for device in OF_SEATS},
}
CASES = [(rule, device) for rule in RULES for device in ("", PHONE)]


def counted() -> dict[Limit, int]:
    """How many attempts stand against the network or the phone, where there are any."""
    found = {
        limit: attempts_counted(limit, HERE) + attempts_counted(limit, PHONE) for limit in LIMITS.values()
    }
    return {limit: times for limit, times in found.items() if times}


def try_code(rule: str, device: str, refusal: ActionError | None) -> None:
    with guessing(RULES[rule], request_of(device)):
        if refusal is not None:
            raise refusal


def test_every_kind_of_code_is_looked_at_here() -> None:
    assert RULES.keys() == OF_A_WRONG_CODE.keys()


@pytest.mark.parametrize(("rule", "device"), CASES)
def test_a_right_code_leaves_nothing_counted(rule: str, device: str) -> None:
    try_code(rule, device, None)

    assert counted() == {}


@pytest.mark.parametrize(("rule", "device"), CASES)
def test_a_wrong_code_is_counted_by_its_rule(rule: str, device: str) -> None:
    with pytest.raises(NotAllowed):
        try_code(rule, device, NotAllowed("There is no such code."))

    assert counted() == OF_A_WRONG_CODE[rule][device]


@pytest.mark.parametrize(("rule", "device"), CASES)
def test_a_right_code_that_opens_nothing_now_counts_beforehand_alone(rule: str, device: str) -> None:
    beforehand = {RULES[rule].of_device, RULES[rule].of_network}

    with pytest.raises(StateRefuses):
        try_code(rule, device, StateRefuses("Another phone has it."))

    assert counted() == {limit: 1 for limit in OF_A_WRONG_CODE[rule][device] if limit in beforehand}


@pytest.mark.parametrize(("rule", "device"), CASES)
def test_after_too_many_a_code_is_not_even_looked_at_where_it_is_counted_beforehand(
    rule: str, device: str
) -> None:
    counts_beforehand = False
    for limit in OF_A_WRONG_CODE[rule][device]:
        is_beforehand = limit in (RULES[rule].of_device, RULES[rule].of_network)
        counts_beforehand |= is_beforehand
        for _attempt in range(limit.most):
            count_attempt(limit, PHONE if limit == SEAT_CODES_OF_A_DEVICE else HERE)

    looked = False
    try:
        with guessing(RULES[rule], request_of(device)):
            looked = True
    except TooManyAttempts:
        pass

    assert looked is not counts_beforehand


def test_no_other_module_counts_codes_by_itself() -> None:
    ours = {limit.what for rule in RULES.values() for limit in rule_limits(rule)}
    names = {
        name
        for name, limit in vars(guesses).items()
        if isinstance(limit, Limit) and limit.what in ours | {API_TOKENS_OF_A_NETWORK.what}
    }
    root = Path(guesses.__file__).parent.parent.parent
    users = {
        str(path.relative_to(root))
        for room in ("config", "publishing", "tournaments", "web", "players")
        for path in (root / room).rglob("*.py")
        if names & imported_by(path)
    }

    assert len(names) == 7
    assert users == {"tournaments/credentials/guesses.py"}


def test_two_limits_are_not_counted_as_one() -> None:
    with pytest.raises(ValueError, match="a limit called seat-code/device already"):
        declare("seat-code/device", most=1, seconds=1)

    assert LIMITS["seat-code/device"] is SEAT_CODES_OF_A_DEVICE


def rule_limits(rule: Rule) -> list[Limit]:
    return [limit for limit in vars(rule).values() if limit is not None]


def imported_by(path: Path) -> set[str]:
    text = path.read_text()
    if "rate_limits" not in text:
        return set()
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
    return {name.name for node in found for name in node.names}
