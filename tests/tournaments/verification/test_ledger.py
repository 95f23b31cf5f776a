"""Every way to change a ledger behind the actions' back is found, by the number of the first entry it spoils."""

import json

import pytest

from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.verification.attacker import rebuild_chain, run, take_guards_down
from tournaments.models import LedgerEntry, LedgerHead
from tournaments.models.ledger import Receipt
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger


@pytest.fixture
def played(db: None) -> Hall:
    """A hall with one table's confirmed game and published standings; the guards are down."""
    hall = hall_with_a_game()
    take_guards_down()
    return hall


def verify(hall, receipts=()):
    return verify_ledger(hall.tournament.pk, receipts)


def entry_of(hall, kind):
    return LedgerEntry.objects.filter(tournament=hall.tournament, kind=kind).order_by("seq").first()


def receipts_of(hall):
    chain = hall.tournament.head.chain
    entries = LedgerEntry.objects.filter(tournament=hall.tournament).order_by("seq")
    return [Receipt(chain, entry.seq, entry.hash) for entry in entries]


def test_an_honest_ledger_is_sound(played):
    found = verify(played, receipts_of(played))

    assert (found.problems, found.remarks, found.is_sound) == ([], [], True)
    assert found.seq == LedgerEntry.objects.count()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("payload", '{"forged":true}'),
        ("kind", "agreed"),
        ("actor", "user:999"),
        ("recorded_at", "2020-01-01 00:00:00"),
        ("hash", "f" * 64),
    ],
)
def test_an_entry_that_was_rewritten_is_named(played, column, value):
    entry = entry_of(played, "reported")

    run(f"UPDATE tournaments_ledgerentry SET {column} = %s WHERE id = %s", value, entry.pk)

    found = verify(played)
    assert found.first_bad_seq == entry.seq
    assert "changed after it was written" in str(found.problems[0])


def test_an_entry_rewritten_with_a_fitting_hash_shows_at_the_next_one(played):
    entry, head = entry_of(played, "reported"), LedgerHead.objects.get(tournament=played.tournament)
    before = list(LedgerEntry.objects.values_list("pk", "seq", "prev", "hash"))
    payload = json.dumps({**entry.content, "points": [70_000, 10_000, 10_000, 10_000]}, separators=(",", ":"))
    run("UPDATE tournaments_ledgerentry SET payload = %s WHERE id = %s", payload, entry.pk)
    rebuild_chain(played.tournament.pk)
    forged = LedgerEntry.objects.get(pk=entry.pk).hash
    for pk, seq, prev, digest in before:
        LedgerEntry.objects.filter(pk=pk).update(seq=seq, prev=prev, hash=digest)
    LedgerEntry.objects.filter(pk=entry.pk).update(hash=forged)
    LedgerHead.objects.filter(pk=head.pk).update(seq=head.seq, hash=head.hash)

    found = verify(played)

    assert [problem.seq for problem in found.problems] == [entry.seq + 1]
    assert "does not follow from the entry before it" in str(found.problems[0])
    assert found.remarks == [
        "The facts were not compared with this ledger, because the ledger itself is broken."
    ]


@pytest.mark.parametrize("payload", ["[]", "no json", '{"sheet": null}', "{}"])
def test_an_entry_emptied_with_the_whole_chain_rebuilt_is_found_by_the_facts(played, payload):
    entry = entry_of(played, "reported")
    run("UPDATE tournaments_ledgerentry SET payload = %s WHERE id = %s", payload, entry.pk)
    rebuild_chain(played.tournament.pk)

    assert not verify(played).is_sound


def test_an_entry_that_was_dropped_is_named(played):
    entry = entry_of(played, "reported")

    run("DELETE FROM tournaments_ledgerentry WHERE id = %s", entry.pk)

    found = verify(played)
    assert str(found.problems[0]) == f"Entry {entry.seq}: it is missing; the next one is {entry.seq + 1}."
    assert found.first_bad_seq == entry.seq


def test_two_entries_whose_order_was_changed_are_named(played):
    first, second = LedgerEntry.objects.filter(tournament=played.tournament).order_by("seq")[4:6]
    LedgerEntry.objects.filter(pk=first.pk).update(seq=10_000)
    LedgerEntry.objects.filter(pk=second.pk).update(seq=first.seq)
    LedgerEntry.objects.filter(pk=first.pk).update(seq=second.seq)

    assert verify(played).first_bad_seq == first.seq


