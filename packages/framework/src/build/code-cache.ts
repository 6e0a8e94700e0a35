import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type * as bundler from 'rolldown'

type Program = ReturnType<bundler.PluginContext['parse']>
type Chunk = ReturnType<typeof readChunk>

/**
 * Moves the code of a chunk into a function, in a file beside it: `main.code.mjs` of `main.mjs`. Node compiles it with what
 * an earlier start has left in another file, functions that were called then included; of a module it keeps less.
 * Elsewhere it is imported. The chunk calls the function once and exports what that returns, so none of it may change
 * later.
 */
export function cacheCode(fileName: string): bundler.Plugin {
  return {
    name: 'cache-code',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const chunk = chunks.find((each) => each.fileName === fileName)
      const helpers = chunks.find(({ moduleIds }) => moduleIds.includes('\0rolldown/runtime.js'))
      if (!chunk || !helpers) return
      dropEvaluation(chunks, basename(helpers.fileName))
      const read = readChunk(chunk.code, this.parse(chunk.code))
      const { source, parts } = functionOf(read)
      const codeFile = fileName.replace(/\.mjs$/, '.code.mjs')
      this.emitFile({ type: 'asset', fileName: codeFile, source })
      const { code, imports } = read
      const copied = readChunk(helpers.code, this.parse(helpers.code))
      chunk.code = [
        code.slice(0, imports[0]?.start ?? 0),
        ...imports.map(({ source, specifiers, start, end }) =>
          basename(source.value) === basename(helpers.fileName)
            ? copyOf(copied, specifiers)
            : code.slice(start, end),
        ),
        loader(basename(codeFile), createHash('sha256').update(source).digest('hex').slice(0, 12)),
        callOf(read, parts),
      ].join('\n')
    },
  }
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

/** Calls that function, and exports what it gives. */
function callOf({ imported, exports }: Chunk, parts: readonly string[]): string {
  // A chunk may export what is called `in`.
  const taken = exports.map((_, index) => `$$${index}`)
  const named = exports.map(({ exported }, index) => `${taken[index]} as ${nameOf(exported)}`)
  return `const parts = { ${parts.map((part) => `${part}: () => import(${part})`).join()} }
const load = (path) => parts[path]?.() ?? import(path)
const [${taken.join()}] = run(${['load', 'import.meta', ...imported].join()})
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
  const source = readFileSync(path, 'utf8').slice(${prefix.length})
  const script = new Script(source, { filename, columnOffset: ${prefix.length}, cachedData })
  tell?.(script, cache)
  return script.runInThisContext()
}`
}
