"""Prizes: worked out when the tournament is finished, handed out once each."""
