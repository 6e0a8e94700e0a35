import { spawn, type ChildProcess } from 'node:child_process'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

const application = dirname(import.meta.dirname)

/** Runs `fw <words>`, each line of its output behind its name. */
export function run(name: string, colour: number, words: readonly string[]): ChildProcess {
  // npm puts `fw` on the path; on Windows it is a script of the shell.
  const child = spawn('fw', words, {
    cwd: application,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => say(name, colour, line))
  }
  child.once('error', ({ message }) => {
    say(name, colour, `${message}. Use npm start, which knows where fw is.`)
  })
  return child
}

/** Prints a line behind a coloured name. */
export function say(name: string, colour: number, line: string): void {
  const prefix = `${name.padEnd(7)} │`
  const isColoured = process.stdout.isTTY && !process.env['NO_COLOR']
  process.stdout.write(
    isColoured ? `\u001b[${colour}m${prefix}\u001b[0m ${line}\n` : `${prefix} ${line}\n`,
  )
}

/** Asks a process to end, and kills it when it has not after 12 seconds. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await ended
  clearTimeout(limit)
}
