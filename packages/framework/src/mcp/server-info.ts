import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How the server names itself to clients. */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  /** A name for people. */
  readonly title?: string
}

/** What the package.json of an application says. */
export function readServerInfo(folder: string): ServerInfo {
  const file = join(folder, 'package.json')
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const { name = 'application', version = '0.0.0' } = manifest as Partial<ServerInfo>
  return { name, version }
}
