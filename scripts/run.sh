#!/bin/sh
# Brings the database up to date and serves Muster on this machine alone. Running it again loses nothing.
set -eu
cd "$(dirname "$0")/.."

PORT=${PORT:-8000}
DEBUG=true
export DEBUG

if ! .venv/bin/python - "$PORT" <<'PYTHON'
import socket, sys

with socket.socket() as probe:
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind(("127.0.0.1", int(sys.argv[1])))
    except (OSError, OverflowError, ValueError):
        sys.exit(1)
PYTHON
then
    printf '%s\n' '' "Port $PORT cannot be used; most likely something else listens there, perhaps Muster itself." \
        "Choose another:  make run PORT=8001" >&2
    exit 1
fi

# In one process: each start of Python and Django costs as much as all three commands.
DJANGO_SETTINGS_MODULE=config.settings .venv/bin/python - <<'PYTHON'
import sys

import django
from django.core.management import CommandError, call_command

django.setup()
try:
    call_command("migrate", verbosity=0)
    call_command("load_rules")
    call_command("load_demo")
except CommandError as error:
    sys.exit(f"{error}")
PYTHON

printf '%s\n' '' "Muster is at http://127.0.0.1:$PORT/" "Stop it with Ctrl+C. What you did is kept, and is there the next time." ''
exec .venv/bin/python manage.py runserver "127.0.0.1:$PORT"
