"""What brings a lesson to a reader: recorder, build, parity and the page's own modules."""
