"""Every clause of a tournament's terms, in the order in which they are printed."""
