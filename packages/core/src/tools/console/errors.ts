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

/** Thrown if two commands have the same name. Detected when the second is registered. */
export class DuplicateCommand extends Error {
  override readonly name = 'DuplicateCommand'

  constructor(command: string, first: string, second: string) {
    super(`${second}: the command "${command}" already exists: ${first}. Rename one of them.`)
  }
}

/** Thrown if the arguments of a command are invalid or incomplete. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
