from tests.web.charts.pieces import RACE, pieces, read
from web.charts.bars import Duel, Sides, duel_chart, places_chart
from web.charts.figure import Table

COLUMNS = ("Place", "Games", "Share")


def test_places_have_a_bar_each_as_long_as_they_were_taken_often() -> None:
    figure = places_chart(RACE, [3, 0, 1], ["1st", "2nd", "3rd"], columns=COLUMNS)

    assert (
        pieces(figure, ' height="6em"')
        == """\
<text class="tick" x="-8" y="16.7%" dy=".35em">1st</text>
<rect class="p1" y="6.3%" width="100%" height="20.7%" rx="2">
<title>1st: 3</title>
</rect>
<svg x="100%" y="0%" height="33.3%" class="ends">
<text class="value" x="8" y="50%" dy=".35em">3<tspan class="share" dx="8">75 %</tspan>
</text>
</svg>
<text class="tick" x="-8" y="50%" dy=".35em">2nd</text>
<rect class="p2" y="39.7%" width="0%" height="20.7%" rx="2">
<title>2nd: 0</title>
</rect>
<svg x="0%" y="33.3%" height="33.3%" class="ends">
<text class="value" x="8" y="50%" dy=".35em">0<tspan class="share" dx="8">0 %</tspan>
</text>
</svg>
<text class="tick" x="-8" y="83.3%" dy=".35em">3rd</text>
<rect class="p3" y="73%" width="33.3%" height="20.7%" rx="2">
<title>3rd: 1</title>
</rect>
<svg x="33.3%" y="66.7%" height="33.3%" class="ends">
<text class="value" x="8" y="50%" dy=".35em">1<tspan class="share" dx="8">25 %</tspan>
</text>
</svg>
"""
    )
    assert figure.table == Table(
        COLUMNS, [("1st", ["3", "75 %"]), ("2nd", ["0", "0 %"]), ("3rd", ["1", "25 %"])]
    )


def test_before_a_game_there_are_bars_of_nothing() -> None:
    figure = places_chart(RACE, [0, 0], ["1st", "2nd"], columns=COLUMNS)

    assert figure.table.rows == [("1st", ["0", "0 %"]), ("2nd", ["0", "0 %"])]
    assert figure.svg.count('width="0%"') == 2


def test_two_share_a_bar_with_what_is_neithers() -> None:
    figure = duel_chart(
        RACE,
        Sides("Bob", "Dora", "Shared place", ("", "/players/9/")),
        [Duel("Placed higher", 3, 1, 1)],
        corner="Compared",
    )

    assert (
        pieces(figure, ' height="4.8em"')
        == """\
<text class="head c1" y="16.7%" dy=".35em">Bob</text>
<text class="head end c2" x="100%" y="16.7%" dy=".35em">Dora</text>
<text class="middle" x="50%" y="50%" dy=".35em">Placed higher</text>
<rect class="c1" x="0%" y="70%" width="60%" height="20%">
<title>Bob: 3</title>
</rect>
<rect class="none" x="60%" y="70%" width="20%" height="20%">
<title>Shared place: 1</title>
</rect>
<rect class="c2" x="80%" y="70%" width="20%" height="20%">
<title>Dora: 1</title>
</rect>
<text class="value" y="50%" dy=".35em">3</text>
<text class="value end" x="100%" y="50%" dy=".35em">1</text>
"""
    )
    assert figure.table == Table(
        ["Compared", "Bob", "Dora", "Shared place"],
        [("Placed higher", ["3", "1", "1"])],
        ["", "", "/players/9/", ""],
    )


def test_of_nothing_there_is_no_bar() -> None:
    figure = duel_chart(RACE, Sides("Bob", "Dora", "Level"), [Duel("Points", 0, 0)], corner="Compared")

    assert "<rect" not in figure.svg
    assert figure.table.rows == [("Points", ["0", "0", "0"])]


def test_names_of_two_are_shown_verbatim() -> None:
    name = "<b>&"
    figure = duel_chart(RACE, Sides(name, "Dora", ""), [Duel(name, 1, 1)], corner="")

    tags, _attributes, texts = read(figure)
    assert tags == {"svg", "title", "desc", "text", "rect"}
    assert texts.count(name) == 2
