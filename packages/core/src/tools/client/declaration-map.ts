/** A location of a name. Lines and columns start at 0. */
export interface Mapping {
  readonly line: number
  readonly column: number
  /** The index of the source. */
  readonly source: number
  readonly sourceLine: number
  readonly sourceColumn: number
}

/** Returns the source map of a declaration file, which editors follow. The mappings are in the order of the file. */
export function declarationMap(
  file: string,
  sources: readonly string[],
  mappings: readonly Mapping[],
): string {
  const lines: string[] = []
  let previous = { source: 0, sourceLine: 0, sourceColumn: 0 }
  for (const mapping of mappings) {
    while (lines.length <= mapping.line) lines.push('')
    const { column, source, sourceLine, sourceColumn } = mapping
    const segment = [
      column,
      source - previous.source,
      sourceLine - previous.sourceLine,
      sourceColumn - previous.sourceColumn,
    ]
    lines[mapping.line] = segment.map(toBase64Vlq).join('')
    previous = mapping
  }
  return `${JSON.stringify({ version: 3, file, sources, names: [], mappings: lines.join(';') })}\n`
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes an integer as a variable-length base64 quantity, with the sign in the lowest bit. */
function toBase64Vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += digits[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}
