"""What a request may say is bounded by what can be kept, and the bound stands in one place."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.db import models

from tournaments.models import Night, Penalty, Qualification, Scoresheet, Tournament
from tournaments.models.free_play.nights import MOST_PLACES
from tournaments.models.play.results import MOST_DEDUCTED
from web.api.fields import longest, within

pytestmark = pytest.mark.once("reads declarations, without a database")

RESOURCES = Path(settings.BASE_DIR, "tournaments", "api", "resources")
# Texts that no column keeps as they are: of a search, a code, a version that was seen, the address of
# an invitation's mail, the hash of rules.
KEPT_NOWHERE = {"search", "code", "pin", "tag", "email", "rulebook_hash", "league"}
# The hash of the rules of a table, which is compared.
HASHES = {("EnteringGame", "rulebook")}
# Numbers that no column bounds: options of what is asked, of a plan that is drawn from and not kept, of what is
# worked out; those of a list that is kept as one; and those that are narrower than their column.
BOUNDED_BY_NO_COLUMN = {
    *(("Planning", field) for field in ("rounds", "best", "matches", "games", "line_up", "effort")),
    *(("Again", "effort"), ("NewNights", "weeks"), ("NewToken", "days"), ("Extending", "minutes")),
    *(
        ("RecordsQuery", "games"),
        ("TitlesQuery", "games"),
        ("LedgerQuery", "after"),
        ("LedgerQuery", "limit"),
    ),
    *(
        ("EntryQuery", "team"),
        ("PlayerQuery", "club"),
        ("RoundQuery", "stage"),
        ("TournamentQuery", "season"),
    ),
    *(("CheckedList", "as_of"), ("EnteringGame", "format"), ("EnteringOnlineGame", "players")),
    *(
        ("SeasonRankingInput", "by_rank"),
        ("QualificationInput", "by_rank"),
        ("TeamCountingInput", "match_points"),
    ),
    # From 1, where the column takes 0 or only a trigger knows better.
    *(("NewEntry", "number"), ("EditedEntry", "number"), ("Limiting", "number"), ("NewTournament", "level")),
    *(("SeatingConstraintInput", "table"), ("QualifyingRuleInput", "last")),
    *(("EditedTournament", "live_delay"), ("EditedTournament", "photo_days")),
    # Bounded by what adds up (a check of several columns), and wider than its column: refused in a sentence.
    *(("Reported", "imbalance"), ("NewOddRulebook", "players")),
    # Beside `within`: the most, where the column has none.
    *(("Reported", "chombo"), ("Terms", "capacity"), ("ChangedTeam", "round")),
    *(("Terms", field) for field in ("club_limit", "country_limit", "own_places")),
    # Of a rule that is not kept itself: dates and times are. A round takes a minute at least.
    *(("TimesRule", "minutes"), ("TimesRule", "weekdays")),
    *(("RegistrationDaysInput", field) for field in ("opens_before", "closes_before", "at")),
    ("RoundTimesInput", "move_days"),
    # In a JSON column.
    ("CountryPlacesInput", "places"),
    *(("QualificationInput", field) for field in ("numerator", "denominator", "quantum")),
    ("QualifyingRuleInput", "first"),
    *(("NewChange", "to_level"), ("NewTeamChange", "to_level")),
}


def test_the_length_of_a_text_is_that_of_its_column() -> None:
    assert longest(Tournament, "venue") == Tournament._meta.get_field("venue").max_length == 100


def test_a_column_of_any_length_bounds_nothing() -> None:
    assert isinstance(Penalty._meta.get_field("amount"), models.IntegerField)

    with pytest.raises(TypeError, match=r"Penalty\.amount takes a text of any length"):
        longest(Penalty, "amount")


def test_the_bounds_of_a_number_are_those_of_its_column() -> None:
    assert within(Penalty, "amount") == {"min_value": -MOST_DEDUCTED, "max_value": MOST_DEDUCTED}
    assert within(Scoresheet, "east_chombo") == {"min_value": 0}
    assert within(Qualification, "denominator") == {"min_value": 1}


def test_a_column_that_may_be_empty_bounds_the_numbers_in_it() -> None:
    assert within(Night, "places") == {"min_value": 1, "max_value": MOST_PLACES}
    assert within(Tournament, "confirmations_needed") == {"min_value": 1, "max_value": 3}


def test_a_column_of_any_number_bounds_nothing() -> None:
    with pytest.raises(TypeError, match=r"Scoresheet\.imbalance takes any number: say here which are taken"):
        within(Scoresheet, "imbalance")


def written_bounds() -> set[tuple[str, str]]:
    """Numbers of requests with a bound that is named in the source, and not read from a column: class, field."""
    return {
        (form.name, ast.unparse(line.targets[0]))
        for path in sorted(RESOURCES.rglob("*.py"))
        for form in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(form, ast.ClassDef)
        for line in form.body
        if isinstance(line, ast.Assign)
        for call in ast.walk(line.value)
        if isinstance(call, ast.Call)
        for word in call.keywords
        if word.arg in ("min_value", "max_value")
    }


def test_no_bound_of_a_column_is_written_again() -> None:
    again = [
        f"{form}.{field}: read its bounds from the column, **within(Model, 'column'), or say in "
        "BOUNDED_BY_NO_COLUMN that none has them"
        for form, field in sorted(written_bounds() - BOUNDED_BY_NO_COLUMN)
    ]

    assert again == []
    assert written_bounds() >= BOUNDED_BY_NO_COLUMN, "these are read from a column by now, or gone"


def literal_lengths() -> list[tuple[str, str, int]]:
    """Texts of requests whose length is a number in the source: class, field, length."""
    found = []
    for path in sorted(RESOURCES.rglob("*.py")):
        for form in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(form, ast.ClassDef):
                continue
            for line in form.body:
                if not (isinstance(line, ast.Assign) and isinstance(line.value, ast.Call)):
                    continue
                kind = ast.unparse(line.value.func).rpartition(".")[2]
                for word in line.value.keywords:
                    if (
                        word.arg == "max_length"
                        and isinstance(word.value, ast.Constant)
                        and kind != "Several"
                    ):
                        found.append((form.name, ast.unparse(line.targets[0]), word.value.value))
    return found


def test_no_length_of_a_column_is_written_again() -> None:
    again = [
        (form, field, length)
        for form, field, length in literal_lengths()
        if field not in KEPT_NOWHERE and (form, field) not in HASHES
    ]

    assert again == [], "read it from the column: max_length=longest(Model, 'column')"
    assert len(literal_lengths()) > 5
