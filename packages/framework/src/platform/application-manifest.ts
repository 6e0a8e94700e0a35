import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBundle, type ApplicationManifest } from './bundle.ts'

/** The package.json of the application in a folder; empty where there is none. */
export function readManifest(folder: string): ApplicationManifest {
  const bundle = readBundle()
  if (bundle) return bundle.manifest
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
