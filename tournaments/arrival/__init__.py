"""Players arrive at their session, or stay away.

models   arrivals and absences, as they were noted
roster   who sits in a session, and who of them is here
codes    what a scanner reads or somebody types, as an entry
arriving arrivals, and taking one back
absence  no-shows in one step, and back
views    the page at the door
"""
