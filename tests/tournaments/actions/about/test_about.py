"""Organizers say what their event is; the ledger proves it and tells nothing of it."""

import json

import pytest
from django.db import DataError, IntegrityError, transaction

from players.models import NameTrace
from tests.permissions import digest
from tests.tournaments.hall import Hall, hall_with_a_game, open_hall
from tests.tournaments.said import ABOUT, HIDDEN, HOSTILE
from tournaments.actions.about.about import describe_tournament
from tournaments.actions.errors import RulesRefuse, StaleVersion
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.seen_versions import said_tag
from tournaments.models import About, IdempotencyKey
from tournaments.models.about.about import LONGEST_DESCRIPTION
from tournaments.models.about.events import AboutSet
from tournaments.verification import verify_ledger

COLUMNS = AboutSet.seals.columns  # type: ignore[union-attr]


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


def tag(hall: Hall) -> str:
    return said_tag(AboutSet, list(About.objects.filter(tournament=hall.tournament)))


def say(hall: Hall, **about: str) -> About | None:
    return describe_tournament(tournament=hall.tournament, seen=tag(hall), by=hall.alice, **about)


def is_sound(hall: Hall) -> bool:
    return verify_ledger(hall.tournament.pk).problems == []


def test_everything_that_is_said_is_kept_and_proven(hall: Hall) -> None:
    found = say(hall, **ABOUT)

    assert About.objects.values(*COLUMNS).get() == ABOUT
    assert found == About.objects.get()
    assert is_sound(hall)


def test_no_word_of_it_is_in_the_ledger(hall: Hall) -> None:
    say(hall, **ABOUT)

    payload = hall.last_payload()
    trace = NameTrace.objects.get(subject=f"about:{hall.tournament.pk}")
    assert payload == {"count": 1, "digest": trace.digest}
    assert not [text for text in ABOUT.values() if text and text in json.dumps(payload)]


def test_what_was_said_before_is_gone_with_its_salt(hall: Hall) -> None:
    say(hall, fee="Ask Bob, who owes me money")
    say(hall, fee="3,000 yen")

    traces = NameTrace.objects.filter(subject=f"about:{hall.tournament.pk}").order_by("pk")
    assert [bool(trace.salt) for trace in traces] == [False, True]
    assert is_sound(hall)


def test_what_is_left_out_is_empty_and_nothing_at_all_is_no_row(hall: Hall) -> None:
    say(hall, **ABOUT)

    assert say(hall, fee="free") == About.objects.get(fee="free", description_en="", website="")
    assert say(hall, fee="  ") is None
    assert not About.objects.exists()
    assert hall.last_payload()["count"] == 0
    assert is_sound(hall)


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    say(hall, **ABOUT)
    before = digest()

    say(hall, **ABOUT)

    assert digest() == before


def test_two_organizers_do_not_undo_each_other(hall: Hall) -> None:
    seen = tag(hall)
    say(hall, **ABOUT)
    before = digest()

    with pytest.raises(StaleVersion):
        describe_tournament(tournament=hall.tournament, seen=seen, by=hall.alice, fee="free")

    assert digest() == before


def test_a_finished_tournament_can_still_say_thank_you(db: None) -> None:
    hall = hall_with_a_game()
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])

    say(hall, description_en="Thank you for coming!")

    assert About.objects.get().description_en == "Thank you for coming!"
    assert is_sound(hall)


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("text", HIDDEN)
def test_what_hides_is_refused_in_every_column(hall: Hall, column: str, text: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse, match="cannot be displayed") as refused:
        say(hall, **{column: text})

    assert list(refused.value.fields) == [column, "row"]
    assert digest() == before


@pytest.mark.parametrize("column", COLUMNS)
def test_a_text_has_an_end_in_every_column(hall: Hall, column: str) -> None:
    most = About._meta.get_field(column).max_length  # type: ignore[union-attr]
    begin = "https://a.example/" if column in ("map_link", "website") else ""
    before = digest()

    with pytest.raises(RulesRefuse):
        say(hall, **{column: begin + "x" * (most + 1 - len(begin))})

    assert digest() == before
    assert say(hall, **{column: begin + "x" * (most - len(begin))}) is not None


@pytest.mark.parametrize(
    "columns",
    [
        {"description_en": "x" * (LONGEST_DESCRIPTION + 1)},
        {"fee": "x" * 201},
        {"website": "javascript:alert(1)"},
        {"map_link": "//evil.example"},
    ],
    ids=lambda columns: next(iter(columns)),
)
def test_the_database_keeps_the_bounds(hall: Hall, columns: dict[str, str]) -> None:
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        About.objects.create(tournament=hall.tournament, **columns)

    assert not About.objects.exists()


def test_an_address_is_found_on_a_map_and_a_link_of_the_organizer_comes_first() -> None:
    found = [
        About(address="1-2-3 Kanda & Co, Tokyo").map_url,
        About(address="Kanda", map_link="https://maps.example/k").map_url,
        About().map_url,
    ]

    assert found == [
        "https://www.openstreetmap.org/search?query=1-2-3%20Kanda%20%26%20Co%2C%20Tokyo",
        "https://maps.example/k",
        "",
    ]


@pytest.mark.parametrize(
    ("texts", "language", "shown"),
    [
        ({"en": "A", "ja": "あ"}, "ja", ("あ", "ja")),
        ({"en": "A", "ja": "あ"}, "en", ("A", "en")),
        ({"en": "A"}, "ja", ("A", "en")),
        ({"ja": "あ"}, "en", ("あ", "ja")),
        ({"ja": "あ"}, "fr", ("あ", "ja")),
        ({}, "en", ("", "en")),
    ],
)
def test_where_a_language_is_missing_the_other_one_is_shown(
    texts: dict[str, str], language: str, shown: tuple[str, str]
) -> None:
    about = About(**{f"description_{name}": text for name, text in texts.items()})

    assert about.description_for(language) == shown


def test_hostile_words_are_kept_as_they_are(hall: Hall) -> None:
    say(hall, description_en=HOSTILE, fee=HOSTILE[:60])

    assert About.objects.values_list("description_en", "fee").get() == (HOSTILE, HOSTILE[:60])
    assert not IdempotencyKey.objects.exists()
