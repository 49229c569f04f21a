"""The demo house: a small casino to look around in, loaded into an empty database."""
