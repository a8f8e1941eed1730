"""What every room stands on: errors, clocks, journals, numbers and words in sentences; nothing here knows a world."""
