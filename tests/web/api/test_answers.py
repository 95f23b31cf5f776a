"""An answer is filled as its fields are declared, and what could not be read is refused when it is declared."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Annotated, TypedDict

import pytest
from django.db.models import TextChoices

from web.api.answers import By, Given, Of, filled, picked
from web.api.moments import Day, Moment
from web.api.schema import of_type

pytestmark = pytest.mark.once("fills answers, without a database")


@dataclass
class Club:
    pk: int
    name: str


@dataclass
class Player:
    pk: int
    name: str
    club: Club | None
    born_on: date | None
    met: list["Player"]
    seen_at: datetime


class ClubShape(TypedDict):
    id: Annotated[int, Of("pk")]
    name: str


class NameShape(TypedDict):
    name: str


class PlayerShape(NameShape):
    id: Annotated[int, "Id of the player.", Of("pk")]
    club: Annotated[ClubShape | None, "Club; null if none."]
    club_name: Annotated[str | None, Of("club", attrgetter("name"))]
    born_on: Day | None
    seen_at: Annotated[Moment, "When."]
    met: list[NameShape]
    shouted: Annotated[str, By(lambda player: player.name.upper())]


fill_club = filled(ClubShape, Club)
fill_name = filled(NameShape, Player)
fill_player = filled(PlayerShape, Player)
NOON = datetime(2027, 1, 5, 12, tzinfo=UTC)
BOB = Player(3, "Bob", Club(1, "Sparrows"), date(1990, 2, 3), [], NOON)


def test_an_answer_has_its_fields_in_the_order_in_which_they_are_declared() -> None:
    alice = Player(4, "Alice", None, None, [BOB], NOON)

    assert list(fill_player(BOB).items()) == [
        ("name", "Bob"),
        ("id", 3),
        ("club", {"id": 1, "name": "Sparrows"}),
        ("club_name", "Sparrows"),
        ("born_on", "1990-02-03"),
        ("seen_at", "2027-01-05T12:00:00.000000Z"),
        ("met", []),
        ("shouted", "BOB"),
    ]
    assert fill_player(alice) == {
        "name": "Alice",
        "id": 4,
        "club": None,
        "club_name": None,
        "born_on": None,
        "seen_at": "2027-01-05T12:00:00.000000Z",
        "met": [{"name": "Bob"}],
        "shouted": "ALICE",
    }


def test_an_attribute_that_no_row_has_is_refused_when_it_is_declared() -> None:
    class Misspelt(TypedDict):
        id: Annotated[int, Of("key")]

    with pytest.raises(TypeError, match=r"^Misspelt\.id is read from key, which no Club has\.$"):
        filled(Misspelt, Club)


@dataclass
class Result:
    player: str
    club_id: int
    club_name: str


def test_a_row_of_another_kind_has_some_fields_elsewhere() -> None:
    fill_club_of_result = filled(ClubShape, Result, id="club_id", name="club_name")

    assert fill_club_of_result(Result("Bob", 1, "Sparrows")) == {"id": 1, "name": "Sparrows"}
    # Within other shapes the first kind is read as before.
    assert fill_player(BOB)["club"] == {"id": 1, "name": "Sparrows"}


@pytest.mark.parametrize(
    "paths", [{"id": "club_id"}, {"id": "club", "name": "player"}, {"number": "club_id"}]
)
def test_a_field_that_a_row_of_another_kind_has_nowhere_is_refused(paths: dict[str, str]) -> None:
    with pytest.raises(TypeError):
        filled(ClubShape, Result, **paths)


def test_a_shape_within_that_nothing_fills_is_refused() -> None:
    class Inner(TypedDict):
        name: str

    class Outer(TypedDict):
        club: Inner | None

    with pytest.raises(TypeError, match="Say how Inner is read before what it is part of"):
        filled(Outer, Player)


class RankedShape(TypedDict):
    rank: Annotated[int | None, Given(), "Rank; null if not ranked."]
    name: str
    tied: Annotated[list[int], Given()]


fill_ranked = filled(RankedShape, Player)


def test_what_no_row_knows_is_given_with_it_and_has_its_place_among_the_fields() -> None:
    assert list(fill_ranked(BOB, tied=[4], rank=None).items()) == [
        ("rank", None),
        ("name", "Bob"),
        ("tied", [4]),
    ]


def test_a_field_that_is_not_given_and_one_that_is_not_asked_for_are_refused() -> None:
    with pytest.raises(TypeError, match=r"^RankedShape is given rank, tied, not rank\.$"):
        fill_ranked(BOB, rank=1)
    with pytest.raises(TypeError, match=r"^RankedShape is given rank, tied, not name, rank, tied\.$"):
        fill_ranked(BOB, rank=1, tied=[], name="Rob")
    with pytest.raises(TypeError, match=r"^ClubShape is given nothing, not name\.$"):
        fill_club(Club(1, "Sparrows"), name="Larks")


def test_a_shape_to_which_something_is_given_is_given_to_what_it_is_part_of() -> None:
    class Table(TypedDict):
        met: list[RankedShape]

    with pytest.raises(TypeError, match="If something is given to it, it is Given itself"):
        filled(Table, Player)


def test_a_list_is_answered_as_one_of_its_own_whatever_a_row_keeps_it_in() -> None:
    @dataclass
    class Draw:
        seats: tuple[int, ...]

    class DrawShape(TypedDict):
        seats: list[int]

    assert filled(DrawShape, Draw)(Draw((3, 1, 2))) == {"seats": [3, 1, 2]}


def test_of_a_mapping_the_fields_of_a_shape_are_picked() -> None:
    class RefusalShape(TypedDict):
        code: str
        message: str

    pick = picked(RefusalShape)

    assert pick({"trace": "…", "message": "No.", "code": "no"}) == {"code": "no", "message": "No."}
    with pytest.raises(KeyError, match="message"):
        pick({"code": "no"})


def test_a_field_is_described_beside_its_type() -> None:
    class Wind(TextChoices):
        EAST = "east", "East"
        SOUTH = "south", "South"

    assert of_type(Annotated[int, Of("pk"), "Id of the player."]) == {
        "type": "integer",
        "format": "int64",
        "description": "Id of the player.",
    }
    assert of_type(Annotated[Moment | None, "When; null before."]) == {
        "type": "string",
        "format": "date-time",
        "nullable": True,
        "description": "When; null before.",
    }
    assert (
        of_type(Annotated[str, "Wind.", Wind])["description"] == "Wind.\n\n* `east` - East\n* `south` - South"
    )
