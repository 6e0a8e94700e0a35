import { stripVTControlCharacters } from 'node:util'
import { fwProgram, FwProcess } from './fw-process.ts'

/** Node decides by these, and by `TERM`, whether a terminal has colours. */
const unset = ['CI', 'NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']
  .map((name) => `-u ${name}`)
  .join(' ')

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
  /** The shell command that runs a program. */
  readonly shell?: (program: string) => string
}

/** Runs `fw` in a terminal; `script` gives it one. */
export function terminalProcess(
  root: string,
  words: string,
  { env = {}, columns = 120, shell = (program) => `exec ${program}` }: TerminalOptions = {},
): FwProcess {
  const set = Object.entries(env).map(([name, value]) => `${name}='${value}'`)
  const program = [
    `env ${unset} TERM=xterm`,
    ...set,
    process.execPath,
    fwProgram(root),
    words,
  ].join(' ')
  const command = `stty cols ${columns} rows 40; ${shell(program)}`
  const options = ['--quiet', '--return', '--command', command, '/dev/null']
  return new FwProcess(root, options, { PORT: '0', HOST: '127.0.0.1' }, [], 'script')
}

/** The output of a terminal without colours, with the line ends of files. */
export function shown({ stdout }: FwProcess): string {
  return stripVTControlCharacters(stdout).replaceAll('\r\n', '\n')
}

/** The lines of a terminal's screen after all output: what was overwritten or erased is gone. */
export function screenOf({ stdout }: FwProcess): string[] {
  const lines = ['']
  let column = 0
  // oxlint-disable-next-line no-control-regex -- Terminals are controlled by these characters.
  for (const [part] of stdout.matchAll(/\u001b\[[\d;?]*[A-Za-z]|[^]/g)) {
    const line = lines.at(-1) ?? ''
    if (part === '\n') lines.push('')
    else if (part === '\r') column = 0
    else if (part === '\u001b[K') lines[lines.length - 1] = line.slice(0, column)
    else if (part.length === 1) {
      lines[lines.length - 1] = line.slice(0, column) + part + line.slice(column + 1)
      column++
    }
  }
  return lines
}
