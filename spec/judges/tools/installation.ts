import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../repository.ts'

const folder = import.meta.dirname

/**
 * Installs the tools of judges, which are too many packages for the repository, and returns the folder of their
 * programs. Each lock file has its own installation, which a clean install of the repository deletes.
 */
export async function installTools(): Promise<string> {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const name = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  const target = join(repositoryRoot, 'node_modules/.judge-tools', name)
  const done = join(target, 'complete')
  if (!existsSync(done)) {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) {
      cpSync(join(folder, file), join(target, file))
    }
    const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', args, { cwd: target })
    writeFileSync(done, '')
  }
  return join(target, 'node_modules/.bin')
}
