"""Photos of paper sheets: who takes them, how many, for how long, and what the ledger says of them."""

import hashlib
import io
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from tests.permissions import digest
from tests.pictures import a_picture, let_its_time_be_over, photo
from tests.tournaments.hall import BALANCED, Hall, phones_of, play
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import redraw_round
from tournaments.actions.errors import ActionError, NotAllowed, RoundClosed, StateRefuses
from tournaments.actions.hall.photo_deletion import delete_due_photos
from tournaments.actions.hall.photos import remove_photo, take_photo
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import cancel_start, close_round
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.models import LedgerEntry, Photo, PhotoContent, Table, Tournament
from tournaments.models.photos.photos import MOST_EVER
from tournaments.verification.ledger import verify_ledger
from web.pictures import Picture, picture_of


@pytest.fixture
def phones(hall: Hall, table: Table) -> list[Actor]:
    seen = tournament_tag(hall.tournament)
    hall.tournament = edit_tournament(
        tournament=hall.tournament, changes={"photo_days": 30}, seen=seen, by=hall.alice
    )
    return phones_of(table, hall.alice)


@pytest.fixture
def sheet() -> Picture:
    return picture_of(io.BytesIO(photo()))


def refusal_of(code: str, **what: object) -> None:
    """Taking this is refused for this reason, and nothing is another than before."""
    before = digest()
    with pytest.raises(ActionError) as refused:
        take_photo(**what)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert digest() == before


