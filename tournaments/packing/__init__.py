"""A tournament's part in packs: everything kept on it, as sheets and papers.

Read `reading.py` (rows as they are kept), `papers.py` (terms), `people.py`, `play.py`
and `outcome.py` (the sheets), then `room.py`.
"""
