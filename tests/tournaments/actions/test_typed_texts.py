"""Whatever a person types, in whichever action: no ledger holds it, it can be removed, and an edit of it is found."""

import hashlib
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.permissions import undone
from tests.registers import ACTIONS, TYPED_TEXTS
from tests.tournaments.actions.every_action import ROWS
from tests.tournaments.actions.typed_texts import is_declared, is_free, texts_of_actions
from tests.tournaments.bad_day import CANARY, everywhere
from tests.tournaments.hall import open_hall
from tests.tournaments.verification.attacker import run, take_guards_down
from tournaments.actions.actor import Actor
from tournaments.actions.draws.jobs.orders import cancel_draw_job
from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.hands.text_removal import remove_texts_of_hand
from tournaments.actions.leagues.text_removal import remove_league_texts
from tournaments.models import (
    DrawJob,
    HandRecord,
    League,
    LeagueLedgerEntry,
    LedgerEntry,
    Tournament,
)
from tournaments.models.origins.events import BaselineRecorded
from tournaments.models.play.events import (
    PLAYER_PENALIZED,
    TEAM_PENALIZED,
    ConfirmationUndone,
    TeamPenaltyLifted,
)
from tournaments.models.texts.declared import free_texts
from tournaments.models.texts.reading import texts_of
from tournaments.verification import verify_league, verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

# An action without a row is asked for by test_lock_order.py.
TAKE_TEXTS = sorted(
    name for name, texts in texts_of_actions().items() if any(map(is_free, texts)) and name in ROWS
)
# What was typed with an order is in no ledger, and gone with it.
OF_AN_ORDER = {"draws.jobs.orders.draw_or_order", "draws.jobs.orders.redraw_or_order"}
# A phone's hand is a win or a draw, without words; the correction of one has them.
WITHOUT_WORDS = {"hands.hands.enter_hand"}
# Not an action on its own in a scene: what wrote before the first ledger entries had digests.
OF_EARLIER_VERSIONS = {BaselineRecorded.kind}
IN_OTHER_SCENES = {
    *(event.kind for event in (*PLAYER_PENALIZED.values(), *TEAM_PENALIZED.values(), TeamPenaltyLifted)),
    # Nobody types its text: it was typed with the report that is written again.
    ConfirmationUndone.kind,
}


def happened(name: str) -> None:
    """The action is done in its scene, and an order that waits for a worker is cancelled."""
    ROWS[name].scene(open_hall())()
    for job in DrawJob.objects.live():
        cancel_draw_job(job=job, by=Actor(is_console=True))


def payloads() -> list[str]:
    return [
        payload
        for model in (LedgerEntry, LeagueLedgerEntry)
        for payload in model.objects.values_list("payload", flat=True)
    ]


def problems() -> list[str]:
    found = [verify_ledger(pk) for pk in Tournament.objects.values_list("pk", flat=True)]
    found += [verify_league(pk) for pk in League.objects.values_list("pk", flat=True)]
    return [str(problem) for one in found for problem in one.problems]


def remove_everything() -> None:
    by = Actor(is_console=True)
    for entry in LedgerEntry.objects.order_by("seq"):
        if texts_of(entry.kind, entry.content):
            remove_texts(entry=entry, by=by)
    for entry in LeagueLedgerEntry.objects.order_by("seq"):
        if texts_of(entry.kind, entry.content):
            remove_league_texts(entry=entry, by=by)
    for hand in HandRecord.objects.exclude(salt=""):
        remove_texts_of_hand(hand=hand, by=by)


def test_of_every_text_that_an_action_takes_it_is_known_what_it_is() -> None:
    texts = {text for texts in texts_of_actions().values() for text in texts}

    TYPED_TEXTS.refuse_gaps(texts, filter(is_declared, texts))


@pytest.mark.parametrize("name", TAKE_TEXTS)
def test_no_ledger_holds_what_was_typed_and_all_of_it_can_be_removed(name: str) -> None:
    hashed = hashlib.sha256(CANARY.encode()).hexdigest()
    with undone():
        happened(name)
        held, where, was = payloads(), everywhere(), problems()

        remove_everything()

        # Every ledger holds without it, too.
        assert (everywhere(), problems()) == ([], was)
        assert set(held) <= set(payloads())
    # Nor does it hold a hash of it alone.
    assert [payload for payload in held if CANARY in payload or hashed in payload] == []
    # There was something to leak.
    assert bool(where) == (name not in WITHOUT_WORDS | OF_AN_ORDER)


def test_every_kind_with_a_text_is_written_in_a_scene() -> None:
    written = set()
    for name in TAKE_TEXTS:
        with undone():
            happened(name)
            for model in (LedgerEntry, LeagueLedgerEntry):
                entries = model.objects.filter(kind__in=free_texts())
                written |= {entry.kind for entry in entries if "texts" in entry.content}

    ACTIONS.refuse_gaps(
        free_texts(), written | {*IN_OTHER_SCENES, *OF_EARLIER_VERSIONS}, of="The kind of ledger entry"
    )


@pytest.mark.once("what verification makes of an edit, Python says")
@pytest.mark.parametrize("name", TAKE_TEXTS)
def test_what_was_typed_and_edited_in_the_database_is_found_wherever_it_is(name: str) -> None:
    with undone():
        happened(name)
        take_guards_down()
        was = problems()

        for table, column in list(_with_words()):
            with undone():
                run(f'UPDATE {table} SET "{column}" = REPLACE("{column}", %s, %s)', CANARY, "Dora is late")
                assert problems() != was, (table, column)


def _with_words() -> Iterator[tuple[str, str]]:
    """The columns that hold what was typed."""
    with connection.cursor() as cursor:
        for table in everywhere():
            cursor.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            for place, name in enumerate(names):
                if any(CANARY in str(row[place]) for row in rows):
                    yield table, name
