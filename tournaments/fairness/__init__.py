"""How even a tournament was, for staff: sizes of tables, first bets, seats, sessions.

The arithmetic is in `rules/fairness.py`. Read `seen.py` (what is compared), `report.py`
(how it is shown), then `views.py`.
"""
