/** A method marked with @Command is declared in an invalid way. Raised when the class is registered. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** Two methods declare the same command. Raised when the second is registered. */
export class DuplicateCommand extends Error {
  override readonly name = 'DuplicateCommand'

  constructor(command: string, first: string, second: string) {
    super(`${second}: the command "${command}" already exists: ${first}. Rename one of them.`)
  }
}

/** The arguments of a command are invalid. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
