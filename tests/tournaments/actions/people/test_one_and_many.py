"""Where there is one, the words say one."""

import pytest

from tournaments.actions.draws.wording.quality import season_in_words

pytestmark = pytest.mark.once("words")


@pytest.mark.parametrize(
    ("code", "most", "words"),
    [
        ("team_pairs_even", 1, "Every pair of teams meets in exactly 1 game."),
        ("team_pairs_even", 2, "Every pair of teams meets in exactly 2 games."),
        ("team_games_even", 1, "Every team plays 1 game."),
        ("team_games_even", 2, "Every team plays 2 games."),
        ("line_ups_uneven", 1, "Within a team, players differ by up to 1 game."),
        ("line_ups_uneven", 2, "Within a team, players differ by up to 2 games."),
    ],
)
def test_one_game_is_no_games(code, most, words):
    season = {"cycle": 3, "remarks": [{"code": code, "least": most, "most": most}]}

    assert [sentence.words for sentence in season_in_words(season)] == [words]
