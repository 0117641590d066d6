"""The commands of ``lesson``, one a file: each has ``add_arguments(parser)`` and ``run(options) -> exit status``."""
