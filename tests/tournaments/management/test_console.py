"""What the commands of the console refuse, in a sentence; nothing is changed, and no file is written."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.permissions import digest
from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.verification.attacker import run, take_guards_down
from tournaments.management.console import no_file
from tournaments.models import LedgerHead

pytestmark = pytest.mark.django_db
GAME = "game,player,points\n" + "".join(f"1,{name},25000\n" for name in "ABCD")


def refused(name: str, *arguments: object, **options: object) -> str:
    before = digest()
    with pytest.raises(CommandError) as refusal:
        call_command(name, *map(str, arguments), stdout=io.StringIO(), **options)
    assert digest() == before
    return str(refusal.value)


def test_a_person_and_a_tournament_that_are_not_here_are_named(hall: Hall, tmp_path: Path) -> None:
    file = tmp_path / "event.jantaku"

    assert (
        refused("record_baseline", by="nobody@example.org")
        == "The account nobody@example.org does not exist."
    )
    assert refused("export_tournament", file, tournament="nowhere") == (
        "There is no tournament at the address “nowhere”."
    )
    assert not file.exists()


def test_a_file_is_written_where_there_is_a_folder_and_none_of_its_name(hall: Hall, tmp_path: Path) -> None:
    there, nowhere = tmp_path / "mine.jantaku", tmp_path / "none" / "event.jantaku"
    there.write_text("mine")

    says = [refused("export_tournament", path, tournament="spring-open") for path in (there, nowhere)]

    assert says == [f"{there} exists; nothing is overwritten.", f"{nowhere}: No such file or directory"]
    assert there.read_text() == "mine"


def test_a_file_that_is_not_there_or_no_tournament_is_not_taken_in(hall: Hall, tmp_path: Path) -> None:
    nowhere, bad = tmp_path / "none.jantaku", tmp_path / "bad.jantaku"
    bad.write_text("no tournament")

    assert refused("take_in_tournament", nowhere) == f"{nowhere}: No such file or directory"
    assert "no such file" not in refused("take_in_tournament", bad).lower()


def test_receipts_that_are_not_there_are_named(hall: Hall, tmp_path: Path) -> None:
    nowhere = tmp_path / "receipts.json"

    assert refused("verify_ledger", receipts=[str(nowhere)]) == f"{nowhere}: No such file or directory"


def test_games_go_to_a_stage_that_is_there(hall: Hall, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(GAME)

    assert refused("import_results", file, tournament="spring-open", stage=7) == "spring-open has no stage 7."


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("{", "--house-rules: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        (json.dumps(["result.tie"]), "--house-rules: please give a JSON object."),
    ],
)
def test_house_rules_are_a_json_object(tmp_path: Path, rules: str, says: str) -> None:
    file = tmp_path / "games.csv"
    file.write_text(GAME)

    assert refused("import_results", file, tournament="new", rulebook="mleague", house_rules=rules) == says


def test_of_a_dry_run_the_lines_that_need_mending_are_counted(hall: Hall, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(GAME.replace("25000", "many"))

    says = refused("import_results", file, tournament="spring-open", dry_run=True)

    assert says == "4 lines need mending."


def test_what_is_not_sound_is_not_recorded_as_what_was_always_so(db: None) -> None:
    hall = hall_with_a_game()
    take_guards_down()
    run("UPDATE tournaments_score SET total = total + 1")

    assert refused("record_baseline", tournament=hall.tournament.slug) == "Not sound: spring-open."


def printed(name: str, *arguments: object, **options: object) -> str:
    """What a command prints, or how it refuses."""
    out = io.StringIO()
    try:
        call_command(name, *map(str, arguments), stdout=out, **options)
    except CommandError as refusal:
        return str(refusal)
    return out.getvalue()


def by_standard_input(patch: pytest.MonkeyPatch, content: bytes) -> None:
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_tournament_goes_to_the_standard_output_as_it_goes_to_a_file(
    hall: Hall, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "event.jantaku"
    said = printed("export_tournament", file, tournament="spring-open")

    nothing_else = printed("export_tournament", "-", tournament="spring-open")

    out, err = capsysbinary.readouterr()
    assert (out, nothing_else) == (file.read_bytes(), "")
    assert said == f"{file}: {err.decode()}"


def test_a_tournament_comes_by_the_standard_input_as_from_a_file(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "event.jantaku"
    call_command("export_tournament", str(file), tournament="spring-open", stdout=io.StringIO())
    by_name = printed("take_in_tournament", file)

    by_standard_input(monkeypatch, file.read_bytes())
    so = printed("take_in_tournament", "-")

    by_standard_input(monkeypatch, file.read_bytes()[:-9])
    assert so == by_name
    assert refused("take_in_tournament", "-") != by_name


def test_games_come_by_the_standard_input_as_from_a_file(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.csv"
    file.write_text(GAME)
    by_name = printed("import_results", file, tournament="spring-open", dry_run=True)

    by_standard_input(monkeypatch, GAME.encode())
    so = printed("import_results", "-", tournament="spring-open", dry_run=True)

    assert "1 games read: 1 would be imported" in so
    assert so == by_name


def test_receipts_come_and_heads_go_by_the_standard_input_and_output(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = printed("witness", file="-")

    by_standard_input(monkeypatch, heads.encode())
    said = printed("verify_ledger", receipts=["-"])

    assert [json.loads(line)["seq"] for line in heads.splitlines()] == [LedgerHead.objects.get().seq]
    assert said.endswith("1 ledger is sound; 1 receipt agrees.\n")


def test_a_file_that_only_the_shell_may_open_is_left_to_it() -> None:
    denied = no_file("/root/event.jantaku", PermissionError(13, "Permission denied"))

    assert str(denied) == (
        "/root/event.jantaku: Permission denied. Let the shell open it: “-” instead, and < or > before its name."
    )
