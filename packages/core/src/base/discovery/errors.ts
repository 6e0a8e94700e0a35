/** Thrown if the application's source must be read and `@fw/transform` is not installed. */
export class TransformNotInstalled extends Error {
  override readonly name = 'TransformNotInstalled'

  constructor(root: string) {
    super(
      `Cannot discover the classes of ${root}: @fw/transform reads the source and is not installed. ` +
        'Run "npm install --save-dev @fw/transform", or run "fw build" on a machine that has it and ' +
        'start its output.',
    )
  }
}

/** Thrown if a source folder of the application does not exist, or if its setting is invalid. */
export class UnusableRoot extends Error {
  override readonly name = 'UnusableRoot'

  constructor(problem: string, remedy = 'Name') {
    super(
      `${problem} ${remedy} the folders of the application's code in its package.json: ` +
        '"fw": { "roots": ["src"] }.',
    )
  }
}

/** Thrown if a module with decorators is imported while the loader for decorators is not active. */
export class LoaderMissing extends Error {
  override readonly name = 'LoaderMissing'
  readonly file: string

  constructor(file: string, cause: unknown) {
    super(
      `Cannot import ${file}: Node cannot run decorators by itself. Start Node with ` +
        '"node --import @fw/transform/register", or add transform() from "@fw/transform/vite" to ' +
        'the plugins of vite.config.ts or vitest.config.ts.',
      { cause },
    )
    this.file = file
  }
}

/**
 * Reports a class with decorators that discovery cannot use. The application boots without it, but "fw check" reports
 * an error.
 */
export class HiddenClass extends Error {
  override readonly name = 'HiddenClass'
  readonly type: string
  readonly file: string

  constructor(
    type: string,
    file: string,
    message = `${type} in ${file} is not used: it has decorators, but its module does not export it.`,
  ) {
    super(message)
    this.type = type
    this.file = file
  }
}
