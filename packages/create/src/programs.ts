import { spawn, spawnSync } from 'node:child_process'
import { ProgramFailed } from './errors.ts'

/**
 * Runs a command in a folder. Its words are separated by single spaces, and its output goes to standard error. Throws
 * {@link ProgramFailed}. If the signal is aborted, ends the program and throws the abort reason.
 */
export async function runProgram(
  command: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const [name = '', ...words] = command.split(' ')
  // On Windows, npm is a batch file that needs a shell. Elsewhere no shell is used, because it would handle signals
  // itself.
  const shell = process.platform === 'win32'
  const child = spawn(name, words, { cwd: folder, shell, stdio: ['ignore', 2, 2] })
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  const reason = await new Promise<string | undefined>((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? `${name} is not installed` : error.message),
    )
    child.on('close', (code, name) => {
      if (code === 0) resolve(undefined)
      else resolve(code === null ? String(name) : `exit code ${code}`)
    })
  })
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  if (reason !== undefined) throw new ProgramFailed(command, folder, reason)
}

/**
 * Returns the Node version that npm runs on; undefined if npm did not start this program. In a clone of the repository,
 * this program runs on another Node version, which the new project does not have.
 */
export function nodeOfNpm(): string | undefined {
  const program = process.env['npm_node_execpath']
  if (program === undefined) return undefined
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim().replace('v', '') : undefined
}

/** True if a folder is in a Git repository; undefined if Git is not installed. */
export function isInRepository(folder: string): boolean | undefined {
  const { status, error } = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: folder })
  return error ? undefined : status === 0
}
