/**
 * Thrown if a question in the terminal is cancelled by Ctrl+C, Esc or a signal. If a command rethrows it, the process
 * exits with `exitCode`.
 */
export class PromptCancelled extends Error {
  override readonly name = 'PromptCancelled'
  /** The exit code of the process: 130 after Ctrl+C or Esc. */
  readonly exitCode: number

  constructor(exitCode: number) {
    super('A question in the terminal was cancelled.')
    this.exitCode = exitCode
  }
}

/** Thrown if the package for questions is not installed. */
export class PromptsNotInstalled extends Error {
  override readonly name = 'PromptsNotInstalled'

  constructor(flag: string, cause: unknown) {
    super(
      `Questions need the package @clack/prompts. Run: npm install @clack/prompts. Or pass ${flag}.`,
      { cause },
    )
  }
}
