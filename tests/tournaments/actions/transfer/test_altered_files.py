"""A file that was altered brings nothing in, and says where it was altered."""

import io
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from tests.tournaments.actions.transfer.files import (
    busy_server,
    event_file,
    lines_of,
    summed,
    taken_in,
    world_file,
)
from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError, NameTaken, StateRefuses
from tournaments.actions.transfer.reading import BadFile, checked_file
from tournaments.models import LedgerHead, Origin, Tournament
from tournaments.models.ledger import canonical

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
Lines = list[dict[str, Any]]
CONSOLE = Actor(is_console=True)


def where(lines: Lines, row: str, nth: int = 0) -> int:
    """The number of the n-th line of this kind, from 0."""
    return [number for number, line in enumerate(lines) if line["row"] == row][nth]


def refusal_of(file: bytes) -> ActionError:
    """What is said of a file that must not come in; nothing of it did."""
    before = Tournament.objects.count(), Origin.objects.count(), LedgerHead.objects.count()

    with pytest.raises(ActionError) as refused:
        taken_in(file, CONSOLE)

    assert (Tournament.objects.count(), Origin.objects.count(), LedgerHead.objects.count()) == before
    return refused.value


def altered(change: Callable[[Lines], object], source: Callable[[], bytes] = event_file) -> bytes:
    """A file that somebody altered who knows how to write the sum anew."""
    lines = lines_of(source())
    change(lines)
    return summed(lines)


def put(row: str, column: str, value: object, nth: int = 0) -> Callable[[Lines], object]:
    return lambda lines: lines[where(lines, row, nth)].update({column: value})


def test_a_letter_that_changed_on_the_way_is_noticed_by_the_sum():
    file = event_file().replace(b'"Bob"', b'"Rob"')

    assert refusal_of(file).code == "file_was_changed"


@pytest.mark.parametrize("kept", [1, 2, 40, -1])
def test_a_file_that_was_cut_is_refused(kept: int):
    whole = event_file().splitlines(keepends=True)

    assert "incomplete" in refusal_of(b"".join(whole[:kept])).message


def test_a_file_cut_within_a_line_says_which_line():
    refusal = refusal_of(event_file()[:5_000])

    cut = event_file()[:5_000].count(b"\n") + 1
    assert (refusal.code, refusal.fields["lines"][0]["line"]) == ("bad_file", cut)


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\n",
        b"{}",
        b"[]",
        b"name,club\nBob,Dragons\n",
        b"PK\x03\x04\x00\x00",
        b"\xff\xfe\x00",
        b'{"row":"jantaku"}\n',
        b'{"row":"end","lines":1,"sha256":"' + b"0" * 64 + b'"}\n',
        b"[" * 100_000,
        b'{"row":"jantaku","version":' + b"9" * 5_000 + b"}",
    ],
)
def test_what_is_no_such_file_is_called_so(file: bytes):
    assert refusal_of(file).code == "not_a_tournament_file"


def test_a_file_of_a_newer_version_says_that_this_server_is_old():
    assert refusal_of(altered(put("jantaku", "version", 2))).code == "newer_version"


def test_a_line_of_a_newer_version_is_named():
    file = altered(put("stage", "colour", "red"))

    lines = lines_of(file)
    assert refusal_of(file).fields["lines"][0]["line"] == where(lines, "stage") + 1


