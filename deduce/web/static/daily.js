// The families that take turns as the puzzle of the day, and the side of their grids: each is made in a second or two.
export const DAILY = { slitherlink: 7, sudoku: 9, nurikabe: 7, masyu: 8, akari: 8 };
