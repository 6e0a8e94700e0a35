import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBundle, type ApplicationManifest } from './bundle.ts'

/** Returns the package.json of the application in a folder; empty if it does not exist. */
export function readManifest(folder: string): ApplicationManifest {
  const bundle = readBundle()
  if (bundle) return bundle.manifest
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const settings = ['client', 'external', 'mcp', 'openapi', 'roots']

/** Thrown if package.json has an unknown setting, which would have no effect. */
export class UnknownSetting extends Error {
  override readonly name = 'UnknownSetting'
  readonly setting: string

  constructor(setting: string) {
    super(
      `"fw.${setting}" in package.json is not a setting. Remove it, or write one of ${settings.join(', ')}.`,
    )
    this.setting = setting
  }
}

/** Throws `UnknownSetting` if "fw" in the application's package.json has a setting that does not exist. */
export function refuseUnknownSettings(folder: string): void {
  const unknown = Object.keys(readManifest(folder).fw ?? {}).find(
    (name) => !settings.includes(name),
  )
  if (unknown !== undefined) throw new UnknownSetting(unknown)
}

export function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
