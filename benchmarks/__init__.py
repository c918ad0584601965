"""How fast, how large, how many queries: ``make bench``. docs/decisions/0007 says how it measures and why so."""
