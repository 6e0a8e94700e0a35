import { servedFolders } from '../../http/file-folders.ts'
import { parsePath } from '../../http/routing/path-template.ts'
import { attribute } from '../../reflection/attribute.ts'
import { staticFolders } from './static-folders.ts'

/** How a folder is served. */
export interface StaticFilesOptions {
  /** Matches request paths whose files never change, such as `/\.[0-9a-f]{8}\./`: a client keeps them for a year. */
  readonly immutable?: RegExp
  /** The file of the folder that browsers get where there is none, such as the `index.html` of a single-page application. */
  readonly fallback?: string
  /** Whether neighbours that end with `.zst`, `.br` and `.gz` are sent in place of a file to clients that accept them. */
  readonly precompressed?: boolean
}

export class StaticFilesAttribute {
  readonly [servedFolders] = staticFolders
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
 * Serves the files of a folder where no route answers. The folder is relative to that of the application; everything in it
 * is public.
 */
export const StaticFiles = attribute(StaticFilesAttribute)
