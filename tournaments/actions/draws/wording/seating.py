"""Refusals of a draw, in the reader's language and with names; `seating` only knows numbers."""

from collections.abc import Collection, Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from players.models import Club
from seating.errors import SeatingError
from tournaments.actions.draws.inputs import groups_of, names_of
from tournaments.actions.draws.plans import Apart
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.wording.match_days import games_do_not_divide
from tournaments.models import Entry, Team, Tournament, Wind

MOST_NAMES = 8


def refusal_of(
    error: SeatingError,
    tournament: Tournament,
    *,
    entries: Iterable[Entry] = (),
    apart: Collection[Apart] = (),
) -> RulesRefuse:
    """Return the refusal for an impossible draw; `entries` and `apart` translate its group numbers."""
    details = dict(error.fields)
    ids = _ids(details)
    names = names_of(tournament, ids)
    fields = {"entries": ids} if ids else {}
    words = _words(error.code, details, names, list(entries), apart)
    return RulesRefuse(words or error.message, code=error.code, fields=fields)


def _words(
    code: str,
    details: Mapping[str, object],
    names: Mapping[int, str],
    entries: list[Entry],
    apart: Collection[Apart],
) -> str:
    values: dict[str, object] = {
        **details,
        "names": _listed(details, names),
        "player": names.get(details.get("player"), "?"),  # type: ignore[call-overload]
        "wind": Wind(int(str(details["seat"])) + 1).label if "seat" in details else "",
    }
    if code == "group_too_large":
        people = details.get("players")
        values["count"] = len(people) if isinstance(people, list) else 0
        group = _group(details.get("group"), entries, apart)
        if group:
            return ngettext(
                "The %(count)s players of %(group)s cannot be kept apart on %(tables)s table.",
                "The %(count)s players of %(group)s cannot be kept apart on %(tables)s tables.",
                int(str(details.get("tables") or 0)),
            ) % {
                **values,
                "group": group,
            }
        return (
            ngettext(
                "%(count)s players who must never meet cannot be kept apart on %(tables)s table: %(names)s.",
                "%(count)s players who must never meet cannot be kept apart on %(tables)s tables: %(names)s.",
                int(str(details.get("tables") or 0)),
            )
            % values
        )
    if code == "wishes_conflict" and details.get("table"):
        return (
            _("%(names)s are fixed at table %(table)s and must never meet. Please drop one of these wishes.")
            % values
        )
    if code == "wishes_conflict" and details.get("proven"):
        return _("No round can meet all wishes: %(names)s cannot be kept apart. Please drop a wish.") % values
    if code == "wishes_conflict":
        return (
            _("No draw meeting all wishes was found; %(names)s did not fit. Please drop a wish or a round.")
            % values
        )
    if code == "nobody_left":
        return _("%(player)s is allowed to meet too few others to fill a table. Please drop a wish.") % values
    if code == "table_unknown":
        return (
            ngettext(
                "%(player)s is fixed at table %(table)s, but there is %(tables)s table.",
                "%(player)s is fixed at table %(table)s, but there are %(tables)s tables.",
                int(str(details.get("tables") or 0)),
            )
            % values
        )
    if code == "table_overbooked":
        return _("More players are fixed at table %(table)s than it has seats: %(names)s.") % values
    if code == "seat_overbooked" and "table" in details:
        one, other = (names.get(entry, "?") for entry in _ids(details))
        return _(
            "%(one)s and %(other)s are both fixed as %(wind)s at table %(table)s. Please drop one of these wishes."
        ) % {**values, "one": one, "other": other}
    if code == "seat_overbooked":
        return _("More players are fixed as %(wind)s than there are tables: %(names)s.") % values
    if code == "teams_uneven":
        return _("For team matches every team needs the same number of players.")
    if code == "team_too_small":
        return (
            ngettext(
                "Every team sends %(needed)s player to a match, but one has only %(players)s.",
                "Every team sends %(needed)s players to a match, but one has only %(players)s.",
                int(str(details["needed"])),
            )
            % values
            if "needed" in details
            else _("A line-up needs at least one player.")
        )
    if code == "matches_out_of_range":
        return _("Too many matches at a time: each takes four teams.")
    if code == "games_do_not_divide":
        return games_do_not_divide(int(str(details.get("rounds") or 0)), int(str(details.get("games") or 0)))
    if code == "players_do_not_fit" and isinstance(details.get("players"), int):
        return _do_not_fit(int(str(details["players"])))
    if code in ("too_few_players", "players_do_not_fit"):
        return _("There are too few players for this draw.")
    if code == "rounds_out_of_range":
        return _("A schedule has 1 to 60 rounds.")
    return ""


def _do_not_fit(players: int) -> str:
    """Suggest how this number of players could be seated after all."""
    ways = []
    if players % 4 and players - 3 * (4 - players % 4) >= 0:
        ways.append(_("tables of four and three"))
    if players % 4 and players - 5 * (players % 4) >= 0:
        ways.append(_("tables of four and five"))
    if players >= 4:
        ways.append(_("letting some sit out"))
    ways.append(pgettext("in a sentence", "substitutes"))
    return _("%(players)s players do not fill tables of these sizes. Possible alternatives: %(ways)s.") % {
        "players": players,
        "ways": ", ".join(ways),
    }


def _listed(details: Mapping[str, object], names: Mapping[int, str]) -> str:
    ids = _ids(details)
    shown = [names.get(entry, "?") for entry in ids[:MOST_NAMES]]
    return ", ".join([*shown, "…"] if len(ids) > MOST_NAMES else shown)


def _ids(details: Mapping[str, object]) -> list[int]:
    people = details.get("players")
    found = [p for p in people if isinstance(p, int)] if isinstance(people, list) else []
    pairs = details.get("pairs")
    if isinstance(pairs, list):
        found += [p for pair in pairs[:1] for p in pair]
    if isinstance(details.get("player"), int):
        found.append(int(str(details["player"])))
    return list(dict.fromkeys(found))


def _group(number: object, entries: list[Entry], apart: Collection[Apart]) -> str:
    groups = groups_of(entries, apart)
    if not isinstance(number, int) or not 1 <= number <= len(groups):
        return ""
    by, value, _members = groups[number - 1]
    if by == "country":
        return str(value)
    row = (Club if by == "club" else Team).objects.filter(pk=str(value)).first()
    return str(row) if row else ""
