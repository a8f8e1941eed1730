"""New puzzles: clues put in and taken out, themes, and a workbench that stays alive."""
