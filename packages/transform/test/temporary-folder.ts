import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const packages = dirname(dirname(import.meta.dirname))

/** A folder with the given files, in which the loader, Vite and Vitest are installed; it goes with the test. */
export function temporaryFolder(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'transform-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, { 'package.json': '{ "type": "module" }', ...files })
  link(join(packages, 'transform'), join(folder, 'node_modules/@fw/transform'))
  for (const name of ['vite', 'vitest']) {
    link(join(packages, '../node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'junction')
}
