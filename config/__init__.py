"""Settings, addresses and the pages of the house itself."""
