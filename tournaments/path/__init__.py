"""The way of a tournament from published to play, gate by gate, and out of it."""
