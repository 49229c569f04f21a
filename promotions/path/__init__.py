"""The path of a promotion: its steps, and whatever each of them brings with it.

steps        taking a step: the same guards answer page, act and record
lodging      the terms go to the regulator; that they arrived is a step of its own
starting     the promotion starts by itself, or by hand once nothing is in the way
approving    the second person, the regulator's word, changed terms
scrutineers  nominating the scrutineer
entrants     everybody with a ticket is written to; `letters` those on paper
ending       cancelling, postponing and taking up again
sheet        what the page of the path calls its acts and states
"""
