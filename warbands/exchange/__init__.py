"""A warband on its way out of the house: as plain text, and on paper."""
