import { InvalidServerText } from './errors.ts'
import { readManifest } from '../platform/application-manifest.ts'

/** How the server names itself to clients. */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  /** A name for people. */
  readonly title?: string
}

/** What a server says of itself. */
export interface ServerTexts {
  readonly info: ServerInfo
  /** What an agent should know about using it. */
  readonly instructions?: string
}

/** Name and version from the package.json of an application, title and instructions from `fw.mcp` there. */
export function readServerTexts(folder: string): ServerTexts {
  const { name = 'application', version = '0.0.0', fw } = readManifest(folder)
  const given = (fw?.mcp ?? {}) as Readonly<Record<string, unknown>>
  const title = readText(given, 'title')
  const instructions = readText(given, 'instructions')
  return {
    info: { name, version, ...(title !== undefined && { title }) },
    ...(instructions !== undefined && { instructions }),
  }
}

function readText(given: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = given[name]
  if (text === undefined || typeof text === 'string') return text
  throw new InvalidServerText(name)
}
