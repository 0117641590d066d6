"""A lesson of one long program."""
