/** The application's source can only be read with `@fw/transform`, which is not installed. */
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

/** A folder of the application's code does not exist, or its setting is invalid. */
export class UnusableRoot extends Error {
  override readonly name = 'UnusableRoot'

  constructor(problem: string, remedy = 'Name') {
    super(
      `${problem} ${remedy} the folders of the application's code in its package.json: ` +
        '"fw": { "roots": ["src"] }.',
    )
  }
}

/** A module with decorators was imported, but the loader that can read them is not active. */
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

/** Discovery cannot use a class with decorators. An application boots without it; "fw check" reports an error. */
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
