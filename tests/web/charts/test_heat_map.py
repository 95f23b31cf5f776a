from tests.web.charts.pieces import RACE, pieces, read
from web.charts.figure import Table
from web.charts.heat_map import MOST_NAMES, MOST_TOLD, heat_map


def test_a_few_have_a_square_for_each_pair_that_tells_it() -> None:
    met = {(0, 1): 1, (1, 0): 1, (1, 2): 2, (2, 1): 2}

    figure = heat_map(RACE, ["Bob", "Dora", "Emil"], met, corner="Name")

    assert (
        pieces(figure, ' height="4.05em"')
        == """\
<text class="tick" x="-6" y="16.7%" dy=".35em">Bob 1</text>
<text class="tick" x="-6" y="50%" dy=".35em">Dora 2</text>
<text class="tick" x="-6" y="83.3%" dy=".35em">Emil 3</text>
<text class="word" x="16.7%" dy="-.5em">1</text>
<text class="word" x="50%" dy="-.5em">2</text>
<text class="word" x="83.3%" dy="-.5em">3</text>
<svg viewBox="0 0 3 3" preserveAspectRatio="none">
<path class="ground" d="M0 0h3v3h-3z"/>
<rect class="h1" x="1" y="0" width="1" height="1">
<title>Bob – Dora: 1</title>
</rect>
<rect class="h1" x="0" y="1" width="1" height="1">
<title>Dora – Bob: 1</title>
</rect>
<rect class="h2" x="2" y="1" width="1" height="1">
<title>Dora – Emil: 2</title>
</rect>
<rect class="h2" x="1" y="2" width="1" height="1">
<title>Emil – Dora: 2</title>
</rect>
</svg>
"""
    )
    assert figure.table == Table(
        ["Name", "1", "2", "3"],
        [("1 Bob", ["", "1", ""]), ("2 Dora", ["1", "", "2"]), ("3 Emil", ["", "2", ""])],
    )


def test_of_many_neighbours_are_one_stroke() -> None:
    names = [str(number) for number in range(MOST_TOLD + 1)]
    met = {(0, 1): 1, (0, 2): 1, (0, 4): 1, (1, 0): 1, (2, 0): 3}

    figure = heat_map(RACE, names, met, corner="Name")

    drawn = pieces(figure, ' height="17.55em"')
    assert (
        drawn[drawn.index('<path class="h1"') :]
        == """\
<path class="h1" d="M1 0h2v1h-2zM4 0h1v1h-1zM0 1h1v1h-1z"/>
<path class="h2" d="M0 2h1v1h-1z"/>
</svg>
"""
    )


def test_there_are_four_shades_however_many_values() -> None:
    figure = heat_map(
        RACE,
        ["Bob", *"ABCDEFGH"],
        {(0, at): 10 * at for at in range(1, 9)},
        corner="Name",
        show=lambda n: f"{n}!",
    )

    assert [figure.svg.count(f'class="h{shade}"') for shade in range(1, 6)] == [2, 2, 2, 2, 0]
    assert figure.table.rows[0] == ("1 Bob", ["", *(f"{10 * at}!" for at in range(1, 9))])


def test_nobody_is_an_empty_picture_and_of_a_thousand_the_first_are_drawn() -> None:
    nobody = heat_map(RACE, [], {}, corner="Name")
    thousand = heat_map(RACE, [str(at) for at in range(1_000)], {(0, 999): 1, (0, 1): 1}, corner="Name")

    assert nobody.table == Table(["Name"], [])
    assert len(thousand.table.rows) == MOST_NAMES
    assert "M1 0h1v1h-1z" in thousand.svg


def test_names_beside_squares_are_shown_verbatim() -> None:
    figure = heat_map(RACE, ["<b>&", "Dora"], {(0, 1): 1}, corner="Name")

    tags, _attributes, texts = read(figure)
    assert tags == {"svg", "title", "desc", "text", "path", "rect"}
    assert "<b>& 1" in texts
