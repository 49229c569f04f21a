"""The cards of a table: what was done to them, and what they still need."""
