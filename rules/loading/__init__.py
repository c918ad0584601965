"""YAML in and out: what the shipped files may say, rows from blocks, blocks from rows, and the report."""
