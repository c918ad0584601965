"""The editor's side: the admin, which refuses what the engine refuses and publishes what is saved."""
