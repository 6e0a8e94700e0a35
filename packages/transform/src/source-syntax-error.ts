/** A module that is not valid TypeScript; the message holds the place and the line. */
export class SourceSyntaxError extends SyntaxError {
  override readonly name = 'SourceSyntaxError'
  readonly file: string
  /** `line:column` */
  readonly at: string

  constructor(file: string, text: string, offset: number, problem: string) {
    const before = text.slice(0, offset).split('\n')
    const column = before.at(-1)?.length ?? 0
    const at = `${before.length}:${column + 1}`
    super(`${file}:${at}: ${problem}\n${frame(text, before.length, column)}`)
    this.file = file
    this.at = at
  }
}

/** The line and the one before it, and an arrow below the column. */
function frame(text: string, line: number, column: number): string {
  const numbered = text.split(/\r?\n/).map((content, index) => `${index + 1} | ${content}`)
  const margin = `${line} | `.length + column
  return [...numbered.slice(Math.max(0, line - 2), line), `${' '.repeat(margin)}^`].join('\n')
}
