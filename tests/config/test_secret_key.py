import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from config.secret_key import key_in

pytestmark = pytest.mark.once("a file of its own")


def test_only_its_owner_can_read_the_key(tmp_path):
    key_in(tmp_path / "var" / "secret_key")

    assert stat.S_IMODE((tmp_path / "var" / "secret_key").stat().st_mode) == 0o600


def test_processes_that_start_at_once_agree_on_one_key(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: key_in(tmp_path / "secret_key"), range(64)))

    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
