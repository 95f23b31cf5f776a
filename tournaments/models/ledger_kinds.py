"""The kinds of actions in a ledger: whose results each is about, whether it moves standings, its sentence for people.

Actions, standings, the ledger's page and verification read it here and nowhere else.
"""

import enum
from collections.abc import Mapping
from typing import Self

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MOVES, STAYS = True, False


class Touches(enum.Enum):
    """Whose results an action is about, and where its payload says so."""

    NOBODY = enum.auto()
    # `entry` in the payload is the entry's id.
    ENTRY = enum.auto()
    # `table` is the table's id, `entries` are the ids of those who sit there.
    TABLE = enum.auto()
    # More than the payload names.
    EVERYBODY = enum.auto()


class KindOfAction(models.TextChoices):
    """A kind: what is stored, whose results it touches, whether it moves standings, and last its sentence.

    Standings move when a total, their order or who stands in them may be another one afterwards; a kind that touches
    nobody then moves the order or the list alone. The sentence's fields are filled in by the ledger's page.
    """

    touches: Touches
    moves_standings: bool

    def __new__(cls, stored: str, touches: Touches, moves_standings: bool) -> Self:
        kind = str.__new__(cls, stored)
        kind._value_ = stored
        kind.touches, kind.moves_standings = touches, moves_standings
        return kind

    @classmethod
    def of(cls, stored: str) -> Self | None:
        """The kind of a stored entry; None if a newer version wrote it, which knew more kinds."""
        found: Self | None = cls._value2member_map_.get(stored)  # type: ignore[assignment]
        return found

    @classmethod
    def refuse_without_sentence(cls) -> None:
        """Raise TypeError if a kind has no sentence: Django would make one up from its name."""
        without = [kind.name for kind in cls if not isinstance(kind._label_, Promise)]
        if without:
            raise TypeError(f"Kinds of actions without a sentence for people: {', '.join(without)}")


NOBODY, ENTRY, TABLE, EVERYBODY = Touches


