import pytest

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.run("leagues")]
