/** The maximum number of characters in a note. */
export const maxNoteLength = 200
