"""Import a player list: everyone in it is entered, or no one is and the report says why."""

import hashlib
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.countries import two_letters
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.imports.names import full_name, named
from tournaments.actions.imports.roster import Person, Roster
from tournaments.actions.imports.seat_columns import FIRST_NAME, LAST_NAME
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.entries import MOST_NUMBER
from tournaments.actions.states import refuse_finished, refuse_finished_by_now
from tournaments.models import LedgerEntry, LedgerHead, Tournament
from tournaments.models.people.events import PlayersImported
from tournaments.models.play.events import ResultsImported
from web.sheets.csv_rows import Chosen, Finding, Row, Sheet, has_all, read_rows, write_rows
from web.sheets.headers import Header
from web.text.typed_figures import whole_number

COLUMNS = {
    "name": ("player", "player name", "full name", "氏名", "名前", "選手名", "選手", "プレイヤー", "参加者"),
    "first_name": FIRST_NAME,
    "last_name": LAST_NAME,
    "reading": ("kana", "furigana", "読み", "よみ", "読み仮名", "ふりがな", "フリガナ", "よみがな", "カナ"),
    "country": (
        "country code",
        "nationality",
        "nation",
        "nat",
        "国",
        "国籍",
        "国コード",
        "land",
        "pays",
        "país",
    ),
    "club": ("所属", "所属クラブ", "クラブ", "クラブ名", "所属団体"),
    "team": ("チーム", "チーム名"),
    "number": ("no", "#", "entry number", "番号", "エントリー番号", "参加番号", "ゼッケン"),
    "substitute": ("is_substitute", "sub", "reserve", "補欠", "代打ち", "控え", "代走", "リザーブ"),
    "licence_body": ("license body", "federation", "licence", "license", "登録団体", "連盟", "団体"),
    "ema_number": (
        "ema no",
        "ema nr",
        "ema id",
        "ema number",
        "ema licence",
        "ema license",
        "ema",
        "ema番号",
    ),
    "licence_number": (
        "license number",
        "licence no",
        "license no",
        "会員番号",
        "登録番号",
        "ライセンス番号",
    ),
    # Written for the organizer, who notes fees on the list; an import leaves them alone.
    "paid": ("fee paid", "支払い", "参加費"),
}
YES = {"yes", "y", "true", "1", "x", "✓", "○", "◯", "はい", "補欠", "控え", "substitute", "reserve"}
NO = {"", "no", "n", "false", "0", "-", "×", "いいえ"}
REQUIRED = (("name", "last_name"),)
# What a list says of a person; `player_list` adds who has paid.
OF_PEOPLE = (
    "name",
    "reading",
    "country",
    "club",
    "team",
    "number",
    "substitute",
    "licence_body",
    "licence_number",
)
WRITTEN = (*OF_PEOPLE, "paid")
EMA, EMA_DIGITS = "EMA", 8
IMPORTS = (PlayersImported.kind, ResultsImported.kind)


class ImportRefused(RulesRefuse):
    """The file has errors; nothing was imported. `fields["lines"]` lists them."""

    code = "import_has_errors"


class ImportedMeanwhile(StateRefuses):
    """Another import into this tournament finished after this one read it."""

    code = "imported_meanwhile"


@dataclass
class ImportReport:
    """What a list does to a tournament, or would do in a dry run. `as_of` is the ledger entry it was compared
    with.
    """

    is_dry_run: bool
    as_of: int
    rows: int = 0
    new_players: int = 0
    known_players: int = 0
    already_entered: int = 0
    lines: list[dict[str, object]] = field(default_factory=list)
    # Our columns that the file has.
    columns: list[str] = field(default_factory=list)
    # The file's own columns and how each was read.
    header: Header = field(default_factory=Header)
    findings: list[Finding] = field(default_factory=list)

    @property
    def entered(self) -> int:
        """The number of entries this creates."""
        return self.new_players + self.known_players

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.is_error]

    def as_dict(self) -> dict[str, object]:
        return {
            "dry_run": self.is_dry_run,
            "as_of": self.as_of,
            "rows": self.rows,
            "entered": self.entered,
            "new_players": self.new_players,
            "known_players": self.known_players,
            "already_entered": self.already_entered,
            "lines": self.lines,
            "header": self.header.as_dict(),
            "findings": [finding.as_dict() for finding in self.findings],
        }


