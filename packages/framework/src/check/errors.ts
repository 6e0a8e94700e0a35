/** Types are inferred by the compiler of the application, and that is not installed. */
export class CompilerNotInstalled extends Error {
  override readonly name = 'CompilerNotInstalled'

  constructor(folder: string, cause: unknown) {
    super(
      `Cannot infer the types of ${folder}: typescript is not installed. Run "npm install --save-dev typescript".`,
      { cause },
    )
  }
}
