import { addTransform } from '../reflection/errors.ts'

/** Thrown if the application's source must be read and `@fw/transform` is not installed. */
export class TransformNotInstalled extends Error {
  override readonly name = 'TransformNotInstalled'

  constructor(root: string) {
    super(
      `Cannot discover the classes of ${root}: @fw/transform reads the source and is not installed. ` +
        'Run "npm install --save-dev @fw/transform", or start the output of "fw build".',
    )
  }
}

/** Thrown if a source folder of the application does not exist, or if its setting is invalid. */
export class UnusableRoot extends Error {
  override readonly name = 'UnusableRoot'

  constructor(problem: string, remedy = 'List') {
    super(
      `${problem} ${remedy} the folders of the application's code in its package.json: ` +
        '"fw": { "roots": ["src"] }.',
    )
  }
}

/** Thrown if a module has syntax that Node cannot read, such as decorators, and the loader for it is not active. */
export class LoaderMissing extends Error {
  override readonly name = 'LoaderMissing'
  readonly file: string

  constructor(file: string, cause: unknown) {
    super(
      `Cannot import ${file}: Node cannot run all of its syntax, such as decorators. ${addTransform}`,
      { cause },
    )
    this.file = file
  }
}

/**
 * Thrown by "fw check", and logged at boot, if discovery cannot use a class with decorators. The application boots
 * without this class.
 */
export class HiddenClass extends Error {
  override readonly name = 'HiddenClass'
  readonly type: string
  readonly file: string

  constructor(
    type: string,
    file: string,
    message = `${type} in ${file} is not used: it has decorators, but is not exported. Export it.`,
  ) {
    super(message)
    this.type = type
    this.file = file
  }
}
