"""Who goes on to a stage, with what, and which games count, in words."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.result.formatting import show_points, show_total
from tournaments.models import CountingRule, Qualification, QualifyingRule
from tournaments.models.units import Unit
from web.text.figures import with_minus

Among, Carries, Selection = QualifyingRule.Among, Qualification.Carries, CountingRule.Selection


def say_rule(rule: QualifyingRule) -> str:
    """One rule as a sentence. Expects its stage."""
    one = {
        Among.RANKING: _("Place %(last)s of %(stage)s"),
        Among.TABLES: _("Place %(last)s of every table in the last round of %(stage)s"),
        Among.REMAINING: _("Place %(last)s of those in %(stage)s who have not qualified yet"),
    }
    several = {
        Among.RANKING: _("Places %(first)s to %(last)s of %(stage)s"),
        Among.TABLES: _("Places %(first)s to %(last)s of every table in the last round of %(stage)s"),
        Among.REMAINING: _("Places %(first)s to %(last)s of those in %(stage)s who have not qualified yet"),
    }
    words = (one if rule.first == rule.last else several)[Among(rule.among)]
    return words % {"first": rule.first, "last": rule.last, "stage": rule.source.name}


def say_start(qualification: Qualification, units: int) -> str:
    """With what they begin, as a sentence. `units` are those of a point."""
    part = Fraction(qualification.numerator, qualification.denominator)
    unit = Unit.of(teams=qualification.of_teams)
    sentences = {
        Carries.NOTHING: unit.choose(player=_("All players start at 0."), team=_("All teams start at 0.")),
        Carries.FULL: unit.choose(
            player=_("All players start with their whole total."),
            team=_("All teams start with their whole total."),
        ),
        Carries.RATIO: unit.choose(
            player=_("All players start with %(part)s of their total, rounded to %(step)s: %(rounding)s."),
            team=_("All teams start with %(part)s of their total, rounded to %(step)s: %(rounding)s."),
        ),
        Carries.BY_RANK: _("They start with %(totals)s, by rank."),
    }
    start = sentences[Carries(qualification.carries)] % {
        "part": part,
        "step": show_total(qualification.quantum, units).lstrip("+"),
        "rounding": Qualification.Rounding(qualification.rounding).label,
        "totals": " · ".join(with_minus(show_total(total, units)) for total in qualification.by_rank),
    }
    more = [
        _("Penalties are not carried over.") if qualification.forgives_penalties else "",
        _("Points at the table carry over in the same proportion.") if qualification.carries_points else "",
        _("Games against each other carry over.") if qualification.carries_head_to_head else "",
    ]
    return " ".join(filter(None, [start, *more]))


def say_counting(counting: CountingRule, units: int) -> str:
    """Which games count, as sentences; nothing where all do and everybody is ranked. `units` make a point."""
    number = {"n": counting.number}
    selected = {
        Selection.ALL: "",
        Selection.BEST: ngettext("The best game counts.", "The best %(n)s games count.", counting.number),
        Selection.BEST_RUN: ngettext(
            "The best game of all counts.", "The best %(n)s games in a row count.", counting.number
        ),
        Selection.ALL_BUT_WORST: ngettext(
            "All games but the worst count.", "All games but the worst %(n)s count.", counting.number
        ),
    }[Selection(counting.selection)] % number
    most = _("Only a player’s first %(n)s games count.") % {"n": counting.maximum_games}
    fewest = _("Players are ranked after %(n)s games.") % {"n": counting.minimum_games}
    if counting.missing_game_penalty:
        fewest = _("Each game short of %(n)s costs %(amount)s.") % {
            "n": counting.minimum_games,
            "amount": show_points(counting.missing_game_penalty, units),
        }
    said = [selected, most if counting.maximum_games else "", fewest if counting.minimum_games else ""]
    without_a_game = (
        (_("Sitting out a round gives %(amount)s."), counting.sitting_out_score),
        (_("Missing a round gives %(amount)s."), counting.absence_score),
    )
    said += [
        words % {"amount": with_minus(show_total(score, units))} for words, score in without_a_game if score
    ]
    return " ".join(filter(None, said))
