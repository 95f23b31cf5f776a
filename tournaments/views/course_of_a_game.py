"""How a game went, as pictures: everybody's points after each hand, and who won how much from whom."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.views.hands_wording import HandLine
from web.charts.figure import About, Figure
from web.charts.flows import flow_chart
from web.charts.lines import Line, Positions, Values, line_chart
from web.text.figures import in_figures


def course_of(hands: Sequence[HandLine], addresses: Sequence[str]) -> Figure | None:
    """The points of each seat over the hands that moved some, the first to the last; None before there are two.

    `addresses` are where the names of the seats lead.
    """
    played = [hand for hand in hands if hand.moves and all(cell.points is not None for cell in hand.cells)]
    if len(played) < 2:
        return None
    lines = []
    for seat, first in enumerate(played[0].cells):
        after = [hand.cells[seat].points or 0 for hand in played]
        lines.append(
            Line(first.name, [after[0] - first.change, *after], first.name, seat + 1, addresses[seat])
        )
    ahead = max(lines, key=lambda line: line.values[-1] or 0)
    about = About(
        "course",
        pgettext("of a chart", "How it went"),
        _("Points hand by hand. Leader: %(name)s, %(points)s.")
        % {"name": ahead.name, "points": in_figures(ahead.values[-1] or 0)},
        _("Points after each hand"),
    )
    return line_chart(
        about,
        lines,
        Positions(
            pgettext("column", "Hand"),
            [pgettext("of a chart", "Start"), *(hand.name for hand in played)],
            # Without counters: "East 2"; a hand after a repeat has the same.
            words=["", *("" if hand.beside else hand.title for hand in played)],
        ),
        Values(in_figures, from_zero=False, dots=True),
    )


def winnings_of(hands: Sequence[HandLine], addresses: Sequence[str]) -> Figure | None:
    """Who won how much from whom, honba included; None where nobody was paid for a win.

    `addresses` are where the names of the seats lead.
    """
    flows = Counter[tuple[int, int]]()
    for hand in hands:
        for one in hand.paid:
            flows[one.winner, one.payer] += one.points + one.counters
    if not flows:
        return None
    names = [cell.name for cell in hands[0].cells]
    (winner, payer), most = max(flows.items(), key=lambda flow: flow[1])
    about = About(
        "winnings",
        _("Who won from whom"),
        _("Most: %(winner)s from %(payer)s, %(points)s.")
        % {"winner": names[winner], "payer": names[payer], "points": in_figures(most)},
        _("Points of wins, with honba"),
    )
    return flow_chart(
        about,
        names,
        flows,
        corner=pgettext("column", "Winner"),
        show=in_figures,
        urls=addresses,
    )
