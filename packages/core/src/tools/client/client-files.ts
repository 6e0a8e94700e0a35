import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { Tool } from '../../features/mcp/catalogue/tool.ts'
import type { DescribedRoutes } from '../../features/openapi/create-document.ts'
import type { Messages } from '../../data/validation/message.ts'
import { declarationMap, type Mapping } from './declaration-map.ts'
import { DecoderWriter } from './decoder-writer.ts'
import { UnusableClientSettings } from './errors.ts'
import { groupsOf, type Group } from './groups.ts'
import { writeOperation, type WrittenOperation, type Writers } from './operation-writer.ts'
import { queryFiles, type WrittenGroup } from './query-files.ts'
import { schemaFiles } from './schema-files.ts'
import { toolFiles } from './tool-files.ts'
import type { NamedComponents } from './type-components.ts'
import { TypeWriter } from './type-writer.ts'

/** The start of a file that fw client wrote. */
export const fileMark = '// Written by fw client'

const firstLine = `${fileMark}. Do not edit: its next run overwrites this file\n`

/** The mark in the package.json of a client. */
export const packageMark = '"description": "Written by fw client."'

/** The files of a client, by name. */
export interface ClientFiles {
  readonly files: ReadonlyMap<string, string>
  /** `Class.method` of the methods without a return type, to be reported. */
  readonly undeclared: readonly string[]
}

export interface ClientChoices {
  /** True if the client has `query.js`. */
  readonly query?: boolean | undefined
  /** True if the client has `schemas.js`. */
  readonly schemas?: boolean | undefined
  /** The messages of the application, for `schemas.js`. */
  readonly messages?: Messages | undefined
  /** The tools in `tools.js`; undefined without `tools.js`. */
  readonly tools?: Iterable<Tool> | undefined
  /** The name of the package, if the folder is to be one. */
  readonly package?: string | undefined
  /** The groups to include. Default: all. */
  readonly only?: readonly string[] | undefined
  /** The relative path from the client's folder to the application's, with forward slashes. */
  readonly toSources: string
}

/** Writes the client of an application. The same routes produce the same files. */
export function clientFiles(described: DescribedRoutes, choices: ClientChoices): ClientFiles {
  const types = new TypeWriter()
  const decoders = new DecoderWriter(types.components)
  const writers: Writers = { types, decoders, described }
  const files = new Map<string, string>()
  const undeclared: string[] = []
  const groups = chooseGroups(groupsOf([...described.operations.keys()]), choices)
  const written = groups.map((group) => ({
    ...group,
    operations: group.routes.map(({ name, route }) => {
      const operation = writeOperation(name, route, writers)
      const { class: owner, method } = route.declaration
      if (operation.isUndeclared) undeclared.push(`${owner.name}.${method.name}`)
      return operation
    }),
  }))
  const schemas = choices.schemas && schemaFiles(written, types, choices.messages)
  const tools = choices.tools && toolFiles(choices.tools, types, decoders)
  const named = types.components.named()
  for (const { file, operations } of written) addGroup(files, file, operations, named, choices)
  if (schemas) addSchemas(files, schemas, named)
  if (tools) addTools(files, tools, named)
  addTypes(files, decoders, named)
  addIndex(files, written)
  for (const name of ['runtime.js', 'runtime.d.ts']) files.set(name, shipped(name))
  if (written.some(({ operations }) => operations.some(({ code }) => code.includes('asForm')))) {
    for (const name of ['progress.js', 'progress.d.ts']) files.set(name, shipped(name))
  }
  if (choices.query) addQueries(files, written, named)
  if (choices.package !== undefined) files.set('package.json', packageOf(choices.package))
  return { files, undeclared }
}

function chooseGroups(groups: readonly Group[], { only }: ClientChoices): readonly Group[] {
  if (!only) return groups
  const names = groups.map(({ name }) => name)
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new UnusableClientSettings(
      `"only" contains ${unknown}, but there is no such group. The groups are ${names.join(', ')}.`,
    )
  }
  return groups.filter(({ name }) => only.includes(name))
}

const imports = (extension: string) =>
  `import ${extension === 'js' ? '' : 'type '}* as runtime from './runtime.js'\n`
const typeImports = (extension: string) =>
  `import ${extension === 'js' ? '' : 'type '}* as types from './types.js'\n`

function addGroup(
  files: Map<string, string>,
  file: string,
  operations: readonly WrittenOperation[],
  named: NamedComponents,
  { toSources }: ClientChoices,
): void {
  const code = markPure(named.complete(operations.map((each) => each.code).join(''), 'types.to'))
  const usesTypes = code.includes('types.to')
  files.set(
    `${file}.js`,
    `${firstLine}${imports('js')}${usesTypes ? typeImports('js') : ''}\n${code}`,
  )
  let text = `${firstLine}${imports('ts')}${typeImports('ts')}`
  const places: { offset: number; at: string }[] = []
  for (const { declaration, nameOffset, at } of operations) {
    text += '\n'
    const before = named.complete(declaration.slice(0, nameOffset), 'types.')
    places.push({ offset: text.length + before.length, at })
    text += before + named.complete(declaration.slice(nameOffset), 'types.')
  }
  files.set(`${file}.d.ts`, `${text}//# sourceMappingURL=${file}.d.ts.map\n`)
  files.set(`${file}.d.ts.map`, mapOf(`${file}.d.ts`, text, places, toSources))
}

/** Marks all calls as pure, inner ones too, so that bundlers can remove unused ones. Skips strings. */
function markPure(code: string): string {
  return code.replaceAll(/"(?:[^"\\]|\\[^]?)*"?|\b(?:runtime|schema)\.\w+\(/gu, (found) =>
    found.startsWith('"') ? found : `/* @__PURE__ */ ${found}`,
  )
}

