import { InvalidServerText } from './errors.ts'
import { readManifest } from '../../../base/platform/application-manifest.ts'

/** The name and version that the server sends to clients. */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  /** The name that clients display. */
  readonly title?: string
}

/** The texts that describe a server to agents. */
export interface ServerTexts {
  readonly info: ServerInfo
  /** Instructions for agents that use the server. */
  readonly instructions?: string
}

/** Reads name and version from package.json, and title and instructions from `fw.mcp` in it. */
export function readServerTexts(folder: string): ServerTexts {
  const { name = 'application', version = '0.0.0', fw } = readManifest(folder)
  const settings = (fw?.mcp ?? {}) as Readonly<Record<string, unknown>>
  const title = readText(settings, 'title')
  const instructions = readText(settings, 'instructions')
  return {
    info: { name, version, ...(title !== undefined && { title }) },
    ...(instructions !== undefined && { instructions }),
  }
}

function readText(settings: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = settings[name]
  if (text === undefined || typeof text === 'string') return text
  throw new InvalidServerText(name)
}
