import { decode, encode } from '@jridgewell/sourcemap-codec'
import { transformSync } from 'oxc-transform'
import { refuseErrors } from '../parse/source-file.ts'

/** A string to insert into a source. Only an insertion at the end may add a line. */
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

export interface LoweredModule {
  readonly code: string
  /** A source map to the source before the insertions. */
  readonly map: SourceMap
}

/**
 * Applies the insertions to a module, strips its types and compiles its decorators. Other syntax does not change.
 * `helpersFrom` is the module from which the helpers are imported; by default, they are written into the output.
 */
export function lower(
  path: string,
  text: string,
  insertions: readonly Insertion[],
  helpersFrom?: string,
): LoweredModule {
  const described = insert(text, insertions)
  const { code, map, errors, helpersUsed } = transformSync(path, described, {
    sourceType: 'module',
    sourcemap: true,
    decorator: { legacy: true },
  })
  refuseErrors(errors, described, path)
  const mappings = map?.mappings ?? ''
  return {
    code: Object.keys(helpersUsed).length === 0 ? code : withHelpers(code, helpersFrom),
    map: {
      version: 3,
      names: map?.names ?? [],
      sources: [path],
      sourcesContent: [text],
      mappings: withoutInsertions(mappings, text, insertions),
    },
  }
}

const helperImport =
  /^import (\w+) from "@oxc-project\/runtime\/helpers\/(decorate|decorateParam)";$/gm

/**
 * The compiler's helper functions for decorators. They are included in the output, so no package is needed. V8 compiles
 * a function in parentheses together with its module, and keeps it in the code cache.
 */
const helpers = {
  decorate:
    '(decorators, target, key, desc) {' +
    ' var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;' +
    ' if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);' +
    ' else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;' +
    ' return c > 3 && r && Object.defineProperty(target, key, r), r; }',
  decorateParam:
    '(index, decorator) { return function (target, key) { decorator(target, key, index); }; }',
}

function withHelpers(code: string, from: string | undefined): string {
  return code.replace(helperImport, (_, local: string, helper: keyof typeof helpers) =>
    from === undefined
      ? `var ${local} = (function${helpers[helper]});`
      : `import { ${helper} as ${local} } from ${JSON.stringify(from)};`,
  )
}

/** The source of a module with the helpers, which other modules can import. */
export const helpersModule: string = Object.entries(helpers)
  .map(([name, rest]) => `export const ${name} = (function${rest});\n`)
  .join('')

/** Applies the insertions, which must be sorted by offset. */
function insert(text: string, insertions: readonly Insertion[]): string {
  let result = ''
  let offset = 0
  for (const insertion of insertions) {
    result += text.slice(offset, insertion.offset) + insertion.text
    offset = insertion.offset
  }
  return result + text.slice(offset)
}

/** Converts the mappings of the source with insertions to mappings of the original source. */
function withoutInsertions(
  mappings: string,
  text: string,
  insertions: readonly Insertion[],
): string {
  if (!insertions.some(({ offset }) => hasCodeAfter(text, offset))) return mappings
  const columnsByLine = insertedColumns(text, insertions)
  const lines = decode(mappings)
  for (const segment of lines.flat()) {
    if (segment.length === 1) continue
    const onLine = columnsByLine.get(segment[2])
    if (onLine) segment[3] = originalColumn(segment[3], onLine)
  }
  return encode(lines)
}

/**
 * True if code follows on the same line. Usually the line ends after the brace of a class, so that no column changes.
 */
function hasCodeAfter(text: string, offset: number): boolean {
  const end = text.indexOf('\n', offset)
  return /[\w$'"`]/.test(text.slice(offset, end === -1 ? undefined : end))
}

/** The columns that an insertion adds to a line. */
interface Columns {
  readonly column: number
  readonly length: number
}

function insertedColumns(text: string, insertions: readonly Insertion[]): Map<number, Columns[]> {
  const columnsByLine = new Map<number, Columns[]>()
  let line = 0
  let start = 0
  for (const { offset, text: inserted } of insertions) {
    for (let end = text.indexOf('\n', start); end !== -1 && end < offset;) {
      line++
      start = end + 1
      end = text.indexOf('\n', start)
    }
    const onLine = columnsByLine.get(line) ?? []
    columnsByLine.set(line, onLine)
    onLine.push({ column: offset - start, length: inserted.length })
  }
  return columnsByLine
}

function originalColumn(column: number, onLine: readonly Columns[]): number {
  let inserted = 0
  for (const added of onLine) {
    const start = added.column + inserted
    if (column < start) break
    if (column < start + added.length) return added.column
    inserted += added.length
  }
  return column - inserted
}
