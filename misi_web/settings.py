"""Every setting, each knob from the environment. A value that makes no sense stops the start.

`docs/settings.md` lists the variables for the people who run a site.
"""

import os
import secrets
from pathlib import Path

import dj_database_url
from csp.constants import NONCE, NONE, SELF
from environs import Env, validate

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent


def load_or_make_secret_key(path: Path) -> str:
    """The key kept in `path`, made on the first start. The file is readable by its owner alone."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(key := secrets.token_urlsafe(50))
    return key


def sqlite_options() -> dict[str, object]:
    """Writers queue at BEGIN instead of failing half-way, and readers never wait for them."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }


def database_from(url: str) -> dict[str, object]:
    """A database for Django from a `postgres://` or `sqlite:///` address."""
    database = dict(dj_database_url.parse(url))
    if "sqlite" in str(database["ENGINE"]):
        return database | {"OPTIONS": sqlite_options()}
    if "postgresql" not in str(database["ENGINE"]):
        raise ValueError(f"DATABASE_URL is {url.split(':')[0]}://…; use postgres:// or sqlite:///")
    pool = {
        "min_size": 1,
        "max_size": env.int("DATABASE_POOL_SIZE", 16, validate=validate.Range(min=2)),
        "timeout": 10,
    }
    return database | {"CONN_MAX_AGE": 0, "OPTIONS": {"pool": pool}}


def filesystem_broker(folder: Path) -> dict[str, object]:
    """Transport options of the broker that is a folder. At kombu's interval of 1 s it looks broken."""
    for name in ("queue", "control"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    queue = str(folder / "queue")
    return {
        "data_folder_in": queue,
        "data_folder_out": queue,
        "control_folder": str(folder / "control"),
        "polling_interval": 0.1,
    }


DEBUG = env.bool("DEBUG", False)
DATA_DIR = Path(env.str("DATA_DIR", str(BASE_DIR / "data"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)
SECRET_KEY = env.str("SECRET_KEY", "") or load_or_make_secret_key(DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [])

# --- The parts -----------------------------------------------------------------------------------
INSTALLED_APPS = [
    "misi_web",
    "annotation",
    "benchmark",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "misi_web.access.AccessMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "misi_web.urls"
WSGI_APPLICATION = "misi_web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "misi_web.access.rights",
            ],
        },
    },
]

# --- Data ----------------------------------------------------------------------------------------
DATABASES = {"default": database_from(env.str("DATABASE_URL", f"sqlite:///{DATA_DIR / 'misi.sqlite3'}"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
PICTURES_DIR = DATA_DIR / "pictures"
UPLOADS_DIR = DATA_DIR / "uploads"
# Behind nginx: the internal location that maps to PICTURES_DIR; empty means Django sends the files.
PICTURES_INTERNAL_URL = env.str("PICTURES_INTERNAL_URL", "")
MAX_UPLOAD_BYTES = env.int("MAX_UPLOAD_MB", 500, validate=validate.Range(min=1)) * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- Jobs ----------------------------------------------------------------------------------------
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "filesystem://")
CELERY_BROKER_TRANSPORT_OPTIONS = (
    filesystem_broker(DATA_DIR / "broker") if CELERY_BROKER_URL.startswith("filesystem:") else {}
)
CELERY_TASK_IGNORE_RESULT = True  # our own rows hold the state of a job
CELERY_TASK_ACKS_LATE = True  # jobs are safe to run twice
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "misi"

# --- People --------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = env.int("LOGIN_FAILURE_LIMIT", 10, validate=validate.Range(min=1))
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

# --- Pages ---------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", "UTC")
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
ASSETS_DIR = DATA_DIR / "assets"  # scripts that `build_assets` writes from installed packages
ASSETS_DIR.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static", ASSETS_DIR]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or env.bool("PLAIN_STATIC_FILES", False)
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- Safety --------------------------------------------------------------------------------------
# HTTPS is taken for granted unless switched off, which only a site on the loopback address should do.
HTTPS = env.bool("HTTPS", not DEBUG)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if env.bool("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# --- API -----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["misi_web.access.RolePermission"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "MiSI-Web",
    "DESCRIPTION": "Benchmarks, items, model runs and results.",
    "VERSION": "1",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "WARNING").upper()},
}
env.seal()
