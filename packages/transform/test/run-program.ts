import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

const repository = dirname(dirname(dirname(import.meta.dirname)))

/** Runs Node under the loader, in the repository's root unless another folder is given; returns its output. */
export function runUnderRegister(
  args: string[],
  { node = process.execPath, cwd = repository } = {},
) {
  const loader = ['--import', '@fw/transform/register', '--disable-warning=ExperimentalWarning']
  const { NODE_OPTIONS: _, VITEST: __, ...environment } = process.env
  return execFileSync(node, [...loader, ...args], { cwd, env: environment, encoding: 'utf8' })
}
