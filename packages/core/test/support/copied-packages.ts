import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { frameworkApplication } from './temporary-application.ts'

const packages = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Writes an application with the framework, and with copies of packages of this repository, such as `query`. The copies
 * find none of their optional packages.
 */
export function applicationWithCopies(
  files: Readonly<Record<string, string>>,
  ...names: readonly string[]
): string {
  const { root, link } = frameworkApplication(files)
  link('croner')
  for (const name of names) {
    const copy = join(root, 'packages', name)
    // Node does not run TypeScript in node_modules.
    for (const part of ['src', 'package.json']) {
      cpSync(join(packages, name, part), join(copy, part), { recursive: true })
    }
    link(`@fw/${name}`, copy)
  }
  return root
}
