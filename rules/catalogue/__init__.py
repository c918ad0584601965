"""Public pages of the warband lists and their units."""
