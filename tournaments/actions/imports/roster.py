"""Entering many people at once: who on a list is known, who is new, and what prevents it.

`Roster` decides without writing, so that a dry run reports exactly what the import would do.
"""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.actions import clubs_named, new_player
from players.models import Licence, Player
from players.names import one_spelling, skeleton, spellings
from players.traces import trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.other_divisions import IN_ANOTHER_DIVISION, has_a_rank
from tournaments.actions.people.entering import MOST_ENTRIES, MOST_LOT, entry_payload
from tournaments.actions.player_records import known_to, may_change_record
from tournaments.models import Entry, Team, Tournament
from tournaments.models.codes import keyed_hash
from tournaments.models.people.entries import divisions_beside
from tournaments.models.people.events import PlayerOfList, PlayersImported
from web.sheets.csv_rows import Finding

TWO_SPELLINGS = "two_spellings"


@dataclass(frozen=True)
class Person:
    """A person on a list, with cleaned names. Blank means that the list does not say."""

    line: int
    name: str
    reading: str = ""
    country: str = ""
    club: str = ""
    team: str = ""
    number: int | None = None
    is_substitute: bool = False
    licence: tuple[str, str] | None = None

    @property
    def contents(self) -> tuple[object, ...]:
        """Return everything the list says about this person; identical lines are one person listed twice."""
        return (skeleton(self.name), self.reading, self.club, self.team, self.number, self.licence)


@dataclass
class Place:
    """The result for one person on the list: their entry, or a new one."""

    person: Person
    player: Player | None = None
    entry: Entry | None = None
    licence_is_new: bool = False

    @property
    def outcome(self) -> str:
        if self.entry is not None:
            return "already_entered"
        return "known_player" if self.player is not None else "new_player"


@dataclass
class Roster:
    """A tournament's entries, and a list of people to find among them or add."""

    tournament: Tournament
    places: list[Place] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @classmethod
    def of(
        cls, tournament: Tournament, people: Iterable[Person], by: Actor, confirm: Collection[str] = ()
    ) -> "Roster":
        """Find everyone on the list, in a constant number of queries. Licences are added only to players whose record
        `by` may change. With `two_spellings` in `confirm`, two spellings of a name are two people; with
        `in_another_division` players of another division of the season may play here, too.
        """
        roster = cls(tournament)
        search = _Search(tournament, list(people), by, confirm)
        for person in search.people:
            found = search.find(person)
            roster.places.append(found)
        roster.findings = search.findings
        roster._find_the_limit()
        return roster

    @property
    def newcomers(self) -> list[Place]:
        """Return the people to be entered."""
        return [place for place in self.places if place.entry is None]

    def write(self, *, file: str, by: Actor) -> None:
        """Enter the newcomers, with one ledger entry for all. The ledger head must be locked."""
        newcomers = self.newcomers
        self._write_players([place for place in newcomers if place.player is None])
        licences = [
            Licence(player=place.player, body=place.person.licence[0], number=place.person.licence[1])
            for place in self.places
            if place.person.licence and place.licence_is_new
        ]
        Licence.objects.bulk_create(licences, batch_size=500)
        if not newcomers:
            return
        known_teams = {team.name: team for team in self.tournament.teams.all()}
        wanted = dict.fromkeys(place.person.team for place in newcomers if place.person.team)
        teams = Team.objects.bulk_create(
            [Team(tournament=self.tournament, name=name) for name in wanted if name not in known_teams]
        )
        self._write_entries(newcomers, known_teams | {team.name: team for team in teams})
        entries = [place.entry for place in newcomers if place.entry is not None]
        names = trace_names("player", {entry.player_id: entry.player.name for entry in entries})
        team_names = trace_names("team", {team.pk: team.name for team in teams})
        record(
            PlayersImported(
                file=keyed_hash(file),
                teams=[team.pk for team in teams],
                team_names=[team_names[team.pk] for team in teams],
                entries=[PlayerOfList(**entry_payload(entry, names[entry.player_id])) for entry in entries],
            ),
            tournament_id=self.tournament.pk,
            by=by,
        )

    def _find_the_limit(self) -> None:
        count = self.tournament.entries.count() + len(self.newcomers)
        if self.newcomers and count > MOST_ENTRIES:
            message = _("With this list the tournament would have %(count)s entries; the limit is %(most)s.")
            line = self.newcomers[-1].person.line
            self.findings.append(
                Finding(
                    line, "too_many_entries", message % {"count": f"{count:,}", "most": f"{MOST_ENTRIES:,}"}
                )
            )

    def _write_players(self, places: list[Place]) -> None:
        clubs = clubs_named(place.person.club for place in places if place.person.club)
        for place in places:
            person = place.person
            place.player = new_player(
                name=person.name, reading=person.reading, country=person.country, club=clubs.get(person.club)
            )
        Player.objects.bulk_create([place.player for place in places if place.player], batch_size=500)

    def _write_entries(self, newcomers: list[Place], teams: Mapping[str, Team]) -> None:
        taken = {place.person.number for place in newcomers}
        last = max([0, *self.tournament.entries.values_list("number", flat=True)])
        for place in newcomers:
            number = place.person.number
            while number is None:
                last += 1
                number = None if last in taken else last
            place.entry = Entry(
                tournament=self.tournament,
                player=place.player,
                team=teams.get(place.person.team),
                number=number,
                is_substitute=place.person.is_substitute,
                lot=secrets.randbelow(MOST_LOT),
            )
        Entry.objects.bulk_create([place.entry for place in newcomers if place.entry], batch_size=500)


