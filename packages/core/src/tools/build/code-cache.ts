import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type * as bundler from 'rolldown'

type Program = ReturnType<bundler.PluginContext['parse']>
type Chunk = ReturnType<typeof readChunk>

/** Minifies the code of a module. */
export type Minify = (code: string) => string

/** The id of the module with the bundler's helpers. */
export const helpersId = '\0rolldown/runtime.js'

/** The suffix in the name of the main chunk. After `cacheCode`, this chunk only exports names. */
export const exportsSuffix = '.exports'

/** The suffixes of the three files that replace the main chunk. */
const suffixes = { exports: `${exportsSuffix}.mjs`, start: '.start.mjs', code: '.code.mjs' }

/**
 * Moves the code of the chunk `<core>.exports` into a function in `<core>.code.mjs`. Node compiles
 * it with a code cache from an earlier start, which contains the functions that were called in that
 * start. The code cache of a module would contain fewer functions. Without a code cache, as on
 * other platforms, the file is imported. `<core>.start.mjs` calls the function once. It exports
 * only the names that are needed at the start, because each name takes time. `<core>.exports`
 * exports all names, for chunks that are loaded later. Both export copies of the values, so the
 * code must not reassign an exported variable.
 */
export function cacheCode(core: string, first: readonly string[], minify: Minify): bundler.Plugin {
  return {
    name: 'cache-code',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const chunk = chunks.find(({ fileName }) => fileName === core + suffixes.exports)
      const helpers = chunks.find(({ moduleIds }) => moduleIds.includes(helpersId))
      if (!chunk || !helpers) return
      removeHelperImports(chunks, basename(helpers.fileName))
      const read = ({ code }: bundler.OutputChunk) => readChunk(code, this.parse(code))
      const users = [...withImports(first, chunks)].filter((each) => each !== chunk)
      const startNames = new Set(users.flatMap((each) => importedNames(read(each), basename(core))))
      for (const each of users) each.code = importStart(read(each), basename(core))
      const main = read(chunk)
      const { source, parts } = functionOf(main)
      this.emitFile({ type: 'asset', fileName: core + suffixes.code, source })
      const helperChunk = read(helpers)
      const start = [
        `import.meta.url ??= 'file:///${core}${suffixes.start}';`,
        ...main.imports.map(({ source, specifiers, start, end }) =>
          basename(source.value) === basename(helpers.fileName)
            ? copyOf(helperChunk, specifiers)
            : main.code.slice(start, end),
        ),
        loader(
          basename(core) + suffixes.code,
          createHash('sha256').update(source).digest('hex').slice(0, 12),
        ),
        callOf(main, parts, startNames),
      ]
      this.emitFile({
        type: 'asset',
        fileName: core + suffixes.start,
        source: minify(start.join('\n')),
      })
      chunk.code = exportsOf(main, basename(core))
    },
  }
}

/** Returns the chunks with these names and all chunks that they import. */
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

/** Returns the names that a chunk imports from the main chunk. */
function importedNames(chunk: Chunk, core: string): string[] {
  const named = importsOf(chunk, core).flatMap(({ specifiers }) => specifiers)
  return named.flatMap((each) => (each.type === 'ImportSpecifier' ? nameOf(each.imported) : []))
}

/** Returns the code of a chunk, changed to import `<core>.start.mjs` instead of `<core>.exports.mjs`. */
function importStart(chunk: Chunk, core: string): string {
  let text = chunk.code
  for (const { source } of importsOf(chunk, core)) {
    // The new path is padded to the length of the old one, so that the source map stays correct.
    const { start, end } = source
    const path = text.slice(start, end).replace(suffixes.exports, suffixes.start)
    text = text.slice(0, start) + path.padEnd(end - start) + text.slice(end)
  }
  return text
}

function importsOf({ imports }: Chunk, core: string): Chunk['imports'] {
  return imports.filter(({ source }) => basename(source.value) === core + suffixes.exports)
}

/** Finds the imports and exports of a chunk, and the range between them. */
function readChunk(code: string, { body }: Program) {
  const imports = body.filter((node) => node.type === 'ImportDeclaration')
  const last = body.at(-1)
  const foot = last?.type === 'ExportNamedDeclaration' ? last : undefined
  const imported = imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))
  return {
    code,
    body,
    imports,
    /** The local names of imports. */
    imported,
    start: imports.at(-1)?.end ?? 0,
    end: foot?.start ?? last?.end ?? 0,
    exports: foot?.specifiers ?? [],
  }
}

/**
 * Returns a module whose default export is a function with the code of a chunk, and the relative specifiers of its
 * dynamic imports.
 */
