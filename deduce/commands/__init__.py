"""The subcommands of ``deduce``, one file a group; each imports what it needs when it runs."""