def test_a_seat_photographs_its_sheet_and_the_ledger_says_so_but_shows_nothing(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    taken = take_photo(table=table, picture=sheet, by=phones[1])

    seat = table.seats.get(wind=2)
    assert hall.last_payload() == {
        "photo": taken.pk,
        "table": table.pk,
        "seat": seat.pk,
        "number": 1,
        "sha256": hashlib.sha256(sheet.content).hexdigest(),
        "size": len(sheet.content),
        "width": 60,
        "height": 40,
        "days": 30,
    }
    assert bytes(PhotoContent.objects.get(photo=taken).content) == sheet.content
    assert (taken.taken_by_seat, taken.taken_by) == (seat, None)
    assert abs(taken.delete_at - taken.taken_at - timedelta(days=30)) < timedelta(minutes=1)
    assert verify_ledger(hall.tournament.pk).problems == []


def test_the_staff_photograph_what_lies_at_the_desk_also_after_the_round(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    close_round(round_=table.round, by=hall.alice, leave_open=True)

    taken = take_photo(table=table, picture=sheet, by=hall.rob, as_staff=True)

    assert (taken.taken_by_seat, taken.taken_by) == (None, hall.rob.user)
    assert hall.last_payload()["seat"] is None
    assert verify_ledger(hall.tournament.pk).problems == []


def test_the_same_photo_again_is_the_one_that_is_there(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    first = take_photo(table=table, picture=sheet, by=phones[0])

    again = take_photo(table=table, picture=sheet, by=phones[2])

    assert again == first
    assert hall.kinds().count("photo_taken") == Photo.objects.count() == 1


def test_without_the_organizers_wish_nobody_takes_one(hall: Hall, table: Table, sheet: Picture) -> None:
    phones = phones_of(table, hall.alice)

    refusal_of("photos_off", table=table, picture=sheet, by=phones[0])
    refusal_of("photos_off", table=table, picture=sheet, by=hall.rob, as_staff=True)


def test_whoever_sits_elsewhere_photographs_nothing_here(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    other = table.round.tables.exclude(pk=table.pk).get()
    stranger = phones_of(other, hall.alice)[0]

    for by in (stranger, hall.rob, hall.charlie):
        refusal_of("not_allowed", table=table, picture=sheet, by=by)


def test_four_are_enough_and_a_place_becomes_free_again(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    taken = [take_photo(table=table, picture=a_picture(60 + n), by=phones[n]) for n in range(4)]

    refusal_of("too_many_photos", table=table, picture=a_picture(70), by=phones[0])
    remove_photo(photo=taken[1], by=phones[1])

    assert take_photo(table=table, picture=a_picture(70), by=phones[0]).number == 2


def test_nobody_fills_the_database_by_taking_and_removing(table: Table, phones: list[Actor]) -> None:
    for n in range(MOST_EVER):
        remove_photo(photo=take_photo(table=table, picture=a_picture(60 + n), by=phones[0]), by=phones[0])

    refusal_of("photos_used_up", table=table, picture=a_picture(), by=phones[0])


def test_before_the_round_and_after_it_a_seat_takes_none(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    round_ = cancel_start(round_=table.round, by=hall.alice)

    refusal_of("round_not_started", table=table, picture=sheet, by=phones[0])
    refusal_of("round_not_started", table=table, picture=sheet, by=hall.rob, as_staff=True)

    type(round_).objects.filter(pk=round_.pk).update(status="started")
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    refusal_of("round_closed", table=table, picture=sheet, by=phones[0])


def test_what_is_finished_gets_no_photos_and_those_that_are_there_can_go(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    taken = take_photo(table=table, picture=sheet, by=phones[0])
    for one in table.round.tables.all():
        play(one, hall.alice, BALANCED)
    close_round(round_=table.round, by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice)

    refusal_of("tournament_finished", table=table, picture=a_picture(70), by=hall.rob, as_staff=True)
    remove_photo(photo=taken, by=hall.rob, as_staff=True)

    assert not Photo.objects.kept().exists()
    assert verify_ledger(hall.tournament.pk).problems == []


def test_whoever_took_a_photo_takes_it_back_and_its_bytes_are_gone(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    taken = take_photo(table=table, picture=sheet, by=phones[0])

    remove_photo(photo=taken, by=phones[0])
    remove_photo(photo=taken, by=phones[0])

    gone = Photo.objects.get()
    assert (gone.removed_by_seat, gone.removed_by) == (table.seats.get(wind=1), None)
    assert gone.deleted_at is not None
    assert not PhotoContent.objects.exists()
    assert hall.kinds().count("photo_removed") == 1
    assert hall.last_payload() == {"photo": gone.pk, "table": table.pk, "seat": gone.removed_by_seat_id}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_nobody_else_at_the_table_removes_it_and_after_the_round_the_staff_alone(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    taken = take_photo(table=table, picture=sheet, by=phones[0])

    for by in (phones[1], hall.charlie):
        with pytest.raises(NotAllowed):
            remove_photo(photo=taken, by=by)
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    with pytest.raises(RoundClosed):
        remove_photo(photo=taken, by=phones[0])
    assert PhotoContent.objects.count() == 1

    remove_photo(photo=taken, by=hall.rob, as_staff=True)

    assert Photo.objects.get().removed_by == hall.rob.user
    assert not PhotoContent.objects.exists()
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_period_that_is_changed_counts_for_photos_taken_from_then_on(
    table: Table, phones: list[Actor]
) -> None:
    before = take_photo(table=table, picture=a_picture(60), by=phones[0])

    Tournament.objects.update(photo_days=2)
    after = take_photo(table=table, picture=a_picture(61), by=phones[0])

    days = [round((one.delete_at - one.taken_at) / timedelta(days=1)) for one in (before, after)]
    assert days == [30, 2]
    before.refresh_from_db()
    assert round((before.delete_at - before.taken_at) / timedelta(days=1)) == 30


def test_when_its_time_is_over_it_goes_and_the_ledger_says_when(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    old, new = (take_photo(table=table, picture=a_picture(60 + n), by=phones[0]) for n in range(2))
    let_its_time_be_over(old)
    assert list(Photo.objects.kept()) == [new]

    deleted = [delete_due_photos(), delete_due_photos()]

    assert deleted == [1, 0]
    assert hall.last_payload() == {"photos": [old.pk]}
    assert LedgerEntry.objects.order_by("seq").last().actor == "console"  # type: ignore[union-attr]
    assert list(PhotoContent.objects.values_list("photo", flat=True)) == [new.pk]
    gone = Photo.objects.get(pk=old.pk)
    assert (gone.deleted_at is not None, gone.is_removed) == (True, False)


def test_a_round_that_is_drawn_again_takes_its_photos_along(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    take_photo(table=table, picture=sheet, by=phones[0])
    round_ = cancel_start(round_=table.round, by=hall.alice)

    redraw_round(round_=round_, by=hall.alice, confirm=["published"], seed="another")

    assert Photo.objects.count() == PhotoContent.objects.count() == 0
    assert verify_ledger(hall.tournament.pk).problems == []


def refused_by_the_database(name: str, change: object) -> None:
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        change()  # type: ignore[operator]


def test_the_database_keeps_what_was_promised(
    hall: Hall, table: Table, phones: list[Actor], sheet: Picture
) -> None:
    taken = take_photo(table=table, picture=sheet, by=phones[0])
    rows, contents = Photo.objects.filter(pk=taken.pk), PhotoContent.objects.all()
    other = table.round.tables.exclude(pk=table.pk).get()

    for name, change in (
        ("what_a_photo_was_stays", lambda: rows.update(sha256="0" * 64)),
        ("what_a_photo_was_stays", lambda: rows.update(delete_at=Now())),
        ("a_photos_bytes_are_never_changed", lambda: contents.update(content=b"x")),
        ("a_deleted_photo_has_no_bytes", lambda: rows.update(deleted_at=Now())),
        ("a_photo_is_taken_at_a_seat_of_its_table", lambda: rows.update(taken_by_seat=other.seats.first())),
        ("a_photo_says_who_took_it", lambda: rows.update(taken_by=hall.rob.user)),
        ("a_removed_photo_says_by_whom", lambda: rows.update(removed_by=hall.rob.user)),
        ("a_table_has_few_photos", lambda: rows.update(number=5)),
        ("photos_are_kept_for_a_year_at_most", lambda: Tournament.objects.update(photo_days=366)),
        ("photos_are_kept_for_a_year_at_most", lambda: Tournament.objects.update(photo_days=0)),
    ):
        refused_by_the_database(name, change)
    remove_photo(photo=taken, by=phones[0])
    refused_by_the_database(
        "a_deleted_photo_gets_no_bytes", lambda: PhotoContent.objects.create(photo=taken, content=b"x")
    )


def test_a_photo_that_the_database_would_not_keep_is_refused_by_it(
    table: Table, phones: list[Actor], sheet: Picture
) -> None:
    taken = take_photo(table=table, picture=sheet, by=phones[0])
    PhotoContent.objects.all().delete()

    refused_by_the_database(
        "a_photos_bytes_have_an_end",
        lambda: PhotoContent.objects.create(photo=taken, content=bytes(400 * 1024 + 1)),
    )


def test_a_state_that_refuses_says_what_to_do(table: Table, phones: list[Actor], sheet: Picture) -> None:
    Tournament.objects.update(photo_days=None)

    with pytest.raises(StateRefuses, match="The organizer can turn them on"):
        take_photo(table=table, picture=sheet, by=phones[0])
