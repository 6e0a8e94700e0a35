import { execFile } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** The keyboard shortcuts, as `fw dev` prints them. */
export const keysText = 'r restart, c clear, q quit, then Enter'

const clearScreen = '\u001b[2J\u001b[3J\u001b[H'

/** Handles the keyboard shortcuts. Calls `restart` for `r`. The process must control the terminal. */
export function readKeys(restart: () => void): void {
  const actions = new Map<string, () => void>([
    ['r', restart],
    ['c', () => process.stdout.write(clearScreen)],
    ['q', () => process.emit('SIGTERM', 'SIGTERM')],
  ])
  createInterface({ input: process.stdin }).on('line', (line) => actions.get(line.trim())?.())
}

/**
 * True if this process may read the terminal's input. False if it was started with an IPC channel, because then its
 * parent reads the input. Also false for a background process, which the operating system would stop if it read.
 */
export async function hasTerminal(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.connected) return false
  if (process.platform === 'win32') return true
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(process.pid)])
    return stdout.includes('+')
  } catch {
    return false
  }
}
