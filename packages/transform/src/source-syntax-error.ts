import type { OxcError } from 'oxc-parser'

/** A module that is not valid TypeScript; the message holds the place and the lines around it. */
export class SourceSyntaxError extends SyntaxError {
  override readonly name = 'SourceSyntaxError'
  readonly file: string
  /** `line:column` */
  readonly at: string

  constructor(file: string, at: string, error: OxcError) {
    super([`${file}:${at}: ${error.message}`, error.codeframe].filter(Boolean).join('\n'))
    this.file = file
    this.at = at
  }
}
