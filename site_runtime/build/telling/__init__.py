"""What a page says about recordings: numbers, moments, questions and figures, all taken from the traces.

Knows traces and lessons, and nothing of MkDocs.
"""