function functionOf(chunk: Chunk) {
  const { code, imported, start, exports } = chunk
  const { text, parts } = asScript(chunk)
  const head = `${prefix}(function(${[loadName, metaName, ...imported].join()}){"use strict";`
  const values = exports.map(({ local }) => nameOf(local)).join()
  const map = code.slice(code.lastIndexOf('\n//#'))
  // The replaced imports are longer than the new code, so the source map stays correct.
  return { source: `${head.padEnd(start)}${text}return[${values}]})${map}\n`, parts }
}

/**
 * Returns code that calls the function and exports its results: all in a list, and the results that are needed at the
 * start also by name.
 */
function callOf(
  { imported, exports }: Chunk,
  parts: readonly string[],
  startNames: ReadonlySet<string>,
): string {
  const names = exports.map(({ exported }) => nameOf(exported))
  // A chunk may export a name that is not an identifier, such as `in`.
  const named = names.flatMap((name, index) =>
    startNames.has(name) ? [[index, name] as const] : [],
  )
  return `const parts = { ${parts.map((part) => `${part}: () => import(${part})`).join()} }
const load = (path) => parts[path]?.() ?? import(path)
export const $$all = run(${['load', 'import.meta', ...imported].join()})
const ${named.map(([index]) => `$$${index} = $$all[${index}]`).join()}
export {${named.map(([index, name]) => `$$${index} as ${name}`).join()}}
`
}

function exportsOf({ exports }: Chunk, core: string): string {
  const named = exports.map(({ exported }, index) => `$$${index} as ${nameOf(exported)}`)
  return `import { $$all } from './${core}${suffixes.start}'
const [${exports.map((_, index) => `$$${index}`).join()}] = $$all
export {${named.join()}}
`
}

const prefix = 'export default '
/**
 * The replacements for `import` and `import.meta`, which only exist in modules. They must not be
 * longer than the text that they replace, so that the source map stays correct.
 */
const loadName = '$$load'
const metaName = '$$meta'

function nameOf(node: { readonly name: string } | { readonly value: string }): string {
  return 'name' in node ? node.name : node.value
}

/** Removes imports that only run the bundler's helpers, because each file takes time at the start. */
function removeHelperImports(chunks: readonly bundler.OutputChunk[], file: string): void {
  for (const chunk of chunks) {
    chunk.code = chunk.code.replaceAll(/import"([\w./-]+)";/g, (statement, path: string) =>
      basename(path) === file ? ' '.repeat(statement.length) : statement,
    )
  }
}

/**
 * Returns code that contains a copy of a chunk and declares the imported names. The code replaces an import of the
 * chunk, which must not have imports itself.
 */
function copyOf(
  { code, end, exports }: Chunk,
  specifiers: Chunk['imports'][number]['specifiers'],
): string {
  const localNames = new Map(
    exports.map(({ exported, local }) => [nameOf(exported), nameOf(local)]),
  )
  const named = specifiers.filter((each) => each.type === 'ImportSpecifier')
  const values = named.map(({ imported }) => localNames.get(nameOf(imported)))
  const locals = named.map(({ local }) => local.name)
  return `const [${locals.join()}] = (() => {${code.slice(0, end)};return[${values.join()}]})()`
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/**
 * Returns the code between imports and exports without module syntax, and the relative specifiers of its dynamic
 * imports.
 */
function asScript({ code, body, start, end }: Chunk) {
  const parts = new Set<string>()
  let text = ''
  let offset = start
  const replace = (from: number, to: number, by: string) => {
    text += code.slice(offset, from) + by.padEnd(to - from)
    offset = to
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
  return { text: text + code.slice(offset, end), parts: [...parts] }
}

/** The `Symbol.for` key of the global function that receives the script and the path of its code cache. */
export const compiledKey = 'fw.compiled'

/**
 * Returns the code that runs `<core>.code.mjs` as a script with its code cache, or else imports it.
 * The file name of the code cache contains a hash of the code, because V8 compares only the length
 * of the code. The file name also contains the operating system, the processor, the V8 version, and
 * `gc` if `--expose-gc` is set, because V8 rejects a cache that was created in another environment.
 * With source maps, the file is imported, because Node does not read the source map of a script.
 * The script is ASCII, and is read without an encoding, because Node would otherwise read it in
 * small parts.
 */
function loader(code: string, hash: string): string {
  return `const run = compiled() ?? (await import('./${code}')).default
function compiled() {
  const { process } = globalThis
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
  const source = readFileSync(path).toString('latin1', ${prefix.length})
  const script = new Script(source, { filename, columnOffset: ${prefix.length}, cachedData })
  tell?.(script, cache)
  return script.runInThisContext()
}`
}
