"""What is somebody's own: all of it as one file, and leaving for good."""
