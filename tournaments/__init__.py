"""Tournaments: terms that run the event, entries, seats, sessions, prizes."""
