"""Refusals of the rules in the reader's language.

In English the error's own message is shown. Other languages have a sentence for each code, whose English original is
for translators.

>>> from scoring.errors import ScoringError
>>> furiten = ScoringError("furiten", "Ann is furiten and cannot win on a discard.")
>>> say_refusal(furiten, "en")
'Ann is furiten and cannot win on a discard.'
>>> say_refusal(furiten, "ja")
'フリテンのためロンできません。'
"""

from scoring.errors import RuleError
from scoring.hand.riichi.refusals import YakuRefused
from scoring.online.refusals import LogRefused
from scoring.rulebook.fields import FIELDS
from scoring.translation import catalogue
from scoring.translation import gettext_noop as _

BY_CODE = {
    "abort_after_a_call": _(
        "This abortive draw is possible only in the first turn, before any player has called a tile."
    ),
    "below_minimum": _("The hand is below this rulebook's minimum. Dora do not count towards it."),
    "boundaries_between_divisions": _("Each two neighbouring divisions need one rule between them."),
    "cannot_happen": _("This situation cannot happen."),
    "cannot_stop": _(
        "The dealer cannot end the game here: only in the last hand, in the lead, and where the "
        "rulebook allows it."
    ),
    "contradiction": _("These settings contradict each other."),
    "dead_hand_nagashi": _(
        "A dead hand has no nagashi mangan. Please correct whose it is, or whose hand was dead."
    ),
    "dead_hand_riichi": _(
        "Kuikae follows a call, and an open hand cannot be in riichi. Please correct the riichi, or why it was dead."
    ),
    "dead_hand_tenpai": _(
        "A dead hand counts as noten at a draw. Please correct who was tenpai, or whose hand was dead."
    ),
    "dead_hand_wins": _("A dead hand cannot win. Please correct who won, or whose hand was dead."),
    "draw_again": _("White was left over. Turn the five tiles face down, mix and draw again."),
    "four_players": _(
        "Four different names are needed. There is no rule for how three players draw seats and open the "
        "wall."
    ),
    "four_riichi_needed": _("Suucha riichi needs the riichi of all four players."),
    "fu_needed": _("A hand of this many han needs its fu."),
    "furiten": _("The player is furiten and cannot win on a discard."),
    "game_over": _("This game is over."),
    "hands_of_four": _(
        "A rulebook for tables of five settles only the result of a game. Hands need a rulebook for four."
    ),
    "impossible_patterns": _("These patterns cannot be combined."),
    "in_two_divisions": _("A player is in two divisions."),
    "invalid_changes": _("House rules must be written as fields with new values."),
    "invalid_chombo": _("This number of chombo is not possible."),
    "invalid_counters": _("The number of counters is out of range."),
    "invalid_draws": _("The number of tiles drawn is out of range."),
    "invalid_goal": _("A goal is one player's place, total or rank."),
    "invalid_outcome": _("The outcome of the hand is not in the expected format."),
    "invalid_penalty": _("The deduction for a missing game must be 0 or more."),
    "invalid_places": _("Places must run from better to worse, starting at 1."),
    "invalid_points": _("The points are out of range, or not a multiple of the smallest stick."),
    "invalid_quantum": _("Rounding needs a step above 0."),
    "invalid_ratio": _("A share of a total must be between 0 and 1."),
    "invalid_state": _("This is not a valid state of a game."),
    "invalid_sticks": _("The number of riichi sticks on the table is out of range."),
    "invalid_value": _("This field cannot have this value."),
    "kan_without_tsumo": _("A win on a replacement tile must be a tsumo."),
    "malformed": _("This is not in the expected format."),
    "match_points_of_places": _("Match points must be listed by place, starting with 1st."),
    "minimum_above_maximum": _("The maximum number of games must be at least the minimum (0: no maximum)."),
    "moves_overlap": _("A division is too small: one player would be both promoted and relegated."),
    "no_marked_seat": _("Please specify which seat is doubled."),
    "no_match_points_for_place": _("There are no match points for this place."),
    "no_nagashi_mangan": _("This rulebook has no nagashi mangan."),
    "no_riichi_sticks": _("This game has no counters and no riichi sticks."),
    "no_such_abort": _("This rulebook does not have this abortive draw."),
    "no_such_claim": _("A discard must be won by one or more players other than the discarder."),
    "no_such_hand": _("This hand does not exist (its han, fu and yakuman do not fit together)."),
    "no_such_liability": _("This liability (pao) is not possible."),
    "no_such_roll": _("Two dice cannot show this."),
    "no_such_seat": _("This seat does not exist."),
    "no_totals_by_rank": _("Specify the starting total of each rank."),
    "no_value": _("Enter han and fu, or a yakuman."),
    "no_yaku": _("The hand is complete but has no yaku; dora alone do not win."),
    "nobody_goes_on": _("Specify who qualifies."),
    "not_a_draw": _(
        "Each player takes one tile, and the player who takes white takes one more. The tiles are the four "
        "winds and white."
    ),
    "not_a_meld": _("These tiles do not make a meld."),
    "not_a_row": _("Please enter the four winds and the odd and even number tiles in one row."),
    "not_complete": _("These tiles are neither four sets and a pair, nor seven pairs, nor thirteen orphans."),
    "not_riichi": _("This rulebook does not count han and fu."),
    "not_wsom": _("This rulebook does not count these patterns."),
    "noten_riichi": _("A player in riichi must be tenpai."),
    "number_of_games": _("Specify the number of games, unless all count."),
    "number_of_tournaments": _("Please give a number of tournaments, or 0."),
    "one_tsumo_only": _("Only one player can win by tsumo."),
    "open_hand_riichi": _("Riichi requires a concealed hand; this hand is open."),
    "open_kan_giver_needed": _(
        "Please choose who fed the open kan: by this rulebook, that player pays for a win on its "
        "replacement tile."
    ),
    "points_by_rank": _("Specify points by rank only where ranks count, never more than for a better rank."),
    "points_do_not_balance": _("The points do not add up."),
    "red_fives": _("The hand has more red fives than this rulebook."),
    "riichi_by_open_hand": _("An open hand cannot declare riichi."),
    "ron_from_oneself": _("A player cannot win on their own discard."),
    "seed_unusable": _("This seed cannot be used."),
    "sticks_do_not_match": _("More players have declared riichi than there are sticks on the table."),
    "too_few_points_for_riichi": _("Riichi costs 1,000 points, but this player has less."),
    "too_many_of_a_tile": _("There are only four of each tile."),
    "too_many_outcomes": _(
        "There are too many outcomes to list. Please ask without liability, or without riichi sticks."
    ),
    "undefined": _("The rulebook does not say."),
    "units_do_not_match": _("Under this rulebook, the hand is not worth this many yakuman."),
    "unknown_among": _("Specify among whom the places are counted."),
    "unknown_carry_over": _("This carry-over does not exist."),
    "unknown_field": _("A rulebook has no such field."),
    "unknown_key": _("This field does not exist here."),
    "unknown_pattern": _("There is no pattern with this number."),
    "unknown_procedure": _("This procedure does not exist."),
    "unknown_rounding": _("This rounding does not exist."),
    "unknown_selection": _("This selection of games does not exist."),
    "unknown_tile": _(
        "This tile does not exist. Suits go from 1 to 9 (0 is a red five), honours from 1 to 7."
    ),
    "unknown_wind": _("A wind must be one of E, S, W and N."),
    "unknown_worth": _("Games cannot be counted this way."),
    "unknown_yaku": _("There is no yaku of this name."),
    "unknown_yakuman": _("There is no yakuman of this name."),
    "unreadable_tiles": _("These cannot be read as tiles. Write digits and then m, p, s or z: 123m406p11z."),
    "win_from_oneself": _("A player cannot win on their own discard."),
    "winner_twice": _("One player is listed as winner twice."),
    "winning_tile_unknown": _("Please choose the winning tile from the tiles of the hand."),
    "worth_differs": _("The hand is worth something other than what was entered."),
    "wrong_number_of_players": _("The number of players is incorrect."),
    "wrong_number_of_rolls": _("The number of rolls is incorrect."),
    "wrong_number_of_tiles": _(
        "The number of tiles is incorrect. With its melds, a hand has 14 tiles, with a kan counting as three."
    ),
    "wrong_number_of_wins": _("The number of winners is incorrect."),
}

