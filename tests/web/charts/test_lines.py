from tests.web.charts.pieces import RACE, numbers_of_paths, pieces, read
from web.charts.figure import Table
from web.charts.lines import Band, Line, Positions, Values, line_chart
from web.text.figures import in_figures


def test_a_race_has_its_grid_its_lines_and_a_name_at_each_end() -> None:
    figure = line_chart(
        RACE._replace(note="Total after each round"),
        [
            Line("Bob", [0, 20, 10], "Bob", 1, "/players/7/"),
            Line("Dora", [0, -20, -10], "Dora", 2),
            Line("Emil", [0, 0, 0]),
        ],
        Positions("Round", ["Start", "1", "2"], words=["", "1", "2"]),
        Values(str),
    )

    assert (
        pieces(figure)
        == """\
<line class="grid" x2="100%" y1="100%" y2="100%"/>
<text class="tick" x="-6" y="100%" dy=".35em">−20</text>
<line class="grid" x2="100%" y1="75%" y2="75%"/>
<text class="tick" x="-6" y="75%" dy=".35em">−10</text>
<line class="zero" x2="100%" y1="50%" y2="50%"/>
<text class="tick" x="-6" y="50%" dy=".35em">0</text>
<line class="grid" x2="100%" y1="25%" y2="25%"/>
<text class="tick" x="-6" y="25%" dy=".35em">10</text>
<line class="grid" x2="100%" y1="0%" y2="0%"/>
<text class="tick" x="-6" y="0%" dy=".35em">20</text>
<text class="word" x="50%" y="100%" dy="1.5em">1</text>
<text class="word" x="100%" y="100%" dy="1.5em">2</text>
<svg viewBox="0 0 1000 400" preserveAspectRatio="none" fill="none">
<path class="faint" d="m0 200l500 0 500 0">
<title>Emil</title>
</path>
<g class="c2">
<path class="halo" d="m0 200l500 200 500-100"/>
<path d="m0 200l500 200 500-100">
<title>Dora</title>
</path>
</g>
<g class="c1">
<path class="halo" d="m0 200l500-200 500 100"/>
<path d="m0 200l500-200 500 100">
<title>Bob</title>
</path>
</g>
</svg>
<svg x="100%" class="ends">
<g class="c1">
<title>Bob</title>
<line x2="11" y1="25%" y2="25%"/>
<circle cy="25%" r="3"/>
<text x="14" y="25%" dy=".35em">Bob</text>
</g>
<g class="c2">
<title>Dora</title>
<line x2="11" y1="75%" y2="75%"/>
<circle cy="75%" r="3"/>
<text x="14" y="75%" dy=".35em">Dora</text>
</g>
</svg>
"""
    )
    assert figure.table == Table(
        ["Round", "Bob", "Dora"],
        [("Start", ["0", "0"]), ("1", ["20", "-20"]), ("2", ["10", "-10"])],
        ["", "/players/7/", ""],
    )
    assert (figure.kind, figure.about) == ("lines", RACE._replace(note="Total after each round"))


def test_a_point_that_is_missing_is_passed_over_a_band_lies_below_and_dots_tell_their_values() -> None:
    figure = line_chart(
        RACE,
        [Line("Bob", [25_000, None, 33_000], "Bob")],
        Positions("Hand", ["Start", "East 1 · 1 honba", "East 2"], words=["", "", "East 2"]),
        Values(in_figures, from_zero=False, dots=True),
        band=Band([24_000, 25_000, 26_000], [26_000, 30_000, 40_000]),
    )

    assert (
        pieces(figure)
        == """\
<line class="grid" x2="100%" y1="93.8%" y2="93.8%"/>
<text class="tick" x="-6" y="93.8%" dy=".35em">25,000</text>
<line class="grid" x2="100%" y1="62.5%" y2="62.5%"/>
<text class="tick" x="-6" y="62.5%" dy=".35em">30,000</text>
<line class="grid" x2="100%" y1="31.3%" y2="31.3%"/>
<text class="tick" x="-6" y="31.3%" dy=".35em">35,000</text>
<line class="grid" x2="100%" y1="0%" y2="0%"/>
<text class="tick" x="-6" y="0%" dy=".35em">40,000</text>
<text class="word" x="100%" y="100%" dy="1.5em">East 2</text>
<svg viewBox="0 0 1000 400" preserveAspectRatio="none" fill="none">
<path class="band" d="m0 350l500-100 500-250 0 350 -500 25 -500 25z"/>
<g class="c1">
<path class="halo" d="m0 375l1000-200"/>
<path d="m0 375l1000-200">
<title>Bob</title>
</path>
</g>
</svg>
<g class="dots c1">
<circle cx="0%" cy="93.8%" r="3">
<title>Bob · Start · 25,000</title>
</circle>
<circle cx="100%" cy="43.8%" r="3">
<title>Bob · East 2 · 33,000</title>
</circle>
</g>
<svg x="100%" class="ends">
<g class="c1">
<title>Bob</title>
<line x2="11" y1="43.8%" y2="43.8%"/>
<circle cy="43.8%" r="3"/>
<text x="14" y="43.8%" dy=".35em">Bob</text>
</g>
</svg>
"""
    )
    assert figure.table == Table(
        ["Hand", "Bob"], [("Start", ["25,000"]), ("East 1 · 1 honba", [""]), ("East 2", ["33,000"])], ["", ""]
    )


