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

/** Thrown if the settings in `fw.client` of package.json, or the options of `fw client`, are invalid. */
export class UnusableClientSettings extends Error {
  override readonly name = 'UnusableClientSettings'

  constructor(problem: string) {
    super(
      `The settings of the client ("fw.client" in package.json, or options of "fw client"): ${problem}`,
    )
  }
}
