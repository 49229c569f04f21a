"""The engine as JSON lines: requests read and checked, answers written."""
