"""What a tournament came to, for everybody: places, prizes, chips, certificates.

Read `chart.py` (chips as lines), `outcome.py` (places and prizes), `chips.py` (one
entrant's own, hand by hand), then `views.py`.
"""
