"""How a team's standing in a stage is computed, if it is not simply the sum of its players."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.errors import ScoringError
from scoring.standing.team_matches import MOST_MATCH_POINTS, MOST_PLACES, check_match_points
from scoring.standing.teams import TeamCounting
from tournaments.models.setup.counting import A_NUMBER_OF_GAMES, MOST_GAMES
from tournaments.models.setup.structure import Stage


def check_points(by_place: list[int]) -> None:
    """Raise ValidationError for invalid match points."""
    try:
        points = check_match_points(by_place)
    except ScoringError as error:
        message = _(
            "Please list match points by place, 1st first: at most %(places)s whole numbers from 0 to "
            "%(most)s, never increasing, such as 4, 2, 1, 0."
        )
        values = {"places": MOST_PLACES, "most": MOST_MATCH_POINTS}
        raise ValidationError(message, code="match_points", params=values) from error
    if points and not any(points):
        raise ValidationError(_("Match points that are all 0 cannot rank teams."), code="match_points")


class TeamCountingRule(models.Model):
    """Which games of its players count for a team in a stage, and the points for team matches.

    Without a row every game counts, and teams are ranked by total.
    """

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="team_counting", primary_key=True)
    best_of_a_round = models.PositiveSmallIntegerField(
        _("best games of each round"),
        default=0,
        help_text="0: all of them.",
        validators=[A_NUMBER_OF_GAMES],
    )
    games_of_a_player = models.PositiveSmallIntegerField(
        _("most games of one player"),
        default=0,
        help_text="The first ones count; 0: no limit.",
        validators=[A_NUMBER_OF_GAMES],
    )
    best_games = models.PositiveSmallIntegerField(
        _("best games of the stage"),
        default=0,
        help_text="Best games of what is left that count for the team; 0 for all.",
        validators=[A_NUMBER_OF_GAMES],
    )
    match_points = models.JSONField(
        _("match points by place"),
        default=list,
        blank=True,
        help_text="Empty: teams play no matches.",
        validators=[check_points],
    )

    class Meta:
        verbose_name = _("counting rule for teams")
        verbose_name_plural = _("counting rules for teams")
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(best_of_a_round=0, games_of_a_player=0, best_games=0, match_points=[]),
                name="a_counting_rule_for_teams_says_something",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    best_of_a_round__lte=MOST_GAMES,
                    games_of_a_player__lte=MOST_GAMES,
                    best_games__lte=MOST_GAMES,
                ),
                name="a_counting_rule_for_teams_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.best_of_a_round} {self.games_of_a_player} {self.best_games}"

    @property
    def rule(self) -> TeamCounting:
        """Return which games count, for `scoring`."""
        return TeamCounting(self.best_of_a_round, self.games_of_a_player, self.best_games)

    @property
    def leaves_games_out(self) -> bool:
        """Whether some games of players may not count."""
        return self.rule != TeamCounting()


def say_team_counting(counting: TeamCountingRule) -> str:
    """Describe what counts for teams."""
    limits = (
        (
            counting.games_of_a_player,
            ngettext(
                "Only the first game of each player counts.",
                "Only the first %(n)s games of each player count.",
                counting.games_of_a_player,
            ),
        ),
        (
            counting.best_of_a_round,
            ngettext(
                "The best game of each round counts.",
                "The best %(n)s games of each round count.",
                counting.best_of_a_round,
            ),
        ),
        (
            counting.best_games,
            ngettext("The best game counts.", "The best %(n)s games count.", counting.best_games),
        ),
    )
    said = [words % {"n": number} for number, words in limits if number]
    if counting.match_points:
        points = "–".join(map(str, counting.match_points))
        said.append(_now("Match points by place: %(points)s.") % {"points": points})
    return " ".join(said)
