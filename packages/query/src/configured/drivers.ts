import { createRequire } from 'node:module'
import { readBundle, type DatabaseSettings } from '@fw/core/internals'

/** Throws `DriverNotInstalled` if the driver of a database is not installed. Does not load it. */
export function requireDriver(kind: DatabaseSettings['kind']): void {
  const name = drivers[kind]
  // A bundle contains the drivers that were installed when it was built.
  if (name === undefined || readBundle() !== undefined) return
  try {
    createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new DriverNotInstalled(name, error)
  }
}

const drivers = { postgres: 'pg', mysql: 'mysql2', sqlite: undefined }

/** Imports a driver with `load`. Rejects with `DriverNotInstalled` if it is missing. */
export async function importDriver<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error) ? new DriverNotInstalled(name, error) : error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

/** Thrown if the driver of a configured database is not installed. */
export class DriverNotInstalled extends Error {
  override readonly name = 'DriverNotInstalled'
  readonly package: string

  constructor(name: string, cause: unknown) {
    super(`The configured database needs the package ${name}. Run: npm install ${name}`, { cause })
    this.package = name
  }
}
