import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { McpRegistry } from '../../features/mcp/catalogue/registry.ts'
import type { Tool } from '../../features/mcp/catalogue/tool.ts'
import type { DescribeApplication } from '../../features/openapi/describe-application.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { declaredMessages, type Messages } from '../../data/validation/message.ts'
import { clientFiles, packageMark } from './files/client-files.ts'
import { createModel } from './model/client-model.ts'
import { groupsOf } from './model/groups.ts'
import { chooseGroups, type ClientSettings } from './client-settings.ts'
import { ForeignFiles } from './errors.ts'
import { fileMark } from './files/module-files.ts'

/** The result of writing a client. */
export interface WrittenClient {
  /** The folder of the client. */
  readonly folder: string
  /**
   * The names of the files that were written or removed; with `check`, of the files that would be written or removed.
   */
  readonly changed: readonly string[]
  /** The methods, as `Class.method`, that declare no return type. Their data has no known type. */
  readonly undeclared: readonly string[]
}

export interface WriteClientOptions {
  /** True to only return which files would change, without writing them. */
  readonly check?: boolean
  /**
   * The classes of the application. `tools.js` calls their tools. If one of them extends `Messages`, `schemas.js` uses
   * its messages.
   */
  readonly classes?: Iterable<Class>
}

/**
 * Writes a client of the application in the folder `root` into `settings.out`. Files that would not change are not
 * written. With `check`, no files are written. Throws `ForeignFiles` if the folder has any other files.
 *
 * `describe` comes from a kernel, or from `planRegistered(await registerApplication(root))`, which creates no services.
 * `readClientSettings(root)` returns the settings of the clients in package.json: `for (const settings of
 * readClientSettings(root) ?? []) await writeClient(root, describe, settings)`.
 */
export async function writeClient(
  root: string,
  describe: DescribeApplication,
  settings: ClientSettings,
  { check = false, classes = [] }: WriteClientOptions = {},
): Promise<WrittenClient> {
  const described = await (settings.hidden ? describe.withHidden() : describe())
  const folder = resolve(root, settings.out)
  const groups = chooseGroups(groupsOf([...described.operations.keys()]), settings)
  const model = createModel(groups, described, settings.tools ? toolsOf(classes) : [])
  const files = clientFiles(model, {
    ...settings,
    messages: settings.schemas ? messagesOf(classes) : undefined,
    toSources: relative(folder, root).split(sep).join('/'),
  })
  const existing = await readClient(folder)
  const outdated = [...files].filter(([name, text]) => existing.get(name) !== text)
  const obsolete = [...existing.keys()].filter((name) => !files.has(name))
  if (!check) {
    await mkdir(folder, { recursive: true })
    for (const [name, text] of outdated) await writeFile(join(folder, name), text)
    for (const name of obsolete) await rm(join(folder, name))
  }
  const changed = [...outdated.map(([name]) => name), ...obsolete].toSorted()
  const operations = model.groups.flatMap((group) => group.operations)
  const undeclared = operations.flatMap((operation) => operation.undeclared ?? [])
  return { folder, changed, undeclared }
}

/** Creates the declared messages, unless they need services, which are not available here. */
function messagesOf(classes: Iterable<Class>): Messages | undefined {
  const type = declaredMessages(classes)
  return type && type.length === 0 ? (Reflect.construct(type, []) as Messages) : undefined
}

function toolsOf(classes: Iterable<Class>): Iterable<Tool> {
  const registry = new McpRegistry()
  for (const type of classes) registry.register(type)
  return registry.tools.values()
}

/** Reads the files of an earlier run. Throws `ForeignFiles`. */
async function readClient(folder: string): Promise<Map<string, string>> {
  const existing = new Map<string, string>()
  if (!existsSync(folder)) return existing
  const foreign: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const text = entry.isFile() ? await readFile(join(folder, entry.name), 'utf8') : undefined
    if (text === undefined || !isGenerated(entry.name, text)) foreign.push(entry.name)
    else existing.set(entry.name, text)
  }
  if (foreign.length > 0) throw new ForeignFiles(folder, foreign.toSorted())
  return existing
}

/** True if the file was written by an earlier run. */
function isGenerated(name: string, text: string): boolean {
  if (name.endsWith('.d.ts.map'))
    return beginsWith(text, `{"version":3,"file":"${name.slice(0, -4)}"`)
  if (name === 'package.json') return text.includes(packageMark)
  return /\.(?:js|d\.ts)$/u.test(name) && beginsWith(text, fileMark)
}

/** True if a file begins with a mark, or contains only a part of the mark because a run was interrupted. */
function beginsWith(text: string, mark: string): boolean {
  return text.startsWith(mark) || mark.startsWith(text)
}
