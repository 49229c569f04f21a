"""Signing in and minding one's own account."""
