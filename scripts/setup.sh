#!/bin/sh
# Makes the environment: finds or makes uv, finds a Python new enough, installs what uv.lock names, and writes a .env
# for development. With --host it leaves out the tools of development and that .env: a host says its own settings.
# Quick when all that is already there. What it says is for people.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
    --host) for_host=yes groups=--no-dev ;;
    *) for_host= groups= ;;
esac

stop() {
    printf '%s\n' '' "$@" >&2
    exit 1
}

# --- uv, which installs exactly what the lock file names ---

find_uv() {
    if [ -x .bootstrap/bin/uv ]; then
        echo .bootstrap/bin/uv
    else
        command -v uv || true
    fi
}

# pyenv answers for "python3" with whatever .python-version asks for, and fails where that is not installed;
# so each candidate is tried before it is trusted.
find_venv_python() {
    for candidate in python3.13 python3.12 python3.14 python3 /usr/bin/python3 "$HOME"/.pyenv/versions/3.*/bin/python3; do
        if "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
}

UV=$(find_uv)
if [ -z "$UV" ]; then
    python=$(find_venv_python)
    [ -n "$python" ] || stop \
        "No uv was found, and no python3 that can make an environment to put it in (the modules venv and ensurepip)." \
        "On Debian or Ubuntu:  sudo apt-get install python3-venv" \
        "Or install uv itself: https://docs.astral.sh/uv/"
    echo "Getting uv into .bootstrap/ (once)."
    rm -rf .bootstrap
    "$python" -m venv .bootstrap || stop "Could not make .bootstrap/ with $python. What it said stands above."
    .bootstrap/bin/pip install --quiet --disable-pip-version-check uv || stop \
        "Could not get uv from PyPI. Is the network there? What pip said stands above."
    UV=.bootstrap/bin/uv
fi

# --- a Python: the one in .python-version, else any that is new enough, else one that uv fetches ---

find_python() {
    "$UV" python find --no-project --no-python-downloads "$(cat .python-version)" 2>/dev/null && return
    "$UV" python find --no-project --no-python-downloads '>=3.12' 2>/dev/null && return
    for candidate in "$HOME"/.pyenv/versions/3.1[2-9]*/bin/python3; do
        if [ -x "$candidate" ]; then
            echo "$candidate"
            return
        fi
    done
    "$UV" python install --quiet "$(cat .python-version)" >/dev/null 2>&1 || return 0
    "$UV" python find --no-project "$(cat .python-version)" 2>/dev/null || true
}

if [ -x .venv/bin/python ] && .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
    python=.venv/bin/python
else
    python=$(find_python)
    [ -n "$python" ] || stop \
        "Muster needs Python 3.12 or newer; none was found here, and uv could not fetch one." \
        "With pyenv:            pyenv install $(cat .python-version)" \
        "On Debian 13 or later: sudo apt-get install python3 python3-venv" \
        "Anything newer on the PATH as python3.12, python3.13 or python3.14 will do. Then run this again."
fi

# shellcheck disable=SC2086 # no group is no word
"$UV" sync --locked --quiet $groups --python "$python" || stop \
    "The environment could not be made from uv.lock. What uv said stands above; without a network it cannot be made."

# --- settings for development ---

if [ -z "$for_host" ] && [ ! -e .env ]; then
    key=$(.venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(48))')
    sed "s/^SECRET_KEY=.*/SECRET_KEY=$key/" .env.example >.env
    echo "Wrote .env, with a secret key of its own."
fi
