import pytest

pytestmark = pytest.mark.run("actions")
