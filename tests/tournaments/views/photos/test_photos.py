"""A photo of the paper sheet, from the phone to those who may look at it; and what is no photo, refused in words."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from players.actions import add_player
from players.models import User
from tests.pictures import PhotoFile, let_its_time_be_over, photo, png_that_claims
from tests.sign_in import sign_in
from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.views.desk.browser import DESK
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import revoke_seat_token
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.seats import substitute
from tournaments.actions.rate_limits import PHOTOS_OF_A_PERSON, count_attempt
from tournaments.models import LedgerEntry, Photo, PhotoContent, SeatToken, Table, Tournament

PAGE, TAKE, REMOVE = "/seat/table/", "/seat/table/photo/", "/seat/table/photo/remove/"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'


@pytest.fixture
def seated(table: Table, phones: Callable[[Table], list[Client]]) -> list[Client]:
    Tournament.objects.update(photo_days=30)
    return phones(table)


def take(
    client: Client, data: bytes = b"", name: str = "sheet.jpg", key: str = "one-photo-of-mine"
) -> HttpResponse:
    return client.post(TAKE, {"key": key, "photo": PhotoFile(data, name)})


def signed_in(user: User | None) -> Client:
    assert user is not None
    client = Client()
    sign_in(client, user)
    return client


def statuses(address: str, *clients: Client) -> list[int]:
    return [client.get(address).status_code for client in clients]


def test_a_table_photographs_its_sheet_and_the_others_there_see_it(seated: list[Client]) -> None:
    tag = seated[1].get(PAGE)["ETag"]
    assert "Photograph the paper sheet" in text_of(seated[0].get(PAGE))

    answer = take(seated[0])

    kept = Photo.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    page = seated[1].get(PAGE, headers={"If-None-Match": tag})
    assert page.status_code == 200
    assert f'src="/photos/{kept.pk}/small/"' in page.content.decode()
    assert "The photo was saved." in text_of(seated[0].get(PAGE))


def test_a_photo_is_a_picture_to_browsers_and_nobody_keeps_it(seated: list[Client]) -> None:
    take(seated[0])
    kept = Photo.objects.get()

    whole, small = (seated[3].get(f"/photos/{kept.pk}/{size}") for size in ("", "small/"))

    assert whole.content == bytes(PhotoContent.objects.get().content)
    for answer in (whole, small):
        assert answer["Content-Type"] == "image/jpeg"
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "default-src 'self'" in answer["Content-Security-Policy"]
        assert answer.content.startswith(b"\xff\xd8\xff")
        assert b"Secret" not in answer.content


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"<html><script>alert(1)</script>", "sheet.jpg", "This photo cannot be read."),
        (SVG, "sheet.svg", "This photo cannot be read."),
        (photo(600, 400)[:3_000], "sheet.jpg", "This photo is damaged"),
        (png_that_claims(30_000, 30_000), "sheet.png", "more than 25 million pixels"),
        (bytes(8 * 1024 * 1024 + 1), "sheet.jpg", "larger than 8 MB"),
    ],
)
def test_what_is_no_photo_is_refused_and_nothing_is_written(
    seated: list[Client], data: bytes, name: str, says: str
) -> None:
    before = LedgerEntry.objects.count()

    answer = take(seated[0], data, name)

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert says in text_of(seated[0].get(PAGE))
    assert (Photo.objects.count(), LedgerEntry.objects.count()) == (0, before)


@pytest.mark.parametrize("fields", [{}, {"photo": "sheet.jpg"}, {"other": PhotoFile()}])
def test_a_form_without_a_photo_asks_for_one(seated: list[Client], fields: dict[str, object]) -> None:
    seated[0].post(TAKE, {"key": "no-photo-of-mine", **fields})

    assert "Please take or choose a photo first." in text_of(seated[0].get(PAGE))


def test_sent_twice_it_is_taken_once_and_another_photo_is_another_form(seated: list[Client]) -> None:
    for _time in range(2):
        take(seated[0])
    take(seated[0], photo(80, 40))

    assert Photo.objects.count() == 1
    assert "was already used" in text_of(seated[0].get(PAGE))


def test_whoever_took_it_takes_it_back_and_the_page_says_that_it_was_here(seated: list[Client]) -> None:
    take(seated[0])
    kept = Photo.objects.get()
    assert ["Delete the photo" in text_of(one.get(PAGE)) for one in seated] == [True, False, False, False]

    refused = seated[1].post(REMOVE, {"key": "not-my-photo", "photo": kept.pk})
    assert refused.status_code == 302
    assert PhotoContent.objects.exists()
    seated[0].post(REMOVE, {"key": "my-own-photo", "photo": kept.pk})

    assert statuses(f"/photos/{kept.pk}/", *seated) == [404] * 4
    assert "was here. It was deleted on" in text_of(seated[2].get(PAGE))


def test_when_its_time_is_over_nobody_sees_it_whether_or_not_it_is_deleted_yet(seated: list[Client]) -> None:
    take(seated[0])
    let_its_time_be_over(Photo.objects.get())

    assert statuses(f"/photos/{Photo.objects.get().pk}/", seated[0]) == [404]
    page = seated[0].get(PAGE)
    assert "was here. It was deleted on" in text_of(page)
    assert "/photos/" not in page.content.decode()


def test_a_tournament_that_takes_none_offers_none(
    table: Table, phones: Callable[[Table], list[Client]]
) -> None:
    client = phones(table)[0]

    take(client)

    page = client.get(PAGE)
    assert "This tournament does not use photos" in text_of(page)
    assert "Photograph the paper sheet" not in text_of(page)
    assert "photo.js" not in page.content.decode()


def test_a_table_of_another_round_and_strangers_see_nothing(
    hall: Hall, table: Table, seated: list[Client], phones: Callable[[Table], list[Client]]
) -> None:
    take(seated[0])
    others = phones(table.round.tables.exclude(pk=table.pk).get())
    staff = [signed_in(one.user) for one in (hall.alice, hall.rob)]
    address = f"/photos/{Photo.objects.get().pk}/"

    assert statuses(address, *seated, *staff) == [200] * 6
    assert statuses(address, *others, signed_in(hall.charlie.user), Client()) == [404] * 6


def test_after_the_round_the_phone_still_sees_it_and_one_that_was_put_out_does_not(
    hall: Hall, table: Table, seated: list[Client]
) -> None:
    take(seated[0])
    address = f"/photos/{Photo.objects.get().pk}/"
    token = SeatToken.objects.get(seat=seats_of(table)[1])
    revoke_seat_token(token=token, by=hall.alice)

    close_round(round_=table.round, by=hall.alice, leave_open=True)

    assert statuses(address, *seated) == [200, 404, 200, 200]


def test_a_player_sees_it_by_the_account_also_when_somebody_took_over_the_seat(
    hall: Hall, table: Table, seated: list[Client]
) -> None:
    take(seated[0])
    address = f"/photos/{Photo.objects.get().pk}/"
    seat = seats_of(table)[2]
    account = User.objects.create_user("west@example.com", name="West")
    seat.entry.player.user = account
    seat.entry.player.save(update_fields=["user"])
    reserve = register(
        tournament=hall.tournament, player=add_player(name="Reserve"), by=hall.alice, is_substitute=True
    )

    assert statuses(address, signed_in(account)) == [200]
    substitute(seat=seat, entry=reserve, by=hall.alice)

    assert statuses(address, signed_in(account), seated[2]) == [200, 404]


def test_the_desk_shows_photos_beside_the_form_takes_them_and_removes_them(
    hall: Hall, table: Table, seated: list[Client], alice: Client
) -> None:
    take(seated[0])
    address = f"{DESK}tables/{table.pk}/"

    answer = alice.post(f"{address}photo/", {"key": "photo-of-the-desk", "photo": PhotoFile(photo(80, 40))})

    assert (answer.status_code, answer["Location"]) == (302, address)
    page = alice.get(address).content.decode()
    assert page.count("/small/") == 2
    assert 'class="with-photos"' in page
    first = Photo.objects.earliest("pk")
    assert first.taken_by_seat is not None
    gone = alice.post(f"{DESK}photos/{first.pk}/remove/", {"key": "photo-is-removed"})
    assert (gone.status_code, gone["Location"]) == (302, address)
    assert list(PhotoContent.objects.values_list("photo", flat=True)) == [Photo.objects.latest("pk").pk]


def test_no_public_page_shows_one(hall: Hall, table: Table, seated: list[Client]) -> None:
    take(seated[0])
    slug, round_ = hall.tournament.slug, table.round

    for page in ("", "standings/", f"rounds/{round_.number}/", f"tables/{table.pk}/", "ledger/"):
        for client in (Client(), seated[0]):
            answer = client.get(f"/t/{slug}/{page}", follow=True)
            assert answer.status_code in (200, 404)
            assert "/photos/" not in answer.content.decode()


def test_the_number_of_statements_does_not_grow_with_the_photos(
    seated: list[Client], django_assert_num_queries: Callable[[int], object]
) -> None:
    take(seated[0])
    seated[0].get(PAGE)
    with django_assert_num_queries(7):  # type: ignore[attr-defined]
        seated[0].get(PAGE)
    for number in range(3):
        take(seated[0], photo(70 + number, 40), key=f"one-more-photo-{number}")
    seated[0].get(PAGE)

    with django_assert_num_queries(7):  # type: ignore[attr-defined]
        seated[0].get(PAGE)


def test_a_photo_is_read_in_two_statements(
    seated: list[Client], django_assert_num_queries: Callable[[int], object]
) -> None:
    take(seated[0])
    address = f"/photos/{Photo.objects.get().pk}/"

    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        assert seated[2].get(address).status_code == 200


def test_a_phone_that_sends_photos_without_end_is_asked_to_wait(
    hall: Hall, table: Table, seated: list[Client]
) -> None:
    whose = Actor(seat_token=SeatToken.objects.get(seat=seats_of(table)[0])).key
    for _photo in range(PHOTOS_OF_A_PERSON.most):
        count_attempt(PHOTOS_OF_A_PERSON, whose)
    before = LedgerEntry.objects.count()

    answer = take(seated[0])

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert "Too many attempts. Please wait 60 minutes, or ask the referee." in text_of(seated[0].get(PAGE))
    assert (Photo.objects.count(), LedgerEntry.objects.count()) == (0, before)
