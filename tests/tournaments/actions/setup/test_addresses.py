"""Addresses of names: what can be read of them, and never one that is taken."""

import re

import pytest

from tests.tournaments.hall import open_hall
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.addresses import league_address, readable_address, tournament_address
from tournaments.actions.setup.editing import edit_tournament
from tournaments.models import Tournament


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Spring Open 2026", "spring-open-2026"),
        ("Été à Paris", "ete-a-paris"),
        ("春の麻雀大会 2026", "haru-no-mahjong-taikai-2026"),
        ("秋の麻雀大会 2026", "aki-no-mahjong-taikai-2026"),
        ("第３回　スプリング・オープン", "dai-3-kai-supuringu-opun"),
        ("さくら杯", "sakura-hai"),
        ("月例会１２月", "getsurei-kai-12-gatsu"),
        ("雀鬼流 Open", "open"),
        ("2026", ""),
        ("雀鬼流 2026", ""),
        ("!!!", ""),
    ],
)
def test_what_can_be_read_of_a_name_is_its_address(name: str, address: str) -> None:
    assert readable_address(name) == address


def test_an_address_is_as_long_as_one_may_be() -> None:
    found = readable_address("long name " * 20)

    assert len(found) <= 60
    assert not found.endswith("-")


@pytest.mark.django_db
def test_an_address_that_is_taken_or_was_comes_with_the_next_number() -> None:
    hall = open_hall(slug="haru-no-mahjong-taikai-2026")
    name = "春の麻雀大会 2026"

    second = tournament_address(name)
    open_hall(slug=second)
    seen = tournament_tag(Tournament.objects.get(pk=hall.tournament.pk))
    edit_tournament(tournament=hall.tournament, changes={"slug": "spring"}, seen=seen, by=hall.alice)

    assert second == "haru-no-mahjong-taikai-2026-2"
    assert tournament_address(name) == "haru-no-mahjong-taikai-2026-3"
    assert league_address(name) == "haru-no-mahjong-taikai-2026"


@pytest.mark.django_db
def test_a_name_that_nobody_can_read_has_a_short_code() -> None:
    found = [tournament_address("雀鬼流 2026"), league_address("雀鬼流")]

    assert [re.sub("[2-9a-z]{6}$", "*", address) for address in found] == ["t-*", "l-*"]
    assert tournament_address("雀鬼流 2026") != found[0]
