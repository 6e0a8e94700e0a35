import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { FwProcess } from './fw-process.ts'

const fw = fileURLToPath(new URL('../../bin/fw', import.meta.url))

/** Node decides by these, and by `TERM`, whether a terminal has colours. */
const unset = ['CI', 'NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']
  .map((name) => `-u ${name}`)
  .join(' ')

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
  /** True for a background process of the shell in the terminal. */
  readonly background?: boolean
}

/** Runs `fw` in a terminal; `script` gives it one. */
export function terminalProcess(
  root: string,
  words: string,
  { env = {}, columns = 120, background = false }: TerminalOptions = {},
): FwProcess {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const program = [`env ${unset} TERM=xterm`, ...set, process.execPath, fw, words].join(' ')
  const run = background ? `set -m; ${program} & wait` : `exec ${program}`
  const command = `stty cols ${columns}; ${run}`
  const options = ['--quiet', '--return', '--command', command, '/dev/null']
  return new FwProcess(root, options, { PORT: '0', HOST: '127.0.0.1' }, [], 'script')
}

/** The output of a terminal without colours, with the line ends of files. */
export function shown({ stdout }: FwProcess): string {
  return stripVTControlCharacters(stdout).replaceAll('\r\n', '\n')
}
