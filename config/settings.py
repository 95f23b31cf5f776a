"""One settings file for a laptop and for a federation; the environment says which.

Without REDIS_URL Jantaku is *embedded*: one process, SQLite, an in-process cache, tasks run at once. With it,
cache and task queue are Redis, and `jantaku worker` runs the tasks. `.env.example` explains every variable.
"""

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
# In a checkout everything lies in one folder. In a package nothing can be kept beside the code: what is the user's is
# in their own folder, such as ~/.local/share/jantaku or %LOCALAPPDATA%\jantaku.
IN_CHECKOUT = (BASE_DIR / "pyproject.toml").exists()
OWN_FOLDER = BASE_DIR if IN_CHECKOUT else user_data_path("jantaku", appauthor=False)

env = environ.Env()
# Looked for first: on a server, where systemd gives the variables, its absence would be a line in every log.
if (env_file := Path(env.str("JANTAKU_ENV_FILE", default=str(OWN_FOLDER / ".env")))).exists():
    env.read_env(env_file)

# What changes while running lives here: the database of the embedded mode, its secret key, the beat's memory.
VAR_DIR = Path(env.str("JANTAKU_VAR_DIR", default=str(OWN_FOLDER / "var" if IN_CHECKOUT else OWN_FOLDER)))

# --- Where we are -------------------------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", default="")
EMBEDDED = not REDIS_URL
if EMBEDDED:
    private_folder(VAR_DIR)
else:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
DEBUG = env.bool("DEBUG", default=False)
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
# How many proxies stand before us and add to X-Forwarded-For; a client's own entries are never believed.
# None = not set; a check demands it in production, where guessing would let clients choose their address.
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
        # Phones come by whichever network they share with the laptop, and by its name in it.
        ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]", *own_hosts()]
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# --- What we are made of ------------------------------------------------------------------------------------
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
    # Before all that looks at the host.
    "tournaments.views.league_hosts.LeagueHostMiddleware",
    # On a server nginx does it.
    *(["web.compression.CompressionMiddleware"] if EMBEDDED else []),
    "web.streamed_files.StreamedFileMiddleware",
    # What anybody may see is answered here, as it left all the others before.
    "web.page_memory.PageMemoryMiddleware",
    "web.browser.BrowserPoliciesMiddleware",
    # Before the rest, so that a redirect or a refusal of the others can be read by a page of another origin as well.
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

# --- Facts --------------------------------------------------------------------------------------------------
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
    # IMMEDIATE: a transaction takes its place in the queue when it begins and waits there for `timeout`
    # seconds; otherwise two that both read first could not both write. FULL: laptops lose power.
    _options |= {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    }
else:
    _database |= {"ENGINE": "config.postgresql", "CONN_HEALTH_CHECKS": True}
    _statement_timeout = env.str("DATABASE_STATEMENT_TIMEOUT", default="30s")
    # A lock that does not come in two seconds is answered with 503 and tried again by the phone: no pile-up.
    _options["options"] = f"-c lock_timeout=2s -c statement_timeout={_statement_timeout} -c timezone=UTC"
    _options.setdefault("connect_timeout", 5)
    # Planning most of our statements takes longer than doing what they say: those that come again are prepared.
    if env.bool("DATABASE_PREPARED_STATEMENTS", default=True):
        _options |= {"server_side_binding": True, "prepare_threshold": 5}

