import { decode, encode } from '@jridgewell/sourcemap-codec'

/** Text put into a source without adding a line before the last one. */
export interface Insertion {
  readonly offset: number
  readonly text: string
}

export interface SourceMap {
  readonly version: number
  readonly sources: string[]
  readonly sourcesContent?: string[]
  readonly names: string[]
  readonly mappings: string
}

/** The text with all insertions, which are in the order of their offsets. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  let result = ''
  let offset = 0
  for (const insertion of insertions) {
    result += text.slice(offset, insertion.offset) + insertion.text
    offset = insertion.offset
  }
  return result + text.slice(offset)
}

/** Makes the mappings of the text with insertions lead to the text without them. */
export function withoutInsertions(
  mappings: string,
  text: string,
  insertions: readonly Insertion[],
): string {
  if (!insertions.some(({ offset }) => hasCodeBehind(text, offset))) return mappings
  const places = placesByLine(text, insertions)
  const lines = decode(mappings)
  for (const segment of lines.flat()) {
    if (segment.length === 1) continue
    const onLine = places.get(segment[2])
    if (onLine) segment[3] = originalColumn(segment[3], onLine)
  }
  return encode(lines)
}

/** What follows the brace of a class is mostly the end of its line, and then no column matters. */
function hasCodeBehind(text: string, offset: number): boolean {
  const end = text.indexOf('\n', offset)
  return /[\w$'"`]/.test(text.slice(offset, end === -1 ? undefined : end))
}

interface Place {
  readonly column: number
  readonly length: number
}

function placesByLine(text: string, insertions: readonly Insertion[]): Map<number, Place[]> {
  const places = new Map<number, Place[]>()
  let line = 0
  let start = 0
  for (const { offset, text: inserted } of insertions) {
    for (let end = text.indexOf('\n', start); end !== -1 && end < offset;) {
      line++
      start = end + 1
      end = text.indexOf('\n', start)
    }
    const onLine = places.get(line) ?? []
    places.set(line, onLine)
    onLine.push({ column: offset - start, length: inserted.length })
  }
  return places
}

function originalColumn(column: number, places: readonly Place[]): number {
  let inserted = 0
  for (const place of places) {
    const start = place.column + inserted
    if (column < start) break
    if (column < start + place.length) return place.column
    inserted += place.length
  }
  return column - inserted
}
