"""Disputes about games: entered, decided, reviewed, told of, ended; never changed."""