# With more names than this, only the list's own spelling is looked up.
MOST_SPELLINGS = 20_000


def _spellings_of(people: Iterable[Person]) -> set[str]:
    """Return the skeletons under which the list's players may be on file."""
    wanted = {skeleton(person.name) for person in people}
    for person in people:
        if len(wanted) > MOST_SPELLINGS:
            break
        wanted.update(spellings(person.name))
    return wanted


def _is_club_open(one: Person, other: Person) -> bool:
    """Whether two lines may mean one person, judging by clubs and licences."""
    is_one_licence = not (one.licence and other.licence) or one.licence == other.licence
    return is_one_licence and (not one.club or not other.club or one.club == other.club)


class _Search:
    """Everything in the database the list could refer to, read in advance."""

    def __init__(
        self, tournament: Tournament, people: list[Person], by: Actor, confirm: Collection[str]
    ) -> None:
        self.tournament = tournament
        self.people = people
        self.is_two = TWO_SPELLINGS in confirm
        self.is_in_both = IN_ANOTHER_DIVISION in confirm
        self.findings: list[Finding] = []
        entries = tournament.entries.select_related("player__club", "team").order_by("pk")
        self.by_number = {entry.number: entry for entry in entries}
        self.entries = {entry.player_id: entry for entry in entries if entry.merged_into_id is None}
        self.alike: dict[str, list[Player]] = defaultdict(list)
        # Those with the same name in any spelling.
        self.near: dict[str, list[Player]] = defaultdict(list)
        alike = Player.objects.filter(known_to(by), skeleton__in=_spellings_of(people)).select_related("club")
        for player in alike.order_by("pk"):
            self.alike[player.skeleton].append(player)
            self.near[one_spelling(player.name)].append(player)
        numbers = {person.licence[1] for person in people if person.licence}
        known = [player.pk for players in self.alike.values() for player in players]
        licences = Licence.objects.filter(number__in=numbers) | Licence.objects.filter(player__in=known)
        self.licences: dict[tuple[str, str], Player] = {}
        self.bodies: dict[int, set[str]] = defaultdict(set)
        for licence in licences.select_related("player__club"):
            self.licences[licence.body, licence.number] = licence.player
            self.bodies[licence.player_id].add(licence.body)
        owners = Player.objects.filter(pk__in={one.pk for one in self.licences.values()})
        may_know = set(owners.filter(known_to(by)).values_list("pk", flat=True))
        # Players the importer may not see: the number is taken, and nothing more is revealed.
        self.taken = {one for one, player in self.licences.items() if player.pk not in may_know}
        for one in self.taken:
            del self.licences[one]
        # A player who was in no tournament yet is entered here first.
        theirs = Player.objects.filter(may_change_record(by) | Q(first_tournament=None, user=None))
        theirs = theirs.filter(pk__in=[*known, *(entry.player_id for entry in entries)])
        self.editable = set(theirs.values_list("pk", flat=True))
        self.beside = divisions_beside(tournament, {*known, *(one.pk for one in self.licences.values())})
        self.lines: dict[tuple[object, ...], Person] = {}
        self.spelled: dict[str, list[Person]] = defaultdict(list)
        self.claimed: dict[int, int] = {}
        self.claimed_licences: dict[tuple[str, str], int] = {}
        self.numbers: dict[int, int] = {}
        self.new_names: dict[str, int] = {}

    def find(self, person: Person) -> Place:
        """Decide whom a line means, and record what prevents it."""
        first = self.lines.setdefault(person.contents, person)
        if first is not person and first.name == person.name:
            self._note(person, "repeated", _("This line repeats line %(line)s.") % {"line": first.line})
            return Place(person)
        if self._is_spelled_twice(person):
            return Place(person)
        player = self._known(person)
        if player is None and self._is_spelled_otherwise(person):
            return Place(person)
        place = Place(person, player, self.entries.get(player.pk) if player else None)
        if (earlier := self._same_licence(person)) or (
            player and (earlier := self.claimed.get(player.pk, 0))
        ):
            message = _("This is the same person as in line %(line)s.") % {"line": earlier}
            self._note(person, "repeated", message)
        elif player is None:
            self._note_namesakes(person)
        else:
            self.claimed[player.pk] = person.line
        if person.licence in self.taken:
            message = _(
                "The licence %(licence)s is already taken here and was not saved. The operator can help."
            )
            message %= {"licence": " ".join(person.licence)}
            self._note(person, "licence_taken", message, "licence_number", is_error=False)
        elif person.licence and person.licence not in self.licences:
            self._note_licence(place, person.licence)
        if place.entry is None:
            self._check_number(person)
            is_ranked = has_a_rank(self.tournament, is_substitute=person.is_substitute)
            if player is not None and player.pk in self.beside and is_ranked:
                message = _(
                    "%(player)s plays in %(tournament)s, another division of this season. Please remove the "
                    "line, or confirm that they play in both."
                )
                message %= {"player": player, "tournament": self.beside[player.pk].name}
                self._note(person, IN_ANOTHER_DIVISION, message, is_error=not self.is_in_both)
        else:
            self._note_differences(person, place.entry)
        return place

    def _is_spelled_twice(self, person: Person) -> bool:
        """Whether the list has this person in another spelling, and it is not confirmed that they are two."""
        key = one_spelling(person.name)
        other = next(
            (one for one in self.spelled[key] if one.name != person.name and _is_club_open(one, person)), None
        )
        self.spelled[key].append(person)
        if other is None or self.is_two:
            return False
        message = _(
            "“%(name)s” and “%(other)s” in line %(line)s are probably the same person. Please spell the "
            "name the same way, or confirm that they are two people."
        )
        message %= {"name": person.name, "other": other.name, "line": other.line}
        self._note(person, TWO_SPELLINGS, message)
        return True

    def _is_spelled_otherwise(self, person: Person) -> bool:
        """Whether this is probably an existing entry in another spelling, and it is not confirmed that they
        are two.
        """
        for player in () if self.is_two else self.near[one_spelling(person.name)]:
            club = player.club.name if player.club else ""
            if (
                player.pk in self.entries
                and player.pk not in self.claimed
                and player.name != person.name
                and (not club or person.club in ("", club))
            ):
                message = _(
                    "“%(name)s” is probably %(player)s, who is already entered. Please spell the name the "
                    "same way, or confirm that they are two people."
                )
                self._note(person, TWO_SPELLINGS, message % {"name": person.name, "player": player.name})
                return True
        return False

    def _note_licence(self, place: Place, licence: tuple[str, str]) -> None:
        """Assign a free licence to the person, if the importer may change their record."""
        player = place.player
        if player is None or player.pk in self.editable:
            place.licence_is_new = True
            if player is not None:
                self.licences[licence] = player
            return
        message = _(
            "The licence %(licence)s was not saved: only %(player)s, or the organizer who first entered "
            "them, can add it."
        )
        message %= {"licence": " ".join(licence), "player": player}
        self._note(place.person, "licence_not_saved", message, "licence_number", is_error=False)

    def _same_licence(self, person: Person) -> int:
        """Return the earlier line with this licence, 0 if none."""
        line = (
            self.claimed_licences.setdefault(person.licence, person.line) if person.licence else person.line
        )
        return line if line != person.line else 0

    def _known(self, person: Person) -> Player | None:
        if person.licence and (player := self.licences.get(person.licence)):
            if player.skeleton != skeleton(person.name):
                message = _("The licence %(licence)s belongs to %(player)s, so that player is meant.")
                message %= {"licence": " ".join(person.licence), "player": player}
                self._note(person, "licence_of_another_name", message, is_error=False)
            return player
        numbered = self.by_number.get(person.number or 0)
        if (
            numbered
            and numbered.player.skeleton == skeleton(person.name)
            and numbered.player_id not in self.claimed
        ):
            return numbered.player
        if not person.club and (plainly := self._entered_as(person)):
            return plainly
        candidates = [player for player in self.alike[skeleton(person.name)] if self._may_be(person, player)]
        entered = [player for player in candidates if player.pk in self.entries]
        if len(candidates) > 1 and len(entered) != 1:
            message = _("There are %(count)s players called %(name)s. Please add the licence or the club.")
            self._note(
                person,
                "ambiguous",
                message % {"count": len(candidates), "name": person.name},
                "licence_number",
            )
        return next(iter(entered or candidates), None)

    def _entered_as(self, person: Person) -> Player | None:
        """Return the existing entry's player with this name: a list without clubs means them."""
        alike = self.alike[skeleton(person.name)]
        entered = [player for player in alike if player.pk in self.entries and player.pk not in self.claimed]
        return entered[0] if len(entered) == 1 and entered[0].name == person.name else None

    def _may_be(self, person: Person, player: Player) -> bool:
        """Whether name and club match, no other line has the player, and no licence of that federation contradicts
        it.
        """
        club = player.club.name if player.club else ""
        other_licence = person.licence is not None and person.licence[0] in self.bodies[player.pk]
        return (
            (player.name, club) == (person.name, person.club)
            and player.pk not in self.claimed
            and not other_licence
        )

    def _note_namesakes(self, person: Person) -> None:
        key = skeleton(person.name)
        earlier = self.new_names.setdefault(key, person.line)
        if earlier != person.line:
            message = _("Another %(name)s is in line %(line)s. They are entered as two people.")
            self._note(person, "namesake", message % {"name": person.name, "line": earlier}, is_error=False)
        elif known := next(iter(self.alike[key] or self.near[one_spelling(person.name)]), None):
            message = _(
                "A player called %(known)s (%(club)s) is on file. If this is the same person, use the same "
                "name and club; otherwise a new player is created."
            )
            club = known.club or pgettext("in place of a name", "no club")
            self._note(person, "namesake", message % {"known": known, "club": club}, is_error=False)

    def _check_number(self, person: Person) -> None:
        if person.number is None:
            return
        earlier = self.numbers.setdefault(person.number, person.line)
        if earlier != person.line:
            message = _("Number %(number)s is also used in line %(line)s.")
            self._note(person, "number_taken", message % {"number": person.number, "line": earlier}, "number")
        elif holder := self.by_number.get(person.number):
            message = _("Number %(number)s is taken by %(player)s. Please choose another.")
            self._note(
                person, "number_taken", message % {"number": person.number, "player": holder.player}, "number"
            )

    def _note_differences(self, person: Person, entry: Entry) -> None:
        """Add a warning where the list differs from an entry; a list does not change entries."""
        is_other_number = person.number is not None and person.number != entry.number
        is_other_team = bool(person.team) and person.team != (entry.team.name if entry.team else "")
        if is_other_number or is_other_team:
            team = entry.team or pgettext("in place of a name", "no team")
            message = _(
                "%(player)s is already entered with number %(number)s, %(team)s, and stays unchanged."
            )
            message %= {"player": entry.player, "number": entry.number, "team": team}
            self._note(person, "entered_differently", message, is_error=False)

    def _note(
        self, person: Person, code: str, message: str, column: str = "name", *, is_error: bool = True
    ) -> None:
        self.findings.append(Finding(person.line, code, message, column, is_error))
