import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const output = fileURLToPath(new URL('dist', import.meta.url))

/** Writes modules to a folder that ends with the process, and gives its path. They find what is installed around it. */
export function writeSources(files: Readonly<Record<string, string>>, around = output): string {
  mkdirSync(around, { recursive: true })
  const folder = mkdtempSync(join(around, 'sources-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