def test_an_entry_that_was_slipped_in_is_named(played):
    last = LedgerEntry.objects.filter(tournament=played.tournament).order_by("seq").last()
    LedgerEntry.objects.create(
        tournament=played.tournament,
        seq=last.seq + 1,
        kind="voided",
        payload='{"sheet":1}',
        actor="user:1",
        recorded_at=last.recorded_at,
        prev=last.hash,
        hash="f" * 64,
    )

    assert verify(played).first_bad_seq == last.seq + 1


@pytest.mark.parametrize("cut", [1, 3])
def test_a_cut_tail_is_found_by_the_head(played, cut):
    last = played.tournament.head.seq = LedgerHead.objects.get(tournament=played.tournament).seq

    run("DELETE FROM tournaments_ledgerentry WHERE seq > %s", last - cut)

    found = verify(played)
    assert found.first_bad_seq == last - cut + 1
    assert f"but its head counts {last} entries" in str(found.problems[0])


def test_a_head_that_names_another_hash_is_found(played):
    LedgerHead.objects.filter(tournament=played.tournament).update(hash="f" * 64)

    assert "not the one named by the ledger's head" in str(verify(played).problems[0])


def test_a_tail_cut_together_with_the_head_is_found_by_the_facts_it_left_behind(played):
    confirmed = LedgerEntry.objects.get(kind="confirmed")
    run("DELETE FROM tournaments_ledgerentry WHERE seq >= %s", confirmed.seq)
    rebuild_chain(played.tournament.pk)

    found = verify(played)

    assert "is “confirmed”; according to the ledger it is “submitted”" in str(found.problems[0])


def forge_all(hall):
    """Take a whole game back: facts, ledger and head, each in itself as if it had never been."""
    sheet = entry_of(hall, "reported").content["sheet"]
    for table in ("confirmation", "score"):
        run(f"DELETE FROM tournaments_{table} WHERE sheet_id = %s", sheet)
    run("DELETE FROM tournaments_scoresheet WHERE id = %s", sheet)
    run("DELETE FROM tournaments_seattoken")
    kinds = ("reported", "agreed", "confirmed", "seat_claimed", "tokens_issued")
    LedgerEntry.objects.filter(kind__in=kinds)._raw_delete("default")
    rebuild_chain(hall.tournament.pk)
    moved = LedgerEntry.objects.filter(kind="registered").latest("seq").seq
    LedgerHead.objects.filter(tournament=hall.tournament).update(standings_seq=moved)
    run("UPDATE tournaments_gamecount SET reported = 0")
    run("UPDATE tournaments_roundcount SET confirmed = 0")
    run("UPDATE tournaments_publication SET as_of_seq = 0")
    run("DELETE FROM tournaments_standing")
    publish_tournament(hall.tournament.pk)


def test_a_perfect_forgery_is_found_by_one_phones_receipt_and_by_nothing_else(played):
    receipts = receipts_of(played)
    cut = LedgerEntry.objects.get(kind="confirmed").seq
    forge_all(played)

    assert verify(played).problems == []
    assert str(verify(played, [receipts[cut - 1]]).problems[0]) == (
        f"Entry {cut}: a receipt shows that it was here; the ledger was cut off."
    )


def test_a_ledger_rewritten_as_a_whole_is_found_by_any_receipt_from_there_on(played):
    receipts = receipts_of(played)
    entry = LedgerEntry.objects.get(seq=3)
    run("UPDATE tournaments_ledgerentry SET actor = %s WHERE id = %s", "user:999", entry.pk)
    rebuild_chain(played.tournament.pk)

    assert verify(played).is_sound
    assert verify(played, receipts[:2]).is_sound
    assert verify(played, receipts[2:]).first_bad_seq == 3
    assert verify(played, receipts[-1:]).first_bad_seq == receipts[-1].seq


def test_a_receipt_of_another_ledger_says_nothing_about_this_one(played):
    assert verify(played, [Receipt("another", 1, "0" * 64)]).is_sound
