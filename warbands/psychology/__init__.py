"""A test taken inside a saved roster: ask, plan, roll or type, and keep what fell."""
