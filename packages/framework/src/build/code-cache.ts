import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type * as bundler from 'rolldown'

type Program = ReturnType<bundler.PluginContext['parse']>
type Chunk = ReturnType<typeof readChunk>

/** The module of the helpers of the bundler. */
export const helpersId = '\0rolldown/runtime.js'

/** What the name of the chunk ends with that exports the core. */
export const exportsEnd = '.exports'

/** What the names of its three files end with, after that of the core. */
const ends = { exports: `${exportsEnd}.mjs`, start: '.start.mjs', code: '.code.mjs' }

/**
 * Moves the code of the chunk `<core>.exports` into a function, in `<core>.code.mjs`. Node compiles it with what an earlier
 * start has left in another file, functions that were called then included; of a module it keeps less. Elsewhere it is
 * imported. `<core>.start.mjs` calls the function once. It exports what the chunks called `first`, and what they import,
 * take of the result, as each name costs a start time; the chunk exports all of it, to what is loaded later. So none of
 * it may change later.
 */
export function cacheCode(core: string, first: readonly string[]): bundler.Plugin {
  return {
    name: 'cache-code',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const chunk = chunks.find(({ fileName }) => fileName === core + ends.exports)
      const helpers = chunks.find(({ moduleIds }) => moduleIds.includes(helpersId))
      if (!chunk || !helpers) return
      dropEvaluation(chunks, basename(helpers.fileName))
      const read = ({ code }: bundler.OutputChunk) => readChunk(code, this.parse(code))
      const users = [...withImports(first, chunks)].filter((each) => each !== chunk)
      const taken = new Set(users.flatMap((each) => takenBy(read(each), basename(core))))
      for (const each of users) each.code = importStart(read(each), basename(core))
      const own = read(chunk)
      const { source, parts } = functionOf(own)
      this.emitFile({ type: 'asset', fileName: core + ends.code, source })
      const copied = read(helpers)
      const start = [
        `import.meta.url ??= 'file:///${core}${ends.start}';`,
        ...own.imports.map(({ source, specifiers, start, end }) =>
          basename(source.value) === basename(helpers.fileName)
            ? copyOf(copied, specifiers)
            : own.code.slice(start, end),
        ),
        loader(
          basename(core) + ends.code,
          createHash('sha256').update(source).digest('hex').slice(0, 12),
        ),
        callOf(own, parts, taken),
      ]
      this.emitFile({ type: 'asset', fileName: core + ends.start, source: start.join('\n') })
      chunk.code = exportsOf(own, basename(core))
    },
  }
}

/** The chunks of those names, and all that they import. */
function withImports(
  names: readonly string[],
  chunks: readonly bundler.OutputChunk[],
): ReadonlySet<bundler.OutputChunk> {
  const found = new Set(chunks.filter(({ name }) => names.includes(name)))
  for (const { imports } of found) {
    for (const each of chunks) if (imports.includes(each.fileName)) found.add(each)
  }
  return found
}

/** What a chunk imports of the core, by the names of its exports. */
function takenBy(chunk: Chunk, core: string): string[] {
  const named = importsOf(chunk, core).flatMap(({ specifiers }) => specifiers)
  return named.flatMap((each) => (each.type === 'ImportSpecifier' ? nameOf(each.imported) : []))
}

/** The code of a chunk that imports the start of the core in the place of its exports. */
function importStart(chunk: Chunk, core: string): string {
  let text = chunk.code
  for (const { source } of importsOf(chunk, core)) {
    // Not longer, so the source map fits.
    const { start, end } = source
    const path = text.slice(start, end).replace(ends.exports, ends.start)
    text = text.slice(0, start) + path.padEnd(end - start) + text.slice(end)
  }
  return text
}

function importsOf({ imports }: Chunk, core: string): Chunk['imports'] {
  return imports.filter(({ source }) => basename(source.value) === core + ends.exports)
}

/** A chunk: the imports at its head, the exports at its foot, and where what is between starts and ends. */
function readChunk(code: string, { body }: Program) {
  const imports = body.filter((node) => node.type === 'ImportDeclaration')
  const last = body.at(-1)
  const foot = last?.type === 'ExportNamedDeclaration' ? last : undefined
  const imported = imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))
  return {
    code,
    body,
    imports,
    /** The names by which the chunk calls what it imports. */
    imported,
    start: imports.at(-1)?.end ?? 0,
    end: foot?.start ?? last?.end ?? 0,
    exports: foot?.specifiers ?? [],
  }
}

/** A module whose default export is a function with the code of a chunk, and the literals of its dynamic imports. */
function functionOf(chunk: Chunk) {
  const { code, imported, start, exports } = chunk
  const { text, parts } = asScript(chunk)
  const head = `${prefix}(function(${[loadName, metaName, ...imported].join()}){"use strict";`
  const values = exports.map(({ local }) => nameOf(local)).join()
  const map = code.slice(code.lastIndexOf('\n//#'))
  // What the head takes the place of is longer, so one source map fits both.
  return { source: `${head.padEnd(start)}${text}return[${values}]})${map}\n`, parts }
}

