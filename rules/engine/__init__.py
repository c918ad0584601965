"""The rules engine: frozen values in, frozen values out. Standard library only: no clock, no random source."""