@dataclass(frozen=True)
class ImportOptions:
    """How a list is imported.

    A dry run only reports. `as_of`: the ledger entry its report was based on; by default the last one when the import
    begins. `chosen`: the organizer's mapping of columns. `confirm`: the codes of confirmed doubts.
    """

    dry_run: bool = False
    as_of: int | None = None
    chosen: Chosen | None = None
    confirm: Collection[str] = ()


USUAL = ImportOptions()


def import_players(
    *, tournament: Tournament, text: str, by: Actor, options: ImportOptions = USUAL
) -> ImportReport:
    """Enter everyone on a CSV list who is not entered yet, creating players, clubs and teams as needed.

    A player is matched by licence, by an entry's number and name, or by exact name and club. Two people with the same
    name are a warning. All or nothing: a file with an error raises ImportRefused; a dry run returns the same
    findings. Idempotent: existing entries are skipped. Raises ImportedMeanwhile if another import came in since
    `as_of`, so that concurrent imports of one file count once. Two spellings of what may be one name are an error
    unless `two_spellings` is confirmed, and so is a player in another division of the season unless
    `in_another_division` is.
    """
    as_of = seq_of(tournament) if options.as_of is None else options.as_of
    sheet = read_rows(text, COLUMNS, REQUIRED, chosen=options.chosen)
    people = [person for row in sheet.rows if (person := _person(row, sheet))]
    if options.dry_run:
        refuse_finished_by_now(tournament)
        return _report(sheet, Roster.of(tournament, people, by, options.confirm), as_of, is_dry_run=True)
    with transaction.atomic():
        lock_for_import(tournament, as_of)
        roster = Roster.of(tournament, people, by, options.confirm)
        report = _report(sheet, roster, as_of, is_dry_run=False)
        refuse_errors(report.errors)
        roster.write(file=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), by=by)
    return report


def is_header(cells: Sequence[str]) -> bool:
    return has_all(cells, COLUMNS, REQUIRED)


def player_list(tournament: Tournament) -> str:
    """Return the tournament's entries as CSV that `import_players` reads back."""
    entries = (
        tournament.entries.of_one_each().with_people().prefetch_related("player__licences").order_by("number")
    )
    rows = []
    for entry in entries:
        player = entry.player
        licence = next(iter(player.licences.all()), None)
        rows.append(
            [
                player.name,
                player.reading,
                player.country,
                player.club or "",
                entry.team or "",
                entry.number,
                "yes" if entry.is_substitute else "",
                licence.body if licence else "",
                licence.number if licence else "",
                "yes" if entry.paid_at else "",
            ]
        )
    return write_rows(WRITTEN, rows)


def seq_of(tournament: Tournament) -> int:
    """Return the number of the last ledger entry."""
    return LedgerHead.objects.values_list("seq", flat=True).get(tournament=tournament)


def lock_for_import(tournament: Tournament, as_of: int) -> None:
    """Lock the tournament; refuses a finished one, and one that was imported into after `as_of`."""
    refuse_finished(lock_tournament(tournament.pk))
    if LedgerEntry.objects.filter(tournament=tournament, seq__gt=as_of, kind__in=IMPORTS).exists():
        raise ImportedMeanwhile(
            _(
                "Someone else has just imported into this tournament. Please check what was imported, then "
                "try again."
            )
        )


def refuse_errors(errors: list[Finding]) -> None:
    """Raise ImportRefused if there are errors, listing every line."""
    if errors:
        message = ngettext(
            "%(count)s line needs fixing; nothing was imported. %(first)s",
            "%(count)s lines need fixing; nothing was imported. %(first)s",
            len(errors),
        )
        raise ImportRefused(
            message % {"count": len(errors), "first": errors[0]},
            fields={"lines": [error.as_dict() for error in errors]},
        )


