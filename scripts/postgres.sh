#!/bin/bash
# Runs a command beside a PostgreSQL of its own:  scripts/postgres.sh .venv/bin/pytest -m 'not browser'
# The cluster listens on loopback alone, at a free port, with a password made for it, and is gone when the command ends.
set -euo pipefail
cd "$(dirname "$0")/.."

newest() { find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n 1; }

initdb=$(newest)
[ -n "$initdb" ] || initdb=$(command -v initdb || true)
if [ -z "$initdb" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "No PostgreSQL here: installing Debian's." >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } </dev/null >&2
    initdb=$(newest)
fi
if [ -z "$initdb" ]; then
    printf '%s\n' '' "PostgreSQL's server programs were not found. On Debian: sudo apt-get install postgresql" >&2
    exit 1
fi
bin=$(dirname "$initdb")

# PostgreSQL refuses to run as root, so root lends the cluster to the user that Debian made for it.
if [ "$(id -u)" = 0 ]; then
    as_owner() { runuser -u postgres -- "$@"; }
else
    as_owner() { "$@"; }
fi

folder=$(mktemp -d)
stop() {
    as_owner "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

read -r port password < <(.venv/bin/python -c '
import secrets, socket
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    print(probe.getsockname()[1], secrets.token_hex(16))')
echo "$password" >"$folder/password"
[ "$(id -u)" != 0 ] || chown -R postgres "$folder"

cd "$folder"
as_owner "$bin/initdb" -D "$folder/data" -U muster --pwfile="$folder/password" --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$folder/initdb.log"
# Nothing here outlives the command, so nothing need reach the disk.
as_owner "$bin/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w start \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c fsync=off -c full_page_writes=off" \
    >/dev/null || { cat "$folder/server.log" >&2; exit 1; }
cd - >/dev/null

export DATABASE_URL="postgres://muster:$password@127.0.0.1:$port/postgres"
"$@"
