import pytest

pytestmark = pytest.mark.run("processes")
