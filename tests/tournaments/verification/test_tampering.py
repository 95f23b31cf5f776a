"""What somebody with the database's password may try, and what each of it leaves behind."""

import hashlib
import json
from datetime import timedelta

import pytest
from django.db.models import F

from players.actions import update_player
from players.models import NameTrace, Player
from scoring.result.result import settle
from tests.permissions import undone
from tests.tournaments.hall import BALANCED, Hall, hall_with_a_game, play
from tests.tournaments.verification.attacker import rebuild_chain, run, take_guards_down
from tests.tournaments.verification.full_world import World, full_world
from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.setup.ledger_baseline import record_baseline
from tournaments.models import (
    Confirmation,
    Draw,
    LedgerEntry,
    LedgerHead,
    LedgerText,
    Publication,
    Score,
    Scoresheet,
    Seat,
    SeatingConstraint,
    Staff,
)
from tournaments.models.digests import draw_hash, seating_constraint_hash
from tournaments.models.ledger import Receipt, canonical
from tournaments.models.texts.declared import REMOVED
from tournaments.standings import publish_standings, publish_tournament
from tournaments.verification import verify_ledger
from tournaments.verification.chain import sealed
from tournaments.verification.results import old_line

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.most_trusted]

WRITTEN = {"seats", "by_seat", "by_user", "imbalance_reason", "claimed_at"}
# What entries say since the baseline entry exists; earlier versions left it out.
# What was typed was in no entry of these, nor beside it.
BESIDE = ("texts", "reason", "scheme")
LATER = {
    "created": {
        *("house_rules", "confirmations_needed", "tie_breaks", "slug", "visibility", "time_zone", "season"),
        *("division", "level", "starts_on", "ends_on", "name"),
    },
    "rules_changed": {"house_rules"},
    "odd_rulebook_named": {"house_rules"},
    "odd_rulebook_pinned": {"content"},
    "rulebook_pinned": {"content"},
    "stage_added": {"name"},
    "registered": {"name"},
    "players_imported": {"team_names"},
    "team_formed": {"name"},
    "tokens_issued": {"tokens", "hash"},
    "seat_claimed": {"device"},
    "substituted": {"round"},
    "drawn": {"stage", "draw", "draw_hash", *BESIDE},
    "wish_made": {"hash", *BESIDE},
    "results_imported": {"rounds"},
    "reported": WRITTEN,
    "corrected": WRITTEN,
    "imported": WRITTEN | {"round", "place"},
}


@pytest.fixture
def played(db: None) -> Hall:
    hall = hall_with_a_game()
    take_guards_down()
    return hall


def problems(hall, receipts=()):
    return [str(problem) for problem in verify_ledger(hall.tournament.pk, receipts).problems]


def rewrite(entry: LedgerEntry, **changes: object) -> None:
    LedgerEntry.objects.filter(pk=entry.pk).update(payload=canonical({**entry.content, **changes}))


def receipts_of(hall):
    rows = LedgerEntry.objects.filter(tournament=hall.tournament).order_by("seq").values_list("seq", "hash")
    return [Receipt(hall.tournament.head.chain, *row) for row in rows]


def test_an_agreement_taken_out_of_the_ledger_is_found_without_a_receipt(played):
    entry = LedgerEntry.objects.filter(kind="agreed").first()
    content, as_of = entry.content, Publication.objects.get().as_of_seq
    run("DELETE FROM tournaments_ledgerentry WHERE id = %s", entry.pk)
    rebuild_chain(played.tournament.pk)

    assert problems(played) == [
        f"Sheet {content['sheet']} has a confirmation by seat {content['seat']}, account None, "
        "without a ledger entry.",
        f"The standings of Main stage claim to be as of entry {as_of}, which the ledger does not have.",
    ]


def test_an_agreement_with_another_version_is_found(played):
    entry = LedgerEntry.objects.filter(kind="agreed").first()
    rewrite(entry, tag="r2-00000000")
    rebuild_chain(played.tournament.pk)

    (found,) = problems(played)
    assert found.startswith(f"Entry {entry.seq}: it agrees with a different version of sheet")


