import pytest

from tests.web.charts.pieces import RACE
from web.charts.svg import element, path, percent, picture, short, text, tip


@pytest.mark.parametrize(
    ("number", "written"),
    [(12.0, "12"), (0.26, ".3"), (-0.26, "-.3"), (-0.04, "0"), (0.0, "0"), (100.05, "100.1"), (10.0, "10")],
)
def test_a_number_is_as_short_as_it_can_be(number: float, written: str) -> None:
    assert short(number) == written


def test_a_share_is_of_the_box() -> None:
    assert [percent(share) for share in (0, 0.125, 1 / 3, 1)] == ["0%", "12.5%", "33.3%", "100%"]


def test_attributes_are_escaped_and_those_that_are_none_are_left_out() -> None:
    assert element("text", "A", x="5%", class_="end", text_anchor='"><b>', dy=None) == (
        '<text x="5%" class="end" text-anchor="&quot;&gt;&lt;b&gt;">A</text>'
    )


def test_a_text_is_shown_verbatim_and_an_empty_tip_is_none() -> None:
    assert (
        text("<script>alert(1)</script> & Co")
        == "<text>&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co</text>"
    )
    assert (tip("A & B"), tip("")) == ("<title>A &amp; B</title>", "")


def test_a_line_is_written_by_steps() -> None:
    assert path([(0, 200), (20, 190), (40, 190), (60, 215)]) == "m0 200l20-10 20 0 20 25"
    assert path([(7, 5)]) == "m7 5"


def test_a_picture_is_named_and_described() -> None:
    assert picture(RACE._replace(title="<b>"), ["<g/>"], height="4em") == (
        '<svg role="img" aria-labelledby="race-title" aria-describedby="race-desc" height="4em">'
        '<title id="race-title">&lt;b&gt;</title><desc id="race-desc">Bob is first.</desc><g/></svg>'
    )
