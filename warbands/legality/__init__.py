"""Whether a warband is what its list allows: one checker, its findings, and what a player lets stand all the same."""
