from tests.web.charts.pieces import RACE, pieces
from web.charts.figure import Table
from web.charts.roads import NARROW, Stop, road_chart

TABLE = Table(["Stage", "Field"], [("Season", ["8 teams"]), ("Final", ["4 teams"])])


def test_a_box_is_the_wider_the_more_play_in_it_and_a_band_leads_to_it() -> None:
    figure = road_chart(
        RACE,
        [
            Stop("Season", "8 teams", 8, 0),
            Stop("Final", "4 teams", 4, 1, [0], "Places 1–4", "A, B, C, D"),
            Stop("Champion", "B", 0, 2, [1], is_end=True),
        ],
        TABLE,
    )

    assert (
        pieces(figure, ' height="15.45em"')
        == """\
<svg viewBox="0 0 1000 400" preserveAspectRatio="none" fill="none">
<path class="band" d="M0 78L1000 78L875 145L125 145z"/>
<path class="band" d="M125 255L875 255L750 322L250 322z"/>
</svg>
<rect x="0%" y="0%" width="100%" height="19.4%" rx="6">
<title>Season · 8 teams</title>
</rect>
<text class="name middle" x="50%" y="6.8%" dy=".35em">Season</text>
<text class="about middle" x="50%" y="13.9%" dy=".35em">8 teams</text>
<rect x="12.5%" y="36.2%" width="75%" height="27.5%" rx="6">
<title>Final · 4 teams · A, B, C, D</title>
</rect>
<text class="entry middle" x="50%" y="27.8%" dy=".35em">Places 1–4</text>
<text class="name middle" x="50%" y="43%" dy=".35em">Final</text>
<text class="about middle" x="50%" y="50.2%" dy=".35em">4 teams</text>
<text class="who middle" x="50%" y="57.6%" dy=".35em">A, B, C, D</text>
<rect class="won" x="25%" y="80.6%" width="50%" height="19.4%" rx="6">
<title>Champion · B</title>
</rect>
<text class="name middle" x="50%" y="87.4%" dy=".35em">Champion</text>
<text class="about middle" x="50%" y="94.5%" dy=".35em">B</text>
"""
    )
    assert (figure.kind, figure.table) == ("road", TABLE)


def test_stages_side_by_side_share_a_row_and_a_fifth_goes_below() -> None:
    pools = [Stop(f"Pool {letter}", "4 players", 4, 0) for letter in "ABCDE"]
    final = Stop("Final", "5 players", 5, 1, range(5))

    figure = road_chart(RACE, [*pools, final], TABLE)

    tops = [
        line.split('y="')[1].split('"')[0]
        for line in pieces(figure, ' height="12em"').split("\n")
        if "<rect" in line
    ]
    assert tops == ["0%"] * 4 + ["28.3%", "75%"]
    assert figure.svg.count('class="band"') == 5


def test_on_a_phone_a_box_has_less_room_for_words() -> None:
    long = "Teams" * 12

    figure = road_chart(RACE, [Stop("Final", "", 4, 0, who=long)], TABLE)

    narrow, wide = (
        figure.svg.split(f'class="who middle {width}"')[1].split(">")[1].split("<")[0]
        for width in ("narrow", "wide")
    )
    assert len(narrow) < len(wide) == len(long)
    assert 0.58 * len(narrow) <= NARROW
