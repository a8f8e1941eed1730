"""The clairvoyant bound of Shakespeare: how much a game could have scored had its draws been known."""
