"""Shakespeare: rules, placement, planning and players."""
