"""The worked cases as they stand in their files."""

from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).resolve().parents[2] / "rules" / "data" / "cases"


def _read() -> dict[str, list[dict[str, Any]]]:
    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))["cases"] for path in FOLDER.glob("*.yaml")}


BY_FILE = _read()
CASES = [case for name in sorted(BY_FILE) for case in BY_FILE[name]]
OWN = [case for name in sorted(BY_FILE) if name.startswith("own-") for case in BY_FILE[name]]

each_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
