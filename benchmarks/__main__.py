"""``python -m benchmarks``: one run, one database, one worker, and a table that a note about speed can quote."""

import os
import tempfile
from pathlib import Path


def main() -> None:
    """Measure in a folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="muster-bench-") as name:
        folder = Path(name)
        os.environ["BENCH_DATABASE_URL"] = f"sqlite:///{folder / 'bench.sqlite3'}"
        os.environ["BENCH_STATIC_ROOT"] = str(folder / "static")
        os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"

        import django  # noqa: PLC0415 - settings read the environment that was just made

        django.setup()
        from benchmarks.measuring import measure  # noqa: PLC0415 - models need django.setup()
        from benchmarks.table import told  # noqa: PLC0415 - as above

        print(told(measure(folder)))


if __name__ == "__main__":
    main()
