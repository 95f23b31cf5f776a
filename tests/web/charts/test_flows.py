from tests.web.charts.pieces import RACE, pieces
from web.charts.figure import Table
from web.charts.flows import flow_chart


def test_what_was_got_lies_right_of_one_line_and_what_was_given_left_of_it() -> None:
    figure = flow_chart(
        RACE,
        ["Bob", "Dora", "Emil"],
        {(0, 1): 6, (1, 2): 3, (0, 2): 1},
        corner="Winner",
        show=str,
        urls=["/players/1/", "/players/2/", "/players/3/"],
    )

    assert (
        pieces(figure, ' height="9.6em"')
        == """\
<circle class="c1" cx="5" cy="9.3%" r="5"/>
<text class="name" x="16" y="9.3%" dy=".35em">Bob</text>
<text class="value end" x="100%" y="9.3%" dy=".35em">+7 / 0</text>
<rect class="c2" x="46.2%" y="17.3%" width="46.2%" height="13.3%">
<title>Bob ← Dora · 6</title>
</rect>
<rect class="c3" x="92.3%" y="17.3%" width="7.7%" height="13.3%">
<title>Bob ← Emil · 1</title>
</rect>
<line class="zero" x1="46.2%" x2="46.2%" y1="17.3%" y2="30.7%"/>
<circle class="c2" cx="5" cy="42.7%" r="5"/>
<text class="name" x="16" y="42.7%" dy=".35em">Dora</text>
<text class="value end" x="100%" y="42.7%" dy=".35em">+3 / -6</text>
<rect class="c1" x="0%" y="50.7%" width="46.2%" height="13.3%">
<title>Bob ← Dora · 6</title>
</rect>
<rect class="c3" x="46.2%" y="50.7%" width="23.1%" height="13.3%">
<title>Dora ← Emil · 3</title>
</rect>
<line class="zero" x1="46.2%" x2="46.2%" y1="50.7%" y2="64%"/>
<circle class="c3" cx="5" cy="76%" r="5"/>
<text class="name" x="16" y="76%" dy=".35em">Emil</text>
<text class="value end" x="100%" y="76%" dy=".35em">+0 / -4</text>
<rect class="c1" x="15.4%" y="84%" width="7.7%" height="13.3%">
<title>Bob ← Emil · 1</title>
</rect>
<rect class="c2" x="23.1%" y="84%" width="23.1%" height="13.3%">
<title>Dora ← Emil · 3</title>
</rect>
<line class="zero" x1="46.2%" x2="46.2%" y1="84%" y2="97.3%"/>
"""
    )
    addresses = ["/players/1/", "/players/2/", "/players/3/"]
    assert figure.table == Table(
        ["Winner", "Bob", "Dora", "Emil"],
        [("Bob", ["", "6", "1"]), ("Dora", ["", "", "3"]), ("Emil", ["", "", ""])],
        ["", *addresses],
        addresses,
    )


def test_where_nobody_got_anything_there_are_names_and_a_line() -> None:
    figure = flow_chart(RACE, ["Bob", "Dora"], {}, corner="Winner", show=str)

    assert figure.svg.count("<rect") == 0
    assert figure.table.rows == [("Bob", ["", ""]), ("Dora", ["", ""])]
