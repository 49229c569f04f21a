"""The parts of a Mississippi Stud round; `game.mississippi_stud` tells the game."""
