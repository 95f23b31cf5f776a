"""One settings file: embedded where nothing is set, a server where REDIS_URL is."""

import re
import secrets

import pytest
from django.core.exceptions import ImproperlyConfigured

from tools.environment import OURS, ROOT
from web.networks import own_hosts

pytestmark = pytest.mark.once("reads the settings file, connects to nothing")


def test_where_nothing_is_set_everything_is_in_one_process_and_one_file(settings_with, tmp_path):
    settings = settings_with()

    assert settings["DATABASES"]["default"]["ENGINE"] == "config.sqlite"
    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "jantaku.sqlite3")
    assert settings["CACHES"] == {"default": {"BACKEND": "config.cache.LocalCache"}}
    assert (settings["CELERY_TASK_ALWAYS_EAGER"], settings["CELERY_TASK_EAGER_PROPAGATES"]) == (True, False)


def test_with_redis_tasks_and_cache_go_there_and_nobody_waits_long_for_it(server_settings_with):
    settings = server_settings_with()

    assert settings["CELERY_BROKER_URL"] == "redis://queue.example.org:6379/3"
    assert settings["CELERY_TASK_ALWAYS_EAGER"] is False
    assert settings["CACHES"]["default"]["LOCATION"] == "redis://queue.example.org:6379/3"
    assert settings["CACHES"]["default"]["BACKEND"] == "config.cache.RedisCache"
    assert settings["CACHES"]["default"]["OPTIONS"] == {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}


def test_a_server_without_a_file_env_says_nothing_about_it(server_settings_with, tmp_path, caplog):
    caplog.set_level("INFO")

    settings = server_settings_with(JANTAKU_ENV_FILE=str(tmp_path / ".env"))

    assert settings["PROXY_COUNT"] == 1
    assert caplog.messages == []


def test_the_file_env_is_read_where_there_is_one(settings_with, monkeypatch, tmp_path):
    monkeypatch.setenv("PROXY_COUNT", "1")  # the file sets it for this process: so that it is put back
    (tmp_path / ".env").write_text("PROXY_COUNT=3\n")

    assert settings_with(JANTAKU_ENV_FILE=str(tmp_path / ".env"))["PROXY_COUNT"] == 3


@pytest.mark.parametrize(
    "address",
    ["", "league.example.org", "https://", "ftp://league.example.org", "https://example.org/mahjong"],
)
def test_an_address_that_no_link_could_begin_with_is_refused_in_words(server_settings_with, address):
    with pytest.raises(ImproperlyConfigured, match="does not run below a path"):
        server_settings_with(SITE_URL=address)


@pytest.mark.parametrize(
    "address", ["http://[::1]:8000", "https://league.example.org/", "http://laptop.local:8001"]
)
def test_an_address_is_a_scheme_and_a_host(server_settings_with, address):
    assert server_settings_with(SITE_URL=address)["SITE_URL"] == address.rstrip("/")


def test_sessions_outlive_a_flushed_redis(server_settings_with):
    assert server_settings_with()["SESSION_ENGINE"] == "django.contrib.sessions.backends.db"


def test_postgresql_connections_are_kept_and_looked_at_before_use(server_settings_with):
    database = server_settings_with()["DATABASES"]["default"]

    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example.org", 5433, "jantaku")
    assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (60, True)
    assert database["OPTIONS"]["options"] == "-c lock_timeout=2s -c statement_timeout=30s -c timezone=UTC"


def test_statements_that_come_again_are_prepared_unless_a_pooler_cannot_bear_it(server_settings_with):
    names = ("server_side_binding", "prepare_threshold")

    usual, behind_a_pooler = (
        settings["DATABASES"]["default"]["OPTIONS"]
        for settings in (server_settings_with(), server_settings_with(DATABASE_PREPARED_STATEMENTS="0"))
    )

    assert [usual[name] for name in names] == [True, 5]
    assert not set(names) & set(behind_a_pooler)


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_database_address_is_refused_in_words(server_settings_with, empty):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is set, but empty"):
        server_settings_with(DATABASE_URL=empty)


def test_streams_without_a_redis_to_hear_by_are_refused_in_words(settings_with, server_settings_with):
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL is not"):
        settings_with(LIVE_STREAMS="1")

    assert server_settings_with(LIVE_STREAMS="1")["LIVE_STREAMS"] is True


def test_a_long_migration_may_be_given_more_time(server_settings_with):
    database = server_settings_with(DATABASE_STATEMENT_TIMEOUT="10min")["DATABASES"]["default"]

    assert "statement_timeout=10min" in database["OPTIONS"]["options"]


@pytest.mark.parametrize(
    "key",
    [
        "",
        "short",
        "x" * 60,
        "django-insecure-" + secrets.token_urlsafe(50),
        "change-me" + secrets.token_urlsafe(50),
    ],
    ids=["missing", "short", "one letter", "Django's example", "an example"],
)
def test_a_server_refuses_to_start_with_a_key_that_can_be_guessed(server_settings_with, key):
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        server_settings_with(SECRET_KEY=key)


def test_a_weak_key_is_refused_embedded_too(settings_with):
    with pytest.raises(ImproperlyConfigured, match="too easy to guess"):
        settings_with(SECRET_KEY="short")