def test_one_position_is_a_line_across() -> None:
    figure = line_chart(RACE, [Line("Bob", [5], "Bob")], Positions("Round", ["1"]), Values(str))

    assert '<path d="m0 0l1000 0">' in figure.svg
    assert figure.table == Table(["Round", "Bob"], [("1", ["5"])], ["", ""])


def test_whoever_has_no_value_has_neither_a_line_nor_a_label() -> None:
    figure = line_chart(
        RACE,
        [Line("Bob", [1, 2], "Bob"), Line("Dora", [None, None], "Dora", 2), Line("Emil", [None, None])],
        Positions("Round", ["1", "2"]),
        Values(str),
    )

    assert ("Dora" in figure.svg, "Emil" in figure.svg) == (False, False)
    assert figure.table.columns == ["Round", "Bob", "Dora"]


def test_labels_of_lines_that_end_together_are_moved_apart_and_led_to() -> None:
    figure = line_chart(
        RACE,
        [Line(name, [0, 10], name, 1 + at) for at, name in enumerate("ABC")],
        Positions("R", ["1", "2"]),
        Values(str),
    )

    assert [piece for piece in pieces(figure).splitlines() if piece.startswith('<line x2="11"')] == [
        '<line x2="11" y1="0%" y2="0%"/>',
        '<line x2="11" y1="0%" y2="6.2%"/>',
        '<line x2="11" y1="0%" y2="12.4%"/>',
    ]


def test_a_long_name_is_cut_twice_and_told_in_full() -> None:
    name = "Konstantina Papadopoulou-Yamashita of Athens"
    figure = line_chart(RACE, [Line(name, [0, 1], name)], Positions("Round", ["1", "2"]), Values(str))

    said = pieces(figure).splitlines()
    assert '<text class="wide" x="14" y="0%" dy=".35em">Konstantina Papado…</text>' in said
    assert '<text class="narrow" x="14" y="0%" dy=".35em">Konstantin…</text>' in said
    assert said.count(f"<title>{name}</title>") == 2
    assert figure.table.columns == ["Round", name]


def test_of_many_rounds_some_are_left_out_and_never_the_last() -> None:
    rounds = 1_001
    figure = line_chart(
        RACE,
        [Line("Bob", list(range(rounds)), "Bob")],
        Positions("Round", [str(number) for number in range(rounds)]),
        Values(str),
    )

    names = [name for name, _cells in figure.table.rows]
    assert (len(names), names[0], names[-1]) == (167, "4", "1000")
    assert figure.table.rows[-1] == ("1000", ["1000"])
    # Whole steps end where the picture ends.
    way = numbers_of_paths(figure)[-1]
    assert (sum(way[0::2]), sum(way[1::2])) == (1000, 0)


def test_a_phone_has_fewer_words_below_than_a_desk() -> None:
    figure = line_chart(
        RACE,
        [Line("Bob", list(range(151)), "Bob")],
        Positions("Round", ["Start", *(str(number) for number in range(1, 151))]),
        Values(str),
    )

    said = pieces(figure).splitlines()
    words = [piece for piece in said if 'class="word' in piece]
    assert sum("narrow" not in word for word in words) <= 10
    assert sum("wide" not in word for word in words) <= 4
    assert '<text class="word" x="100%" y="100%" dy="1.5em">150</text>' in words


def test_names_are_shown_verbatim_and_open_no_element() -> None:
    name = '<script>alert("1")</script> & 👩‍👩‍👧'
    figure = line_chart(
        RACE, [Line(name, [0, 1], name)], Positions("Round", [name, "2"]), Values(str, dots=True)
    )

    tags, _attributes, texts = read(figure)
    assert tags == {"svg", "title", "desc", "line", "text", "g", "path", "circle"}
    assert name in texts
