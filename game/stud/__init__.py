"""What the stud games have in common: an ante buys a hand, and hands are settled.

`game.mississippi` and `game.caribbean` add what they do not share: who decides what
between the deal and the end, and what a hand wins.
"""