# `cannot_happen` names the contradicting field.
CANNOT_HAPPEN = {
    "chankan": _(
        "Robbing a kan is a ron on the tile another player adds to a kan (of which no one can hold another)."
    ),
    "chiihou": _("The blessing of earth is a child's win on the first draw."),
    "dora": _("There are at most five dora indicators, and ura dora lie beneath them."),
    "haitei": _("Haitei is a tsumo on the last tile of the wall, never on a replacement tile."),
    "houtei": _("Houtei is a ron on the last discard."),
    "ippatsu": _("Ippatsu lasts for one turn after riichi and is broken by a kan."),
    "kita": _("Norths are set aside only at tables of three, and there are four of them."),
    "melds": _("A win in the first turn has no melds, and three players cannot call chi."),
    "renhou": _("The blessing of man is a child's ron in the first turn."),
    "riichi": _("A win in the first turn (tenhou, chiihou or renhou) cannot be combined with riichi."),
    "rinshan": _("Rinshan is a tsumo on the replacement tile of a hand with a kan."),
    "round_wind": _("The round wind must be east, south, west or north."),
    "seat_wind": _("This seat does not exist at a table of this size."),
    "tenhou": _(
        "The blessing of heaven is a win with the dealer's first hand. The first turn is neither the last "
        "nor one with a kan."
    ),
    "tiles": _("Three players do not use the characters from 2 to 8."),
    "ura": _("Ura dora are turned only after riichi."),
}


def say_refusal(error: RuleError, language: str | None) -> str:
    """Return the message of an error in a language; its own English message if its code has no translation."""
    if isinstance(error, LogRefused):
        sentence = error.sentence.in_language(language)
        return f"{sentence} {say_refusal(error.because, language)}" if error.because else sentence
    if isinstance(error, YakuRefused):
        return error.said(language)
    words = catalogue(language)
    if error.code == "needs_event_setting":
        original = _("The rulebook leaves this open, so the event must decide it: %(fields)s.")
    elif error.code == "cannot_happen" and error.field in CANNOT_HAPPEN:
        original = CANNOT_HAPPEN[error.field]
    elif error.code in BY_CODE:
        original = BY_CODE[error.code]
    else:
        return error.message
    sentence = words.gettext(original)
    if sentence == original:
        return error.message
    if error.code != "needs_event_setting":
        return sentence
    between = words.pgettext("between the items of a list", ", ")
    names = [FIELDS[path].named(language) if path in FIELDS else path for path in error.fields]
    return sentence % {"fields": between.join(names)}
