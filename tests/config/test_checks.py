"""Each check is silent on sound settings, and speaks when its setting is broken."""

import pytest
from django.db import connection
from django.test import override_settings

from config import checks

SOUND = {
    "SECRET_KEY": "Nn3GVnGm8JbVwn0dQ2mXKQx4u7jYb1sTz5eRfC6hLpAaWiOk9E",
    "SECRET_KEY_FALLBACKS": [],
    "ALLOWED_HOSTS": ["league.example.org"],
    "DEBUG": False,
    "SITE_URL": "https://league.example.org",
    "PROXY_COUNT": 1,
    "EMBEDDED": True,
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
}
SETTINGS_CHECKS = [
    checks.secrets_are_strong,
    checks.hosts_are_named,
    checks.debug_is_for_one_machine,
    checks.visitors_come_by_https,
    checks.proxies_are_counted,
    checks.mail_goes_out,
    checks.several_processes_have_a_server,
]


def failed_checks() -> list[str]:
    return [message.id for check in SETTINGS_CHECKS for message in check(None)]


def test_sound_settings_are_not_complained_about():
    with override_settings(**SOUND):
        assert failed_checks() == []


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        ({"SECRET_KEY": "short"}, "jantaku.E001"),
        ({"SECRET_KEY_FALLBACKS": ["django-insecure-" + "abcdefghijklmnop" * 4]}, "jantaku.E001"),
        ({"ALLOWED_HOSTS": ["league.example.org", "*"]}, "jantaku.E002"),
        ({"DEBUG": True}, "jantaku.E003"),
        ({"SITE_URL": "http://league.example.org"}, "jantaku.E004"),
        ({"PROXY_COUNT": None}, "jantaku.E005"),
        ({"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}, "jantaku.W011"),
    ],
)
def test_a_broken_setting_is_named(broken, complaint):
    with override_settings(**{**SOUND, **broken}):
        assert failed_checks() == [complaint]


def test_files_that_nobody_collected_are_missed(tmp_path):
    with override_settings(STATIC_MANIFEST=True, STATIC_ROOT=tmp_path):
        missing = checks.static_files_are_collected(None)
        (tmp_path / "staticfiles.json").write_text("{}")
        collected = checks.static_files_are_collected(None)
    with override_settings(STATIC_MANIFEST=False, STATIC_ROOT=tmp_path / "none"):
        embedded = checks.static_files_are_collected(None)

    assert [message.id for message in missing] == ["jantaku.W012"]
    assert "collectstatic" in missing[0].hint
    assert (collected, embedded) == ([], [])


def test_debug_on_ones_own_machine_is_nobodys_business():
    with override_settings(**{**SOUND, "DEBUG": True, "SITE_URL": "http://127.0.0.1:8000"}):
        assert checks.debug_is_for_one_machine(None) == []


def test_a_server_on_sqlite_is_warned():
    expected = ["jantaku.W006"] if connection.vendor == "sqlite" else []

    with override_settings(**{**SOUND, "EMBEDDED": False}):
        assert failed_checks() == expected


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_database_that_forgets_commits_is_refused():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")

    complaints = checks.commits_are_durable(None, databases=["default"])

    assert "PostgreSQL (default) runs with synchronous_commit=off." in [
        complaint.msg for complaint in complaints
    ]
    assert {complaint.id for complaint in complaints} == {"jantaku.E007"}


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_database_that_waits_for_the_disk_is_not_complained_about_for_its_commits():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = on")

    complaints = checks.commits_are_durable(None, databases=["default"])

    assert not [complaint for complaint in complaints if "synchronous_commit" in complaint.msg]


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_role_that_could_rewrite_the_ledger_is_named():
    complaints = checks.the_ledger_only_grows(None, databases=["default"])

    assert [(complaint.id, complaint.msg) for complaint in complaints] == [
        ("jantaku.W008", "The role of database default may UPDATE, DELETE, TRUNCATE rows of the ledger.")
    ]


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_role_that_may_only_add_to_the_ledger_is_sound():
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE jantaku_check_app")
        cursor.execute(f"GRANT SELECT, INSERT ON {checks.LEDGER} TO jantaku_check_app")
        cursor.execute("SET LOCAL ROLE jantaku_check_app")

    assert checks.the_ledger_only_grows(None, databases=["default"]) == []


@pytest.mark.django_db
def test_the_ledger_table_the_check_looks_at_exists():
    assert checks.LEDGER in connection.introspection.table_names()


@pytest.mark.postgres
def test_a_database_that_deploys_scripts_do_not_work_on_is_named(tmp_path, monkeypatch):
    note = tmp_path / "database"
    monkeypatch.setattr(checks, "PREPARED_DATABASE", note)
    here = checks.place_of_database(connection.settings_dict)
    never_prepared = checks.the_database_is_the_one_prepared(None, databases=["default"])
    note.write_text(f"{here}\n")
    prepared = checks.the_database_is_the_one_prepared(None, databases=["default"])

    note.write_text("127.0.0.1:5432/of_before\n")
    (moved,) = checks.the_database_is_the_one_prepared(None, databases=["default"])

    assert (never_prepared, prepared) == ([], [])
    assert (moved.id, moved.msg) == (
        "jantaku.W013",
        f"DATABASE_URL leads to {here}, but deploy/bin/prepare worked on 127.0.0.1:5432/of_before.",
    )
    assert "deploy/bin/prepare" in moved.hint
