"""The parts of a Caribbean Stud round; `game.caribbean_stud` tells the game."""
