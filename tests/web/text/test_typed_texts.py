"""Texts that people type: every character is seen, and every link leads to the web."""

import pytest
from django.core.exceptions import ValidationError

from tests.tournaments.said import HIDDEN, HOSTILE, LONG
from web.text.typed_texts import as_typed, validate_line, validate_lines, validate_web_address


def test_a_text_has_one_form_whichever_browser_sent_it() -> None:
    assert as_typed(" e\u0301\r\n\tb \n") == "é\n    b"


@pytest.mark.parametrize("text", HIDDEN)
def test_what_hides_is_refused(text: str) -> None:
    for validate in (validate_line, validate_lines, validate_web_address):
        with pytest.raises(ValidationError, match=r"cannot be displayed \(U\+"):
            validate(text)


@pytest.mark.parametrize("text", [HOSTILE, LONG, "雀卓", ""])
def test_whatever_is_seen_is_taken(text: str) -> None:
    validate_line(text)
    validate_lines(f"{text}\n{text}")


def test_a_line_is_one_line() -> None:
    with pytest.raises(ValidationError):
        validate_line("a\nb")


@pytest.mark.parametrize(
    "address", ["https://club.example", "http://a.example:8080/b?c=d#e", "https://雀卓.example/地図"]
)
def test_an_address_of_the_web_is_taken(address: str) -> None:
    validate_web_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//club.example",
        "/t/spring-open/",
        "club.example",
        "ftp://club.example/",
        "https://bank.example@evil.example/",
        "https://a:b@evil.example/",
        "https://club.example/a b",
        "https://[club",
        'https://club.example/"onclick=x y',
    ],
)
def test_what_leads_elsewhere_or_hides_where_it_leads_is_refused(address: str) -> None:
    with pytest.raises(ValidationError, match="Expected a web address"):
        validate_web_address(address)