def test_a_former_key_must_be_strong_as_well(server_settings_with):
    with pytest.raises(ImproperlyConfigured, match="too easy to guess"):
        server_settings_with(SECRET_KEY_FALLBACKS="short")


def test_embedded_a_key_is_made_once_and_kept(settings_with, tmp_path):
    first = settings_with()["SECRET_KEY"]
    second = settings_with()["SECRET_KEY"]

    assert first == second == (tmp_path / "secret_key").read_text()


def test_only_the_hosts_we_are_known_by_are_answered(settings_with, server_settings_with):
    assert server_settings_with()["ALLOWED_HOSTS"] == ["league.example.org"]
    assert server_settings_with(ALLOWED_HOSTS="a.example.org,b.example.org")["ALLOWED_HOSTS"] == [
        "a.example.org",
        "b.example.org",
    ]
    assert settings_with(SITE_URL="http://192.168.1.7:8000")["ALLOWED_HOSTS"] == [
        "192.168.1.7",
        "localhost",
        "127.0.0.1",
        "[::1]",
        # Phones come by whichever network they share with the laptop, and by its name in it.
        *own_hosts(),
    ]


def test_over_https_cookies_stay_secret_and_browsers_insist(server_settings_with):
    settings = server_settings_with()

    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT")
    assert [settings[name] for name in names] == [True, True, True]
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://league.example.org"]


def test_over_http_nothing_promises_https(settings_with):
    settings = settings_with()

    assert settings["SESSION_COOKIE_SECURE"] is False
    assert "SECURE_HSTS_SECONDS" not in settings
    assert "SECURE_SSL_REDIRECT" not in settings


def test_a_proxys_word_counts_only_where_there_is_a_proxy(server_settings_with):
    behind, bare = server_settings_with(PROXY_COUNT="2"), server_settings_with(PROXY_COUNT="0")

    assert behind["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert (behind["REST_FRAMEWORK"]["NUM_PROXIES"], behind["ALLAUTH_TRUSTED_PROXY_COUNT"]) == (2, 2)
    assert "SECURE_PROXY_SSL_HEADER" not in bare
    assert (bare["REST_FRAMEWORK"]["NUM_PROXIES"], bare["ALLAUTH_TRUSTED_PROXY_COUNT"]) == (0, 0)


def test_the_operator_chooses_the_language_of_those_who_ask_for_none(settings_with):
    assert settings_with()["LANGUAGE_CODE"] == "en"
    assert settings_with(JANTAKU_LANGUAGE="ja")["LANGUAGE_CODE"] == "ja"
    assert [code for code, _ in settings_with()["LANGUAGES"]] == ["en", "ja"]


def test_time_is_utc_and_passwords_are_argon2(settings_with):
    settings = settings_with()

    assert (settings["TIME_ZONE"], settings["USE_TZ"]) == ("UTC", True)
    assert settings["PASSWORD_HASHERS"][0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


def test_nobody_learns_whether_an_address_has_an_account(settings_with):
    settings = settings_with()

    assert settings["ACCOUNT_LOGIN_METHODS"] == {"email"}
    assert (settings["ACCOUNT_PREVENT_ENUMERATION"], settings["ACCOUNT_EMAIL_VERIFICATION"]) == (
        True,
        "mandatory",
    )


def test_a_server_serves_files_under_hashed_names_and_a_laptop_the_sources(
    settings_with, server_settings_with
):
    server, laptop = server_settings_with(), settings_with()

    assert server["STORAGES"]["staticfiles"]["BACKEND"].endswith("web.static_files.HashedStaticFiles")
    assert laptop["STORAGES"]["staticfiles"]["BACKEND"].endswith(".StaticFilesStorage")
    assert (server["WHITENOISE_USE_FINDERS"], laptop["WHITENOISE_USE_FINDERS"]) == (False, True)


def test_every_variable_is_explained_in_the_example():
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "config" / "settings.py").read_text()))
    # Two that only our own programs set.
    read -= {"JANTAKU_ENV_FILE", "STATIC_MANIFEST"}

    explained = set(re.findall(r"^#?(\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))

    assert explained == read


def test_a_clean_environment_forgets_every_variable_the_settings_read():
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "config" / "settings.py").read_text()))

    assert read - {"JANTAKU_ENV_FILE"} == OURS


def test_founders_were_called_staff_once(settings_with):
    settings = settings_with(LEAGUE_FOUNDERS="staff", TOURNAMENT_FOUNDERS="staff")
    unset = settings_with()

    assert (settings["LEAGUE_FOUNDERS"], settings["TOURNAMENT_FOUNDERS"]) == ("founders", "founders")
    assert (unset["LEAGUE_FOUNDERS"], unset["TOURNAMENT_FOUNDERS"]) == ("founders", "everybody")


@pytest.mark.parametrize("name", ["LEAGUE_FOUNDERS", "TOURNAMENT_FOUNDERS"])
def test_founders_are_named_by_one_of_these_words(settings_with, name):
    with pytest.raises(ImproperlyConfigured, match="founders"):
        settings_with(**{name: "organizers"})
