"""Who sits where: conditions, the draw that anybody can repeat, moves, and paper.

models      draws, drawn seats, conditions, moves and printed cards
conditions  what the seats have to respect
respected   the conditions that hold, and the places they leave
lists       who is drawn to which places, as the rows have it now
drawing     the list is fixed, drawn, looked at and released
seats       where somebody sits now: draw and moves in one
moves       balancing, breaking and changing seats after the release
"""
