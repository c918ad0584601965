"""Settings for measuring: the real ones, as a host has them, and beside its pages the floor.

``python -m benchmarks`` says where the database is; without that nothing starts here, so that a measurement never
writes into anybody's own.
"""

import os

from benchmarks.server import HOST

os.environ.update(
    DEBUG="false",
    HTTPS="false",
    SECRET_KEY="only-for-measuring",
    ALLOWED_HOSTS=HOST,
    EMAIL_URL="console:",
    LOG_LEVEL="WARNING",
    DATABASE_URL=os.environ["BENCH_DATABASE_URL"],
    STATIC_ROOT=os.environ["BENCH_STATIC_ROOT"],
)

from config import settings as house
from config.settings import *

ROOT_URLCONF = "benchmarks.floor"
MIDDLEWARE = ["benchmarks.counting.CountingMiddleware", *house.MIDDLEWARE]
_engine, *_others = house.TEMPLATES
TEMPLATES = [{**_engine, "DIRS": [house.BASE_DIR / "templates", house.BASE_DIR / "benchmarks" / "templates"]}, *_others]
