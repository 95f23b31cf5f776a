"""Tags come back weak, strong, in lists and bare; a version that is agreed to is always one."""

import pytest
from django.core.exceptions import BadRequest
from django.test import RequestFactory

from web.etags import is_known, version_named


def asked(**headers: str):
    return RequestFactory().get(
        "/", headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ('"7"', True),
        ('W/"7"', True),
        ('"6", W/"7"', True),
        ("*", True),
        ('"77"', False),
        ('"6", "8"', False),
        ("7", False),
        ("", False),
    ],
)
def test_a_tag_is_known_by_what_it_names_and_not_by_how_it_is_written(header: str, known: bool) -> None:
    assert is_known(asked(if_none_match=header), '"7"') is known
    assert is_known(asked(if_none_match=header), 'W/"7"') is known


@pytest.mark.parametrize(
    ("header", "version"),
    [
        ('"7"', "7"),
        ('W/"7"', "7"),
        ("7", "7"),
        ('"7.confirmed"', "7"),
        ('"7", W/"7.confirmed"', "7"),
        ('""', None),
        ("", None),
    ],
)
def test_if_match_names_one_version_whatever_stands_behind_its_dot(header: str, version: str | None) -> None:
    assert version_named(asked(if_match=header)) == version


def test_a_call_without_if_match_names_no_version() -> None:
    assert version_named(asked()) is None


@pytest.mark.parametrize("header", ["*", '"*"', '"6", "7"'])
def test_several_versions_and_any_version_are_refused(header: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        version_named(asked(if_match=header))

    assert str(refusal.value) == "If-Match must name the one version you saw, not several and not “*”."
