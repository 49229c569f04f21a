"""The pure rules of promotions: no database, no clock, only values.

Regimes     regimes (NSW3_14, STAR4_14, REGIMES): what each document asks, cited
Deadlines   deadlines: what must be told to whom by when, from what happened when
Gates       gates: why a start, an amendment, a refused claim or a draw must wait
"""
