"""Building a warband and keeping it: who belongs to it, in which order, with which rules."""
