"""Baccarat as a console plays it."""
