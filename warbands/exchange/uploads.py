"""A file that somebody sends: how large it may be, what it is, and its text.

What it is, its first bytes say; where its name says otherwise, it is refused rather than guessed at.
"""

import io
import zipfile
import zlib
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from pathlib import PurePath
from typing import Concatenate, cast

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from warbands.exchange.refusals import UnreadableError

LARGEST = 2 * 1024 * 1024
"""The most bytes of a file, and of what is zipped in it."""
LARGEST_REQUEST = LARGEST + 64 * 1024
MOST_DRAINED = 64 * 1024 * 1024
STEEPEST = 100
"""How many times its size something zipped may have."""
CHUNK = 64 * 1024

TOO_LARGE = f"The file is larger than {LARGEST // 1024 // 1024} MB, and no warband is that large."
WHAT_WE_READ = "We read our own .json, Toolheim's .yaml, and .ros or .rosz of BattleScribe and New Recruit."

type OpenView[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


class FileKind(StrEnum):
    """What a file may be."""

    JSON = "JSON"
    YAML = "YAML"
    XML = "XML"
    ZIP = "a zip archive"


SUFFIXES = {
    ".json": FileKind.JSON,
    ".yaml": FileKind.YAML,
    ".yml": FileKind.YAML,
    ".ros": FileKind.XML,
    ".rosz": FileKind.ZIP,
}


def never_large[**P](refuse: OpenView[P]) -> Callable[[OpenView[P]], OpenView[P]]:
    """Answer a request that is too large with ``refuse``, before any of it is parsed or kept.

    Checking the token of a form reads all of it, so that is put off until the size is known.
    """

    def decorate(view: OpenView[P]) -> OpenView[P]:
        checked = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if int(request.META.get("CONTENT_LENGTH") or 0) <= LARGEST_REQUEST:
                return checked(request, *args, **kwargs)
            # A browser that is still sending hears no answer, so it is heard out, within reason.
            drained = 0
            while drained < MOST_DRAINED and (chunk := request.read(CHUNK)):
                drained += len(chunk)
            return refuse(request, *args, **kwargs)

        return cast("OpenView[P]", guarded)

    return decorate


def kind_of(data: bytes, name: str) -> FileKind:
    """What a file is. Raises ``UnreadableError`` where its name says otherwise, or where it is nothing we read."""
    start = (
        data[:64].removeprefix(b"\xef\xbb\xbf").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").lstrip(b"\0 \t\r\n")
    )
    if data.startswith(b"PK"):
        found = FileKind.ZIP
    elif start.startswith(b"<"):
        found = FileKind.XML
    else:
        found = FileKind.JSON if start.startswith((b"{", b"[")) else FileKind.YAML
    suffix = PurePath(name).suffix.lower()
    told = SUFFIXES.get(suffix)
    if told and told != found:
        is_text = found is FileKind.YAML
        inside = "something else" if is_text else found
        raise UnreadableError(f"Its name ends in {suffix}, so it should be {told}, but inside it is {inside}.")
    if told is None and found is FileKind.YAML:
        raise UnreadableError(f"This is no file of a warband. {WHAT_WE_READ}")
    return found


def text_of(data: bytes) -> str:
    """The text of a file. Raises ``UnreadableError`` for one in another encoding than UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"The text is not in UTF-8: byte {error.start + 1} fits no letter. Save it as UTF-8."
        ) from None


def unzipped(data: bytes) -> bytes:
    """The one file in an archive. Raises ``UnreadableError`` for none or several, and for one without end."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) != 1:
                raise UnreadableError(f"The archive should hold one file, and holds {len(entries)}.")
            entry = entries[0]
            if entry.flag_bits & 1:
                raise UnreadableError("The file in the archive is locked with a password.")
            if entry.file_size > LARGEST or entry.file_size > STEEPEST * max(entry.compress_size, 1):
                raise UnreadableError("What is packed in the archive is far too large for a warband.")
            with archive.open(entry) as packed:
                found = packed.read(LARGEST + 1)  # what it says of its size need not be true
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError, RuntimeError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError("The archive is damaged: it cannot be unpacked.") from None
    if len(found) > LARGEST:
        raise UnreadableError("What is packed in the archive is far too large for a warband.")
    return found
