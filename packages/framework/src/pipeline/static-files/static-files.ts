import { parsePath } from '../../http/routing/path-template.ts'
import { attribute } from '../../reflection/attribute.ts'

export interface StaticFilesOptions {
  /** Paths, as they are asked for, whose files never change, such as `/\.[0-9a-f]{8}\./`: a client keeps them for a year. */
  readonly immutable?: RegExp
  /** The file of the folder that answers browsers where there is none, such as `index.html` of an application that runs in them. */
  readonly fallback?: string
  /** Whether neighbours that end with `.zst`, `.br` and `.gz` are sent in the place of a file to who can read them. */
  readonly precompressed?: boolean
}

export class StaticFilesAttribute {
  /** Encoded, as it stands in a request; without a slash at its end. */
  readonly mount: string
  readonly folder: string
  readonly options: StaticFilesOptions

  constructor(path: string, folder: string, options: StaticFilesOptions = {}) {
    const { segments, placeholders } = parsePath(path, '@StaticFiles')
    if (placeholders.length > 0) {
      throw new TypeError(
        `"${path}" has a placeholder. Static files stand below a path without one.`,
      )
    }
    if (options.immutable !== undefined && !(options.immutable instanceof RegExp)) {
      throw new TypeError('The option immutable is no regular expression, such as /^\\/assets\\//.')
    }
    this.mount = segments
      .map(({ literal }) => `/${literal}`)
      .join('')
      .replace(/\/$/u, '')
    this.folder = folder
    this.options = options
  }
}

/**
 * Serves the files of a folder where no route answers. The folder is relative to that of the application; what is in it
 * is for everybody.
 */
export const StaticFiles = attribute(StaticFilesAttribute)
