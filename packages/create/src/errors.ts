import { join } from 'node:path'

/** Thrown if the command-line arguments are invalid. */
export class InvalidArguments extends Error {}

/** Thrown if `@fw/create` runs from a clone of the repository, without `--packages`. */
export class NotPublished extends InvalidArguments {
  constructor(repository: string) {
    super(
      'The packages of fw are not on npm yet. Packages with these names may belong to others. ' +
        `Run "npm run pack" in ${repository}, and add --packages ${join(repository, 'packed')}.`,
    )
  }
}

/** Thrown if a package is missing in the folder of `--packages`. */
export class NotPacked extends InvalidArguments {
  constructor(folder: string, file: string) {
    super(
      `${folder} has no ${file}. Run "npm run pack" in a clone of the repository, and pass its folder "packed".`,
    )
  }
}

/** Thrown if the folder contains files other than a Git repository, a license and a README. */
export class FolderInUse extends Error {
  readonly folder: string
  readonly files: readonly string[]

  constructor(folder: string, files: readonly string[]) {
    const shown = files.slice(0, 5).join(', ')
    const rest = files.length > 5 ? ` and ${files.length - 5} more` : ''
    super(`${folder} already contains files: ${shown}${rest}. Use an empty folder, or move them.`)
    this.folder = folder
    this.files = files
  }
}

/** Thrown if a file cannot be written or read. */
export class UnusablePath extends Error {
  constructor({ code = '', path = '', message }: NodeJS.ErrnoException) {
    super(`${path}: ${reasons[code] ?? message}. Fix this, or use another folder.`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'it is read-only',
  ENOTDIR: 'a file exists where a folder is needed',
  ENOSPC: 'the disk is full',
}

/** Thrown if a package.json is not valid JSON. */
export class UnreadableManifest extends Error {
  constructor(file: string, cause: unknown) {
    super(`${file} is not valid JSON: ${(cause as Error).message}. Fix it, and run this again.`, {
      cause,
    })
  }
}

/** Thrown if a program failed. Files that were written are kept. */
export class ProgramFailed extends Error {
  readonly command: string

  constructor(command: string, folder: string, reason: string) {
    super(
      `"${command}" failed in ${folder}: ${reason}. The files are kept. Run the command again there.`,
    )
    this.command = command
  }
}

/** Thrown if a part would have no effect in the folder. */
export class MisplacedPart extends Error {
  /** `repository` is the root folder of the monorepo that contains the application. */
  constructor(part: string, repository: string | undefined) {
    super(
      repository === undefined
        ? `@fw/create add ${part} works on one application. Run it in the folder of the application, such as apps/api.`
        : `@fw/create add ${part} is for the whole repository. Run it in ${repository}.`,
    )
  }
}

/** Thrown if the folder contains no application to which parts can be added. */
export class NoApplication extends Error {
  constructor(folder: string) {
    super(
      `${folder} has no package.json with a dependency on @fw/core. Run npx @fw/create add in an application.`,
    )
  }
}
