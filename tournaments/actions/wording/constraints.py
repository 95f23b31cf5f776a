"""Sentences for refusals by the database, by constraint name."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

# name → status, sentence, field of the request. Actions refuse most of these first; the database does so when two
# people act at the same instant.
WORDS: dict[str, tuple[int, Promise | str, str]] = {
    "one_live_sheet_per_table": (
        409,
        gettext_lazy("This table already has a result. Please open the table again."),
        "",
    ),
    "one_sheet_per_version": (
        409,
        gettext_lazy("Someone else reported this table at the same moment. Please open the table again."),
        "",
    ),
    "one_confirmation_per_seat": (409, gettext_lazy("This seat has already confirmed."), ""),
    "a_discarded_tournament_is_not_written": (
        409,
        gettext_lazy("This tournament has just been discarded. Nothing was saved."),
        "",
    ),
    "a_rehearsal_stays_private": (
        422,
        gettext_lazy("A rehearsal stays private and outside of seasons."),
        "visibility",
    ),
    "one_entry_per_player": (409, gettext_lazy("This player is already entered."), "player"),
    "one_entry_per_number": (
        409,
        gettext_lazy("This number is already taken. Please choose another."),
        "number",
    ),
    "one_team_per_name": (409, gettext_lazy("A team already has this name."), "name"),
    "one_seat_per_round": (409, gettext_lazy("This player already has a table in this round."), "entry"),
    "one_round_per_number": (409, gettext_lazy("Someone else has just drawn this round."), ""),
    "one_live_draw_job_per_stage": (409, gettext_lazy("A draw of this stage is already being computed."), ""),
    "one_role_per_person": (409, gettext_lazy("This person has just been appointed."), "user"),
    "one_season_per_ordinal": (409, gettext_lazy("A season has just been opened."), ""),
    "one_stage_per_ordinal": (409, gettext_lazy("A stage has just been added."), ""),
    "one_living_token_per_seat": (409, gettext_lazy("Someone else has just issued this seat's code."), ""),
    "points_and_leftover_make_the_start_total": (
        422,
        gettext_lazy("The scores and the sticks left on the table do not add up."),
        "points",
    ),
    "an_imbalance_has_a_reason": (
        422,
        gettext_lazy("Please say why points are missing."),
        "imbalance_reason",
    ),
    "leftover_within_bounds": (
        422,
        gettext_lazy("This many sticks cannot be left on the table."),
        "leftover",
    ),
    **{
        f"{wind}_points_within_bounds": (422, gettext_lazy("These points are out of range."), "points")
        for wind in ("east", "south", "west", "north", "fifth")
    },
    "a_penalty_within_bounds": (
        422,
        gettext_lazy("This is more than can be deducted or given at once."),
        "amount",
    ),
    "a_penalty_has_a_reason": (422, gettext_lazy("Please give a reason."), "reason"),
    "confirmations_needed_belongs_to_k_of_n": (
        422,
        gettext_lazy(
            "A number of confirmations is required with the rule “some of the other seats”, and only then."
        ),
        "confirmations_needed",
    ),
}


def words_for(name: str) -> tuple[str, int, str, str] | None:
    """Return code, status, sentence and field for a broken constraint.

    None for an unknown constraint: a newer database, or one that an action should have checked. Neither is the
    caller's fault, so it must not become a stored answer.
    """
    if name not in WORDS:
        return None
    status, sentence, field = WORDS[name]
    return name, status, str(sentence), field
