"""Settings for all installations; environment variables decide.

Without REDIS_URL Jantaku is *embedded*: one process, SQLite, a local cache, tasks run at once. With it, cache and
task queue are in Redis, and `jantaku worker` runs the tasks. `.env.example` explains all variables.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_language
from platformdirs import user_data_path

from config.logs import logging_to
from config.private_files import private_database, private_folder
from config.secret_key import checked, key_in
from web.networks import own_hosts

BASE_DIR = Path(__file__).resolve().parent.parent
# A checkout keeps everything in one folder. A package keeps data in the user's folder, such as
# ~/.local/share/jantaku or %LOCALAPPDATA%\jantaku.
IN_CHECKOUT = (BASE_DIR / "pyproject.toml").exists()
OWN_FOLDER = BASE_DIR if IN_CHECKOUT else user_data_path("jantaku", appauthor=False)

env = environ.Env()
# Checked first, because on a server, where systemd sets the variables, its absence would be logged each time.
if (env_file := Path(env.str("JANTAKU_ENV_FILE", default=str(OWN_FOLDER / ".env")))).exists():
    env.read_env(env_file)

# Files written at run time: the embedded database, its secret key, the beat's schedule.
VAR_DIR = Path(env.str("JANTAKU_VAR_DIR", default=str(OWN_FOLDER / "var" if IN_CHECKOUT else OWN_FOLDER)))

# --- Hosts and proxies --------------------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", default="")
EMBEDDED = not REDIS_URL
if EMBEDDED:
    private_folder(VAR_DIR)
else:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
DEBUG = env.bool("DEBUG", default=False)
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
if not re.fullmatch(r"https?://[^/?#@:\s][^/?#@\s]*", SITE_URL):
    raise ImproperlyConfigured(
        f"SITE_URL is {SITE_URL!r}. Set it to http:// or https:// and a host, such as https://league.example.org;"
        " Jantaku needs a host of its own and does not run below a path."
    )
HTTPS = SITE_URL.startswith("https://")
# Number of proxies that add to X-Forwarded-For; a client's own entries are never trusted. None: not set; a check
# requires it in production, where a guess would let clients forge their address.
PROXY_COUNT = env.int("PROXY_COUNT", default=None)

if EMBEDDED and not env.str("SECRET_KEY", default=""):
    SECRET_KEY = key_in(VAR_DIR / "secret_key")
else:
    SECRET_KEY = checked(env.str("SECRET_KEY", default=""))
SECRET_KEY_FALLBACKS = [checked(key) for key in env.list("SECRET_KEY_FALLBACKS", default=[])]

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
if not ALLOWED_HOSTS:
    ALLOWED_HOSTS = [urlsplit(SITE_URL).hostname or "localhost"]
    if EMBEDDED:
        # Phones use any network shared with the laptop, and its host name there.
        ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]", *own_hosts()]
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# --- Applications and middleware ----------------------------------------------------------------------------
INSTALLED_APPS = [
    "config.apps.HouseConfig",
    "players.apps.PlayersConfig",
    "rules.apps.RulesConfig",
    "guides.apps.GuidesConfig",
    "tournaments.apps.TournamentsConfig",
    "config.apps.OperatorSiteConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "corsheaders",
]

MIDDLEWARE = [
    "config.health.answers.Monitoring",
    # Before all middleware that reads the host.
    "tournaments.views.league_hosts.LeagueHostMiddleware",
    # On a server, nginx does it.
    *(["web.compression.CompressionMiddleware"] if EMBEDDED else []),
    "web.streamed_files.StreamedFileMiddleware",
    # Answers cached public pages, which already have the headers of the middleware below.
    "web.page_memory.PageMemoryMiddleware",
    "web.browser.BrowserPoliciesMiddleware",
    # Before the rest, so that other origins can read their redirects and refusals too.
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "web.visitor_language.VisitorLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.accounts.sessions.SessionsEndMiddleware",
    "config.accounts.second_factor.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.views.old_addresses.OldAddressMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "players.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database -----------------------------------------------------------------------------------------------
if env.str("DATABASE_URL", default="unset").strip() == "":
    raise ImproperlyConfigured(
        "DATABASE_URL is set, but empty. Give it the address of a database, such as"
        " postgres://jantaku_app:PASSWORD@127.0.0.1:5432/jantaku, or unset it to use SQLite."
    )
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'jantaku.sqlite3'}")}
_database = DATABASES["default"]
_options = _database.setdefault("OPTIONS", {})
_database["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["ENGINE"] = "config.sqlite"
    if _database["NAME"] != ":memory:":
        private_database(Path(_database["NAME"]))
    # IMMEDIATE: a transaction takes the write lock when it begins and waits for `timeout` seconds; two that read
    # first could not both write. FULL: laptops lose power.
    _options |= {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    }
else:
    _database |= {"ENGINE": "config.postgresql", "CONN_HEALTH_CHECKS": True}
    _statement_timeout = env.str("DATABASE_STATEMENT_TIMEOUT", default="30s")
    # A lock not obtained in two seconds is answered with 503, and the phone retries: no pile-up.
    _options["options"] = f"-c lock_timeout=2s -c statement_timeout={_statement_timeout} -c timezone=UTC"
    _options.setdefault("connect_timeout", 5)
    # Planning takes longer than executing most of our statements, so repeated ones are prepared.
    if env.bool("DATABASE_PREPARED_STATEMENTS", default=True):
        _options |= {"server_side_binding": True, "prepare_threshold": 5}

# --- Redis: flushing it loses nothing -----------------------------------------------------------------------
if EMBEDDED:
    CACHES: dict[str, Any] = {"default": {"BACKEND": "config.cache.LocalCache"}}
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "jantaku",
            # A slow Redis must not slow down pages.
            "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
        }
    }
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"  # kombu warns without a host
# Embedded, `.delay()` runs the task at once, and a failed task does not fail its caller, as with a worker.
CELERY_TASK_ALWAYS_EAGER = EMBEDDED
CELERY_TASK_EAGER_PROPAGATES = False
# How often a worker looks for stale standings whose message was lost.
RECONCILE_SECONDS = env.float("RECONCILE_SECONDS", default=15.0)
AN_HOUR = 3_600.0
CELERY_BEAT_SCHEDULE = {
    "reconcile": {
        "task": "tournaments.tasks.reconcile_standings",
        "schedule": RECONCILE_SECONDS,
        # At most one of these waits while no worker runs.
        "options": {"expires": RECONCILE_SECONDS},
    },
    "draws": {
        "task": "tournaments.draw_tasks.work_off_draws",
        "schedule": RECONCILE_SECONDS,
        "options": {"expires": RECONCILE_SECONDS},
    },
    "prints": {
        "task": "publishing.prints.tasks.work_off_prints",
        "schedule": RECONCILE_SECONDS,
        "options": {"expires": RECONCILE_SECONDS},
    },
    "mails": {
        "task": "tournaments.tasks.send_due_mails",
        "schedule": RECONCILE_SECONDS,
        "options": {"expires": RECONCILE_SECONDS},
    },
    "record_mails": {
        "task": "tournaments.tasks.send_record_mails",
        "schedule": RECONCILE_SECONDS,
        "options": {"expires": RECONCILE_SECONDS},
    },
    "webhooks": {
        "task": "publishing.webhooks.tasks.deliver_webhooks",
        "schedule": RECONCILE_SECONDS,
        "options": {"expires": RECONCILE_SECONDS},
    },
    "addresses": {
        "task": "tournaments.tasks.erase_due_addresses",
        "schedule": AN_HOUR,
        "options": {"expires": AN_HOUR},
    },
    "photos": {
        "task": "tournaments.tasks.delete_due_photos",
        "schedule": AN_HOUR,
        "options": {"expires": AN_HOUR},
    },
}
# Whether each new ledger entry is checked for export to another server; set by tests.
CHECK_PAYLOADS = False
# Whether `jantaku live` runs beside the web server and pages may use its streams.
LIVE_STREAMS = env.bool("LIVE_STREAMS", default=False)
if LIVE_STREAMS and EMBEDDED:
    raise ImproperlyConfigured(
        "LIVE_STREAMS is set, but REDIS_URL is not: the streams hear of news by Redis."
    )
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")

# What computes draws and makes PDFs too long for a request: a separate process, or a Celery worker.
DRAW_WORKER = "beside" if EMBEDDED else "celery"
# A draw whose worker is silent for this long is given to another.
DRAW_SILENCE_SECONDS = env.float("DRAW_SILENCE_SECONDS", default=30.0)

# Ports that webhooks may be sent to, with https alone.
WEBHOOK_PORTS = env.list("WEBHOOK_PORTS", cast=int, default=[80, 443])
# Hosts of this network that webhooks may be sent to, with http and on any port, too: for tests, and for a program of
# the operator's own.
WEBHOOK_TRUSTED_HOSTS = [host.lower() for host in env.list("WEBHOOK_TRUSTED_HOSTS", default=[])]

# --- People -------------------------------------------------------------------------------------------------
SESSION_ENGINE = "django.contrib.sessions.backends.db"
# Days after a tournament's end for which the e-mail addresses of its registrations are kept.
REGISTRATION_ADDRESS_DAYS = env.int("REGISTRATION_ADDRESS_DAYS", default=30)
if not 0 <= REGISTRATION_ADDRESS_DAYS <= 365:
    raise ImproperlyConfigured(
        f"REGISTRATION_ADDRESS_DAYS is {REGISTRATION_ADDRESS_DAYS}. Set it to 0 to 365 days, or unset it."
    )
# An unused session expires after this time; long enough for a club that meets weekly.
SESSION_IDLE_DAYS = env.float("SESSION_IDLE_DAYS", default=8)
SESSION_COOKIE_AGE = int(SESSION_IDLE_DAYS * 24 * 3600)
# A session in use expires this long after signing in.
SESSION_MOST_DAYS = env.float("SESSION_MOST_DAYS", default=90)
# Operators need a second factor before anything else. A laptop reachable only from its hall does without: its user
# has access to the database anyway.
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", default=HTTPS or not EMBEDDED)
# Who may found a league: the operator on the admin site ("nobody"), accounts with that right ("founders"), or all
# signed-in users ("everybody"). "staff" is the former name of "founders".
LEAGUE_FOUNDERS = env.str("LEAGUE_FOUNDERS", default="founders")
LEAGUE_FOUNDERS = {"staff": "founders"}.get(LEAGUE_FOUNDERS, LEAGUE_FOUNDERS)
if LEAGUE_FOUNDERS not in {"nobody", "founders", "everybody"}:
    raise ImproperlyConfigured(
        f"LEAGUE_FOUNDERS is {LEAGUE_FOUNDERS!r}. Set it to nobody, founders or everybody, or unset it."
    )
# Who may set up tournaments: all signed-in users ("everybody"), or "founders" and organizers of leagues.
TOURNAMENT_FOUNDERS = env.str("TOURNAMENT_FOUNDERS", default="everybody")
TOURNAMENT_FOUNDERS = {"staff": "founders"}.get(TOURNAMENT_FOUNDERS, TOURNAMENT_FOUNDERS)
if TOURNAMENT_FOUNDERS not in {"founders", "everybody"}:
    raise ImproperlyConfigured(
        f"TOURNAMENT_FOUNDERS is {TOURNAMENT_FOUNDERS!r}. Set it to founders or everybody, or unset it."
    )
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "players.passwords.NotTheDemoPassword"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "me"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_ADAPTER = "config.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "config.accounts.forms.SignUpForm",
    "change_password": "config.accounts.forms.NewPasswordForm",
    "set_password": "config.accounts.forms.NewPasswordForm",
}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
# Sign-in, sign-up and reset do not reveal whether an address has an account.
ACCOUNT_PREVENT_ENUMERATION = True
# allauth's limits are off: ours are in the database and work without Redis.
ACCOUNT_RATE_LIMITS = False
# Sign-in by a mailed code, for a password that was forgotten or mistyped too often.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# One address per account: a new one replaces it once confirmed, and the old one is notified.
ACCOUNT_CHANGE_EMAIL = True
# Changes that could let another person in require reauthentication within this many seconds.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
MFA_ADAPTER = "config.accounts.second_factor.SecondFactors"
MFA_FORMS = {
    "authenticate": "config.accounts.forms.SecondFactorForm",
    "reauthenticate": "config.accounts.forms.SecondFactorAgainForm",
    "activate_totp": "config.accounts.forms.SetUpAppForm",
    "add_webauthn": "config.accounts.forms.AddPasskeyForm",
    "authenticate_webauthn": "config.accounts.forms.PasskeyForm",
    "reauthenticate_webauthn": "config.accounts.forms.PasskeyAgainForm",
    "login_webauthn": "config.accounts.forms.PasskeyAloneForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = False
# Phones' clocks are off by seconds: the codes before and after are accepted too.
MFA_TOTP_TOLERANCE = 1
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT or 0

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 5  # seconds for each step; players/mail.py limits the total
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Jantaku <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Language and time --------------------------------------------------------------------------------------
LANGUAGE_CODE = env.str("JANTAKU_LANGUAGE", default="en")
LOCALE_PATHS = [BASE_DIR / "locale"]
# English, and all languages with a compiled catalogue.
LANGUAGES = [
    (code, LANG_INFO.get(code, {}).get("name", code))
    for code in (
        "en",
        *sorted(to_language(path.parts[-3]) for path in LOCALE_PATHS[0].glob("*/LC_MESSAGES/django.mo")),
    )
]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -------------------------------------------------------------------------------------------
STATIC_URL = "static/"
# Collected files. A container image has them built in, in a read-only folder.
STATIC_ROOT = Path(env.str("JANTAKU_STATIC_DIR", default=str(VAR_DIR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns about a missing one
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [
    BASE_DIR / "static",
    # Beside the guides' text, so that the repository's own pages show them too.
    ("guides", BASE_DIR / "docs" / "guides" / "pictures"),
]
# Hashed names require `collectstatic`, which `jantaku run` does; other embedded servers use the sources.
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=not EMBEDDED) and not DEBUG
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "web.static_files.HashedStaticFiles"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"

# --- Requests -----------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["config.policies.DenyAll"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The first one's scheme is the WWW-Authenticate of a 401.
        "tournaments.api.authentication.BearerAuthentication",
        "tournaments.api.authentication.SessionAuthentication",
        "tournaments.api.authentication.SeatAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["tournaments.api.throttles.FairUse"],
    "DEFAULT_PARSER_CLASSES": ["web.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "web.api.negotiation.Negotiation",
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer_error",
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.openapi.Description",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "NUM_PROXIES": PROXY_COUNT or 0,
}
# For each person, phone or, if unknown, network. A hall of 300 phones polls from one address.
API_READS_PER_MINUTE = env.int("API_READS_PER_MINUTE", default=3_000)
# Redrawing to compare takes up to seconds; cached comparisons are free.
DRAWS_AGAIN_PER_MINUTE = env.int("DRAWS_AGAIN_PER_MINUTE", default=20)
API_DEEDS_PER_MINUTE = env.int("API_DEEDS_PER_MINUTE", default=300)
SPECTACULAR_SETTINGS = {
    "TITLE": "Jantaku",
    "SERVERS": [{"url": SITE_URL}],
    "VERSION": "1",
    "CONTACT": {"name": "The operator of this server", "url": SITE_URL},
    "LICENSE": {"name": "BSD-3-Clause", "url": "https://opensource.org/license/bsd-3-clause"},
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "PATH_CONVERTER_OVERRIDES": {"id": int},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "web.api.schema.add_shapes",
        "tournaments.api.openapi.complete",
    ],
}

# All origins may read public data and use bearer tokens, but never cookies: without "credentials" browsers neither
# send them cross-origin nor expose the answer, and X-CSRFToken is not an allowed header.
CORS_URLS_REGEX = r"^/api/v1(/|$)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE"]
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Idempotent-Replay",
    "Location",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
]

# 256 KB is a hundred times the largest scoresheet; imports have a limit of their own.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# Identifies the frame around all pages: pages that only a release changes are rebuilt when its value changes.
PAGES_SURROUNDINGS = "tournaments.models.about.brands.surroundings"
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_500
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- Headers and cookies ------------------------------------------------------------------------------------
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if HTTPS:
    # Set by this host and sent to no other; see web/browser.py for those of phones.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
if HTTPS and not DEBUG:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000)
# Subdomains and preload lists concern the owner of the whole domain, rarely a club.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Monitoring and logs ------------------------------------------------------------------------------------
# The bearer token for /statusz from other machines; without one only this machine may ask.
STATUS_TOKEN = env.str("STATUS_TOKEN", default="")
if STATUS_TOKEN and len(STATUS_TOKEN) < 24:
    raise ImproperlyConfigured(
        "STATUS_TOKEN is shorter than 24 characters. Make one:"
        " python3 -c 'import secrets; print(secrets.token_urlsafe(24))'"
    )
# A folder on the disk of PostgreSQL's data, if it is on this machine and not at Debian's default.
DATABASE_DISK = env.str("DATABASE_DISK", default="")
# Where errors are reported, without personal data (config/error_reports.py); nowhere by default.
SENTRY_DSN = env.str("SENTRY_DSN", default="")
LOGGING_CONFIG = "config.logs.configure"
LOGGING = logging_to("plain" if EMBEDDED else "json", level=env.str("LOG_LEVEL", default="WARNING"))
