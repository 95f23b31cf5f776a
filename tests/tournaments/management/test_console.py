"""What the commands of the console refuse, in a sentence; nothing is changed, and no file is written."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.permissions import digest
from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.verification.attacker import run, take_guards_down

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

    assert refused("record_baseline", by="nobody@example.org") == "There is no account nobody@example.org."
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
