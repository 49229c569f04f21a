"""What promotions put into a regulator's pack.

sheets  draws, winners, notices, attempts, claims, refusals and doubts as rows
room    the parts in the order a regulator reads them
views   the same registers for staff, as pages, sheets and on paper
"""