/** Calls that function, and exports all that it gives, and by their names what starts take. */
function callOf(
  { imported, exports }: Chunk,
  parts: readonly string[],
  taken: ReadonlySet<string>,
): string {
  const names = exports.map(({ exported }) => nameOf(exported))
  // A chunk may export what is called `in`.
  const named = names.flatMap((name, index) => (taken.has(name) ? [[index, name] as const] : []))
  return `const parts = { ${parts.map((part) => `${part}: () => import(${part})`).join()} }
const load = (path) => parts[path]?.() ?? import(path)
export const $$all = run(${['load', 'import.meta', ...imported].join()})
const ${named.map(([index]) => `$$${index} = $$all[${index}]`).join()}
export {${named.map(([index, name]) => `$$${index} as ${name}`).join()}}
`
}

function exportsOf({ exports }: Chunk, core: string): string {
  const named = exports.map(({ exported }, index) => `$$${index} as ${nameOf(exported)}`)
  return `import { $$all } from './${core}${ends.start}'
const [${exports.map((_, index) => `$$${index}`).join()}] = $$all
export {${named.join()}}
`
}

const prefix = 'export default '
/** In the place of `import` and `import.meta`, which are for modules; not longer than they are. */
const loadName = '$$load'
const metaName = '$$meta'

function nameOf(node: { readonly name: string } | { readonly value: string }): string {
  return 'name' in node ? node.name : node.value
}

/** Nobody needs the helpers of the bundler to run before what uses them; a file costs time at each start. */
function dropEvaluation(chunks: readonly bundler.OutputChunk[], file: string): void {
  for (const chunk of chunks) {
    chunk.code = chunk.code.replaceAll(/import"([\w./-]+)";/g, (statement, path: string) =>
      basename(path) === file ? ' '.repeat(statement.length) : statement,
    )
  }
}

/** In the place of an import: the code of the chunk that it names, which imports nothing. */
function copyOf(
  { code, end, exports }: Chunk,
  specifiers: Chunk['imports'][number]['specifiers'],
): string {
  const given = new Map(exports.map(({ exported, local }) => [nameOf(exported), nameOf(local)]))
  const named = specifiers.filter((each) => each.type === 'ImportSpecifier')
  const values = named.map(({ imported }) => given.get(nameOf(imported)))
  const locals = named.map(({ local }) => local.name)
  return `const [${locals.join()}] = (() => {${code.slice(0, end)};return[${values.join()}]})()`
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** What is between the edges, without what only modules may have, and the literals of its dynamic imports. */
function asScript({ code, body, start, end }: Chunk) {
  const parts = new Set<string>()
  let text = ''
  let position = start
  const replace = (from: number, to: number, by: string) => {
    text += code.slice(position, from) + by.padEnd(to - from)
    position = to
  }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node & { readonly source?: Node }
    if (node.type === 'MetaProperty' && code.startsWith('import', node.start)) {
      replace(node.start, node.end, metaName)
    }
    if (node.type === 'ImportExpression' && node.source) {
      replace(node.start, node.start + 'import'.length, loadName)
      const specifier = code.slice(node.source.start, node.source.end)
      if (/^(["'`])\.[^$]*\1$/.test(specifier)) parts.add(specifier.replaceAll('`', "'"))
    }
    Object.values(value).forEach(visit)
  }
  body.filter((node) => node.start >= start && node.end <= end).forEach(visit)
  return { text: text + code.slice(position, end), parts: [...parts] }
}

/** The name of the global that is told of the script, and of the file for what Node has compiled of it. */
export const compiledKey = 'fw.compiled'

/**
 * What was compiled has a file for each code, of which V8 compares the length alone, and for each system, processor and
 * release of V8, so that another one reads nothing in vain. V8 also compares its options, and Lambda exposes `gc`.
 */
function loader(code: string, hash: string): string {
  return `const run = compiled() ?? (await import('./${code}')).default
function compiled() {
  const { process } = globalThis
  // Of a script Node reads no source map.
  const { v8, bun, deno } = process?.versions ?? {}
  if (!v8 || bun || deno || process.sourceMapsEnabled) return
  const tell = globalThis[Symbol.for('${compiledKey}')]
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const path = import.meta.dirname + '/${code}'
  const { platform, arch } = process
  const kind = ['${hash}', platform, arch, v8, ...(globalThis.gc ? ['gc'] : [])].join('-')
  const cache = path.replace(/mjs$/, kind + '.cache')
  let cachedData
  try {
    cachedData = readFileSync(cache)
  } catch {
    if (!tell) return
  }
  const { Script } = process.getBuiltinModule('node:vm')
  const filename = import.meta.url.replace(/[^/]*$/, '${code}')
  // It is ASCII, and with an encoding Node reads it in small pieces.
  const source = readFileSync(path).toString('latin1', ${prefix.length})
  const script = new Script(source, { filename, columnOffset: ${prefix.length}, cachedData })
  tell?.(script, cache)
  return script.runInThisContext()
}`
}
