"""Files that are broken, or made to do harm: each gets a clear refusal, and nothing is made."""

from pathlib import Path

import pytest

from tests.warbands.exchange.conftest import zipped
from warbands.exchange.refusals import UnreadableError
from warbands.models import Warband

SAMPLES = Path(__file__).parent / "samples"
TOOLHEIM = (SAMPLES / "toolheim.yaml").read_bytes()
ROSTER = (SAMPLES / "mordheim.ros").read_bytes()


LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><roster gameSystemName="Mordheim" name="&c;"/>"""
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"/>"""
FETCHED = b"""<?xml version="1.0"?><!DOCTYPE roster SYSTEM "http://example.org/roster.dtd"><roster/>"""
HOSTILE = {
    "a billion laughs": (LAUGHS, "x.ros", "declarations or entities"),
    "an entity from outside": (OUTSIDE, "x.ros", "declarations or entities"),
    "a DTD from outside": (FETCHED, "x.ros", "declarations or entities"),
    "broken XML": (b"<roster><", "x.ros", "not sound XML"),
    "deep XML": (b"<roster>" + b"<a>" * 5000, "x.ros", "too deeply"),
    "endless XML": (b"<roster>" + b"<a/>" * 60_000 + b"</roster>", "x.ros", "far too much"),
    "an unknown encoding": (b'<?xml version="1.0" encoding="klingon"?><roster/>', "x.ros", "XML"),
    "another encoding than it says": ('<roster name="Ä"/>'.encode("latin-1"), "x.ros", "not sound XML"),
    "another document": (b"<svg/>", "x.ros", "no roster"),
    "another game": (b'<roster gameSystemName="Chess"/>', "x.ros", "a roster of Chess"),
    "a roster of nobody": (b'<roster gameSystemName="Mordheim"/>', "x.ros", "no warband in this file"),
    "a zip bomb": (zipped(b"<" + b" " * 3_000_000), "x.rosz", "far too large"),
    "a steep zip": (zipped(b"<" + b" " * 1_000_000), "x.rosz", "far too large"),
    "two entries": (zipped(ROSTER, ROSTER), "x.rosz", "holds 2"),
    "no entry": (zipped(), "x.rosz", "holds 0"),
    "half a zip": (zipped(ROSTER)[:300], "x.rosz", "damaged"),
    "a zip of laughs": (zipped(LAUGHS), "x.rosz", "declarations or entities"),
    "a zip called a roster": (zipped(ROSTER), "x.ros", "inside it is a zip"),
    "XML called YAML": (ROSTER, "x.yaml", "inside it is XML"),
    "JSON called a roster": (b"{}", "x.ros", "inside it is JSON"),
    "no name for it": (b"hello", "x.txt", "no file of a warband"),
    "YAML laughs": (b"a: &a [1]\nb: [*a, *a]\nheros: []\n", "x.yaml", "Anchors and aliases"),
    "a YAML object": (b"!!python/object/apply:os.system [echo]", "x.yaml", "no warband file"),
    "deep YAML": (b"heros: " + b"[" * 500, "x.yaml", "too deeply"),
    "endless YAML": (b"heros:\n" + b"- a\n" * 30_000, "x.yaml", "far too much"),
    "long YAML": (b"heros: " + b"a" * 200_000, "x.yaml", "longer than 128 KB"),
    "broken YAML": (b"heros: [", "x.yaml", "not YAML"),
    "two YAML documents": (b"heros: []\n---\nheros: []\n", "x.yaml", "not YAML"),
    "a key twice": (b"heros: []\nheroes: []\n", "x.yaml", "stands twice"),
    "other YAML": (b"services: {web: 1}\n", "x.yaml", "no warband file"),
    "YAML in another encoding": ("heros: [Ä]".encode("latin-1"), "x.yaml", "not in UTF-8"),
    "YAML with bells": (b"heros: \x07", "x.yaml", "not YAML"),
    "too many": (b"warband: x\nheros:\n" + b"- a\n" * 61, "x.yaml", "more than 60"),
}


@pytest.mark.parametrize("case", list(HOSTILE))
def test_a_hostile_file_is_refused_in_words(as_owner, send, case):
    data, name, words = HOSTILE[case]
    response = send(as_owner, data, name)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Warband.objects.exists()


def test_a_zip_that_lies_about_its_size_is_not_unpacked_without_end():
    from warbands.exchange.uploads import unzipped

    data = bytearray(zipped(b"x" * 5_000_000))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    with pytest.raises(UnreadableError):
        unzipped(bytes(data))
