"""The press: pages on paper, from files of the house alone, each made once.

Read `printing.py` (a page becomes a PDF), then `turns.py` (one print at a time in the
whole house, and what was printed lies on a shelf).
"""

from house.press.printing import NoPdf, as_pdf
from house.press.turns import alone, once, sent, sheet

__all__ = ["NoPdf", "alone", "as_pdf", "once", "sent", "sheet"]
