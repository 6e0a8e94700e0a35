import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { Config } from '../../base/config/config.ts'
import type { Container } from '../../base/container/container.ts'
import { extensionScope } from '../../base/discovery/installed-extensions.ts'
import { Logger } from '../../base/logging/logger.ts'
import { tryRead } from '../../base/logging/thrown.ts'
import { Health } from '../../features/health/health.ts'
import { openAdminPort } from '../../features/health/admin-port.ts'
import {
  announceReady,
  respondToPrimary,
  sendLastValues,
} from '../../features/workers/primary-channel.ts'
import { workerRole } from '../../base/platform/processes.ts'
import type { ConsoleCommand } from './command.ts'
import { describeError } from './describe-error.ts'
import { CommandFailed } from './command-failed.ts'
import { WrongUsage } from './errors.ts'
import { nearest } from './nearest.ts'
import { isPrompted } from './parameter-facts.ts'
import { PromptCancelled } from './prompt-errors.ts'
import { readArguments, type CollectedValues } from './read-arguments.ts'
import type { CommandRegistry } from './registry.ts'
import { isStandby } from './standby-process.ts'
import { isCrash, shutdownSignal } from './shutdown-signal.ts'
import { wrap } from './wrap.ts'

/** The output streams of a runner. Default: those of the process. */
export interface ConsoleOutput {
  readonly stdout: ConsoleStream
  readonly stderr: ConsoleStream
}

/** An output stream of a runner. */
export interface ConsoleStream {
  /** The width of the terminal, to which help is wrapped. Undefined if the stream is not a terminal. */
  readonly columns?: number | undefined
  write(text: string): unknown
}

/** Runs the command named on the command line. */
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
   * Runs a command and resolves to the exit code: 0, or the number that the command returned; 1 if it threw; 2 if the
   * command does not exist or its arguments are invalid; 130 after Ctrl+C at a question. Never rejects.
   */
  async run(argv: readonly string[]): Promise<number> {
    const [name = '', ...rest] = argv
    const { columns } = this.#output.stdout
    if (asksForList(argv)) {
      const { listCommands } = await import('./usage.ts')
      return this.#help(listCommands(this.#registry.commands, columns))
    }
    const command = this.#registry.find(name)
    if (!command) return this.#unknown(name)
    if (asksForHelp(rest)) {
      const { describeUsage } = await import('./usage.ts')
      return this.#help(describeUsage(command, columns))
    }
    let signal: AbortSignal | undefined
    try {
      const collected = await this.#askMissing(command, rest)
      const end = () => (signal = this.#shutdownSignal(command))
      const values = readArguments(command, rest, end, collected)
      const result = await keepAlive(signal, () => this.#runWithAdminPort(command, values))
      if (signal && isCrash(signal)) return 1
      return typeof result === 'number' ? result : 0
    } catch (error) {
      const cancelled = asInstanceOf(error, PromptCancelled)
      if (cancelled) return cancelled.exitCode
      const usage = asInstanceOf(error, WrongUsage)
      return usage ? this.#refuse(command, usage) : this.#fail(error)
    }
  }

  /** Asks for missing values. Loads the module for questions only if the command has parameters to ask for. */
  async #askMissing(
    command: ConsoleCommand,
    argv: readonly string[],
  ): Promise<CollectedValues | undefined> {
    if (!command.parameters.some(isPrompted)) return undefined
    return (await import('./ask-missing.ts')).askMissing(command, argv, this.#container)
  }

  /**
   * Returns the signal that ends the command. After a system signal, a service runs for `FW_SHUTDOWN_DELAY`, which is 0
   * by default, before this signal is aborted.
   */
  #shutdownSignal({ isService = false }: ConsoleCommand): AbortSignal {
    const config = this.#container.get(Config)
    return shutdownSignal({
      stopping: () => this.#container.get(Health).stop(),
      delay: isService && !isStandby() && !workerRole ? config.duration('FW_SHUTDOWN_DELAY', 0) : 0,
      limitSeconds: config.float('FW_SHUTDOWN_SECONDS', 10),
      logger: () => this.#container.get(Logger),
    })
  }

  /** Runs a command. If the command runs until a signal, opens the admin port meanwhile, except in a worker. */
  async #runWithAdminPort(command: ConsoleCommand, values: readonly unknown[]): Promise<unknown> {
    const container = this.#container
    if (!command.isService) return command.run(values, container)
    const print = (line: string) => void this.#output.stdout.write(`${line}\n`)
    container.get(Health).prepare(workerRole ? announceReady : print)
    if (workerRole) respondToPrimary(container)
    const admin = workerRole ? undefined : await openAdminPort(container, print)
    try {
      return await command.run(values, container)
    } finally {
      if (workerRole) await sendLastValues(container)
      await admin?.close()
    }
  }

  #help(text: string): number {
    this.#output.stdout.write(text)
    return 0
  }

  #unknown(name: string): number {
    const names = this.#registry.commands.map((command) => command.name)
    const suggestion = nearest(name, names)
    const hint = suggestion ? `Did you mean "${suggestion}"?` : 'Run "fw" for a list.'
    const install = suggestion ? '' : installLine(name, names)
    this.#output.stderr.write(`There is no command "${name}". ${hint}\n${install}`)
    return 2
  }

  async #refuse(command: ConsoleCommand, { problems }: WrongUsage): Promise<number> {
    const { describeUsage } = await import('./usage.ts')
    const { stderr } = this.#output
    const lines = problems.map(
      (problem) => `${wrap(`${command.name}: ${problem}`, stderr.columns)}\n`,
    )
    stderr.write(`${lines.join('')}\n${describeUsage(command, stderr.columns)}`)
    return 2
  }

  #fail(error: unknown): number {
    const { stderr } = this.#output
    const failed = asInstanceOf(error, CommandFailed)
    stderr.write(failed ? `${wrap(failed.message, stderr.columns)}\n` : describeError(error))
    return 1
  }
}

/** Suggests to install the extension whose name could be the part of the command before the colon. */
function installLine(name: string, names: readonly string[]): string {
  const [, prefix] = /^(?!core:|create:)([a-z][a-z-]*):/.exec(name) ?? []
  if (prefix === undefined || names.some((known) => known.startsWith(`${prefix}:`))) return ''
  const extension = extensionScope + prefix
  return `If it is a command of the package ${extension}, run "npm install ${extension}".\n`
}

function asInstanceOf<T>(
  error: unknown,
  type: abstract new (...args: never[]) => T,
): T | undefined {
  return tryRead(error, (thrown) => (thrown instanceof type ? thrown : undefined))
}

/** True if the arguments name no command, but ask for the list of commands. */
export function asksForList([name]: readonly string[]): boolean {
  return name === undefined || isHelp(name)
}

function isHelp(argument: string): boolean {
  return argument === '-h' || argument === '--help'
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some(isHelp)
}

/** Keeps the process alive while its command waits for the signal. */
async function keepAlive<T>(
  signal: AbortSignal | undefined,
  run: () => MaybePromise<T>,
): Promise<T> {
  const watch = signal && setInterval(() => {}, 60_000)
  try {
    return await run()
  } finally {
    clearInterval(watch)
  }
}
