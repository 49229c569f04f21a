"""Winners are told: by one of the means that count, in time, and nobody else.

sending   what a notice to a winner needs before it goes out
"""
