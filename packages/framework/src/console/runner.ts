import { Config } from '../config/config.ts'
import type { Container } from '../container/container.ts'
import { extensionScope } from '../discovery/installed-extensions.ts'
import { Logger } from '../logging/logger.ts'
import { lookAt } from '../logging/thrown.ts'
import { Health } from '../operations/health.ts'
import { openAdminPort } from '../operations/admin-port.ts'
import { announceReady, attendPrimary, tellLast } from '../operations/workers/attend.ts'
import { workerRole } from '../platform/processes.ts'
import type { ConsoleCommand } from './command.ts'
import { describeError } from './describe-error.ts'
import { WrongUsage } from './errors.ts'
import { nearest } from './nearest.ts'
import { readArguments } from './read-arguments.ts'
import type { CommandRegistry } from './registry.ts'
import { isReserved } from './reserved-process.ts'
import { isCrash, shutdownSignal } from './shutdown-signal.ts'
import { describeUsage, listCommands } from './usage.ts'

/** The output streams of a runner. Default: those of the process. */
export interface ConsoleOutput {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

/** Runs the command that the words of a command line name. */
export class CommandRunner {
  readonly #registry: CommandRegistry
  readonly #container: Container
  readonly #output: ConsoleOutput

  constructor(registry: CommandRegistry, container: Container, output: ConsoleOutput = process) {
    this.#registry = registry
    this.#container = container
    this.#output = output
  }

  /**
   * Runs a command and resolves to the exit code: 0, or the number that the command returned; 1 if it threw; 2 if the words
   * are invalid. Never rejects.
   */
  async run(words: readonly string[]): Promise<number> {
    const [name, ...rest] = words
    if (name === undefined || isHelp(name)) return this.#help(listCommands(this.#registry.commands))
    const command = this.#registry.find(name)
    if (!command) return this.#unknown(name)
    if (asksForHelp(rest)) return this.#help(describeUsage(command))
    let signal: AbortSignal | undefined
    try {
      const values = readArguments(command, rest, () => (signal = this.#shutdownSignal(command)))
      const result = await kept(signal, () => this.#runWatched(command, values))
      if (signal && isCrash(signal)) return 1
      return typeof result === 'number' ? result : 0
    } catch (error) {
      const usage = lookAt(error, asWrongUsage)
      return usage ? this.#refuse(command, usage) : this.#fail(error)
    }
  }

  /** Returns the signal to end. Between the first system signal and the abort, the server still accepts requests. */
  #shutdownSignal({ isService = false }: ConsoleCommand): AbortSignal {
    const config = this.#container.get(Config)
    return shutdownSignal({
      stopping: () => this.#container.get(Health).stop(),
      delay:
        isService && !isReserved() && !workerRole ? config.duration('FW_SHUTDOWN_DELAY', 0) : 0,
      limitSeconds: config.float('FW_SHUTDOWN_SECONDS', 10),
      logger: () => this.#container.get(Logger),
    })
  }

  /** Runs a command. For a service, the admin port is open until it has ended. */
  async #runWatched(command: ConsoleCommand, values: readonly unknown[]): Promise<unknown> {
    const container = this.#container
    if (!command.isService) return command.run(values, container)
    const print = (line: string) => void this.#output.stdout.write(`${line}\n`)
    container.get(Health).prepare(workerRole ? announceReady : print)
    if (workerRole) attendPrimary(container)
    const admin = workerRole ? undefined : await openAdminPort(container, print)
    try {
      return await command.run(values, container)
    } finally {
      if (workerRole) await tellLast(container)
      await admin?.close()
    }
  }

  #help(text: string): number {
    this.#output.stdout.write(text)
    return 0
  }

  #unknown(name: string): number {
    const names = this.#registry.commands.map((command) => command.name)
    const meant = nearest(name, names)
    const hint = meant ? `Did you mean "${meant}"?` : 'fw alone lists the commands.'
    const install = meant ? '' : installLine(name, names)
    this.#output.stderr.write(`There is no command "${name}". ${hint}\n${install}`)
    return 2
  }

  #refuse(command: ConsoleCommand, { problems }: WrongUsage): number {
    const lines = problems.map((problem) => `${command.name}: ${problem}\n`)
    this.#output.stderr.write(`${lines.join('')}\n${describeUsage(command)}`)
    return 2
  }

  #fail(error: unknown): number {
    this.#output.stderr.write(describeError(error))
    return 1
  }
}

/** Returns advice to install an extension, because its commands begin with its name. */
function installLine(name: string, names: readonly string[]): string {
  const [, prefix] = /^([a-z][a-z-]*):/.exec(name) ?? []
  if (prefix === undefined || names.some((known) => known.startsWith(`${prefix}:`))) return ''
  const extension = extensionScope + prefix
  return `If it is one of the package ${extension}, run "npm install ${extension}".\n`
}

function asWrongUsage(error: unknown): WrongUsage | undefined {
  return error instanceof WrongUsage ? error : undefined
}

function isHelp(word: string): boolean {
  return word === '-h' || word === '--help'
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end === -1 ? words : words.slice(0, end)).some(isHelp)
}

/** Keeps the process of a command running that waits for its signal. */
async function kept<T>(signal: AbortSignal | undefined, run: () => T | Promise<T>): Promise<T> {
  const watch = signal && setInterval(() => {}, 60_000)
  try {
    return await run()
  } finally {
    clearInterval(watch)
  }
}
