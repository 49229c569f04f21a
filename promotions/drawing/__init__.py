"""The draw room: from a frozen list to winners, and to whoever replaces one.

`models` the rows, `winners` who has won what now, `vacancies` how a prize falls vacant:
by two signatures and never by one.
"""
