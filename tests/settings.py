"""Settings for tests: the real ones, as in development, whatever this machine's `.env` says."""

import os

os.environ.update(DEBUG="true", SECRET_KEY="only-for-tests", HTTPS="false", EMAIL_URL="console:")
# Playwright keeps an event loop in the test's own thread; the tests still speak to the database from there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from config.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, and guards nothing here
WHITENOISE_AUTOREFRESH = True  # static files straight from their folders: nothing is collected for a test
