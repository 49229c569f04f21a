"""Rounds of play: dealt or keyed, kept action by action, settled and explained."""
