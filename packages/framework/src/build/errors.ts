import { relative } from 'node:path'

/** A module of the application imports a TypeScript module that is not part of it. */
export class ModuleOutsideRoots extends Error {
  override readonly name = 'ModuleOutsideRoots'
  readonly file: string
  readonly imported: string

  constructor(file: string, imported: string) {
    super(
      `${relative(process.cwd(), file)} imports ${relative(process.cwd(), imported)}, which is not ` +
        "built: it is a test, or lies outside the application's roots. Move it, or name its folder in " +
        'package.json: "fw": { "roots": ["src", …] }.',
    )
    this.file = file
    this.imported = imported
  }
}

/** The output folder has files that a build did not write. */
export class OutputTaken extends Error {
  override readonly name = 'OutputTaken'
  readonly folder: string

  constructor(folder: string) {
    super(
      `"fw build" has not written what is in ${folder}, and would delete it. ` +
        'Move it away or delete it, and build again.',
    )
    this.folder = folder
  }
}

/** The built application does not boot. Its process has printed the reason. */
export class BuiltApplicationFails extends Error {
  override readonly name = 'BuiltApplicationFails'

  constructor() {
    super('The application does not boot, for the reason above. The former build has been kept.')
  }
}

/** The bundler is not installed. */
export class BundlerNotInstalled extends Error {
  override readonly name = 'BundlerNotInstalled'

  constructor() {
    super(
      '"fw build --bundle" puts the application together with rolldown, which is not installed. ' +
        'Run "npm install --save-dev rolldown".',
    )
  }
}

/** The bundler cannot bundle the application. */
export class BundlerRefuses extends Error {
  override readonly name = 'BundlerRefuses'

  /** `reason` is the message of the bundler. */
  constructor(reason: string, cause: unknown) {
    super(
      'rolldown does not put the application together, so the former build has been kept. ' +
        `"fw check" finds where the source is wrong. ${reason}`,
      { cause },
    )
  }
}

/** The setting of the packages that a bundle leaves out is invalid. */
export class UnusableExternals extends Error {
  override readonly name = 'UnusableExternals'

  constructor() {
    super(
      '"fw.external" in package.json is not a list of texts. Name the packages that the bundle leaves ' +
        'out: "fw": { "external": ["sharp"] }.',
    )
  }
}
