"""The engine over whole arrays: the same answers as the readable code, much faster."""
