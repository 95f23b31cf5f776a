"""Rules and figures in doubt, in the reader's language. `scoring` speaks plain English, without translations."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.doubts.house_rules import Doubt
from web.figures import with_minus

SENTENCES = (
    gettext_noop("A better place cannot bring less than a worse one."),
    gettext_noop("The numbers of an uma sum to 0, such as 15, 5, -5, -15; these sum to %(sum)s."),
    gettext_noop("With %(start)s points at the start nobody can put down a riichi stick."),
    gettext_noop(
        "The square root is taken of what is won and lost, so a game starts at 0 and not at %(start)s."
    ),
    gettext_noop("A noten penalty of %(total)s cannot be shared out in sticks of 100."),
    gettext_noop("A chombo of %(amount)s to each cannot be paid in sticks of 100."),
    gettext_noop("This game knows no mangan that a chombo could cost."),
    gettext_noop("Where three are paid on one discard, two are paid as well."),
    gettext_noop("A triple ron either aborts the hand, and stands among the abortive draws, or it does not."),
    gettext_noop("There are no %(reds)s red fives: this game has %(most)s that could be."),
    gettext_noop("A west round is played while nobody has the points needed to stop, and none are named."),
    gettext_noop("A game of so many hands has no round after its last."),
    gettext_noop("That is the score table of another game. Please take that game's rulebook."),
    gettext_noop(
        "Whether the dealer may stay on is part of the game. Please take the rulebook of that game."
    ),
    gettext_noop("Nobody wins with a minimum of %(min)s han."),
    gettext_noop(
        "The results of a game then sum to %(sum)s instead of 0: %(players)s x %(start)s points at the "
        "start, %(home)s return points each and an oka of %(oka)s."
    ),
    gettext_noop("A chombo then costs nothing. The sanction “none” says so."),
    gettext_noop("Two are paid on one discard, but of three only the next in turn."),
    gettext_noop("%(reds)s of the fives are red; sets have three or four."),
    gettext_noop("Whoever wins needs %(min)s han; usual are one or two."),
    gettext_noop("A counter is worth %(ron)s by ron and %(tsumo)s by tsumo, %(each)s from each."),
    gettext_noop("An exhaustive draw moves %(total)s points."),
    gettext_noop("Whoever keeps the %(start)s of the start has won points: %(home)s are the return points."),
    gettext_noop("%(points)s is more than all the points on the table, %(whole)s."),
    gettext_noop(
        "One chombo then takes %(amount)s points off a game's result, in which 1,000 points at the table "
        "are one. Is %(less)s meant?"
    ),
    gettext_noop("One chombo then takes %(amount)s points off a game's result."),
    gettext_noop("Each counter adds %(ron)s to a win."),
    gettext_noop("One chombo then costs %(amount)s to each opponent, more than the %(start)s of the start."),
)
# Of figures on a sheet.
SHEET_SENTENCES = (
    gettext_noop("%(count)s chombo of one player are more than a game can have; here that is %(most)s."),
    gettext_noop(
        "Nobody ends with %(points)s: the game is over when somebody is bankrupt, and the last hand costs at "
        "most %(fall)s."
    ),
    gettext_noop("One player made %(count)s chombo in this game."),
    gettext_noop("One player has all the points, and everybody else has exactly 0."),
    gettext_noop("One player ends with %(points)s, after a start with %(start)s."),
)


def in_words(doubts: Sequence[Doubt]) -> list[str]:
    """Say each doubt in a sentence."""
    return [
        _(doubt.sentence) % {name: with_minus(figure) for name, figure in doubt.figures.items()}
        for doubt in doubts
    ]
