from tests.web.charts.pieces import RACE, pieces, read
from web.charts.figure import Table
from web.charts.scatter import MOST_POINTS, Axis, Point, scatter

ACROSS, UP = Axis("Win rate", str), Axis("Deal-in rate", str)


def test_each_point_has_its_dot_and_its_name_and_the_medians_are_dotted() -> None:
    figure = scatter(
        RACE, [Point("Bob", 200, 100), Point("Dora", 240, 130, "/players/9/")], ACROSS, UP, corner="Name"
    )

    drawn = pieces(figure)
    assert (
        drawn[drawn.index('<line class="zero"') :]
        == """\
<line class="zero" x1="50%" x2="50%" y2="100%"/>
<line class="zero" x2="100%" y1="50%" y2="50%"/>
<text class="axis end" x="100%" y="100%" dy="2.8em">Win rate</text>
<text class="axis" x="0" y="0" dy="-.8em">Deal-in rate</text>
<circle class="c1" cx="6.5%" cy="94.1%" r="4">
<title>Bob · Win rate 200 · Deal-in rate 100</title>
</circle>
<text class="name" x="6.5%" y="94.1%" dx="7" dy=".35em">Bob</text>
<circle class="c1" cx="93.5%" cy="5.9%" r="4">
<title>Dora · Win rate 240 · Deal-in rate 130</title>
</circle>
<text class="name" x="93.5%" y="5.9%" dx="7" dy=".35em">Dora</text>
"""
    )
    assert figure.table == Table(
        ["Name", "Win rate", "Deal-in rate"],
        [("Bob", ["200", "100"]), ("Dora", ["240", "130"])],
        row_urls=["", "/players/9/"],
    )


def test_of_points_in_one_place_one_has_its_name() -> None:
    figure = scatter(
        RACE, [Point(name, 200, 100) for name in ("Bob", "Dora", "Emil")], ACROSS, UP, corner="Name"
    )

    # Each lies on the dots of the others.
    assert figure.svg.count("<circle") == 3
    assert figure.svg.count('class="name') <= 1


def test_there_is_room_for_more_names_on_a_desk() -> None:
    points = [Point(f"Player {number:02}", 200 + 3 * number, 100 + number % 3) for number in range(12)]

    figure = scatter(RACE, points, ACROSS, UP, corner="Name")

    assert figure.svg.count('class="name wide"') > 0


def test_nobody_is_an_empty_picture_and_of_a_thousand_the_first_are_drawn() -> None:
    nobody = scatter(RACE, [], ACROSS, UP, corner="Name")
    thousand = scatter(RACE, [Point(str(at), at, at) for at in range(1_000)], ACROSS, UP, corner="Name")

    assert (pieces_or_none(nobody.svg), nobody.table.rows) == ("", [])
    assert (thousand.svg.count("<circle"), len(thousand.table.rows)) == (MOST_POINTS, MOST_POINTS)


def pieces_or_none(svg: str) -> str:
    return svg.partition("</desc>")[2].removesuffix("</svg>")


def test_names_of_points_are_shown_verbatim() -> None:
    figure = scatter(RACE, [Point("<b>&", 1, 2), Point("Dora", 9, 9)], ACROSS, UP, corner="Name")

    tags, _attributes, texts = read(figure)
    assert tags == {"svg", "title", "desc", "text", "line", "circle"}
    assert "<b>&" in texts