LINES: dict[str, Callable[[Lines], object]] = {
    "a number where a text belongs": put("player", "name", 7),
    "a text where a number belongs": put("entry", "number", "1"),
    "a fraction": put("sheet", "east", 40_000.5),
    "a number no column holds": put("sheet", "east", 2**70),
    "a number below what a column holds": put("entry", "number", -1),
    "a text too long": put("stage", "name", "x" * 61),
    "a name that hides something": put("player", "name", "Bob\u202eyrraL"),
    "a control character": put("tournament", "venue", "Hall\u0000"),
    "a control character inside JSON": put("draw", "quality", {"a": ["\u0000"]}),
    "a choice there is not": put("round", "status", "paused"),
    "a day without a zone": put("draw", "drawn_at", "2026-01-01T00:00:00"),
    "a day before there were tournaments": put("draw", "drawn_at", "0001-01-01T00:00:00Z"),
    "a value missing": lambda lines: lines[where(lines, "entry")].pop("lot"),
    "a row that is not there": put("seat", "entry", 99),
    "a row that is number 0": put("seat", "entry", 0),
    "a subject of a name that is not there": put("name", "subject", "player:99"),
    "a subject of no kind": put("name", "subject", "secret:1"),
    "a second tournament": lambda lines: lines.insert(
        where(lines, "tournament"), lines[where(lines, "tournament")]
    ),
    "a second beginning": lambda lines: lines.insert(1, lines[0]),
    "rows out of order": lambda lines: lines.insert(1, lines.pop(where(lines, "seat"))),
    "a row behind the ledger": lambda lines: lines.append(lines[where(lines, "seat")]),
    "an entry of an unknown kind": put("action", "kind", "bribed"),
    "an entry of another actor": put("action", "actor", "user:77", 5),
    "an entry at another time": put("action", "at", "2026-01-01T00:00:00.000000Z", 5),
    "an entry at no time": put("action", "at", "2026-13-41T00:00:00.000000Z", 5),
    "an entry with another content": put("action", "payload", '{"entry":1}', 5),
    "an entry left out": lambda lines: lines.pop(where(lines, "action", 5)),
    "two entries exchanged": lambda lines: lines.insert(
        where(lines, "action", 4), lines.pop(where(lines, "action", 5))
    ),
    "ids of no rows": put("ids", "ids", {}),
    "ids of rows that are not there": lambda lines: lines[where(lines, "ids")]["ids"].update(
        entry=[[1, 1, 10**6]]
    ),
    "one id for two rows": lambda lines: lines[where(lines, "ids")]["ids"].update(
        entry=[[1, 5, 1], [2, 5, 1]]
    ),
    "a draw of no part of the ledger": put("draw", "origin", None),
}


@pytest.mark.parametrize("what", LINES)
def test_a_line_that_cannot_be_is_named(what: str):
    refusal = refusal_of(altered(LINES[what]))

    assert refusal.fields["lines"][0]["line"] > 1
    assert refusal.message.startswith("Line ")


FACTS: dict[str, Callable[[Lines], object]] = {
    "a name": put("player", "name", "Robert"),
    "the name of the tournament": put("tournament", "name", "Another Open"),
    "who confirms": put("tournament", "confirmation_rule", "referee"),
    "a player's number": put("entry", "number", 77),
    "a lot": put("entry", "lot", 5),
    "a withdrawal": put("entry", "status", "withdrawn"),
    "a score": lambda lines: lines[where(lines, "score")].update(
        total=lines[where(lines, "score")]["total"] + 1
    ),
    "points": lambda lines: lines[where(lines, "sheet")].update(east=41_000, south=29_000),
    "who sits where": lambda lines: _exchange(lines, "seat", "entry"),
    "a later round's draft": lambda lines: _exchange(lines, "seat", "entry", 8),
    "a seed": put("draw", "seed", "another"),
    "a record": lambda lines: lines[where(lines, "draw")].update(
        record=lines[where(lines, "draw")]["record"].replace('"first":1', '"first":2')
    ),
    "who drew": put("draw", "drawn_by", 2),
    "a confirmation left out": lambda lines: lines.pop(where(lines, "confirmation", 3)),
    "a confirmation made up": lambda lines: lines.insert(
        where(lines, "confirmation", 3) + 1, {**lines[where(lines, "confirmation", 3)], "seat": 8}
    ),
    "a round's state": put("round", "status", "closed"),
    "an organizer more": lambda lines: lines.insert(
        where(lines, "staff", 1) + 1, {"row": "staff", "user": 2, "role": "organizer"}
    ),
    "a role": put("staff", "role", "scorer", 1),
    "a rulebook": lambda lines: lines[where(lines, "format")].update(
        rulebook_content=lines[where(lines, "format")]["rulebook_content"].replace("20000", "10000")
    ),
    "a rulebook that is none": put("format", "rulebook_content", "[]"),
    "tie-breaks that are none": put("tournament", "tie_breaks", ["luck"]),
    "house rules that are none": put("format", "house_rules", [1]),
    "quality that is none": put("draw", "quality", {"remarks": 7}),
    "a time zone that is none": put("tournament", "time_zone", "Mars/Olympus"),
    "aliases that are none": put("player", "aliases", [1]),
    "a record that asks for nothing": lambda lines: lines[where(lines, "draw")].update(
        record=lines[where(lines, "draw")]["record"].replace('"do":"schedule"', '"do":"nothing"')
    ),
    "which ids the ledger speaks of": lambda lines: lines[where(lines, "ids")]["ids"].update(entry=[]),
}


def _exchange(lines: Lines, row: str, column: str, nth: int = 0) -> None:
    one, two = lines[where(lines, row, nth)], lines[where(lines, row, nth + 4)]
    one[column], two[column] = two[column], one[column]


