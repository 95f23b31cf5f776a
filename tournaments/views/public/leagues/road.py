"""The road to the final of a division, as a picture."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Qualification, QualifyingRule
from tournaments.models.units import Unit
from tournaments.standings.seasons.road import StageOnRoad
from tournaments.views.qualifying_wording import say_rule, say_start
from web.charts.figure import About, Figure, Table
from web.charts.roads import Stop, road_chart

Carries = Qualification.Carries
# A box has room for this many names; all of them are in the table, up to as many as a phone can scroll.
MOST_IN_A_BOX, MOST_NAMES = 8, 32


def made_road(ident: str, stages: Sequence[StageOnRoad], units: int, winners: Sequence[str]) -> Figure:
    """Draw a tournament's stages and, once it is finished, who won. `units` make a point."""
    stops = [_stop(one) for one in stages]
    if winners:
        last = len(stages) - 1
        stops.append(
            Stop(
                pgettext("title of a player", "Champion"),
                _joined(winners),
                0,
                stages[last].row + 1,
                [last],
                is_end=True,
            )
        )
    rows = [
        (
            one.stage.name,
            [
                _field(one),
                " · ".join(say_rule(rule) for rule in one.rules),
                say_start(one.qualification, units) if one.qualification is not None else "",
                _joined([who.name for who in one.who[:MOST_NAMES]], cut=len(one.who) > MOST_NAMES),
            ],
        )
        for one in stages
    ]
    if winners:
        rows.append((pgettext("title of a player", "Champion"), ["", "", "", _joined(winners)]))
    columns = [
        pgettext("column", "Stage"),
        pgettext("column of the road to the final", "Field"),
        pgettext("column of the road to the final", "Who qualifies"),
        _("What they start with"),
        pgettext("column of the road to the final", "Who went on"),
    ]
    about = About(ident, _("The road to the final"), _described(stops))
    return road_chart(about, stops, Table(columns, rows))


def _stop(one: StageOnRoad) -> Stop:
    names = [who.name for who in one.who]
    return Stop(
        one.stage.name,
        _field(one),
        one.size or len(names),
        one.row,
        one.sources,
        _entry(one),
        _joined(names) if len(names) <= MOST_IN_A_BOX else "",
    )


def _field(one: StageOnRoad) -> str:
    return Unit.of(teams=one.of_teams).counted(one.size) if one.size else ""


def _entry(one: StageOnRoad) -> str:
    """Who comes and with what, as short as a picture needs it."""
    if one.qualification is None:
        return ""
    said = [_places(rule) for rule in one.rules]
    return " · ".join(filter(None, [*said, _start(one.qualification)]))


def _places(rule: QualifyingRule) -> str:
    if rule.among == QualifyingRule.Among.TABLES:
        return say_rule(rule)
    words = (
        pgettext("who comes into a stage", "Place %(last)s")
        if rule.first == rule.last
        else pgettext("who comes into a stage", "Places %(first)s–%(last)s")
    )
    return words % {"first": rule.first, "last": rule.last}


def _start(qualification: Qualification) -> str:
    part = Fraction(qualification.numerator, qualification.denominator)
    return {
        Carries.NOTHING: pgettext("with what a stage begins", "from 0"),
        Carries.FULL: pgettext("with what a stage begins", "the whole total"),
        Carries.RATIO: pgettext("with what a stage begins", "%(part)s of the total") % {"part": part},
        Carries.BY_RANK: pgettext("with what a stage begins", "totals by rank"),
    }[Carries(qualification.carries)]


def _joined(names: Sequence[str], *, cut: bool = False) -> str:
    return pgettext("between names", ", ").join(names) + (" …" if cut else "")


def _described(stops: Sequence[Stop]) -> str:
    """The picture as sentences, for those who do not see it."""
    return " ".join(
        pgettext("a stage on the road to the final", "%(name)s: %(about)s.")
        % {"name": stop.name, "about": " · ".join(filter(None, (stop.about, stop.entry, stop.who)))}
        for stop in stops
    )