function mapOf(
  file: string,
  text: string,
  places: readonly { readonly offset: number; readonly at: string }[],
  toSources: string,
): string {
  const sources: string[] = []
  const mappings = places.flatMap(({ offset, at }): Mapping[] => {
    const [, path, line, column] = /^(.*):(\d+):(\d+)$/u.exec(at) ?? []
    if (path === undefined) return []
    const source = posix.join(toSources, path)
    if (!sources.includes(source)) sources.push(source)
    const before = text.slice(0, offset).split('\n')
    return [
      {
        line: before.length - 1,
        column: (before.at(-1) as string).length,
        source: sources.indexOf(source),
        sourceLine: Number(line) - 1,
        sourceColumn: Number(column) - 1,
      },
    ]
  })
  return declarationMap(file, sources, mappings)
}

function addTypes(
  files: Map<string, string>,
  decoders: DecoderWriter,
  named: NamedComponents,
): void {
  const code = [...decoders.declarations].map(
    ([reference, text]) =>
      `export const ${named.complete(reference, 'to')} = ${named.complete(text, 'to')}\n`,
  )
  files.set(
    'types.js',
    `${firstLine}${code.length > 0 ? imports('js') : ''}\n${markPure(code.join('')) || 'export {}\n'}`,
  )
  const declarations = named.declarations().join('\n')
  files.set('types.d.ts', `${firstLine}${imports('ts')}\n${declarations || 'export {}\n'}`)
}

function addIndex(files: Map<string, string>, groups: readonly Group[]): void {
  const names = groups.map(({ name }) => name).join(', ')
  const importAll = (kind: string) =>
    groups.map(({ name, file }) => `import ${kind}* as ${name} from './${file}.js'\n`).join('')
  files.set(
    'index.js',
    `${firstLine}import { bindGroups } from './runtime.js'\n${importAll('')}\n` +
      `export { ApiError } from './runtime.js'\nexport { ${names} }\n\n` +
      `export const createClient = (options) =>\n  bindGroups(options, {\n${groups.map(boundGroup).join('')}  })\n`,
  )
  const members = groups.map(({ name }) => `  readonly ${name}: typeof ${name}\n`).join('')
  files.set(
    'index.d.ts',
    `${firstLine}import type { BoundClient, ClientOptions } from './runtime.js'\n${importAll('')}\n` +
      `export { ApiError } from './runtime.js'\nexport type * from './runtime.js'\nexport type * from './types.js'\n` +
      `export { ${names} }\n\n` +
      `/** The operations of all groups, with the options of this client. */\n` +
      `export interface Client extends BoundClient {\n${members}}\n\n` +
      `export declare function createClient(options?: ClientOptions): Client\n`,
  )
}

/** Lists the operations by name, because bundlers would keep an object with the names of a namespace. */
function boundGroup({ name, routes }: Group): string {
  const operations = routes.map((route) => `${route.name}: ${name}.${route.name}`)
  return `    ${name}: { ${operations.join(', ')} },\n`
}

function addQueries(
  files: Map<string, string>,
  groups: readonly WrittenGroup[],
  named: NamedComponents,
): void {
  const { code, declaration } = queryFiles(groups)
  files.set('query.js', firstLine + code)
  files.set('query.d.ts', firstLine + named.complete(declaration, 'types.'))
  for (const name of ['query-runtime.js', 'query-runtime.d.ts']) files.set(name, shipped(name))
}

function addSchemas(
  files: Map<string, string>,
  { code, declaration }: ReturnType<typeof schemaFiles>,
  named: NamedComponents,
): void {
  files.set('schemas.js', firstLine + markPure(named.complete(code, 'fits')))
  files.set('schemas.d.ts', firstLine + named.complete(declaration, 'types.'))
  for (const name of ['schemas-runtime.js', 'schemas-runtime.d.ts']) files.set(name, shipped(name))
}

function addTools(
  files: Map<string, string>,
  { code, declaration }: ReturnType<typeof toolFiles>,
  named: NamedComponents,
): void {
  const completed = markPure(named.complete(code, 'types.to'))
  const own = "import * as tools from './tools-runtime.js'\n"
  const runtime = completed.includes('runtime.') ? imports('js') : ''
  const decoders = completed.includes('types.to') ? typeImports('js') : ''
  const both = "export { ToolError } from './tools-runtime.js'\n"
  files.set('tools.js', `${firstLine}${own}${runtime}${decoders}${both}\n${completed}`)
  files.set(
    'tools.d.ts',
    `${firstLine}import type * as tools from './tools-runtime.js'\n${imports('ts')}${typeImports('ts')}` +
      `${both}export type * from './tools-runtime.js'\n\n${named.complete(declaration, 'types.')}`,
  )
  for (const name of ['tools-runtime.js', 'tools-runtime.d.ts']) files.set(name, shipped(name))
}

function packageOf(name: string): string {
  const parts = [
    `"name": ${JSON.stringify(name)}`,
    '"version": "0.0.0"',
    packageMark,
    '"private": true',
    '"type": "module"',
    '"sideEffects": false',
    '"exports": { ".": "./index.js", "./*": "./*.js", "./*.js": "./*.js" }',
  ]
  return `{\n  ${parts.join(',\n  ')}\n}\n`
}

/** Reads a file that all clients have in common. */
function shipped(name: string): string {
  return readFileSync(new URL(`../../../client/${name}`, import.meta.url), 'utf8')
}
