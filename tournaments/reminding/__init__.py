"""Entrants are told of what comes: a session ahead of its start, a start that moved.

Read `writing.py` (what each is written, with a date for their calendar),
`reminders.py` (when), then `planning.py` (what happens then).
"""
