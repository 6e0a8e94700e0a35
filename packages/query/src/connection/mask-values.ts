const quotedPiece = /'([^']*)'|"([^"]*)"/g
const clauseNames = /^(field|where|on|having|group|order|set) (list|clause|statement)$/

/**
 * A driver's message without the values in it. Drivers quote values and names alike and escape neither, so
 * the message stays as it is only when each quoted piece is a name: one of `names`, or a word of the
 * statement. Else everything from the first quote to the last goes.
 */
export function maskValues(
  message: string,
  sql: string,
  names: readonly (string | undefined)[] = [],
): string {
  const isName = (piece: string) =>
    names.includes(piece) ||
    clauseNames.test(piece) ||
    (/^[a-z_]/i.test(piece) && sql.includes(piece))
  const pieces = [...message.matchAll(quotedPiece)].map((match) => match[1] ?? match[2] ?? '')
  return pieces.every(isName) ? message : message.replace(/['"].*['"]/s, '"…"')
}
