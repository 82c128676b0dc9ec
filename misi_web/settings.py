"""Every setting, each knob from the environment. A value that makes no sense stops the start.

`docs/settings.md` lists the variables for the people who run a site.
"""

import os
from pathlib import Path

from csp.constants import NONCE, NONE, SELF

from misi_web.operations.environment import Environment, broker_options

# Web workers and jobs already share the cores. numpy reads this when it is first imported, which is later;
# with a thread for each core in each process, a busy machine took ten times as long for a page.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

env = Environment(os.environ)
BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.switch("DEBUG", False)
DATA_DIR = env.data_folder("DATA_DIR", BASE_DIR / "data")
SECRET_KEY = env.secret_key("SECRET_KEY", DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")

# --- The parts -----------------------------------------------------------------------------------
INSTALLED_APPS = [
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
    "misi_web",  # last: its admin replaces what others registered
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Before the check against forged requests, which reads the whole body: who may not open an address
    # is turned away before a file of theirs comes in.
    "misi_web.accounts.access.AccessMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
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
                "misi_web.accounts.access.rights",
            ],
        },
    },
]

# --- Data ----------------------------------------------------------------------------------------
DATABASES = {
    "default": env.database(
        "DATABASE_URL", DATA_DIR / "misi.sqlite3", pool_size=env.number("DATABASE_POOL_SIZE", 16, least=2)
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
PICTURES_DIR = DATA_DIR / "pictures"
UPLOADS_DIR = DATA_DIR / "uploads"
# Behind nginx: the internal location that maps to PICTURES_DIR; empty means Django sends the files.
PICTURES_INTERNAL_URL = env.text("PICTURES_INTERNAL_URL", "")
MAX_UPLOAD_BYTES = env.number("MAX_UPLOAD_MB", 500) * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["benchmark.common.upload_limit.LimitedUploadHandler"]
UPLOAD_ADDRESSES = ["run_upload", "benchmark_import", "api:run_upload"]  # no other one takes a file
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- Jobs ----------------------------------------------------------------------------------------
CELERY_BROKER_URL = env.broker("CELERY_BROKER_URL")
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL, DATA_DIR / "broker")
CELERY_TASK_IGNORE_RESULT = True  # our own rows hold the state of a job
CELERY_TASK_ACKS_LATE = True  # jobs are safe to run twice
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_POOL = "threads"  # docs/worker.md says why
CELERY_WORKER_CONCURRENCY = env.number("WORKER_THREADS", 2)
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
AXES_FAILURE_LIMIT = env.number("LOGIN_FAILURE_LIMIT", 10)
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_CLIENT_IP_CALLABLE = "misi_web.accounts.access.client_address"
AXES_DISABLE_ACCESS_LOG = True  # who logged in when, from where: nobody asked for it
AXES_ENABLE_ADMIN = False
(
    EMAIL_BACKEND,
    EMAIL_HOST,
    EMAIL_PORT,
    EMAIL_HOST_USER,
    EMAIL_HOST_PASSWORD,
    EMAIL_USE_TLS,
    EMAIL_USE_SSL,
) = env.mail("EMAIL_URL")
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("EMAIL_FROM", "misi-web@localhost")

# --- Pages ---------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")
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
        if DEBUG or env.switch("PLAIN_STATIC_FILES", False)
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- Safety --------------------------------------------------------------------------------------
# HTTPS is taken for granted unless switched off, which only a site on the loopback address should do.
HTTPS = env.switch("HTTPS", not DEBUG)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
BEHIND_PROXY = env.switch("BEHIND_PROXY", False)
if BEHIND_PROXY:
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
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "misi_web.api.renderers.PageRenderer",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["misi_web.accounts.access.RolePermission"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "MiSI-Web",
    "DESCRIPTION": "Benchmarks, items, model runs and results.",
    "VERSION": "1",
    "COMPONENT_SPLIT_REQUEST": True,  # what is sent and what comes back differ: a file, its name
    "SERVE_PERMISSIONS": ["misi_web.accounts.access.RolePermission"],
}

LOG_LEVEL = env.log_level("LOG_LEVEL", "WARNING")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