@pytest.mark.parametrize("what", FACTS)
def test_a_fact_that_the_ledger_does_not_tell_is_found(what: str):
    file = altered(FACTS[what])
    assert file != event_file()

    refusal = refusal_of(file)

    assert refusal.code in ("not_sound", "bad_file")
    assert "Nothing was imported." in refusal.message


def test_a_ledger_written_anew_whose_entry_says_what_it_cannot_is_refused():
    lines = lines_of(event_file())
    at = where(lines, "action", 5)
    lines[at]["payload"] = canonical({"entry": "Bob"})
    _seal(lines)

    assert "has invalid content" in refusal_of(summed(lines)).message


def test_a_ledger_with_a_kind_of_action_that_nobody_knows_is_refused():
    lines = lines_of(event_file())
    lines[where(lines, "action", 5)]["kind"] = "bribed"
    _seal(lines)

    assert "Ledger entry 6 has a kind unknown to this version (bribed)." in refusal_of(summed(lines)).message


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            put("jantaku", "entries", 3),
            "The ledger in the file does not end at the entry named in its first line.",
        ),
        (lambda lines: lines.pop(where(lines, "tournament")), "The file contains no tournament."),
        (put("draw", "origin", 7), "A draw refers to a part of the ledger that is not in the file."),
    ],
)
def test_a_file_whose_parts_do_not_belong_together_is_refused(change: Callable[[Lines], object], says: str):
    assert says in refusal_of(altered(change)).message


def test_a_draw_that_is_being_computed_is_never_in_a_file():
    assert (
        "such files are never written"
        in refusal_of(altered(put("job", "status", "running"), world_file)).message
    )


def test_what_stands_behind_the_last_line_or_is_not_counted_in_it_is_refused():
    *lines, last = event_file().splitlines(keepends=True)
    fewer = json.loads(last) | {"lines": len(lines) - 1}

    assert "The file continues after its last line." in refusal_of(event_file() + lines[-1]).message
    assert (
        f"there are {len(lines)} before this one, not {len(lines) - 1}"
        in refusal_of(b"".join(lines) + json.dumps(fewer).encode() + b"\n").message
    )


def test_a_ledger_written_anew_with_other_facts_does_not_agree_with_its_receipts():
    """Only receipts tell: whoever writes everything anew writes a file that agrees with itself."""
    lines = lines_of(event_file())
    _seal(lines)

    assert checked_file(io.BytesIO(summed(lines))).head.hash == lines[0]["hash"]


def _seal(lines: Lines) -> None:
    last = "0" * 64
    for line in lines:
        if line["row"] == "action":
            line["prev"] = last
            sealed = {name: line[name] for name in ("actor", "at", "kind", "payload", "prev", "seq")}
            text = canonical({**sealed, "ledger": lines[0]["ledger"]})
            line["hash"] = last = sha256(text.encode()).hexdigest()
    lines[0]["hash"] = last


def test_the_same_ledger_is_not_taken_in_twice():
    taken_in(event_file(), CONSOLE)

    with pytest.raises(StateRefuses) as refused:
        taken_in(event_file(), CONSOLE, slug="again")

    assert refused.value.code == "already_here"
    assert Tournament.objects.count() == 1


def test_an_address_that_is_taken_is_refused_and_another_may_be_chosen():
    busy_server(slug="summer-open")

    with pytest.raises(NameTaken):
        taken_in(event_file(), CONSOLE)

    assert taken_in(event_file(), CONSOLE, slug="summer-open-2").slug == "summer-open-2"


def test_a_file_larger_than_a_page_takes_is_refused_before_it_is_read_to_its_end():
    file = io.BytesIO(world_file())

    with pytest.raises(BadFile) as refused:
        checked_file(file, most_bytes=10_000)

    assert refused.value.code == "file_too_large"
    assert file.tell() < 40_000


def test_what_a_stranger_writes_into_a_ledgers_words_is_never_more_than_text():
    lines = lines_of(event_file())
    line = lines[where(lines, "player")]
    line["name"] = "<script>alert(1)</script>"

    assert refusal_of(summed(lines)).code == "not_sound"
    assert json.loads(event_file().splitlines()[0])["row"] == "jantaku"


@pytest.mark.parametrize("refusal", [7, {}, {"code": "x", "message": 1, "fields": []}])
def test_a_draw_that_was_refused_for_what_is_no_reason_is_never_in_a_file(refusal: object):
    def change(lines: Lines) -> None:
        lines[where(lines, "job")].update(status="refused", refusal=refusal)

    assert "Nothing was imported." in refusal_of(altered(change, world_file)).message
