import { relative } from 'node:path'

/** Thrown if a module of the application imports a TypeScript module that is not built. */
export class ModuleOutsideRoots extends Error {
  override readonly name = 'ModuleOutsideRoots'
  readonly file: string
  readonly imported: string

  constructor(file: string, imported: string) {
    super(
      `${relative(process.cwd(), file)} imports ${relative(process.cwd(), imported)}, which is not ` +
        "built: it is a test, or outside of the application's roots. Move it, or name its folder in " +
        'package.json: "fw": { "roots": ["src", …] }.',
    )
    this.file = file
    this.imported = imported
  }
}

/** Thrown if the output folder contains files that no build has written. */
export class OutputTaken extends Error {
  override readonly name = 'OutputTaken'
  readonly folder: string

  constructor(folder: string) {
    super(
      `${folder} contains files that "fw build" did not write and would delete. ` +
        'Move or delete them, and build again.',
    )
    this.folder = folder
  }
}

/** Thrown if the built application does not boot. Its process has printed the reason. */
export class BuiltApplicationFails extends Error {
  override readonly name = 'BuiltApplicationFails'

  constructor() {
    super('The application does not boot: see the error above. The folder dist was not changed.')
  }
}

/** Thrown if the bundler is not installed. */
export class BundlerNotInstalled extends Error {
  override readonly name = 'BundlerNotInstalled'

  constructor() {
    super(
      '"fw build --bundle" needs rolldown, which is not installed. ' +
        'Run "npm install --save-dev rolldown".',
    )
  }
}

/** Thrown if the bundler cannot bundle the application. */
export class BundlerRefuses extends Error {
  override readonly name = 'BundlerRefuses'

  /** `reason` is the error message of the bundler. */
  constructor(reason: string, cause: unknown) {
    super(
      'rolldown cannot bundle the application, so dist was not changed. ' +
        `Run "fw check" to find errors in the source. ${reason}`,
      { cause },
    )
  }
}

/** Thrown if the output of the bundler does not contain code that `fw build --bundle` has to replace. */
export class UnknownBundlerOutput extends Error {
  override readonly name = 'UnknownBundlerOutput'

  constructor(written: RegExp) {
    super(
      `The output of this rolldown release does not contain ${written.source}, which "fw build --bundle" has to replace. ` +
        'Install another release of rolldown, and report this one.',
    )
  }
}

/** Thrown if the list of packages to leave out of a bundle is invalid. */
export class UnusableExternals extends Error {
  override readonly name = 'UnusableExternals'

  constructor() {
    super(
      '"fw.external" in package.json is not a list of strings. List the packages that the bundle leaves ' +
        'out: "fw": { "external": ["sharp"] }.',
    )
  }
}
