"""What promotions put into a regulator's pack.

sheets  draws, winners, attempts, claims, refusals and doubts as rows
room    the parts in the order a regulator reads them
"""
