import { posix } from 'node:path'

/** The location of a name in a declaration file. */
export interface NameLocation {
  /** The part of the file before the name, without the first line. */
  readonly before: string
  /** The location of the name in the source, as `file:line:column`. */
  readonly at: string
}

/**
 * Returns the source map of a declaration file. Editors use it to jump to the source. The locations are in file order,
 * and `toSources` is the relative path to the folder of the sources.
 */
export function declarationMap(
  file: string,
  locations: readonly NameLocation[],
  toSources: string,
): string {
  const sources: string[] = []
  const lines: string[] = []
  let previous: readonly number[] = []
  for (const { before, at } of locations) {
    const [, path, line, column] = /^(.*):(\d+):(\d+)$/u.exec(at) ?? []
    if (path === undefined) continue
    const source = posix.join(toSources, path)
    if (!sources.includes(source)) sources.push(source)
    const target = [sources.indexOf(source), Number(line) - 1, Number(column) - 1]
    const changes = target.map((value, index) => value - (previous[index] ?? 0))
    const above = before.split('\n')
    const start = (above.at(-1) as string).length
    while (lines.length <= above.length) lines.push('')
    lines[above.length] = [start, ...changes].map(toBase64Vlq).join('')
    previous = target
  }
  return `${JSON.stringify({ version: 3, file, sources, names: [], mappings: lines.join(';') })}\n`
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes an integer as a base64 VLQ (variable-length quantity), with the sign in the lowest bit. */
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