class Kind(KindOfAction):
    """Every kind there is; a ledger entry of another one cannot be recorded."""

    # The frame
    CREATED = "created", NOBODY, STAYS, _("Tournament set up under the rulebook %(rulebook)s")
    BASELINE = "baseline", NOBODY, STAYS, _("Recorded as it stands, what earlier versions did not record")
    STAGE_ADDED = "stage_added", NOBODY, MOVES, _("Stage %(ordinal)s added")
    TOURNAMENT_EDITED = "tournament_edited", NOBODY, MOVES, _("The tournament was edited: %(changed)s")
    TOURNAMENT_DISCARDED = (
        "tournament_discarded",
        NOBODY,
        STAYS,
        _("The tournament was discarded; nothing had been drawn"),
    )
    STAGE_RENAMED = "stage_renamed", NOBODY, MOVES, _("A stage was renamed")
    STAGE_REMOVED = "stage_removed", NOBODY, MOVES, _("Stage %(ordinal)s was removed; it had no rounds")
    QUALIFICATION_SET = (
        "qualification_set",
        NOBODY,
        MOVES,
        _("It was set who goes on to the stage “%(stage)s”, and with what"),
    )
    QUALIFICATION_REMOVED = (
        "qualification_removed",
        NOBODY,
        MOVES,
        _("Everybody plays in the stage “%(stage)s” again"),
    )
    QUALIFIERS_CONFIRMED = (
        "qualifiers_confirmed",
        NOBODY,
        MOVES,
        _("It was confirmed who plays in the stage “%(stage)s”: %(count)s"),
    )
    QUALIFIERS_TAKEN_BACK = (
        "qualifiers_taken_back",
        NOBODY,
        MOVES,
        _("Who plays in the stage “%(stage)s” was left open again"),
    )
    COUNTING_SET = (
        "counting_set",
        EVERYBODY,
        MOVES,
        _("It was set which games count in the stage “%(stage)s”: %(selection)s"),
    )
    TEAM_COUNTING_SET = (
        "team_counting_set",
        NOBODY,
        MOVES,
        _("It was set what counts for teams in the stage “%(stage)s”: %(of_teams)s"),
    )
    GAME_QUOTA_SET = (
        "game_quota_set",
        NOBODY,
        STAYS,
        _("It was set how many games everybody plays in the stage “%(stage)s”: %(quota)s"),
    )
    LINE_UP_RULE_SET = (
        "line_up_rule_set",
        NOBODY,
        STAYS,
        _("It was set how captains name the line-ups of the stage “%(stage)s”"),
    )
    LINE_UP_QUOTAS_SET = (
        "line_up_quotas_set",
        NOBODY,
        STAYS,
        _("It was set of whom teams send some to every round"),
    )
    SEAT_DRAW_RULE_SET = (
        "seat_draw_rule_set",
        NOBODY,
        STAYS,
        _("It was set whether players draw their seats at the tables of the stage “%(stage)s”"),
    )
    FREE_PLAY_SET = (
        "free_play_set",
        NOBODY,
        STAYS,
        _("It was set whether players open the tables of the stage “%(stage)s”"),
    )
    RULES_CHANGED = (
        "rules_changed",
        NOBODY,
        STAYS,
        _("The house rules over the rulebook %(rulebook)s were changed"),
    )
    ROUND_PLANNED = "round_planned", NOBODY, STAYS, _("Round %(number)s planned for %(time)s")
    TIE_BREAKS_SET = "tie_breaks_set", NOBODY, MOVES, _("The order of equal totals was set: %(order)s")
    RANKING_SET = (
        "ranking_set",
        EVERYBODY,
        MOVES,
        _("Games of substitutes: %(substitutes)s. Players who have withdrawn: %(withdrawn)s"),
    )
    RULEBOOK_PINNED = "rulebook_pinned", NOBODY, STAYS, _("Rulebook %(rulebook)s pinned for good")
    ODD_RULEBOOK_NAMED = (
        "odd_rulebook_named",
        NOBODY,
        STAYS,
        _("Rulebook %(rulebook)s named for tables of %(players)s"),
    )
    ODD_RULEBOOK_PINNED = (
        "odd_rulebook_pinned",
        NOBODY,
        STAYS,
        _("Rulebook %(rulebook)s for tables of %(players)s pinned for good"),
    )
    TAKEN_IN = (
        "taken_in",
        EVERYBODY,
        MOVES,
        _("Taken in from a file; another server wrote the entries before this one"),
    )
    TEXT_REMOVED = "text_removed", NOBODY, STAYS, _("The text of entry %(of)s was removed")
    HAND_TEXT_REMOVED = (
        "hand_text_removed",
        NOBODY,
        STAYS,
        _("What was typed with entry %(number)s of the game at %(table)s was removed"),
    )
    TIME_LIMIT_SET = "time_limit_set", NOBODY, STAYS, _("The length of rounds was changed")
    FINISHED = "finished", NOBODY, STAYS, pgettext_lazy("ledger", "Tournament finished")
    TOURNAMENT_REOPENED = "tournament_reopened", NOBODY, STAYS, _("Tournament opened again")

    # The staff
    INVITED = "invited", NOBODY, STAYS, _("Somebody was invited as %(role)s")
    INVITATION_ACCEPTED = "invitation_accepted", NOBODY, STAYS, _("An invitation was accepted")
    INVITATION_DECLINED = "invitation_declined", NOBODY, STAYS, _("An invitation was declined")
    INVITATION_WITHDRAWN = "invitation_withdrawn", NOBODY, STAYS, _("An invitation was withdrawn")
    APPOINTED = "appointed", NOBODY, STAYS, _("%(person)s appointed as %(role)s")
    DISMISSED = "dismissed", NOBODY, STAYS, _("%(person)s is no longer staff")

    # Who takes part
    PLAYERS_IMPORTED = "players_imported", EVERYBODY, MOVES, _("A player list was imported")
    REGISTERED = "registered", ENTRY, MOVES, pgettext_lazy("ledger", "%(entry)s registered")
    WITHDREW = "withdrew", ENTRY, MOVES, pgettext_lazy("ledger", "%(entry)s withdrew")
    REINSTATED = "reinstated", ENTRY, MOVES, _("%(entry)s takes part again")
    ENTRY_EDITED = "entry_edited", ENTRY, MOVES, _("%(entry)s: number, team or substitute changed")
    TEAM_CHANGED = "team_changed", ENTRY, MOVES, _("%(entry)s plays for %(new_team)s, %(since)s")
    ENTRY_REMOVED = (
        "entry_removed",
        ENTRY,
        MOVES,
        _("Number %(number)s was taken off the list; no game was played"),
    )
    # Whoever has read the old name has to read the new one: published pages follow.
    PLAYER_EDITED = (
        "player_edited",
        ENTRY,
        MOVES,
        _("%(entry)s: the player’s details were changed (%(changed)s)"),
    )
    PLAYERS_MERGED = (
        "players_merged",
        EVERYBODY,
        MOVES,
        _("%(entry)s: two records of this person are one now"),
    )
    CHECKED_IN = "checked_in", NOBODY, STAYS, pgettext_lazy("ledger", "Here: %(here)s")
    CHECK_IN_UNDONE = "check_in_undone", NOBODY, STAYS, _("Not here after all: %(here)s")
    SELF_REGISTRATION_SET = (
        "self_registration_set",
        NOBODY,
        STAYS,
        _("The terms on which players register themselves were set"),
    )
    SIGNED_UP = "signed_up", NOBODY, STAYS, _("Somebody registered: %(status)s")
    REGISTRATION_MOVED_UP = (
        "registration_moved_up",
        NOBODY,
        STAYS,
        _("Somebody moved up from the waiting list, for the organizer to approve"),
    )
    REGISTRATION_ACCEPTED = (
        "registration_accepted",
        NOBODY,
        STAYS,
        _("A registration was confirmed: %(entry)s"),
    )
    REGISTRATION_DECLINED = "registration_declined", NOBODY, STAYS, _("A registration was declined")
    REGISTRATION_CANCELLED = "registration_cancelled", NOBODY, STAYS, _("Somebody cancelled a registration")
    ADDRESSES_ERASED = (
        "addresses_erased",
        NOBODY,
        STAYS,
        _("E-mail addresses of registrations were erased, since the tournament is over: %(count)s"),
    )
    TEAM_FORMED = "team_formed", NOBODY, STAYS, _("A team was formed")
    TEAM_RENAMED = "team_renamed", NOBODY, MOVES, _("A team was renamed")
    TEAM_REMOVED = "team_removed", NOBODY, MOVES, _("A team without players was removed")
    CAPTAIN_NAMED = "captain_named", NOBODY, STAYS, _("%(entry)s is the captain of the team %(team)s")
    CAPTAIN_REMOVED = "captain_removed", NOBODY, STAYS, _("The team %(team)s has no captain any more")

    CARDS_ISSUED = "cards_issued", NOBODY, STAYS, _("Player cards issued: %(count)s")
    CARD_CLAIMED = "card_claimed", NOBODY, STAYS, _("A phone follows the card of %(entry)s")
    CARD_ASKED = (
        "card_asked",
        NOBODY,
        STAYS,
        _("Another phone wanted the card of %(entry)s and waits for its PIN or the referee"),
    )
    CARD_PHONE_ADMITTED = (
        "card_phone_admitted",
        NOBODY,
        STAYS,
        _("The referee let another phone in with the card of %(entry)s"),
    )
    CARD_REVOKED = "card_revoked", NOBODY, STAYS, _("The card of %(entry)s was taken back")
    CARD_PHONE_OUT = "card_phone_out", NOBODY, STAYS, _("A phone no longer follows the card of %(entry)s")
    KIOSKS_ISSUED = "kiosks_issued", NOBODY, STAYS, _("Codes for tablets at tables made: %(count)s")
    KIOSK_CLAIMED = "kiosk_claimed", NOBODY, STAYS, _("A tablet is in use at table %(number)s")
    KIOSK_REVOKED = "kiosk_revoked", NOBODY, STAYS, _("The tablet of table %(number)s was ended")

    # Draws
    SEATING_CONSTRAINT_ADDED = "wish_made", NOBODY, STAYS, _("A seating wish was added")
    SEATING_CONSTRAINT_DROPPED = "wish_dropped", NOBODY, STAYS, _("A seating wish was dropped")
    SEED_COMMITTED = "seed_committed", NOBODY, STAYS, _("The seed of the next draw was fixed")
    DRAW_ORDERED = "draw_ordered", NOBODY, STAYS, _("A draw was ordered, from round %(number)s on")
    DRAW_CANCELLED = "draw_cancelled", NOBODY, STAYS, _("The ordered draw was cancelled; nothing was drawn")
    DRAW_REFUSED = "draw_refused", NOBODY, STAYS, _("The ordered draw was refused; nothing was drawn")
    DRAW_LOST = "draw_lost", NOBODY, STAYS, _("The ordered draw was given up; nothing was drawn")
    DRAWN = "drawn", NOBODY, STAYS, _("Round %(number)s drawn")
    SWAPPED = "swapped", NOBODY, STAYS, _("Two players of a draft were exchanged by hand")
    # Whoever comes may have been a substitute, and stands in the list from then on.
    REPAIRED = "repaired", NOBODY, MOVES, _("The schedule was repaired from round %(number)s on")
    DISCARDED = "discarded", NOBODY, STAYS, _("A drawn round was discarded")
    PUBLISHED = "published", NOBODY, STAYS, _("Round %(number)s published")
    UNPUBLISHED = "unpublished", NOBODY, STAYS, _("Round %(number)s is a draft again")

    LINE_UP_HANDED_IN = (
        "line_up_handed_in",
        NOBODY,
        STAYS,
        _("The team %(team)s handed in its line-up for round %(number)s"),
    )
    LINE_UPS_SHOWN = (
        "line_ups_shown",
        NOBODY,
        STAYS,
        _("The line-ups of round %(number)s were shown, and those players took their seats"),
    )

    # Nights of a club
    NIGHT_PLANNED = "night_planned", NOBODY, STAYS, _("A night was planned or changed: %(begins)s")
    NIGHT_CANCELLED = "night_cancelled", NOBODY, STAYS, _("A night was cancelled")
    NIGHT_SIGNED_UP = "night_signed_up", NOBODY, STAYS, _("%(entry)s signed up for a night: %(status)s")
    NIGHT_SIGNED_OFF = "night_signed_off", NOBODY, STAYS, _("%(entry)s does not come to a night: %(status)s")
    NIGHT_SETTLED = "night_settled", NOBODY, STAYS, _("A night was settled; who did not come: %(count)s")

    # A round in play
    STARTED = "started", NOBODY, STAYS, _("Round %(number)s started")
    START_CANCELLED = "start_cancelled", NOBODY, STAYS, _("The start of round %(number)s was taken back")
    CLOSED = "closed", NOBODY, STAYS, _("Round %(number)s closed")
    REOPENED = "reopened", NOBODY, STAYS, _("Round %(number)s opened again")
    TABLE_OPENED = "table_opened", NOBODY, STAYS, _("Players opened table %(place)s of round %(number)s")
    TABLE_TAKEN_BACK = (
        "table_taken_back",
        NOBODY,
        STAYS,
        _("Table %(place)s of round %(number)s was taken back; it had no result"),
    )
    TABLE_ADDED = (
        "table_added",
        NOBODY,
        STAYS,
        _("Table %(place)s was added to round %(number)s for latecomers"),
    )
    CLOCK_STARTED = (
        "clock_started",
        NOBODY,
        STAYS,
        _("The clock of round %(number)s started: %(minutes)s minutes"),
    )
    CLOCK_PAUSED = "clock_paused", NOBODY, STAYS, _("The clock of round %(number)s was paused")
    CLOCK_RESUMED = "clock_resumed", NOBODY, STAYS, _("The clock of round %(number)s was resumed")
    CLOCK_EXTENDED = (
        "clock_extended",
        NOBODY,
        STAYS,
        _("The time of round %(number)s was changed by %(minutes)s minutes"),
    )
    TABLE_CLOCK_PAUSED = "table_clock_paused", NOBODY, STAYS, _("%(table)s: the clock was paused")
    TABLE_CLOCK_RESUMED = "table_clock_resumed", NOBODY, STAYS, _("%(table)s: the clock was resumed")
    TABLE_CLOCK_EXTENDED = (
        "table_clock_extended",
        NOBODY,
        STAYS,
        _("%(table)s: the time was changed by %(minutes)s minutes"),
    )
    CLOCK_RESET = "clock_reset", NOBODY, STAYS, _("The clock of round %(number)s was reset")
    ANNOUNCED = "announced", NOBODY, STAYS, pgettext_lazy("ledger", "Announced: %(text)s")
    ANNOUNCEMENT_REMOVED = "announcement_removed", NOBODY, STAYS, _("An announcement was taken down")
    REFEREE_CALLED = "referee_called", NOBODY, STAYS, _("%(table)s called the referee")
    REFEREE_CALL_ENDED = "referee_call_ended", NOBODY, STAYS, _("%(table)s: the call for the referee is done")
    PHOTO_TAKEN = "photo_taken", NOBODY, STAYS, _("%(table)s: a photo of the paper sheet was taken")
    PHOTO_REMOVED = "photo_removed", NOBODY, STAYS, _("%(table)s: a photo of the paper sheet was removed")
    PHOTOS_DELETED = (
        "photos_deleted",
        NOBODY,
        STAYS,
        _("Photos of paper sheets were deleted, since their time was over: %(count)s"),
    )
    TOKENS_ISSUED = "tokens_issued", NOBODY, STAYS, _("Seat cards issued: %(count)s")
    SEAT_CLAIMED = "seat_claimed", NOBODY, STAYS, _("A phone took the seat of %(seat)s")
    SECOND_CLAIM_REFUSED = (
        "second_claim_refused",
        NOBODY,
        STAYS,
        _("A second phone wanted the seat of %(seat)s and was refused"),
    )
    TOKEN_REVOKED = "token_revoked", NOBODY, STAYS, _("The seat card of %(seat)s was revoked")
    SUBSTITUTED = "substituted", NOBODY, STAYS, _("%(in)s plays in place of %(out)s")
    SEATS_DRAWN = "seats_drawn", NOBODY, STAYS, _("%(table)s: the players have drawn their seats")
    CHANGED_PLACES = "changed_places", NOBODY, STAYS, _("%(one)s and %(other)s changed places")
    RESEATED = "reseated", NOBODY, STAYS, _("%(table)s: the players sit as their game was dealt")

    # Results
    REPORTED = "reported", TABLE, STAYS, _("%(table)s reported: %(points)s")
    AGREED = "agreed", TABLE, STAYS, _("%(table)s: a player agreed with version %(version)s")
    CONFIRMED = "confirmed", TABLE, MOVES, _("%(table)s confirmed: %(points)s")
    PAPER_COUNTED = (
        "paper_counted",
        TABLE,
        MOVES,
        _("%(table)s typed from signed paper, which counts (%(rule)s): %(points)s"),
    )
    PAPER_CONFIRMED = "paper_confirmed", TABLE, MOVES, _("%(table)s confirmed by a second person: %(points)s")
    DISPUTED = "disputed", TABLE, STAYS, _("%(table)s disputed: %(reason)s")
    CORRECTED = "corrected", TABLE, MOVES, _("%(table)s decided by the referee: %(points)s (%(reason)s)")
    VOIDED = "voided", TABLE, MOVES, _("%(table)s: the result was made void (%(reason)s)")
    RESULTS_IMPORTED = "results_imported", NOBODY, STAYS, _("Results were imported")
    IMPORTED = "imported", TABLE, MOVES, _("%(table)s imported: %(points)s")
    PENALIZED = "penalized", ENTRY, MOVES, _("%(entry)s penalized: %(reason)s")
    BONUS_GIVEN = "bonus_given", ENTRY, MOVES, _("%(entry)s was given a bonus: %(reason)s")
    WARNED = "warned", ENTRY, STAYS, _("%(entry)s warned: %(reason)s")
    # No player's sums are others: what a team has made is added up of its players' and these every time.
    TEAM_PENALIZED = "team_penalized", NOBODY, MOVES, _("The team %(team)s was penalized: %(reason)s")
    TEAM_BONUS_GIVEN = (
        "team_bonus_given",
        NOBODY,
        MOVES,
        _("The team %(team)s was given a bonus: %(reason)s"),
    )
    TEAM_WARNED = "team_warned", NOBODY, STAYS, _("The team %(team)s was warned: %(reason)s")
    TEAM_PENALTY_LIFTED = (
        "team_penalty_lifted",
        NOBODY,
        MOVES,
        _("A penalty of the team %(team)s lifted: %(reason)s"),
    )
    PENALTY_LIFTED = "penalty_lifted", ENTRY, MOVES, _("A penalty of %(entry)s lifted: %(reason)s")


