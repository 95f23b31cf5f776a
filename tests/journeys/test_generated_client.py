"""A client generated from the description lists, claims, reports and confirms on a running server."""

import importlib
import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tools.demo_house import Demo, House, demo_house
from web.api.docs import description

pytestmark = pytest.mark.slow

NAME = "jantaku_client"
POINTS = [45_000, 35_000, 25_000, 15_000]
# Formatting what nobody reads takes longer than making it; and the generator knows a picture only as bytes.
CONFIG = "post_hooks: []\ncontent_type_overrides:\n  image/jpeg: application/octet-stream\n"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the generated package; what the generator could not do fails here."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "description.json").write_text(json.dumps(description(), default=str), encoding="utf-8")
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    command += ["--path", "description.json", "--config", "config.yaml", "--output-path", NAME]
    done = subprocess.run(
        [*command, "--fail-on-warning"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def house(demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that needs no browser."""
    with demo_house(tmp_path_factory.mktemp("house") / "var", demo_of_the_house) as house:
        yield house


def part(name: str) -> ModuleType:
    return importlib.import_module(f"{NAME}.{name}")


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Closes the clients of a test: each keeps a connection."""
    with ExitStack() as stack:
        yield stack


@pytest.mark.once("made from the description, which names no database")
def test_every_module_of_the_client_can_be_imported(generated: Path) -> None:
    modules = sorted(
        ".".join(path.relative_to(generated).with_suffix("").parts) for path in generated.rglob("*.py")
    )

    for module in modules:
        importlib.import_module(f"{NAME}.{module}".removesuffix(".__init__"))

    named = {
        operation["operationId"]
        for methods in description()["paths"].values()
        for operation in methods.values()
    }
    assert len([module for module in modules if module.startswith("api.") and "__" not in module]) == len(
        named
    )


def test_it_lists_reads_claims_reports_and_confirms(generated: Path, house: House, opened: ExitStack) -> None:
    models, client = part("models"), part("client")
    everybody = opened.enter_context(client.Client(base_url=house.url))

    def phone(code: str) -> tuple[Any, Any]:
        unknown = opened.enter_context(client.Client(base_url=house.url))
        claimed = part("api.seats.claim_seat").sync(
            client=unknown, body=models.Claiming(code=code), idempotency_key=uuid.uuid4().hex
        )
        own = client.AuthenticatedClient(base_url=house.url, token=claimed.token)
        return opened.enter_context(own), claimed

    (east, seat), (south, _seat) = phone(house.codes[0]), phone(house.codes[1])
    listed = part("api.tournaments.list_tournaments").sync(client=everybody)
    tournament = part("api.tournaments.get_tournament").sync(seat.tournament, client=everybody)
    board = part("api.rounds.get_round").sync(seat.round_, client=everybody)
    table = part("api.tables.get_table").sync(seat.table, client=everybody)
    reported = part("api.tables.report").sync(
        seat.table,
        client=east,
        body=models.Report(points=POINTS, entries=[one.entry.id for one in table.seats]),
        idempotency_key=uuid.uuid4().hex,
    )
    confirmed = part("api.scoresheets.confirm").sync(
        reported.id,
        client=south,
        body=models.Confirming(),
        if_match=f'"{reported.tag}"',
        idempotency_key=uuid.uuid4().hex,
    )
    live = part("api.rounds.get_round").sync(seat.round_, client=everybody)
    standings = part("api.stages.get_standings").sync(board.stage, client=everybody)

    assert seat.tournament in {one.slug for one in listed.results}
    assert tournament.units_per_point == board.units_per_point == 1_000
    assert reported.status == "submitted"
    assert len(confirmed.confirmed_by_seats) == 1
    assert next(one.sheet.points for one in live.tables if one.id == seat.table) == POINTS
    assert standings.standings[0].rank == 1
    assert {one.entry.id for one in table.seats} <= {row.entry.id for row in standings.standings}


def test_what_is_refused_is_typed_too(generated: Path, house: House, opened: ExitStack) -> None:
    client = opened.enter_context(part("client").Client(base_url=house.url))

    missing = part("api.tournaments.get_tournament").sync("no-such-tournament", client=client)

    assert isinstance(missing, part("models").Error)
    assert missing.error.code == "not_found"
