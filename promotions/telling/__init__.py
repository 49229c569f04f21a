"""Winners are told: by one of the means that count, in time, and nobody else.

models      which notice tells which winner, and every attempt at it
winners     a winner's notice is drafted with the draw; once it came back, another
attempts    each attempt: how, when, by whom, where, and what came of it
sending     what a notice to a winner needs before it goes out
retracting  what a winner was told is taken back, once the inspectors know why
"""
