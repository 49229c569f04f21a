"""Caribbean Stud as a console plays it."""
