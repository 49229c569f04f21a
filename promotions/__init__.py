"""Promotional prize draws: terms, tickets, draws, claims."""