# --- Redis: nothing in it is missed when it is flushed ------------------------------------------------------
if EMBEDDED:
    CACHES: dict[str, Any] = {"default": {"BACKEND": "config.cache.LocalCache"}}
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "jantaku",
            # A slow Redis must not make slow pages.
            "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
        }
    }
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"  # kombu warns without a host
# Embedded: `.delay()` runs the task on the spot, and a failing task fails alone, as it would in a worker.
CELERY_TASK_ALWAYS_EAGER = EMBEDDED
CELERY_TASK_EAGER_PROPAGATES = False
# How often a worker looks for standings whose message was lost.
RECONCILE_SECONDS = env.float("RECONCILE_SECONDS", default=15.0)
AN_HOUR = 3_600.0
CELERY_BEAT_SCHEDULE = {
    "reconcile": {
        "task": "tournaments.tasks.reconcile_standings",
        "schedule": RECONCILE_SECONDS,
        # While no worker runs, at most one of these waits.
        "options": {"expires": RECONCILE_SECONDS},
    },
    "draws": {
        "task": "tournaments.draw_tasks.work_off_draws",
        "schedule": RECONCILE_SECONDS,
        "options": {"expires": RECONCILE_SECONDS},
    },
    "mails": {
        "task": "tournaments.tasks.send_due_mails",
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
# Tests ask of every ledger entry whether a file could take it to another server.
CHECK_PAYLOADS = False
# Whether `jantaku live` runs beside the web server, and pages listen there for news besides asking.
LIVE_STREAMS = env.bool("LIVE_STREAMS", default=False)
if LIVE_STREAMS and EMBEDDED:
    raise ImproperlyConfigured(
        "LIVE_STREAMS is set, but REDIS_URL is not: the streams hear of news by Redis."
    )
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")

# Who computes draws that are too long for a request: a process beside this one, or a Celery worker.
DRAW_WORKER = "beside" if EMBEDDED else "celery"
# A draw whose worker says nothing for so long is given to another.
DRAW_SILENCE_SECONDS = env.float("DRAW_SILENCE_SECONDS", default=30.0)

# --- People -------------------------------------------------------------------------------------------------
SESSION_ENGINE = "django.contrib.sessions.backends.db"
# For how many days after the end of a tournament the e-mail addresses of its registrations are kept.
REGISTRATION_ADDRESS_DAYS = env.int("REGISTRATION_ADDRESS_DAYS", default=30)
if not 0 <= REGISTRATION_ADDRESS_DAYS <= 365:
    raise ImproperlyConfigured(
        f"REGISTRATION_ADDRESS_DAYS is {REGISTRATION_ADDRESS_DAYS}. Set it to 0 to 365 days, or unset it."
    )
# A session that nobody uses ends after so long; a club that meets every week need not sign in each time.
SESSION_IDLE_DAYS = env.float("SESSION_IDLE_DAYS", default=8)
SESSION_COOKIE_AGE = int(SESSION_IDLE_DAYS * 24 * 3600)
# One that is used ends, too, so long after signing in.
SESSION_MOST_DAYS = env.float("SESSION_MOST_DAYS", default=90)
# Operators' accounts do nothing before they have a second factor. A laptop that only its own hall can reach does
# without: whoever is at its keys has the database anyway.
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", default=HTTPS or not EMBEDDED)
# Who may found a league: only the operator on the admin site ("nobody"), accounts with the right to found
# ("founders"), or "everybody" who is signed in. "staff" is the former word for "founders".
LEAGUE_FOUNDERS = env.str("LEAGUE_FOUNDERS", default="founders")
LEAGUE_FOUNDERS = {"staff": "founders"}.get(LEAGUE_FOUNDERS, LEAGUE_FOUNDERS)
if LEAGUE_FOUNDERS not in {"nobody", "founders", "everybody"}:
    raise ImproperlyConfigured(
        f"LEAGUE_FOUNDERS is {LEAGUE_FOUNDERS!r}. Set it to nobody, founders or everybody, or unset it."
    )
# Who may set up tournaments: "everybody" who is signed in, or "founders" and the organizers of leagues.
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
# Nobody learns from sign-in, sign-up or reset whether an address has an account.
ACCOUNT_PREVENT_ENUMERATION = True
# The cache counts nothing here: our own limits are in the database, so that people get in without Redis.
ACCOUNT_RATE_LIMITS = False
# A way in by mail, for whoever forgot the password or mistyped it too often.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# One address at a time: a new one takes the old one's place once its code was typed, and the old one is told.
ACCOUNT_CHANGE_EMAIL = True
# What would let another person in is changed by whoever has proved within so many seconds who they are.
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
# Phones' clocks are off by seconds: the code before and the one after are right, too.
MFA_TOTP_TOLERANCE = 1
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT or 0

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 5  # seconds for each step; for all of them together see players/mail.py
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Jantaku <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Language and time --------------------------------------------------------------------------------------
LANGUAGE_CODE = env.str("JANTAKU_LANGUAGE", default="en")
LOCALE_PATHS = [BASE_DIR / "locale"]
# English, and every language that has a compiled catalogue.
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
# Collected files. An image has them from when it was built, and nothing may be written there.
STATIC_ROOT = Path(env.str("JANTAKU_STATIC_DIR", default=str(VAR_DIR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns about a missing one
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [
    BASE_DIR / "static",
    # Beside the guides' text, where the repository's own pages show them, too.
    ("guides", BASE_DIR / "docs" / "guides" / "pictures"),
]
# Hashed names need `collectstatic` first. `jantaku run` does it; embedded and started otherwise, sources are served.
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
        # The first one's scheme is what a 401 asks for.
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
# For each person, phone, or (if unknown) network. A hall of 300 phones polls through one address.
API_READS_PER_MINUTE = env.int("API_READS_PER_MINUTE", default=3_000)
# Drawing again to compare takes up to seconds; what was compared once is cached and free.
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

# Pages of any origin may read what is public and use bearers. Never cookies: without "credentials" no browser sends
# them from another origin and shows the answer, and X-CSRFToken is not among the headers that may be sent.
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

# 256 KB is a hundred times the largest scoresheet; imports have an address and a limit of their own.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# What stands around every page: pages that only a release changes are made anew when it is another.
PAGES_SURROUNDINGS = "tournaments.models.about.brands.surroundings"
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_500
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- What browsers are sent ---------------------------------------------------------------------------------
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if HTTPS:
    # Set by this very host and sent to no other; see web/browser.py for those of phones.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
if HTTPS and not DEBUG:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000)
# Subdomains and browsers' preload lists are for the owner of the whole domain, which a club seldom is.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- What we tell the operator ------------------------------------------------------------------------------
# Whoever sends it as a bearer may ask /statusz from another machine; without one only this machine may.
STATUS_TOKEN = env.str("STATUS_TOKEN", default="")
if STATUS_TOKEN and len(STATUS_TOKEN) < 24:
    raise ImproperlyConfigured(
        "STATUS_TOKEN is shorter than 24 characters. Make one:"
        " python3 -c 'import secrets; print(secrets.token_urlsafe(24))'"
    )
# A folder on the disk of PostgreSQL's data, if that is on this machine but not where Debian puts it.
DATABASE_DISK = env.str("DATABASE_DISK", default="")
LOGGING_CONFIG = "config.logs.configure"
LOGGING = logging_to("plain" if EMBEDDED else "json", level=env.str("LOG_LEVEL", default="WARNING"))
