"""From Markdown to the finished site. Only ``plugin.py`` may import mkdocs."""
