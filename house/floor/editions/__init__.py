"""Which edition of a document holds here, and copies of it for whoever asks."""
