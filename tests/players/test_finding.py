"""Finding people by name, reading and licence."""

import pytest

from players.actions import add_player
from players.finding import matching
from players.models import Licence, Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _people() -> None:
    for name, reading in [
        ("髙橋 一", "タカハシ ハジメ"),
        ("渡辺 さくら", "わたなべ さくら"),
        ("Zoë Müller", ""),
        ("Alice Smith", ""),
    ]:
        add_player(name=name, reading=reading)
    Licence.objects.create(player=Player.objects.get(name="Alice Smith"), body="EMA", number="04090035")
    Licence.objects.create(player=Player.objects.get(name="Zoë Müller"), body="ABC", number="ab12")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("高橋", ["髙橋 一"]),
        ("一 髙橋", ["髙橋 一"]),
        ("たかはし", ["髙橋 一"]),
        ("ﾊｼﾞﾒ", ["髙橋 一"]),
        ("ワタナベ サク", ["渡辺 さくら"]),
        ("渡邊", ["渡辺 さくら"]),
        ("MÜLLER", ["Zoë Müller"]),
        ("zoe\u0308", ["Zoë Müller"]),
        ("smith alice", ["Alice Smith"]),
        ("lice", ["Alice Smith"]),
        ("alice müller", []),
        ("04090035", ["Alice Smith"]),
        ("ema 04090035", ["Alice Smith"]),
        ("AB12", ["Zoë Müller"]),
        ("EMA ab12", []),
        ("0409003", []),
        ("%", []),
        ("_", []),
        ("\\", []),
        ("alice smith a l i z", ["Alice Smith"]),
    ],
)
def test_a_player_is_found_however_the_name_is_typed(query: str, found: list[str]) -> None:
    assert [one.name for one in Player.objects.filter(matching(query))] == found