def test_confirmations_and_staff_that_nobody_recorded_are_found(played):
    sheet, charlie = Scoresheet.objects.get(), played.charlie.user
    Confirmation.objects.create(sheet=sheet, user=charlie)
    Staff.objects.create(tournament=played.tournament, user=charlie, role="organizer")

    assert problems(played) == [
        f"There is the role of account {charlie.pk}, but no ledger entry records it.",
        f"Sheet {sheet.pk} has a confirmation by seat None, account {charlie.pk}, without a ledger entry.",
    ]


def test_two_players_names_exchanged_are_found(played):
    one, two = Player.objects.order_by("pk")[:2]
    run("UPDATE players_player SET name = %s WHERE id = %s", two.name, one.pk)
    run("UPDATE players_player SET name = %s WHERE id = %s", one.name, two.pk)

    assert [found.partition(": ")[2] for found in problems(played)] == [
        f"The name of player {one.pk} was changed without a trace.",
        f"The name of player {two.pk} was changed without a trace.",
    ]


def test_names_exchanged_together_with_their_traces_are_found(played):
    one, two = Player.objects.order_by("pk")[:2]
    run("UPDATE players_player SET name = %s WHERE id = %s", two.name, one.pk)
    run("UPDATE players_player SET name = %s WHERE id = %s", one.name, two.pk)
    run("UPDATE players_nametrace SET subject = 'x' WHERE subject = %s", f"player:{one.pk}")
    run(
        "UPDATE players_nametrace SET subject = %s WHERE subject = %s", f"player:{one.pk}", f"player:{two.pk}"
    )
    run("UPDATE players_nametrace SET subject = %s WHERE subject = 'x'", f"player:{two.pk}")

    assert (
        len(
            [found for found in problems(played) if "and its traces differ from those recorded here" in found]
        )
        == 2
    )


def test_a_player_who_was_renamed_by_the_house_leaves_a_dated_trace_and_no_old_name(played):
    player = Player.objects.get(name="Bob")
    player.name = "Robert"

    update_player(player=player)
    update_player(player=player)

    found = verify_ledger(played.tournament.pk)
    assert found.problems == []
    (remark,) = found.remarks
    assert remark.startswith(f"The name of player {player.pk} was last changed on 20")
    traces = NameTrace.objects.filter(subject=f"player:{player.pk}").order_by("pk")
    assert [bool(trace.salt) for trace in traces] == [False, True]


def test_a_whole_rewrite_that_agrees_with_itself_is_found_by_a_receipt_from_before(played):
    """Winner and second exchange their points: ledger, sheet, scores and standings all say so."""
    phone = receipts_of(played)[LedgerEntry.objects.get(kind="reported").seq - 1]
    points = [30_000, 40_000, 20_000, 10_000]
    run("UPDATE tournaments_scoresheet SET east = 30000, south = 40000")
    sheet = Scoresheet.objects.get()
    for entry in LedgerEntry.objects.filter(kind__in=["reported", "agreed", "confirmed"]):
        rewrite(entry, points=points, tag=sheet.tag)
    played.tournament.refresh_from_db()
    for seat, share in zip(
        Seat.objects.filter(table=sheet.table_id).order_by("wind"),
        settle(played.tournament.rulebook, points).seats,
        strict=True,
    ):
        values = {name: getattr(share, name) for name in ("place", "points", "base", "uma", "oka", "total")}
        Score.objects.filter(seat=seat).update(**values)
    rebuild_chain(played.tournament.pk)
    publish_standings(played.stage.pk, anew=True)
    assert problems(played) == []

    assert problems(played, [phone]) == [
        f"Entry {phone.seq}: a receipt shows that a different entry was here: the ledger was rewritten from here "
        "or before."
    ]


def as_an_earlier_version_wrote_it(world: World) -> None:
    for entry in LedgerEntry.objects.filter(tournament=world.tournament):
        content = {
            name: value for name, value in entry.content.items() if name not in LATER.get(entry.kind, ())
        }
        for row in content.get("entries", ()) if entry.kind == "players_imported" else ():
            row.pop("name")
        LedgerEntry.objects.filter(pk=entry.pk).update(payload=canonical(content))
        if "texts" in LATER.get(entry.kind, ()):
            LedgerText.objects.filter(tournament=world.tournament, seq=entry.seq).delete()
    rebuild_chain(world.tournament.pk)