def _person(row: Row, sheet: Sheet) -> Person | None:
    if not (row["name"] or row["last_name"]):
        if {"name", "last_name"} & row.unreadable:
            return None
        sheet.findings.append(Finding(row.line, "name_missing", _("The name is missing."), "name"))
        return None
    name = full_name(row, "name", sheet)
    if not name:
        return None
    return Person(
        line=row.line,
        name=name,
        reading=named(row, "reading", sheet),
        country=_country(row, sheet),
        club=named(row, "club", sheet),
        team=named(row, "team", sheet),
        number=_number(row, sheet),
        is_substitute=_is_substitute(row, sheet),
        licence=_licence(row, sheet),
    )


def _country(row: Row, sheet: Sheet) -> str:
    country = two_letters(unicodedata.normalize("NFKC", row["country"]))
    if country is None:
        message = _(
            "“%(country)s” is not a country code. Please use two or three letters, such as JP or GER."
        )
        sheet.findings.append(
            Finding(row.line, "bad_country", message % {"country": row["country"]}, "country")
        )
    return country or ""


def _number(row: Row, sheet: Sheet) -> int | None:
    if not row["number"]:
        return None
    number = whole_number(row["number"])
    if number is None or not 1 <= number <= MOST_NUMBER:
        message = _(
            "“%(number)s” is not an entry number. Please use a whole number from 1, or leave it blank."
        )
        sheet.findings.append(Finding(row.line, "bad_number", message % {"number": row["number"]}, "number"))
        return None
    return number


def _is_substitute(row: Row, sheet: Sheet) -> bool:
    word = row["substitute"].casefold()
    if word not in YES | NO:
        message = _("“%(word)s” is neither yes nor no.") % {"word": row["substitute"]}
        sheet.findings.append(Finding(row.line, "bad_substitute", message, "substitute"))
    return word in YES


def _licence(row: Row, sheet: Sheet) -> tuple[str, str] | None:
    body, number = named(row, "licence_body", sheet), named(row, "licence_number", sheet)
    if not body and not number and (ema := named(row, "ema_number", sheet)):
        # Spreadsheets drop a number's leading zeros.
        body, number = EMA, ema.zfill(EMA_DIGITS) if ema.isdecimal() and len(ema) == EMA_DIGITS - 1 else ema
    if bool(body) != bool(number):
        message = _("A licence needs both the federation and the number.")
        sheet.findings.append(Finding(row.line, "half_a_licence", message, "licence_number"))
    elif len(body) > 20 or len(number) > 30:
        message = _("A federation has at most 20 characters, a licence number at most 30.")
        sheet.findings.append(Finding(row.line, "licence_too_long", message, "licence_number"))
    return (body, number) if body and number else None


def _as_understood(person: Person) -> dict[str, object]:
    """Return a line as it was understood, by our column names, for the dry run."""
    body, number = person.licence or ("", "")
    return {
        "line": person.line,
        "name": person.name,
        "reading": person.reading,
        "country": person.country,
        "club": person.club,
        "team": person.team,
        "number": person.number,
        "substitute": person.is_substitute,
        "licence_body": body,
        "licence_number": number,
    }


def _columns_shown(sheet: Sheet) -> list[str]:
    """Return the person columns in the file."""
    there = set(sheet.columns)
    if "last_name" in there:
        there.add("name")
    if "ema_number" in there:
        there |= {"licence_body", "licence_number"}
    return [column for column in OF_PEOPLE if column in there]


def _report(sheet: Sheet, roster: Roster, as_of: int, *, is_dry_run: bool) -> ImportReport:
    outcomes = [place.outcome for place in roster.places]
    return ImportReport(
        is_dry_run=is_dry_run,
        as_of=as_of,
        rows=len(sheet.rows),
        new_players=outcomes.count("new_player"),
        known_players=outcomes.count("known_player"),
        already_entered=outcomes.count("already_entered"),
        lines=[_as_understood(place.person) | {"outcome": place.outcome} for place in roster.places],
        columns=_columns_shown(sheet),
        header=sheet.header,
        findings=sorted([*sheet.findings, *roster.findings], key=lambda finding: finding.line),
    )
