"""Settings, all read from the environment; `.env` fills in what the environment leaves unsaid.

Safe without a word: DEBUG is off and HTTPS is on unless somebody says otherwise. `make setup` writes a `.env` that
says otherwise for development. docs/deploying.md lists what a host may set.
"""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from environs import Env

BASE_DIR = Path(__file__).resolve().parent.parent

env = Env()
env.read_env(BASE_DIR / ".env", recurse=False)

# --- Who we are, and how careful ---------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", False)
HTTPS = env.bool("HTTPS", not DEBUG)
SECRET_KEY = env.str("SECRET_KEY", "")
if not SECRET_KEY:
    message = "SECRET_KEY is not set. For development, `make setup` writes one into .env; a host sets its own."
    raise ImproperlyConfigured(message)

ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
# How many proxies stand before us, each adding to X-Forwarded-For. Rate limits count clients by that address.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0)

INSTALLED_APPS = [
    "rules.apps.RulesConfig",
    "warbands.apps.WarbandsConfig",
    "whitenoise.runserver_nostatic",  # development serves static files the way production does
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # its templates, for templates/django/ has one in place of its own
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "reversion",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.second_factor.keepers_have_one",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Compiled templates are cached; the development server drops that cache when a template changes.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- Data --------------------------------------------------------------------------------------------------------


def _database() -> dict[str, Any]:
    """DATABASE_URL as Django wants it; SQLite is told to be durable, and to queue writers instead of failing them."""
    parsed: dict[str, Any] = dict(env.dj_db_url("DATABASE_URL", f"sqlite:///{BASE_DIR / 'db.sqlite3'}"))
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        parsed["OPTIONS"] = {
            **parsed.get("OPTIONS", {}),
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    # The development server has a thread for each request, so a connection kept there is a connection lost.
    parsed["CONN_MAX_AGE"] = 0 if DEBUG else env.int("CONN_MAX_AGE", 60)
    parsed["CONN_HEALTH_CHECKS"] = True
    return parsed


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# In the database, where every process counts the same tries; the table is one of ``migrate``'s.
CACHES: dict[str, dict[str, Any]] = {"default": env.dj_cache_url("CACHE_URL", "db://muster_cache")}
if CACHES["default"]["BACKEND"].endswith("DatabaseCache"):
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 20_000}

# --- Accounts ----------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",  # the admin
    "allauth.account.auth_backends.AuthenticationBackend",  # by username or by e-mail
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "config.adapter.Adapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_FORMS = {"login": "config.forms.SignInForm", "signup": "config.forms.SignUpForm"}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Muster] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True  # a phone at the table should not ask again between turns
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
# Players choose whether to have a second factor; keepers of the glossary need one wherever others can reach them.
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", not DEBUG)
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}  # never by mail, which few here have given
MFA_ADAPTER = "config.second_factor.Adapter"
MFA_TOTP_ISSUER = "Muster"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_FORMS = {
    "authenticate": "config.forms.CodeForm",
    "reauthenticate": "config.forms.CodeAgainForm",
    "activate_totp": "config.forms.FirstCodeForm",
}

# --- Mail --------------------------------------------------------------------------------------------------------


def _mailer() -> dict[str, Any]:
    """EMAIL_URL as Django wants it, e.g. smtp://name:password@host:587/?tls=True; unset, mail goes to the console."""
    mail = env.dj_email_url("EMAIL_URL", "console:")
    if not mail["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
        return {"BACKEND": mail["EMAIL_BACKEND"]}
    return {
        "BACKEND": mail["EMAIL_BACKEND"],
        "OPTIONS": {
            "host": mail["EMAIL_HOST"],
            "port": mail["EMAIL_PORT"],
            "username": mail["EMAIL_HOST_USER"] or "",
            "password": mail["EMAIL_HOST_PASSWORD"] or "",
            "use_tls": mail["EMAIL_USE_TLS"],
            "use_ssl": mail["EMAIL_USE_SSL"],
            "timeout": 10,
        },
    }


MAILERS = {"default": _mailer()}
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Muster <muster@localhost>")

# --- Words and time ----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.str("TIME_ZONE", "Europe/London")
USE_I18N = True
USE_TZ = True

# --- Static files ------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = env.path("STATIC_ROOT", BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage",
    },
}

# --- Security ----------------------------------------------------------------------------------------------------

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 60 * 60 * 24 * 30 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_INCLUDE_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", False)
# A promise for every subdomain, or for good, is a host's to make, and nothing to be warned of until then.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Logging: everything to standard error, and the host decides where that goes ------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": ["stderr"], "propagate": False},
    },
}
