import { isStringArray, readManifest } from '../../base/platform/application-manifest.ts'
import { UnusableClientSettings } from './errors.ts'
import type { Group } from './model/groups.ts'

/** The settings of a generated client: `fw.client` in package.json, or one of its entries. */
export interface ClientSettings {
  /** The output folder, relative to the application's folder. */
  readonly out: string
  /** The groups to include. Default: all. */
  readonly only?: readonly string[]
  /** True to include the routes marked with `@Hidden()`. */
  readonly hidden?: boolean
  /** True to write `query.js` with options for TanStack Query. */
  readonly query?: boolean
  /** True to write `schemas.js`, which validates bodies and queries in forms. */
  readonly schemas?: boolean
  /** True to write `tools.js`, which calls the MCP tools of the application. */
  readonly tools?: boolean
  /** The package name, if the folder should be a package. */
  readonly package?: string
}

const defaultFolder = 'client'

type Kind = readonly [expected: string, fits: (value: unknown) => boolean]

const text: Kind = [
  'a string that is not empty',
  (value) => typeof value === 'string' && value !== '',
]
const flag: Kind = ['true or false', (value) => typeof value === 'boolean']

const kinds: Readonly<Record<string, Kind>> = {
  out: text,
  only: ['a list of strings', isStringArray],
  hidden: flag,
  query: flag,
  schemas: flag,
  tools: flag,
  package: text,
}

/** Reads the settings in `fw.client`, which is an object or a list; undefined if it is not set. */
export function readClientSettings(root: string): ClientSettings[] | undefined {
  const { client } = readManifest(root).fw ?? {}
  if (client === undefined) return undefined
  const settings = [client].flat().map(toSettings)
  const folders = settings.map(({ out }) => out)
  if (new Set(folders).size < folders.length) {
    throw new UnusableClientSettings(
      'two clients have the same "out". Give each a separate folder.',
    )
  }
  return settings
}

/** Adds the defaults to settings. Throws `UnusableClientSettings` if they are invalid. */
export function toSettings(input: unknown): ClientSettings {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new UnusableClientSettings(
      'a client is an object. Write { "out": "client" }, or a list of these.',
    )
  }
  for (const [name, value] of Object.entries(input)) {
    const kind = kinds[name]
    if (!kind) {
      const names = Object.keys(kinds).join(', ')
      throw new UnusableClientSettings(`"${name}" is not a setting. The settings are ${names}.`)
    }
    const [expected, isValid] = kind
    if (!isValid(value)) {
      throw new UnusableClientSettings(
        `"${name}" must be ${expected}, not ${JSON.stringify(value)}.`,
      )
    }
  }
  return { out: defaultFolder, ...input }
}

/** Returns the groups selected by `only`. Throws `UnusableClientSettings` if a group does not exist. */
export function chooseGroups(groups: readonly Group[], { only }: ClientSettings): readonly Group[] {
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
