"""Digests of content: the same content has the same digest, on any machine and in any order of keys."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def digest_of(value: Mapping[str, Any]) -> str:
    """The sha256 of plain data, in hexadecimal: of a block, or of a whole document."""
    written = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()