def test_a_ledger_of_an_earlier_version_is_sound_and_says_once_what_it_cannot_tell(db):
    world = full_world()
    take_guards_down()
    as_an_earlier_version_wrote_it(world)

    found = verify_ledger(world.tournament.pk)

    assert found.problems == []
    assert [remark[:40] for remark in found.remarks] == ["Not recorded by the version that wrote t"]
    for name in (
        "tie_breaks",
        "player.name",
        "scoresheet.reported_by",
        "round.stage",
        "draw.record",
        "wish.entry",
    ):
        assert name in found.remarks[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE tournaments_tournament SET tie_breaks = '[\"lot\"]'", "tie_breaks"),
        (
            "UPDATE tournaments_scoresheet SET imbalance_reason = 'Stolen' WHERE imbalance <> 0",
            "imbalance_reason",
        ),
        (
            "UPDATE tournaments_scoresheet SET reported_by_seat_id = NULL",
            "a sheet reported earlier has a different reporter",
        ),
        ("UPDATE tournaments_seatingconstraint SET wind = 3 WHERE kind = 'wind'", "seating wish"),
        ("UPDATE tournaments_draw SET record = '{}'", "record"),
        ("UPDATE tournaments_draw SET reason = 'Another' WHERE reason <> ''", "reason"),
        ("UPDATE tournaments_seatingconstraint SET reason = 'Another' WHERE reason <> ''", "reason"),
        ("UPDATE tournaments_round SET number = 80 WHERE played_on IS NOT NULL", "number"),
        ("UPDATE players_player SET name = 'Another' WHERE name = 'Bob'", "without a trace"),
    ],
)
def test_from_its_baseline_entry_on_a_ledger_of_an_earlier_version_proves_the_rest(db, statement, words):
    world = full_world()
    take_guards_down()
    as_an_earlier_version_wrote_it(world)

    record_baseline(tournament=world.tournament, by=world.hall.alice)

    found = verify_ledger(world.tournament.pk)
    assert found.problems == []
    assert set(found.unrecorded) <= {"seattoken"}
    run(statement)
    assert any(words in str(problem) for problem in verify_ledger(world.tournament.pk).problems)


@pytest.mark.slow
def test_the_words_that_a_baseline_entry_fixes_can_be_removed(db):
    world = full_world()
    take_guards_down()
    as_an_earlier_version_wrote_it(world)
    entry = record_baseline(tournament=world.tournament, by=world.hall.alice)
    again = record_baseline(tournament=world.tournament, by=world.hall.alice)
    words = {row.text for row in LedgerText.objects.filter(seq=entry.seq)}

    remove_texts(entry=entry, by=world.hall.alice)

    assert words == {"Next", "Brothers", "A stick fell down"}
    assert LedgerText.objects.filter(seq=again.seq).count() == 0
    assert verify_ledger(world.tournament.pk).problems == []
    assert set(Draw.objects.exclude(reason="").values_list("reason", flat=True)) == {REMOVED}
    assert set(SeatingConstraint.objects.exclude(reason="").values_list("reason", flat=True)) == {REMOVED}


@pytest.mark.slow
def test_a_baseline_entry_of_an_earlier_version_proves_what_it_did(db):
    """Its hashes cover the words."""
    world = full_world()
    take_guards_down()
    as_an_earlier_version_wrote_it(world)
    entry = record_baseline(tournament=world.tournament, by=world.hall.alice)
    as_a_baseline_of_an_earlier_version(world, entry)
    assert verify_ledger(world.tournament.pk).problems == []

    for table, column, says in (
        ("draw", "reason", "record, reason"),
        ("seatingconstraint", "reason", "wind, reason"),
        ("scoresheet", "imbalance_reason", "a different reporter, reason or time"),
    ):
        with undone():
            run(f"UPDATE tournaments_{table} SET {column} = 'Another' WHERE {column} <> ''")
            assert any(says in str(problem) for problem in verify_ledger(world.tournament.pk).problems)


