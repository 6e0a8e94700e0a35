import { cpSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Leaves a temporary application the framework, and copies of packages of this repository, such as `query`. The copies find
 * none of their optional packages.
 */
export function leaveCopies(root: string, ...names: readonly string[]): string {
  const folder = join(root, 'node_modules')
  const installed = readlinkSync(folder)
  rmSync(folder)
  mkdirSync(join(folder, '@fw'), { recursive: true })
  for (const name of ['@fw/core', '@fw/transform', 'croner']) {
    symlinkSync(join(installed, name), join(folder, name))
  }
  for (const name of names) {
    const copy = join(root, 'packages', name)
    // Node does not run TypeScript in node_modules.
    for (const part of ['src', 'package.json']) {
      cpSync(join(packages, name, part), join(copy, part), { recursive: true })
    }
    symlinkSync(copy, join(folder, '@fw', name))
  }
  return root
}
