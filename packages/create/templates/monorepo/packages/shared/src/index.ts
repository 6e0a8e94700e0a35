/** How many characters a note may have. */
export const longestNote = 200
