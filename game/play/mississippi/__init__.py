"""Mississippi Stud as a console plays it, whichever document it is played by."""
