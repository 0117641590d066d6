"""Set-up and checks of this project; not part of what it ships."""
