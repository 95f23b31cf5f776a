"""The recipes of CONTRIBUTING.md, followed in a copy of the repository; what is left out is asked for."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = [pytest.mark.database("none"), pytest.mark.slow]

ROOT = Path(__file__).resolve().parent.parent
# What is compiled comes along: files keep their times, so that it need not be compiled anew.
LEFT_AT_HOME = shutil.ignore_patterns(".*", "var", "locale", "pictures", "results", "*.tmp", "*.pyc.*")


@dataclass(frozen=True)
class Step:
    """A part of a recipe: `new` is written into the file, after `behind`. Without it the test `by` says `asked`;
    `later`: once the other steps are done.
    """

    file: str
    behind: str
    new: str
    asked: str = ""
    by: str = ""
    later: bool = False

    def follow(self, copy: Path) -> None:
        path = copy / self.file
        before = path.read_text() if path.exists() else ""
        assert before.count(self.behind) == 1 or not before, f"{self.behind!r} in {self.file}"
        path.write_text(before.replace(self.behind, self.behind + self.new) if before else self.new)


RECIPES = {
    "A column that organizers edit": [
        Step(
            "tournaments/models/setup/structure.py",
            'help_text="For so many days photos of paper sheets are kept; empty: none are taken.",\n    )\n',
            '    motto = models.CharField(_("motto"), max_length=80, blank=True, help_text="Sung before play.")\n',
        ),
        Step(
            "tournaments/models/setup/structure.py",
            '        "photo_days": "photo_days",\n',
            '        "motto": "motto",\n',
            "motto: name it in Tournament.EDITABLE if organizers edit it",
            "tests/tournaments/models/test_editable.py",
        ),
        Step(
            "tournaments/actions/setup/tournaments.py",
            "    photo_days: int | None = None\n",
            '    motto: str = ""\n',
            "motto: organizers edit it, so add it to Frame of",
            "tests/tournaments/models/test_editable.py",
            later=True,
        ),
        Step(
            "tournaments/forms/editing.py",
            'help_text=gettext_lazy("Applies to photos taken from now on."),\n    )\n',
            '    motto = TitleField(label=gettext_lazy("Motto of the day"), required=False, max_length=80)\n',
            "motto: organizers edit it, so add it to EditTournamentForm of",
            "tests/tournaments/models/test_editable.py",
            later=True,
        ),
        Step(
            "tournaments/api/schemas/structure.py",
            '"Days for which photos of sheets are kept; null if none are taken."]\n',
            '    motto: Annotated[str, "Sung before play."]\n',
            "motto: organizers edit it, so add it to TournamentPageShape of",
            "tests/tournaments/models/test_editable.py",
            later=True,
        ),
        Step(
            "templates/includes/_event_hero.html",
            "    {% if tournament.venue %}<li><bdi>{{ tournament.venue }}</bdi></li>{% endif %}\n",
            "    {% if tournament.motto %}<li><bdi>{{ tournament.motto }}</bdi></li>{% endif %}\n",
            "motto: organizers type it about a tournament, so show it on a page",
            "tests/tournaments/models/test_editable.py",
            later=True,
        ),
    ],
    "A kind of ledger entry": [
        Step(
            "tournaments/models/setup/events.py",
            "    players: int\n    rulebook: str\n    hash: Digest\n    content: Digest\n",
            '\n\nclass MottoSung(Event):\n    kind = "motto_sung"\n    says = _("The motto was sung")\n',
        ),
        Step(
            "tournaments/models/setup/events.py",
            'class MottoSung(Event):\n    kind = "motto_sung"\n',
            "    on_stream = None\n",
            "The kind motto_sung does not say what programs hear of it",
            "tests/tournaments/models/test_events.py::test_every_kind_says_whether_programs_hear_of_it",
        ),
        Step(
            "tournaments/actions/hall/mottos.py",
            "",
            '"""What is sung."""\n\n'
            "from django.db import transaction\n\n"
            "from tournaments.actions.actor import Actor\n"
            "from tournaments.actions.ledger import record\n"
            "from tournaments.models import Tournament\n"
            "from tournaments.models.setup.events import MottoSung\n\n\n"
            "@transaction.atomic\n"
            "def sing(*, tournament: Tournament, by: Actor) -> None:\n"
            "    record(MottoSung(), tournament_id=tournament.pk, by=by)\n",
        ),
        Step("tournaments/verification/settings.py", "    TournamentReopened,\n", "    MottoSung,\n"),
        Step(
            "tournaments/verification/settings.py",
            "            TournamentReopened.kind: self._reopened,\n",
            "            MottoSung.kind: lambda _entry: None,\n",
            "The kind of ledger entry motto_sung is not in the parts of tournaments/verification",
            "tests/tournaments/models/test_events.py::test_every_kind_is_verified",
        ),
        Step(
            "tests/tournaments/actions/every_action.py",
            "announcements, photo_deletion, photos, referee_calls, text_removal\n",
            "from tournaments.actions.hall import mottos\n",
        ),
        Step(
            "tests/tournaments/actions/every_action.py",
            "    return order_draw(stage=hall.stage, plan=LONG, by=hall.alice, seed=SEED)\n",
            '\n\n@row("hall.mottos.sing", locks="ledgerhead", kinds="motto_sung")\n'
            "def _(hall: Hall):\n"
            "    return lambda: mottos.sing(tournament=hall.tournament, by=hall.alice)\n",
            "The action hall.mottos.sing is not in ROWS of tests/tournaments/actions/every_action.py",
            "tests/tournaments/actions/test_lock_order.py::test_every_action_has_a_row",
        ),
    ],
    "A page": [
        Step(
            "tournaments/views/public/mottos.py",
            "",
            '"""What is sung."""\n\n'
            "from django.http import HttpRequest, HttpResponse\n"
            "from django.shortcuts import render\n"
            "from django.views.decorators.http import require_safe\n\n"
            "from tournaments.models import Tournament\n"
            "from tournaments.views.policies import visible\n\n\n"
            "@visible\n"
            "@require_safe\n"
            "def motto(request: HttpRequest, tournament: Tournament) -> HttpResponse:\n"
            '    return render(request, "public/motto.html", {"tournament": tournament})\n',
        ),
        Step(
            "templates/public/motto.html",
            "",
            '{% extends "event_base.html" %}\n'
            "{% block title %}{{ tournament.name }}{% endblock %}\n"
            "{% block content %}\n  <h1><bdi>{{ tournament.name }}</bdi></h1>\n{% endblock %}\n",
        ),
        Step(
            "tournaments/views/public/urls.py",
            "from tournaments.views.public.teams import team\n",
            "from tournaments.views.public.mottos import motto\n",
        ),
        Step(
            "tournaments/views/public/urls.py",
            'path("t/<slug:slug>/ledger/", tournaments.ledger, name="ledger"),\n',
            '    path("t/<slug:slug>/motto/", motto, name="motto"),\n',
        ),
        Step(
            "tests/tournaments/views/permission_matrix.py",
            '    f"{T}titles/": desk(EVERYBODY),\n',
            '    f"{T}motto/": desk(EVERYBODY),\n',
            "The page t/<slug:slug>/motto/ is not in PAGES of tests/tournaments/views/permission_matrix.py",
            "tests/tournaments/views/test_permission_matrix.py::test_every_page_is_in_the_matrix",
        ),
        Step(
            "tournaments/templatetags/frame.py",
            '        frozenset({"live_totals", "register_yourself", "nights"',
            ', "motto"',
            "The page of an event motto/ is not in TABS of tournaments/templatetags/frame.py",
            "tests/tournaments/templatetags/test_frame.py::test_every_address_of_an_event_belongs_to_one_tab",
        ),
    ],
    "A call of the API": [
        Step(
            "tournaments/api/resources/setup/mottos.py",
            "",
            '"""What is sung."""\n\n'
            "from tournaments.actions.hall.mottos import sing\n"
            "from tournaments.api.api_view import ApiView\n"
            "from tournaments.api.operations import writes\n"
            "from tournaments.models import Tournament\n"
            "from tournaments.permissions import can_referee\n"
            "from web.api.policies import Everybody\n\n\n"
            "class Motto(ApiView):\n"
            "    permission_classes = [Everybody]\n\n"
            '    @writes("sing", "Sing the motto", permission=can_referee, status=204)\n'
            "    def post(self, tournament: Tournament) -> None:\n"
            "        sing(tournament=tournament, by=self.actor)\n",
        ),
        Step(
            "tournaments/api/urls.py",
            "from tournaments.api.resources.play.announcements import OneAnnouncement, TournamentAnnouncements\n",
            "from tournaments.api.resources.setup.mottos import Motto\n",
        ),
        Step(
            "tournaments/api/urls.py",
            '    path("v1/announcements/<id:pk>/", OneAnnouncement.as_view()),\n',
            '    path("v1/tournaments/<slug:slug>/motto/", Motto.as_view()),\n',
        ),
        Step(
            "tests/tournaments/api/permission_matrix.py",
            '    api("DELETE", "v1/announcements/<id:pk>/", action(204, DECIDES), pk="announcement"),\n',
            '    api("POST", f"{T}motto/", action(204, DECIDES), slug="slug"),\n',
            "The call POST api/v1/tournaments/<slug:slug>/motto/ is not in MATRIX of tests/tournaments/api/",
            "tests/tournaments/api/every_view/test_permission_matrix.py"
            "::test_every_method_of_every_route_has_a_row_and_every_row_a_route",
        ),
    ],
}
STEPS = [step for steps in RECIPES.values() for step in steps]
ASKED = [step for step in STEPS if step.asked]


def cooked(folder: Path, steps: list[Step]) -> Path:
    """A copy of the repository in which these steps are done, and what the database has to follow."""
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, ignore=LEFT_AT_HOME)
    for step in steps:
        step.follow(copy)
    made = run(copy, "manage.py", "makemigrations", "tournaments", "--name", "tournaments_have_a_motto")
    assert "tournaments_have_a_motto.py" in made.stdout, made.stdout
    return copy


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Do this in the copy, with a database of its own: that of this run may lack a column. It begins with a copy of
    what `make test` migrated, so that only the column's migration is left to run.
    """
    outside = {
        name: value
        for name, value in os.environ.items()
        if name == "JANTAKU_MIGRATED_SQLITE" or not name.startswith(("JANTAKU", "DATABASE"))
    }
    home = {"JANTAKU_VAR_DIR": str(copy / "var"), "JANTAKU_ENV_FILE": os.devnull}
    return subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**outside, **home},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def asking(copy: Path, steps: list[Step]) -> subprocess.CompletedProcess[str]:
    """Run the tests that ask for these steps, and no others of their files."""
    return run(
        copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *dict.fromkeys(step.by for step in steps)
    )


