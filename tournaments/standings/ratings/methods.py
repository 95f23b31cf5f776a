"""What a game does to the ratings of those who played it, by each way to rate that a league can choose."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from scoring.standing import elo
from tournaments.models import RatingRule


class Skill(NamedTuple):
    """A player's estimated strength, in thousandths of a point; `deviation` is 0 if the method has none, how sure
    that is.
    """

    mean: int
    deviation: int

    @property
    def value(self) -> int:
        """What they are worth at least, as good as certainly (three deviations: 99.7 %)."""
        return self.mean - 3 * self.deviation


class Method(NamedTuple):
    """Where everybody begins, and from the skills and places at a table to the skills after it."""

    start: Skill
    after: Callable[[Sequence[Skill], Sequence[int]], list[Skill]]


# R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", 2011: their Plackett–Luce model, on
# a scale on which a new player is worth 0 for certain and 1500 by guess.
_MODEL = PlackettLuce(mu=1500, sigma=500, beta=250, tau=5)
_THOUSANDTHS = 1_000


def _elo(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    return [Skill(mean, 0) for mean in elo.rated([skill.mean for skill in skills], places)]


def _weng_lin(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    teams = [
        [_MODEL.create_rating([skill.mean / _THOUSANDTHS, skill.deviation / _THOUSANDTHS])]
        for skill in skills
    ]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    # Whole thousandths after each game: going on from a stored rating gives what a run from the start does.
    return [Skill(round(one.mu * _THOUSANDTHS), round(one.sigma * _THOUSANDTHS)) for [one] in rated]


METHODS: Mapping[str, Method] = {
    RatingRule.Method.ELO: Method(Skill(elo.START, 0), _elo),
    RatingRule.Method.WENG_LIN: Method(Skill(1_500_000, 500_000), _weng_lin),
}