Kind.refuse_without_sentence()

# What a phone at another table shows nothing of; the payload names the table.
AT_ONE_TABLE = frozenset(
    {
        *(Kind.REPORTED, Kind.AGREED, Kind.CONFIRMED, Kind.DISPUTED, Kind.CORRECTED, Kind.VOIDED),
        *(Kind.PAPER_COUNTED, Kind.PAPER_CONFIRMED),
        *(Kind.REFEREE_CALLED, Kind.REFEREE_CALL_ENDED, Kind.PHOTO_TAKEN, Kind.PHOTO_REMOVED),
        *(Kind.SEATS_DRAWN, Kind.RESEATED),
    }
)
# What no other phone shows anything of.
AT_NO_TABLE = frozenset({Kind.SEAT_CLAIMED, Kind.SECOND_CLAIM_REFUSED})
EVERYWHERE, NOWHERE = "*", ""


def table_concerned(kind: str, payload: Mapping[str, object]) -> str:
    """Return the id of the only table whose phones show an action of this kind, EVERYWHERE or NOWHERE.

    >>> table_concerned("reported", {"table": 17}), table_concerned("published", {"round": 3})
    ('17', '*')
    """
    if kind in AT_ONE_TABLE:
        return str(payload["table"])
    return NOWHERE if kind in AT_NO_TABLE else EVERYWHERE
