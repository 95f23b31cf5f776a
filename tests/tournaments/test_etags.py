"""Whoever sends an ETag back as it was received is understood: a proxy that compresses makes it weak on the way."""

import pytest
from django.core.exceptions import BadRequest
from django.test import Client

from tests.tournaments.api.callers import BALANCED, body_of, code_of, phones_at, stranger
from tests.tournaments.hall import Hall
from tournaments.models import Scoresheet, Table, Tournament
from web.etags import is_known, version_named

pytestmark = pytest.mark.database("sqlite")


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ('"a"', True),
        ('W/"a"', True),
        ('"b", W/"a"', True),
        ('W/"b","a" , "c"', True),
        ("*", True),
        ("", False),
        ('"b"', False),
        ('"A"', False),
        ('w/"a"', False),
        ("a", False),
        ('"WA"', False),
    ],
)
def test_if_none_match_is_compared_weakly(rf, header, known):
    request = rf.get("/", headers={"If-None-Match": header})

    assert is_known(request, '"a"') is known
    assert is_known(request, 'W/"a"') is known


def test_who_says_nothing_has_nothing(rf):
    assert not is_known(rf.get("/"), '"a"')


@pytest.mark.parametrize(
    ("header", "version"),
    [
        ('"r1-249a7c1e"', "r1-249a7c1e"),
        ('W/"r1-249a7c1e"', "r1-249a7c1e"),
        ('"r1-249a7c1e", W/"r1-249a7c1e"', "r1-249a7c1e"),
        ("r1-249a7c1e", "r1-249a7c1e"),
        ('"r1-249a7c1e.9d0c44ab"', "r1-249a7c1e"),
        ('W/"r1-249a7c1e.9d0c44ab", "r1-249a7c1e.00000000"', "r1-249a7c1e"),
        ("  ", None),
        ("", None),
    ],
)
def test_if_match_names_one_version(rf, header, version):
    assert version_named(rf.post("/", headers={"If-Match": header})) == version


@pytest.mark.parametrize("header", ["*", '"r1-249a7c1e", "r2-1f0c9a3b"', 'W/"a", W/"b"'])
def test_whoever_names_no_version_or_several_has_not_said_which_one_they_saw(rf, header):
    with pytest.raises(BadRequest, match="the one version"):
        version_named(rf.post("/", headers={"If-Match": header}))


@pytest.mark.django_db
@pytest.mark.parametrize("shape", ["W/%s", '"another", W/%s', "*"])
def test_standings_that_are_known_are_304_through_a_compressing_proxy(hall: Hall, shape: str):
    for path, ask in (
        ("/t/spring-open/standings/", Client().get),
        (f"/api/v1/stages/{hall.stage.pk}/standings/", Client().get),
    ):
        etag = ask(path).headers["ETag"]

        answer = ask(path, headers={"If-None-Match": shape.replace("%s", etag)})

        assert (path, answer.status_code, answer.content) == (path, 304, b"")


@pytest.mark.django_db
def test_a_result_is_confirmed_by_the_version_a_compressing_proxy_has_made_weak(hall: Hall, table: Table):
    phones = phones_at(table, hall.alice)
    sheet = body_of(phones[0].post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    path, weak = f"/v1/scoresheets/{sheet['id']}/confirm/", f'W/"{sheet["tag"]}"'

    confirmed = phones[1].post(path, If_Match=weak, key="the-first-confirmation")
    repeated = phones[1].post(path, if_match=sheet["tag"], key="the-first-confirmation")

    assert [confirmed.status_code, repeated.status_code] == [200, 200]
    assert repeated.headers["Idempotent-Replay"] == "true"


@pytest.mark.django_db
@pytest.mark.parametrize("shape", ["%s", "W/%s", '"another", W/%s', "*"])
def test_a_result_that_is_known_is_a_304_without_a_body(hall: Hall, table: Table, shape: str):
    phone, *_rest = phones_at(table, hall.alice)
    sheet = body_of(phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    path = f"/v1/scoresheets/{sheet['id']}/"
    etag = phone.get(path).headers["ETag"]

    answer = phone.get(path, If_None_Match=shape.replace("%s", etag))

    assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", etag)


@pytest.mark.django_db
def test_a_result_that_somebody_has_confirmed_since_is_not_a_304(hall: Hall, table: Table):
    phones = phones_at(table, hall.alice)
    sheet = body_of(phones[0].post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    path = f"/v1/scoresheets/{sheet['id']}/"
    etag = phones[0].get(path).headers["ETag"]
    phones[1].post(f"{path}confirm/", if_match=sheet["tag"])

    answer = phones[0].get(path, If_None_Match=etag)

    assert (answer.status_code, len(body_of(answer)["confirmed_by_seats"])) == (200, 1)
    assert answer.headers["ETag"] != etag


@pytest.mark.django_db
def test_the_304_of_a_private_result_is_not_for_strangers(hall: Hall, table: Table):
    phone, *_rest = phones_at(table, hall.alice)
    sheet = body_of(phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    path = f"/v1/scoresheets/{sheet['id']}/"
    etag = stranger().get(path).headers["ETag"]
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)

    answer = stranger().get(path, If_None_Match=etag)

    assert answer.status_code == 404


@pytest.mark.django_db
def test_a_result_is_confirmed_by_the_etag_it_was_read_with(hall: Hall, table: Table):
    phones = phones_at(table, hall.alice)
    sheet = body_of(phones[0].post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    path = f"/v1/scoresheets/{sheet['id']}/"
    etag = phones[1].get(path).headers["ETag"]

    answer = phones[1].post(f"{path}confirm/", If_Match=etag)

    assert answer.status_code == 200
    assert Scoresheet.objects.get(pk=sheet["id"]).confirmations.count() == 1


@pytest.mark.django_db
def test_any_version_is_no_version(hall: Hall, table: Table):
    phones = phones_at(table, hall.alice)
    sheet = body_of(phones[0].post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))

    answer = phones[1].post(f"/v1/scoresheets/{sheet['id']}/confirm/", If_Match="*")

    assert code_of(answer) == (400, "malformed")
    assert Scoresheet.objects.get(pk=sheet["id"]).confirmations.count() == 0


@pytest.mark.django_db
def test_what_is_known_of_one_stage_says_nothing_of_another(hall: Hall):
    etag = Client().get(f"/api/v1/stages/{hall.stage.pk}/standings/").headers["ETag"]

    answer = stranger().get(f"/v1/stages/{hall.stage.pk}/standings/", If_None_Match=etag.replace("s", "t"))

    assert answer.status_code == 200
