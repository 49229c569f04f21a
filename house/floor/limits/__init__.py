"""Limits of tables and of single seats: changed, kept and agreed."""