def as_a_baseline_of_an_earlier_version(world: World, entry: LedgerEntry) -> None:
    content = {name: value for name, value in entry.content.items() if name not in ("texts", "scheme")}
    for name in ("why_drawn", "why_wished", "why_missing"):
        del content[name]
    draws, wishes = Draw.objects.in_bulk(), SeatingConstraint.objects.in_bulk()
    content["draws"] = {pk: draw_hash(draws[int(pk)], covers_texts=True) for pk in content["draws"]}
    content["wishes"] = {
        pk: seating_constraint_hash(wishes[int(pk)], covers_texts=True) for pk in content["wishes"]
    }
    columns = ("pk", "imbalance_reason", "reported_by_seat_id", "reported_by_user_id", "claimed_at")
    # Earlier versions had no such entries.
    undone_by = world.tournament.ledger.filter(kind="confirmation_undone")
    sheets = Scoresheet.objects.filter(table__round__stage__tournament=world.tournament).order_by("pk")
    sheets = sheets.exclude(pk__in=[one.content["sheet"] for one in undone_by])
    lines = b"".join(old_line(*row) for row in sheets.values_list(*columns))
    content["sheets"] = hashlib.sha256(lines).hexdigest()
    LedgerEntry.objects.filter(pk=entry.pk).update(payload=canonical(content))
    LedgerText.objects.filter(seq=entry.seq).delete()
    rebuild_chain(world.tournament.pk)


@pytest.mark.parametrize(
    ("kind", "left_out"), [("reported", "by_seat"), ("registered", "name"), ("created", "tie_breaks")]
)
def test_an_entry_that_tells_less_than_its_neighbours_was_not_written_by_an_earlier_version(
    played, kind, left_out
):
    entry = LedgerEntry.objects.filter(kind=kind).first()
    content = {name: value for name, value in entry.content.items() if name != left_out}
    LedgerEntry.objects.filter(pk=entry.pk).update(payload=canonical(content))
    # As if an hour had gone by between the first two entries and the others.
    LedgerEntry.objects.filter(seq__gt=2).update(recorded_at=F("recorded_at") + timedelta(hours=1))
    rebuild_chain(played.tournament.pk)

    message = f"Entry {entry.seq}: it leaves out what entries before it or with it record ({left_out})."
    assert message in problems(played)


def test_entries_of_a_kind_nobody_knows_are_told(played):
    LedgerEntry.objects.filter(kind="seat_claimed").update(kind="from_the_future")
    rebuild_chain(played.tournament.pk)

    assert (
        "4 entries are of a kind unknown to this version (from_the_future); their effects were not "
        "compared." in verify_ledger(played.tournament.pk).remarks
    )


def test_a_report_that_names_a_list_as_its_table_is_named(played):
    entry = LedgerEntry.objects.get(kind="reported")
    rewrite(entry, table=[1])
    rebuild_chain(played.tournament.pk)

    found = problems(played)

    assert f"Entry {entry.seq}: it lacks the content of an entry of its kind (reported)." in found
    assert any("but no action reported it" in problem for problem in found)


def test_the_number_of_statements_does_not_grow_with_the_ledger(played, django_assert_num_queries):
    def statements() -> int:
        with django_assert_num_queries(91):
            verify_ledger(played.tournament.pk)
        return LedgerEntry.objects.count()

    before = statements()
    play(played.stage.rounds.get().tables.get(number=2), played.alice, BALANCED)
    publish_tournament(played.tournament.pk)

    assert statements() > before


def test_the_hash_put_together_from_texts_is_the_hash_of_the_canonical_json(db):
    world = full_world()

    for entry in LedgerEntry.objects.select_related("tournament__head"):
        chain = entry.tournament.head.chain
        text = sealed(chain, entry.seq, entry.kind, entry.payload, entry.actor, entry.recorded_at, entry.prev)
        assert text == entry.hash
    odd = 'quote " backslash \\ newline \n null \x00 é 卓 \U0001f004 \u2028 \x7f'
    entry.payload = json.dumps({"reason": odd}, ensure_ascii=False)
    assert world.tournament.pk
    assert LedgerHead.objects.count() == 2


def test_the_public_ledger_holds_no_names_and_no_addresses(db, client):
    world = full_world()
    secrets = [
        *(player.name for player in Player.objects.all() if len(player.name) > 3),
        *("@", "Spring Open", "River Hall", "Dragons", "Tigers", "Second stage", "Brothers", "A stick fell"),
    ]

    text = "".join(LedgerEntry.objects.filter(tournament=world.tournament).values_list("payload", flat=True))

    assert [secret for secret in secrets if secret in text] == []
    assert client.get("/api/v1/tournaments/spring-open/ledger/").status_code == 200
