"""Results: what everybody may read of a draw, as the terms publish it.

published  winners by initials and area, or by name where they consent
views      the public page, until the terms take it down
"""
