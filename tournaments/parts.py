"""The rooms of a tournament that have a say when hands are played, in their order."""

from tournaments.conduct import part as conduct
from tournaments.play.parts import Part
from tournaments.secret import part as secret

PARTS: tuple[Part, ...] = (conduct.PART, secret.PART)
