"""Ledger events of a tournament's frame: settings, stages and rulebooks, from creation to end."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec import UNSET, UnsetType, field

from scoring.standing.ranking import TIE_BREAKS
from tournaments.models.events import (
    Digest,
    Event,
    Explains,
    Names,
    OneOf,
    OnStream,
    Payload,
    StageId,
    Touches,
    columns_in_words,
    types_of_columns,
)
from tournaments.models.setup.counting import CountingRule
from tournaments.models.setup.structure import Tournament


def settings_in_ledger(
    tournament: Tournament, columns: Iterable[str] = Tournament.RECORDED
) -> dict[str, Any]:
    """Return those of these columns that are recorded, in ledger form."""
    values = {
        Tournament.RECORDED[column]: getattr(tournament, column)
        for column in columns
        if column in Tournament.RECORDED
    }
    return {
        stored: value.isoformat() if isinstance(value, date) else value for stored, value in values.items()
    }


class OfSettings(Event, abstract=True):
    """Has settings of the tournament under their names in `Tournament.RECORDED`, beside its own fields."""

    settings: dict[str, Any]

    @property
    def payload(self) -> dict[str, Any]:
        payload = super().payload
        return {**payload.pop("settings"), **payload}

    @classmethod
    def fields(cls) -> dict[str, Any]:
        fields = super().fields()
        del fields["settings"]
        return {**types_of_columns(Tournament, Tournament.RECORDED), **fields}


class TournamentCreated(OfSettings):
    kind = "created"
    on_stream = None
    says = _("Tournament set up under the rulebook %(rulebook)s")

    name: Digest
    rulebook: str
    house_rules: dict[str, Any]
    hash: Digest


class TournamentEdited(OfSettings):
    kind = "tournament_edited"
    on_stream = OnStream.TOURNAMENT
    says = _("The tournament was edited: %(changed)s")
    moves_standings = True

    changed: list[str]
    name: Digest | UnsetType = UNSET

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"changed": columns_in_words(Tournament, payload.get("changed", ()))}


class TournamentDiscarded(Event):
    kind = "tournament_discarded"
    on_stream = None
    says = _("The tournament was discarded; nothing had been drawn")

    slug: str
    was: str
    season: int | None
    # Of a tournament with rounds, whose results no list may show any more.
    visibility: str | UnsetType = UNSET

    @classmethod
    def sentence(cls, payload: Payload) -> Promise | str:
        return _("The tournament was discarded with its results") if "visibility" in payload else cls.says


class TournamentFinished(Event):
    kind = "finished"
    on_stream = OnStream.TOURNAMENT
    says = pgettext_lazy("ledger", "Tournament finished")


class TournamentReopened(Event):
    kind = "tournament_reopened"
    on_stream = OnStream.TOURNAMENT
    says = _("Tournament was reopened")


class TournamentArchived(Event):
    kind = "tournament_archived"
    on_stream = None
    says = pgettext_lazy("ledger", "Tournament archived")


class TournamentBroughtBack(Event):
    kind = "tournament_brought_back"
    on_stream = None
    says = _("Tournament brought back from the archive")


class StageAdded(Event):
    kind = "stage_added"
    says = _("Stage %(ordinal)s added")
    moves_standings = True

    stage: StageId
    ordinal: int
    stage_kind: str = field(name="kind")
    name: Digest


class StageRenamed(Event):
    kind = "stage_renamed"
    says = _("A stage was renamed")
    moves_standings = True

    stage: StageId
    name: Digest


class StageRemoved(Event):
    kind = "stage_removed"
    says = _("Stage %(ordinal)s was removed; it had no rounds")
    moves_standings = True

    stage: StageId
    ordinal: int


class CountingSet(Event):
    kind = "counting_set"
    says = _("The games that count in the stage “%(stage)s” were set: %(selection)s")
    touches = Touches.EVERYBODY
    moves_standings = True
    explains = Explains(CountingRule, about=_("the games that count in stage %(id)s"))

    stage: StageId
    selection: Annotated[str, OneOf(CountingRule.Selection)]
    number: int
    minimum_games: int
    maximum_games: int
    missing_game_penalty: int
    sitting_out_score: int
    absence_score: int

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        selection = OneOf(CountingRule.Selection).label(payload.get("selection", ""))
        return {"selection": f"{selection} ({payload['number']})" if payload.get("number") else selection}


class FreePlaySet(Event):
    kind = "free_play_set"
    on_stream = None
    says = _("Opening of tables by players in the stage “%(stage)s” was turned on or off")

    stage: StageId
    is_on: bool


class TieBreaksSet(Event):
    kind = "tie_breaks_set"
    says = _("The tie-breaks were set: %(order)s")
    moves_standings = True

    tie_breaks: list[str]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        known = [name for name in payload.get("tie_breaks", ()) if name in TIE_BREAKS]
        return {"order": names.tie_breaks(known)}


class RankingSet(Event):
    kind = "ranking_set"
    says = _("Games of substitutes: %(substitutes)s. Players who have withdrawn: %(withdrawn)s")
    touches = Touches.EVERYBODY
    moves_standings = True

    substitutes: Annotated[str, OneOf(Tournament.Substitutes)]
    substitute_score: int | None
    withdrawn: Annotated[str, OneOf(Tournament.Withdrawn)]


class RulesChanged(Event):
    kind = "rules_changed"
    on_stream = None
    says = _("The house rules over the rulebook %(rulebook)s were changed")

    rulebook: str
    house_rules: dict[str, Any]
    hash: Digest


class RulebookPinned(Event):
    kind = "rulebook_pinned"
    on_stream = None
    says = _("Rulebook %(rulebook)s fixed for good")

    rulebook: str
    hash: Digest
    content: Digest


class OddRulebookNamed(Event):
    kind = "odd_rulebook_named"
    on_stream = None
    says = _("Rulebook %(rulebook)s chosen for tables of %(players)s")

    players: int
    rulebook: str
    house_rules: dict[str, Any]
    hash: Digest


class OddRulebookPinned(Event):
    kind = "odd_rulebook_pinned"
    on_stream = None
    says = _("Rulebook %(rulebook)s for tables of %(players)s fixed for good")

    players: int
    rulebook: str
    hash: Digest
    content: Digest
