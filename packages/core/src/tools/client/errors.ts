/** Thrown if the output folder contains files that fw client did not write. */
export class ForeignFiles extends Error {
  override readonly name = 'ForeignFiles'
  readonly files: readonly string[]

  constructor(folder: string, files: readonly string[]) {
    super(
      `${folder} contains files that fw client did not write: ${files.slice(0, 10).join(', ')}. ` +
        'Move them, or choose another folder.',
    )
    this.files = files
  }
}

/** Thrown if `fw.client` in package.json is invalid. */
export class UnusableClientSettings extends Error {
  override readonly name = 'UnusableClientSettings'

  constructor(problem: string) {
    super(`"fw.client" in package.json: ${problem}`)
  }
}
