import { readManifest } from '../platform/application-manifest.ts'

/** How the server names itself to clients. */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  /** A name for people. */
  readonly title?: string
}

/** What the package.json of an application says. */
export function readServerInfo(folder: string): ServerInfo {
  const { name = 'application', version = '0.0.0' } = readManifest(folder)
  return { name, version }
}
