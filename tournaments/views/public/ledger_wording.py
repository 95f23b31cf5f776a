"""The ledger in words. It holds opaque ids; names are looked up when it is read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Field, FilteredRelation, Q, TextChoices
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from players.models import Player, User
from scoring.standing.ranking import TIE_BREAKS
from scoring.text.tie_breaks import say_tie_breaks
from tournaments.models import (
    CountingRule,
    Entry,
    League,
    LedgerEntry,
    NightPlayer,
    PlayerCard,
    Registration,
    Seat,
    Staff,
    Stage,
    Table,
    Team,
    TeamCountingRule,
    Tournament,
    Wind,
)
from tournaments.models.chain import ChainEntry
from tournaments.models.ledger_kinds import Kind
from tournaments.models.origins.reading import Ids
from tournaments.models.play.proposals import entries_with_proposals
from tournaments.models.texts.reading import Texts
from tournaments.views.qualifying_wording import say_team_counting
from tournaments.views.quota_wording import say_quota
from web.text.figures import in_figures
from web.visitor_language import language


@dataclass(frozen=True)
class Line:
    """One action as people read it."""

    entry: ChainEntry
    words: str
    detail: str
    by: str


# Cards for one seat give it back to a player whose phone lost it.
ONE_CARD = gettext_noop("A new seat card for %(seat)s")
ONE_CARD_AND_PHONE = gettext_noop("A new seat card for %(seat)s; the phone that held the seat is out")
CLOSED_WITHOUT = gettext_noop("Round %(number)s closed, without results of %(open)s tables")
CLOSED_WITHOUT_ONE = gettext_noop("Round %(number)s closed, without the result of one table")
CARDS_AND_PHONES = gettext_noop("Seat cards issued: %(count)s; phones that are out: %(phones)s")
PLAYER_CARDS_AND_PHONES = gettext_noop("Player cards replaced: %(count)s; phones that are out: %(phones)s")


# More than these are counted.
NAMED_ONE_BY_ONE = 3

# The limits of what counts for teams.
OF_TEAMS = ("best_of_a_round", "games_of_a_player", "best_games")

# Those whose sentence names the stage.
_OF_A_STAGE = (
    Kind.COUNTING_SET,
    Kind.FREE_PLAY_SET,
    Kind.GAME_QUOTA_SET,
    Kind.LINE_UP_RULE_SET,
    Kind.QUALIFICATION_SET,
    Kind.QUALIFICATION_REMOVED,
    Kind.QUALIFIERS_CONFIRMED,
    Kind.QUALIFIERS_TAKEN_BACK,
    Kind.SEAT_DRAW_RULE_SET,
    Kind.TEAM_CHANGED,
    Kind.TEAM_COUNTING_SET,
)

# What the number in a sentence counts.
_COUNTED = ("seats", "qualifiers", "cards", "entries", "photos", "kiosks", "registrations")
# Whose state a sentence says; a registration's where it is not said here.
_STATUSES: Mapping[str, type[TextChoices]] = {
    Kind.NIGHT_SIGNED_UP: NightPlayer.Status,
    Kind.NIGHT_SIGNED_OFF: NightPlayer.Status,
}


def edited_in_words(names: Iterable[str]) -> str:
    """What was edited of a tournament, a league or a player, as people call it."""
    return pgettext("between names", ", ").join(_column_in_words(name) for name in names)


def _column_in_words(name: str) -> str:
    if name == "licences":
        return pgettext("field", "licences")
    for model in (Tournament, League, Player):
        if name in model.EDITABLE:
            column = model._meta.get_field(name)
            assert isinstance(column, Field), "what is edited is a column"
            return str(column.verbose_name)
    return name


def _as_read(texts: Mapping[str, str | None]) -> dict[str, str]:
    return {
        name: pgettext("in place of a reason", "text removed") if text is None else text
        for name, text in texts.items()
    }


def _is_of_one_seat(content: Mapping[str, Any]) -> bool:
    return len(content.get("seats", ())) == 1


def _here(kind: str, content: Mapping[str, Any]) -> list[int]:
    """The entries that a check-in names one by one; none where it was one tap for all."""
    named = content.get("entries", []) if kind in (Kind.CHECKED_IN, Kind.CHECK_IN_UNDONE) else []
    return list(named) if len(named) <= NAMED_ONE_BY_ONE else []


def _label(choices: type[TextChoices], stored: object) -> str:
    """A choice as people read it; what a newer version wrote stays as it is."""
    return str(choices(stored).label) if stored in choices.values else str(stored)


def _selection(content: Mapping[str, Any]) -> str:
    """Which games count, with how many of them."""
    words = _label(CountingRule.Selection, content.get("selection", ""))
    return f"{words} ({content['number']})" if content.get("number") else words


def _of_teams(content: Mapping[str, Any]) -> str:
    """What counts for teams."""
    terms = {name: content.get(name) or 0 for name in OF_TEAMS}
    rule = TeamCountingRule(**terms, match_points=content.get("match_points") or [])
    return say_team_counting(rule) or _("all games of their players")


def in_words(
    tournament: Tournament, entries: Sequence[LedgerEntry], texts: Texts | None = None, *, staff: bool = False
) -> list[Line]:
    """Return the entries with their actions in words. `texts` are theirs, if they were read already; with `staff`
    those, too, that are for the staff alone.
    """
    if texts is None:
        texts = Texts(tournament, entries, entries_with_proposals(tournament, entries))
    return _Reader(tournament, entries, texts, staff=staff).lines()


class _Reader:
    """Looks up every name the entries mention, each kind with one query."""

    def __init__(
        self, tournament: Tournament, entries: Sequence[LedgerEntry], texts: Texts, *, staff: bool
    ) -> None:
        self.tournament, self.entries = tournament, entries
        ids = Ids.of(tournament)
        contents = [
            {
                **ids.content(entry.seq, entry.kind, entry.content),
                **_as_read(texts.put_in(entry, staff=staff)),
                # A seed would tell whom a draw proposes to captains.
                **({"seed": None} if texts.is_withheld(entry) else {}),
            }
            for entry in entries
        ]
        self.actors = [ids.actor(entry.seq, entry.actor) for entry in entries]
        self.contents = contents
        mentioned = {
            int(str(c[key]))
            for c in contents
            for key in ("entry", "in", "out", "one", "other")
            if c.get(key) is not None
        }
        card_ids = {int(e.actor[5:]) for e in entries if e.actor.startswith("card:")}
        self.cards = (
            dict(PlayerCard.objects.filter(pk__in=card_ids).values_list("pk", "entry")) if card_ids else {}
        )
        mentioned.update(self.cards.values())
        mentioned.update(
            pk for entry, c in zip(entries, contents, strict=True) for pk in _here(entry.kind, c)
        )
        people = Entry.objects.filter(pk__in=mentioned).select_related("player")
        self.names = {entry.pk: entry.player.name for entry in people}
        seat_ids = {int(str(c["seat"])) for c in contents if c.get("seat") is not None}
        seat_ids |= {c["seats"][0] for c in contents if _is_of_one_seat(c)}
        seat_ids |= {int(actor[5:].partition("/")[0]) for actor in self.actors if actor.startswith("seat:")}
        seats = Seat.objects.filter(pk__in=seat_ids).select_related("entry__player", "table")
        self.seats = {seat.pk: seat for seat in seats}
        table_ids = {int(str(c["table"])) for c in contents if c.get("table") is not None}
        tables = Table.objects.filter(pk__in=table_ids).select_related("round")
        self.tables = {table.pk: table for table in tables}
        team_ids = {c["team"] for c in contents if isinstance(c.get("team"), int)}
        teams = Team.objects.filter(pk__in=team_ids) if team_ids else Team.objects.none()
        self.teams = dict(teams.values_list("pk", "name"))
        about_stages = (c for e, c in zip(entries, contents, strict=True) if e.kind in _OF_A_STAGE)
        stage_ids = {c["stage"] for c in about_stages if isinstance(c.get("stage"), int)}
        stages = tournament.stages.filter(pk__in=stage_ids) if stage_ids else Stage.objects.none()
        self.stages = dict(stages.values_list("pk", "name"))
        user_ids = {int(str(c["user"])) for c in contents if c.get("user") is not None}
        user_ids |= {int(actor[5:]) for actor in self.actors if actor.startswith("user:")}
        # Never the e-mail address: the ledger is public.
        helps = FilteredRelation("staff_of", condition=Q(staff_of__tournament=tournament.pk))
        users = User.objects.filter(pk__in=user_ids).annotate(helps=helps)
        about = list(users.values_list("pk", "name", "helps__role"))
        self.users = {pk: name for pk, name, _role in about}
        self.roles = {pk: role for pk, _name, role in about if role is not None}

    def lines(self) -> list[Line]:
        return [
            Line(
                entry,
                self._words(entry.kind, content),
                self._detail(entry.kind, content),
                self._by(actor, content),
            )
            for entry, content, actor in zip(self.entries, self.contents, self.actors, strict=True)
        ]

    def _words(self, kind: str, content: dict[str, Any]) -> str:
        known = Kind.of(kind)
        if known is None:
            return kind
        table = self.tables.get(content.get("table", 0))
        of_one = _is_of_one_seat(content)
        seat = self.seats.get(content["seats"][0] if of_one else content.get("seat") or 0)
        values = {
            **content,
            "entry": self._name(content.get("entry")),
            "team": self.teams.get(content.get("team") or 0, "?"),
            "in": self._name(content.get("in")),
            "out": self._name(content.get("out")),
            "one": self._name(content.get("one")),
            "other": self._name(content.get("other")),
            "person": self._person(content.get("user")),
            "role": Staff.Role(content["role"]).label if content.get("role") in Staff.Role.values else "",
            "count": len(next((content[name] for name in _COUNTED if content.get(name)), ())),
            "stage": self.stages.get(content.get("stage") or 0, "?"),
            "new_team": self.teams.get(content.get("team") or 0, "?")
            if content.get("team")
            else pgettext("in place of a name", "no team"),
            "since": self._since(content),
            "seat": self._seat(seat) if seat else "?",
            "table": table.full_name if table else "?",
            "order": self._order(content.get("tie_breaks", ())),
            "changed": edited_in_words(content.get("changed", ())),
            "time": self._time(content.get("planned_at")),
            "begins": self._time(content.get("starts_at")),
            "substitutes": _label(Tournament.Substitutes, content.get("substitutes")),
            "withdrawn": _label(Tournament.Withdrawn, content.get("withdrawn")),
            "rule": _label(Tournament.PaperCounts, content.get("rule")),
            "selection": _selection(content),
            "of_teams": _of_teams(content),
            "quota": say_quota(content.get("least") or 0, content.get("most") or 0),
            "here": self._several(kind, content),
            "status": _label(_STATUSES.get(kind, Registration.Status), content.get("status")),
            "points": " · ".join(in_figures(points) for points in content.get("points", ())),
        }
        sentence = _(ONE_CARD) if of_one else known.label
        if known is Kind.CLOSED and content.get("open"):
            values["open"] = len(content["open"])
            sentence = _(CLOSED_WITHOUT if values["open"] > 1 else CLOSED_WITHOUT_ONE)
        if content.get("phones_out"):
            values["phones"] = len(content["phones_out"])
            of_many = PLAYER_CARDS_AND_PHONES if known is Kind.CARDS_ISSUED else CARDS_AND_PHONES
            sentence = _(ONE_CARD_AND_PHONE if of_one else of_many)
        return sentence % {
            "number": "?",
            "place": "?",
            "minutes": "?",
            "text": "?",
            "ordinal": "?",
            "rulebook": "?",
            "players": "?",
            "version": "?",
            "of": "?",
            "reason": "",
            **values,
        }

    def _time(self, planned_at: str | None) -> str:
        """A planned time in the zone of the page, or that there is none."""
        if not planned_at:
            return pgettext("in place of a text", "no time")
        moment = datetime.fromisoformat(planned_at)
        return date_format(localtime(moment), "DATETIME_FORMAT")

    def _since(self, content: Mapping[str, Any]) -> str:
        """From when on somebody plays for another team."""
        if content.get("number") is None:
            return _("from the beginning")
        stage = self.stages.get(content.get("stage") or 0, "?")
        return _("from Round %(number)s of “%(stage)s” on") % {**content, "stage": stage}

    def _order(self, names: Sequence[str]) -> str:
        known = [name for name in names if name in TIE_BREAKS]
        return say_tie_breaks(known, self.tournament.rulebook, language()) if known else ""

    def _detail(self, kind: str, content: dict[str, Any]) -> str:
        if kind in (Kind.DRAWN, Kind.DRAW_ORDERED) and content.get("seed_hash"):
            return _("method %(method)s, SHA-256 of the seed %(seed_hash)s") % {"method": "?", **content}
        if kind == Kind.SEED_COMMITTED and content.get("commitment"):
            return _("SHA-256 of the seed %(commitment)s") % content
        if kind == Kind.PUBLISHED and content.get("seed"):
            return pgettext("ledger", "seed %(seed)s") % content
        return ""

    def _by(self, actor: str, content: Mapping[str, Any]) -> str:
        if actor.startswith("user:"):
            user_id = int(actor[5:])
            role = self.roles.get(user_id)
            name = self.users.get(user_id)
            return name or (str(Staff.Role(role).label) if role else pgettext("in place of a name", "Staff"))
        if actor.startswith("seat:"):
            seat_id, _slash, device = actor[5:].partition("/")
            seat = self.seats.get(int(seat_id))
            who = self._seat(seat) if seat else pgettext("in place of a name", "A phone")
            return (
                _("%(who)s, at the tablet of the table") % {"who": who}
                if device.startswith("kiosk:")
                else who
            )
        if actor.startswith("card:"):
            # Cards stay on the server that made them; what was done with one there may still say whose it was.
            return self._name(self.cards.get(int(actor[5:]), content.get("entry")))
        if actor.startswith("kiosk:"):
            return pgettext("in place of a name", "A tablet")
        return pgettext("in place of a name", "Anybody")

    def _several(self, kind: str, content: Mapping[str, Any]) -> str:
        """Those that a check-in names, or how many they are."""
        named = _here(kind, content)
        return ", ".join(map(self._name, named)) if named else str(len(content.get("entries", ())))

    def _name(self, entry_id: object) -> str:
        return self.names.get(entry_id, "?") if isinstance(entry_id, int) else "?"

    def _person(self, user_id: object) -> str:
        return (
            self.users.get(user_id) or pgettext("in place of a name", "Staff")
            if isinstance(user_id, int)
            else "?"
        )

    def _seat(self, seat: Seat) -> str:
        return f"{seat.entry.player.name} ({seat.table}, {Wind(seat.wind).label})"
