/** Thrown if a method marked with `@Command` is declared incorrectly. Detected when the class is registered. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand'
  /** The method, as `Class.method`. */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** Thrown if two methods declare the same command. Detected when the second is registered. */
export class DuplicateCommand extends Error {
  override readonly name = 'DuplicateCommand'

  constructor(command: string, first: string, second: string) {
    super(`${second}: the command "${command}" already exists: ${first}. Rename one of them.`)
  }
}

/** Thrown if the arguments of a command are invalid. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * A command has failed for an expected reason. The command line prints the message alone, without
 * name and stack, and ends with the exit code.
 */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly exitCode: number

  constructor(message: string, options: CommandFailedOptions = {}) {
    super(message, options)
    this.exitCode = options.exitCode ?? 1
  }
}

/** Options of `CommandFailed`. */
export interface CommandFailedOptions {
  /** Default: 1. */
  readonly exitCode?: number
  /** The error behind the failure. It is not printed. */
  readonly cause?: unknown
}
