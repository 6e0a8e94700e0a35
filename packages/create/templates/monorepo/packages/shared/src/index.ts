/** The maximum number of characters in a note. */
export const longestNote = 200
