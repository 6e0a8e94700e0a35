import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = import.meta.dirname
const root = join(folder, '../../../../..')
const lock = readFileSync(join(folder, 'package-lock.json'))

/** Where the generators are: a new folder for each lock, which a clean install of the repository deletes. */
export const installed = join(
  root,
  'node_modules/.generators',
  createHash('sha256').update(lock).digest('hex').slice(0, 16),
)

const offline = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ENOTCACHED)\b/

/**
 * Installs the generators and linters beside the packages of the repository, for which they would be two thirds of
 * the weight. False where no registry answers.
 */
export async function installGenerators(): Promise<boolean> {
  const done = join(installed, 'complete')
  if (existsSync(done)) return true
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(folder, name), join(installed, name))
  }
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--fetch-retries=1', ...quiet], {
      cwd: installed,
    })
  } catch (error) {
    if (!offline.test(String((error as { stderr?: string }).stderr))) throw error
    console.error(
      '*** Generators of clients are not tested: no registry of packages answers. ' +
        'Run "npm test" once with a network.',
    )
    return false
  }
  writeFileSync(done, '')
  return true
}
