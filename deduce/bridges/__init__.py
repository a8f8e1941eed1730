"""Every game of the registry in other people's tools: PettingZoo, OpenSpiel, and engines that speak plain text.

Each bridge imports its library when it is used, and works for third-party games as for ours: they need only the
contract of `deduce.games`.
"""
