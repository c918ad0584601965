"""What the book says: content, which knows nothing of players."""
