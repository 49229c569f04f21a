"""Results: what everybody may read of a draw, and how the winners fall.

published  winners as the terms publish them: initials and area, or names by consent
views      the public page, until the terms take it down
sanity     how winners fall by day, source and holding: information only
registers  draws, attempts, notices and refusals as sheets
desk_views the pages of both for staff
"""
