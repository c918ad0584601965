"""Public pages of the rules: the index with its search, and one page a rule."""
