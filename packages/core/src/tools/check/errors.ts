/** Thrown if the application's TypeScript compiler, which infers types, is not installed. */
export class CompilerNotInstalled extends Error {
  override readonly name = 'CompilerNotInstalled'

  constructor(folder: string, cause: unknown) {
    super(
      `Cannot infer the types of ${folder}: typescript is not installed. Run "npm install --save-dev typescript".`,
      { cause },
    )
  }
}

/** Thrown if the output of `fw check` is not the expected JSON. */
export class CheckUnreadable extends Error {
  override readonly name = 'CheckUnreadable'

  constructor(printed: string, cause: unknown) {
    const [line = ''] = printed.trim().split('\n', 1)
    super(
      line === ''
        ? 'fw check ended without a result, so no return type was written. A module of the application probably ends the process.'
        : `Cannot read the result of fw check: the result begins with "${line.slice(0, 80)}", so no return type was written. A module of the application probably printed this text to standard output. Print to standard error instead.`,
      { cause },
    )
  }
}
