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

/** A question in the terminal was cancelled, by Ctrl+C or a signal. If a command throws it, the process ends with `exitCode`. */
export class PromptCancelled extends Error {
  override readonly name = 'PromptCancelled'
  /** 130 after Ctrl+C. */
  readonly exitCode: number

  constructor(exitCode: number) {
    super('A question in the terminal was cancelled.')
    this.exitCode = exitCode
  }
}

/** The package that asks questions is not installed. */
export class PromptsNotInstalled extends Error {
  override readonly name = 'PromptsNotInstalled'

  constructor(flag: string, cause: unknown) {
    super(
      `Questions need the package @clack/prompts. Run: npm install @clack/prompts. Or pass ${flag}.`,
      { cause },
    )
  }
}
