import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = import.meta.dirname
const root = join(folder, '../../../../..')
const lock = readFileSync(join(folder, 'package-lock.json'))

/**
 * The folder of the generators: a new one for each lock file, which a clean install of the
 * repository deletes.
 */
export const installed = join(
  root,
  'node_modules/.generators',
  createHash('sha256').update(lock).digest('hex').slice(0, 16),
)

/**
 * Installs the generators and linters next to the packages of the repository, whose number they
 * would nearly double. False if no registry responds.
 */
export async function installGenerators(): Promise<boolean> {
  const done = join(installed, 'complete')
  if (existsSync(done)) return true
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(folder, name), join(installed, name))
  }
  const npm = (...words: string[]) => promisify(execFile)('npm', words, { cwd: installed })
  // An installation without a network takes minutes to fail.
  const isReachable = await npm('view', 'zod', 'version', '--fetch-retries=0').catch(() => null)
  if (!isReachable) return false
  await npm('ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund')
  writeFileSync(done, '')
  return true
}
