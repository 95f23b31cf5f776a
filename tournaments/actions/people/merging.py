"""Merging two records of one player, entered under two names or from two lists."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.actions import erase_player, hand_over
from players.models import Player
from players.traces import trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.other_divisions import in_two_divisions
from tournaments.actions.people.deleting import leave_to_others
from tournaments.actions.people.editing import captaincy_of
from tournaments.actions.people.line_up_quotas import hand_over_quotas
from tournaments.actions.people.night_lists import hand_over_nights
from tournaments.actions.people.waiting_list import move_up
from tournaments.actions.player_records import leagues_for_records, organized_for_records
from tournaments.actions.seen_versions import changed_meanwhile, player_tag, refuse_stale
from tournaments.models import (
    Entry,
    FirstTournament,
    MergedPlayer,
    Move,
    Qualifier,
    Registration,
    Round,
    Score,
    Seat,
    Tournament,
)
from tournaments.models.leagues.events import LeaguePlayersMerged
from tournaments.models.people.events import PlayersMerged

# Asked first; see `ask_first`.
MERGED_FOR_GOOD = "merged_for_good"
# The entries of both players in the same tournament.
Pair = tuple[Entry, Entry]


@transaction.atomic
def merge_players(
    *, player: Player, other: Player, seen: str, by: Actor, confirm: Collection[str] = ()
) -> Player:
    """Merge two records of one person: `player` stays and takes over everything of `other`, which is deleted
    permanently.

    Entries, registrations, future night sign-ups, moves between divisions, licences and the account follow, and the
    id of `other` redirects to `player`. Where both are entered in one tournament, `other` is withdrawn and its games
    and penalties count for `player`; tables keep their seating. `seen` is the `player_tag` of `player`. Asks first
    (`MERGED_FOR_GOOD`), and about players in two divisions of a season that `by` organizes (`IN_ANOTHER_DIVISION`).

    Refused if they cannot be one person (`same_round`, `same_season`), both have accounts, a decision is needed first
    (`registered_twice`, `substitute_or_not`, `still_seated`, `is_captain`, `qualified`, `withdrawn`), or a tournament
    with both is finished.
    """
    locked = Player.objects.select_for_update(no_key=True).order_by("pk")
    found = {one.pk: one for one in locked.filter(pk__in=[player.pk, other.pk])}
    if len(found) < 2:
        raise not_two_players()
    player, other = found[player.pk], found[other.pk]
    refuse_stale(seen, player_tag(player))
    if player.user_id is not None and other.user_id is not None:
        raise StateRefuses(
            _("Both have an account here. One account must be removed first."), code="two_accounts"
        )
    pairs = _locked_pairs(player, other, by)
    for pair in pairs:
        _refuse_pair(*pair)
    _refuse_elsewhere(player, other, by)
    left = _left_to_others(player, other, by)
    theirs = Entry.objects.filter(player=other).exclude(tournament__in=left)
    entries = list(theirs.order_by("tournament_id", "pk"))
    # Once the next season is open both have moved, which was refused above.
    running = organized_for_records(by).filter(season__followed_by=None)
    questions = {MERGED_FOR_GOOD: _question(player, other, len(entries), len(left))}
    ask_first(questions | in_two_divisions(player, other, running), confirm)

    into = {theirs.pk: ours.pk for ours, theirs in pairs}
    # Follow entries that were merged into one of these earlier.
    into |= {one.pk: into[one.merged_into_id] for one in entries if one.merged_into_id in into}
    _hand_over_entries(player, entries, into)
    lists: dict[str, Mapping[int, list[Any]]] = {
        "nights": hand_over_nights(into),
        "line_up_quotas": hand_over_quotas(into),
    }
    Registration.objects.filter(player=other).exclude(tournament__in=left).update(player=player)
    seasons = _hand_over_moves(player, other)
    hand_over(player=player, other=other)
    _hand_over_first_tournament(player, other)
    about: dict[str, object] = {"player": player.pk, "merged": other.pk}
    MergedPlayer.objects.filter(player=other).update(player=player)
    try:
        if not leave_to_others(player=other, by=by):
            MergedPlayer.objects.create(number=other.pk, player=player)
            erase_player(player=other)
    except ProtectedError as error:
        # The player was entered somewhere at this very moment.
        raise changed_meanwhile() from error
    _record(player, about, entries, into, lists, by)
    _record_in_leagues(about, seasons, by)
    for ours, _theirs in pairs:
        move_up(tournament=ours.tournament, by=by)
    return player


def not_two_players() -> RulesRefuse:
    message = _("Please choose another player on file.")
    return RulesRefuse(message, code="not_two_players", fields={"other": [message]})


def _locked_pairs(player: Player, other: Player, by: Actor) -> list[Pair]:
    """Lock the tournaments of `by` with entries of both, and those for which `other` has registered; return the
    locked pairs of entries.
    """
    own = Entry.objects.filter(player=player, merged_into=None).values("tournament")
    organized = organized_for_records(by).filter(pk__in=own).values("pk")
    shared = set(
        Entry.objects.filter(player=other, tournament__in=organized).values_list("tournament", flat=True)
    )
    registered = Registration.objects.filter(player=other).values_list("tournament", flat=True)
    tournaments = {pk: lock_tournament(pk) for pk in sorted(shared.union(registered))}
    for pk in sorted(shared):
        if tournaments[pk].status == Tournament.Status.FINISHED:
            message = _("Both are entered in “%(tournament)s”, which is finished. Please reopen it first.")
            raise StateRefuses(message % {"tournament": tournaments[pk].name}, code="tournament_finished")
    rows = Entry.objects.select_for_update(of=("self",), no_key=True).filter(merged_into=None)
    rows = rows.filter(tournament__in=shared).select_related("player", "tournament")
    ours, theirs = (
        {one.tournament_id: one for one in rows.filter(player=who).order_by("pk")} for who in (player, other)
    )
    return [(ours[pk], theirs[pk]) for pk in sorted(ours.keys() & theirs.keys())]


def _refuse_pair(ours: Entry, theirs: Entry) -> None:
    """Refuse two entries of one tournament that cannot be merged, or not yet."""
    about = {"number": theirs.number, "tournament": ours.tournament.name}
    both = _rounds_of(ours) & _rounds_of(theirs)
    if both:
        round_ = Round.objects.select_related("stage__tournament").get(pk=min(both))
        message = _("Both had seats in %(round)s of “%(tournament)s”, so they are two people.")
        raise StateRefuses(message % {**about, "round": round_}, code="same_round")
    if ours.is_substitute != theirs.is_substitute:
        message = _("One of them is a substitute in “%(tournament)s”. Please change that first.")
        raise StateRefuses(message % about, code="substitute_or_not")
    if ours.status == Entry.Status.WITHDRAWN and theirs.status == Entry.Status.ACTIVE:
        message = _("The player to keep has withdrawn from “%(tournament)s”. Please reinstate them first.")
        raise StateRefuses(message % about, code="withdrawn")
    running = (Round.Status.DRAFTED, Round.Status.PUBLISHED, Round.Status.STARTED)
    if Seat.objects.filter(entry=theirs, round__status__in=running).exists():
        message = _("Number %(number)s of “%(tournament)s” has a seat in a round that is not over.")
        raise StateRefuses(message % about, code="still_seated")
    if refusal := captaincy_of(theirs):
        raise StateRefuses(refusal, code="is_captain")
    if Qualifier.objects.filter(entry=theirs).exists():
        message = _(
            "Number %(number)s of “%(tournament)s” is confirmed for a later stage. Please keep that record "
            "instead."
        )
        raise StateRefuses(message % about, code="qualified")


def _rounds_of(entry: Entry) -> set[int]:
    """Return the rounds in which the entry, or one merged into it, was seated."""
    own = Q(entry=entry) | Q(entry__merged_into=entry) | Q(replaces=entry) | Q(replaces__merged_into=entry)
    return set(Seat.objects.filter(own).order_by().values_list("round", flat=True))


def _refuse_elsewhere(player: Player, other: Player, by: Actor) -> None:
    """Refuse other things two players did that one person cannot have done."""
    leagues = leagues_for_records(by).values("pk")
    seasons = Move.objects.filter(player=other, season__league__in=leagues).values("season")
    twice = Move.objects.filter(player=player, season__in=seasons).select_related("season__league").first()
    if twice is not None:
        message = _("Both played in the season %(season)s.")
        raise StateRefuses(message % {"season": twice.season}, code="same_season")
    live = Registration.objects.live()
    organized = organized_for_records(by).values("pk")
    waiting = live.filter(player=other, tournament__in=organized).select_related("tournament")
    own = live.filter(player=player).values("tournament")
    taking_part = Entry.objects.filter(player=player).values("tournament")
    twice_registered = waiting.filter(Q(tournament__in=own) | Q(tournament__in=taking_part)).first()
    if twice_registered is not None:
        message = _("Both are registered for “%(tournament)s”. Please decline one registration first.")
        raise StateRefuses(
            message % {"tournament": twice_registered.tournament.name}, code="registered_twice"
        )


def _left_to_others(player: Player, other: Player, by: Actor) -> set[int]:
    """Return other organizers' tournaments in which both are entered or registered. Nothing is merged there: `by` has
    no say in their results, and a double entry elsewhere must not block the merge.
    """
    found: list[set[int]] = []
    for one in (player, other):
        entered = Entry.objects.filter(player=one).values_list("tournament", flat=True)
        registered = Registration.objects.live().filter(player=one).values_list("tournament", flat=True)
        found.append({*entered, *registered})
    both = found[0] & found[1]
    return both - set(organized_for_records(by).filter(pk__in=both).values_list("pk", flat=True))


def _question(player: Player, other: Player, entries: int, left: int) -> str:
    message = ngettext(
        "%(other)s is deleted for good, and their record in %(count)s tournament moves to %(player)s.",
        "%(other)s is deleted for good, and their record in %(count)s tournaments moves to %(player)s.",
        entries,
    )
    question = message % {"other": other, "player": player, "count": entries}
    if not left:
        return question
    kept = ngettext(
        "In %(count)s tournament of other organizers both take part; the name %(other)s stays there.",
        "In %(count)s tournaments of other organizers both take part; the name %(other)s stays there.",
        left,
    )
    return f"{question} {kept % {'count': left, 'other': other}}"


def _hand_over_entries(player: Player, entries: Iterable[Entry], into: Mapping[int, int]) -> None:
    # Unmerged entries first: an entry merged into one of them has the same player.
    for entry in sorted(entries, key=lambda one: one.merged_into_id is not None):
        entry.player = player
        if entry.pk in into:
            entry.status, entry.merged_into_id = Entry.Status.WITHDRAWN, into[entry.pk]
            Score.objects.filter(entry=entry).update(entry=into[entry.pk])
        entry.save(update_fields=["player", "status", "merged_into"])


def _hand_over_moves(player: Player, other: Player) -> dict[int, list[int]]:
    """Give the moves of `other` to `player`; return their seasons, by league."""
    seasons: dict[int, list[int]] = {}
    # Moves of both in one season: another organizer's league, as others were refused.
    both = Move.objects.filter(player=player).values("season")
    moves = Move.objects.filter(player=other).exclude(season__in=both)
    for league, season in moves.order_by("season__league", "season").values_list("season__league", "season"):
        seasons.setdefault(league, []).append(season)
    moves.update(player=player)
    return seasons


def _hand_over_first_tournament(player: Player, other: Player) -> None:
    """A player without a first tournament takes over that of `other`."""
    first = FirstTournament.objects.filter(player=other).first()
    if first is not None:
        FirstTournament.objects.get_or_create(player=player, defaults={"tournament": first.tournament})


def _record(
    player: Player,
    about: Mapping[str, Any],
    entries: Iterable[Entry],
    into: Mapping[int, int],
    lists: Mapping[str, Mapping[int, list[Any]]],
    by: Actor,
) -> None:
    """Record the merge in every tournament of theirs; ledger heads are locked in order."""
    name = trace_names("player", {player.pk: player.name})[player.pk]
    for entry in entries:
        changed: dict[str, Any] = {
            name: of_entry[entry.pk] for name, of_entry in lists.items() if entry.pk in of_entry
        }
        merged = PlayersMerged(**about, entry=entry.pk, into=into.get(entry.pk), name=name, **changed)
        record(merged, tournament_id=entry.tournament_id, by=by)


def _record_in_leagues(about: Mapping[str, Any], seasons: Mapping[int, list[int]], by: Actor) -> None:
    for league, of_league in seasons.items():
        record_league(LeaguePlayersMerged(**about, seasons=of_league), league_id=league, by=by)