@pytest.mark.timeout(300)
def test_who_follows_every_recipe_is_asked_for_nothing(tmp_path: Path) -> None:
    copy = cooked(tmp_path, STEPS)

    asked = asking(copy, ASKED)

    assert asked.returncode == 0, asked.stdout


@pytest.mark.timeout(300)
@pytest.mark.parametrize("later", [False, True], ids=["at once", "once the others are done"])
def test_a_step_that_is_left_out_is_asked_for_by_a_sentence(later: bool, tmp_path: Path) -> None:
    left_out = [step for step in ASKED if step.later >= later]
    copy = cooked(tmp_path, [step for step in STEPS if step not in left_out])

    said = " ".join(asking(copy, left_out).stdout.split())

    silent = [step.asked for step in left_out if step.later == later and step.asked not in said]
    assert silent == [], said


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_names_the_files_that_following_it_changes(name: str) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    [recipe] = re.findall(rf"^### {name}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)

    unnamed = {step.file for step in RECIPES[name] if not is_named(step.file, recipe)}

    assert unnamed == set()
    assert len(recipe.strip().splitlines()) <= 10


def is_named(file: str, recipe: str) -> bool:
    """By itself or, where it is a new one, by its folder."""
    return f"`{file}`" in recipe or f"`{file.rpartition('/')[0]}/`" in recipe
