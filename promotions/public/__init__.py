"""Promotions for everybody: the page in short, the terms, and the front door."""
