"""Do the stored facts agree with the deeds the ledger tells of? Part of `verification`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.result import settle
from scoring.rulebook import Rulebook
from tournaments.models import Entry, Penalty, Score, Scoresheet, Seat, Tournament
from tournaments.models.structure import ODD_SIZES

WRITTEN = {"reported": "submitted", "corrected": "confirmed", "imported": "confirmed"}
BECAME = {"confirmed": "confirmed", "disputed": "disputed", "voided": "void"}
FIGURES = ("table", "version", "points", "chombo", "leftover", "imbalance", "tag")
LIVE = ("submitted", "confirmed", "disputed")

Found = tuple[int | None, str]


@dataclass(frozen=True)
class Deed:
    """What one ledger entry tells."""

    seq: int
    kind: str
    payload: dict[str, Any]


def facts_findings(tournament: Tournament, deeds: Sequence[Deed]) -> Iterator[Found]:
    """Yield what disagrees: the number of the ledger entry concerned, if there is one, and what is so."""
    checks: tuple[Callable[[Tournament, Sequence[Deed]], Iterable[Found]], ...] = (
        _rulebook,
        _entries,
        _sheets,
        _penalties,
        _scores,
    )
    for check in checks:
        yield from check(tournament, deeds)


def _rulebook(tournament: Tournament, deeds: Sequence[Deed]) -> Iterator[Found]:
    pinned = [deed for deed in deeds if deed.kind == "rulebook_pinned"]
    if tournament.rulebook_content and not pinned:
        yield None, _("The rulebook is pinned, but no deed pinned it.")
    elif pinned and tournament.rulebook.hash() != pinned[-1].payload.get("hash"):
        yield pinned[-1].seq, _("the rulebook is no longer the one that was pinned here.")
    for players, word in ODD_SIZES.items():
        yield from _odd_rulebook(tournament, players, getattr(tournament, f"{word}_rulebook_content"), deeds)


def _odd_rulebook(
    tournament: Tournament, players: int, content: str, deeds: Sequence[Deed]
) -> Iterator[Found]:
    pinned = [
        deed
        for deed in deeds
        if deed.kind == "odd_rulebook_pinned" and deed.payload.get("players") == players
    ]
    if content and not pinned:
        yield (
            None,
            _("The rulebook for tables of %(players)s is pinned, but no deed pinned it.")
            % {"players": players},
        )
    elif pinned and (
        not content or tournament.odd_rulebook(players).hash() != pinned[-1].payload.get("hash")
    ):
        yield (
            pinned[-1].seq,
            _("the rulebook for tables of %(players)s is no longer the one that was pinned here.")
            % {"players": players},
        )


def _entries(tournament: Tournament, deeds: Sequence[Deed]) -> Iterator[Found]:
    """Who takes part was registered, as this player and with this lot, and withdrew only by a deed."""
    told: dict[Any, tuple[int, dict[str, Any]]] = {}
    status: dict[Any, str] = {}
    for deed in deeds:
        rows = [deed.payload] if deed.kind == "registered" else deed.payload.get("entries", [])
        if deed.kind in ("registered", "players_imported"):
            told |= {row.get("entry"): (deed.seq, row) for row in rows}
        elif deed.kind in ("withdrew", "reinstated"):
            status[deed.payload.get("entry")] = "withdrawn" if deed.kind == "withdrew" else "active"
    here = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament).order_by("pk")}
    for pk, entry in here.items():
        if pk not in told:
            yield None, _("Entry %(entry)s takes part, but no deed registered it.") % {"entry": entry.number}
            continue
        seq, row = told[pk]
        if (entry.player_id, str(entry.lot)) != (row.get("player"), row.get("lot")):
            yield (
                seq,
                _("entry %(entry)s has another player or lot than was registered here.")
                % {"entry": entry.number},
            )
        if entry.status != status.get(pk, "active"):
            yield (
                None,
                _("Entry %(entry)s is %(status)s without a deed.")
                % {
                    "entry": entry.number,
                    "status": entry.get_status_display(),
                },
            )
    for pk in told.keys() - here.keys():
        yield told[pk][0], _("an entry that was registered here is gone.")


def _sheets(tournament: Tournament, deeds: Sequence[Deed]) -> Iterator[Found]:
    """Every version of every sheet is the one that was reported, in the state the deeds left it in."""
    told: dict[Any, Deed] = {}
    status: dict[Any, str] = {}
    live: dict[Any, Any] = {}
    for deed in deeds:
        if deed.kind in WRITTEN:
            sheet, table = deed.payload.get("sheet"), deed.payload.get("table")
            before = live.get(table)
            if before is not None and status[before] in LIVE:
                status[before] = "superseded"
            told[sheet], status[sheet], live[table] = deed, WRITTEN[deed.kind], sheet
        elif deed.kind in BECAME:
            status[deed.payload.get("sheet")] = BECAME[deed.kind]
    seated = _seated(tournament)
    here = {}
    sheets = Scoresheet.objects.filter(table__round__stage__tournament=tournament).order_by("pk")
    for row in sheets.iterator(chunk_size=2_000):
        here[row.pk] = row
        about = _("version %(version)s of table %(table)s (sheet %(sheet)s)") % {
            "version": row.version,
            "table": row.table_id,
            "sheet": row.pk,
        }
        if row.pk not in told:
            yield None, _("There is %(sheet)s, but no deed reported it.") % {"sheet": about}
            continue
        deed = told[row.pk]
        now = {name: getattr(row, "table_id" if name == "table" else name) for name in FIGURES}
        if any(now[name] != deed.payload.get(name) for name in FIGURES):
            yield deed.seq, _("%(sheet)s has other figures now than were recorded here.") % {"sheet": about}
        if row.status != status[row.pk]:
            yield (
                deed.seq,
                _("%(sheet)s is “%(now)s”; by the deeds it is “%(then)s”.")
                % {
                    "sheet": about,
                    "now": row.status,
                    "then": status[row.pk],
                },
            )
        if row.status == "confirmed" and seated.get(row.table_id) != deed.payload.get("entries"):
            yield deed.seq, _("other players sit at the table of %(sheet)s now.") % {"sheet": about}
    for pk in sorted(told.keys() - here.keys(), key=str):
        yield told[pk].seq, _("the sheet that was recorded here is gone.")


def _seated(tournament: Tournament) -> dict[int, list[int]]:
    seated: dict[int, list[int]] = {}
    seats = Seat.objects.filter(round__stage__tournament=tournament).order_by("table_id", "wind")
    for table_id, entry_id in seats.values_list("table_id", "entry_id"):
        seated.setdefault(table_id, []).append(entry_id)
    return seated


def _penalties(tournament: Tournament, deeds: Sequence[Deed]) -> Iterator[Found]:
    told: dict[Any, Deed] = {deed.payload.get("penalty"): deed for deed in deeds if deed.kind == "penalized"}
    lifted: dict[Any, Deed] = {
        deed.payload.get("penalty"): deed for deed in deeds if deed.kind == "penalty_lifted"
    }
    here = {
        penalty.pk: penalty for penalty in Penalty.objects.filter(stage__tournament=tournament).order_by("pk")
    }
    for pk, penalty in here.items():
        if pk not in told:
            yield None, _("There is penalty %(penalty)s, but no deed imposed it.") % {"penalty": pk}
            continue
        payload = told[pk].payload
        if (penalty.entry_id, penalty.stage_id, penalty.amount) != (
            payload.get("entry"),
            payload.get("stage"),
            payload.get("amount"),
        ):
            yield (
                told[pk].seq,
                _("penalty %(penalty)s is for somebody or something else now.") % {"penalty": pk},
            )
        if (penalty.lifted_at is not None) != (pk in lifted):
            seq = lifted[pk].seq if pk in lifted else told[pk].seq
            yield (
                seq,
                _("penalty %(penalty)s is lifted in one place and stands in the other.") % {"penalty": pk},
            )
    for pk in sorted(told.keys() - here.keys(), key=str):
        yield told[pk].seq, _("the penalty that was imposed here is gone.")


def _scores(tournament: Tournament, deeds: Sequence[Deed]) -> Iterator[Found]:
    """Every confirmed sheet has exactly the scores that the rulebook gives for its figures, and no other counts."""
    rulebooks: dict[int, Rulebook] = {}
    counted: dict[int, list[tuple[int, ...]]] = {}
    scores = Score.objects.filter(stage__tournament=tournament, counts=True).order_by(
        "sheet_id", "seat__wind"
    )
    rows = scores.values_list("sheet_id", "entry_id", "place", "points", "chombo", "total")
    for sheet_id, *score in rows.iterator(chunk_size=8_000):
        counted.setdefault(sheet_id, []).append(tuple(score))
    seated = _seated(tournament)
    sheets = Scoresheet.objects.confirmed().filter(table__round__stage__tournament=tournament).order_by("pk")
    for sheet in sheets.iterator(chunk_size=2_000):
        players = len(sheet.points)
        rulebook = rulebooks.setdefault(players, tournament.rulebook_for(players))
        try:
            result = settle(
                rulebook,
                sheet.points,
                leftover=sheet.leftover,
                chombo=sheet.chombo,
                imbalance=sheet.imbalance,
            )
        except ScoringError as error:
            yield (
                None,
                _("Sheet %(sheet)s is confirmed, but the rulebook refuses it: %(why)s")
                % {
                    "sheet": sheet.pk,
                    "why": error.message,
                },
            )
            continue
        should: list[tuple[int, ...]] = [
            (entry, share.place, points, share.chombo, share.total)
            for entry, points, share in zip(
                seated.get(sheet.table_id, []), sheet.points, result.seats, strict=False
            )
        ]
        if counted.pop(sheet.pk, []) != should:
            yield (
                None,
                _("The scores of sheet %(sheet)s are not what the rulebook gives.") % {"sheet": sheet.pk},
            )
    for pk in counted:
        yield None, _("Scores of sheet %(sheet)s count although it is not confirmed.") % {"sheet": pk}
