"""One gunicorn worker on loopback, started as a host starts it, and stopped however the measuring ends."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.counting import QUERIES, WORKER

HOST = "127.0.0.1"
NONE: Mapping[str, str] = {}
PATIENCE = 30
"""Seconds that anything may take before it counts as broken."""


@dataclass(frozen=True)
class Answer:
    """What came back, and how long it took."""

    seconds: float
    status: int
    body: bytes
    queries: int
    worker: int


class Client:
    """A signed-in browser with one connection that is kept open."""

    def __init__(self, port: int, cookies: Mapping[str, str]) -> None:
        self._connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        self._headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}

    def ask(self, path: str, *, body: str = "", headers: Mapping[str, str] = NONE, count: bool = False) -> Answer:
        """Send one request; what is given as ``body`` is posted as a form."""
        said = {**self._headers, **headers}
        if count:
            said["X-Count"] = "1"
        if body:
            said["Content-Type"] = "application/x-www-form-urlencoded"
        begun = time.perf_counter()
        self._connection.request("POST" if body else "GET", path, body or None, said)
        response = self._connection.getresponse()
        content = response.read()
        seconds = time.perf_counter() - begun
        queries, worker = response.headers.get(QUERIES, "0"), response.headers.get(WORKER, "0")
        return Answer(seconds, response.status, content, int(queries), int(worker))

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """The port of a worker that serves from ``BENCH_DATABASE_URL``. Raises ``RuntimeError`` if it does not come up."""
    log = folder / "gunicorn.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [
                *[sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{HOST}:0"],
                *["--workers", "1", "--threads", "4", "--worker-tmp-dir", str(folder), "--no-control-socket"],
            ],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "benchmarks.settings"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    try:
        yield _port(process, log)
    finally:
        process.terminate()
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    """The port that was free, as gunicorn says it in its log."""
    mark = f"http://{HOST}:"
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        told = log.read_text(encoding="utf-8", errors="replace")
        if mark in told and "Booting worker" in told:
            return int(told.split(mark)[1].split()[0].rstrip("/)"))
        time.sleep(0.05)
    raise RuntimeError(f"gunicorn did not come up:\n{log.read_text(encoding='utf-8', errors='replace')}")


def memory(process_id: int) -> float:
    """What a process holds in memory now, in megabytes."""
    status = Path(f"/proc/{process_id}/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(process_id)], capture_output=True, text=True, check=True)
    return int(told.stdout) / 1024
