"""Stages: who plays one, its closing, who goes on, ties, lots, second chances."""
