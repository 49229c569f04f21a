"""The rooms of a tournament that have a say when hands are played, in their order."""

from tournaments.play.parts import Part

PARTS: tuple[Part, ...] = ()
