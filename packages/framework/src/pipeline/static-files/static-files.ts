import { servedFolders } from '../../http/file-folders.ts'
import { parsePath } from '../../http/routing/path-template.ts'
import { attribute } from '../../reflection/attribute.ts'
import { staticFolders } from './static-folders.ts'

/** Options of `@StaticFiles`. */
export interface StaticFilesOptions {
  /** Matches request paths of files that never change, such as `/\.[0-9a-f]{8}\./`. Clients cache them for a year. */
  readonly immutable?: RegExp
  /** The file that browsers get for pages that do not exist, such as the `index.html` of a single-page application. */
  readonly fallback?: string
  /**
   * True to send the file with `.zst`, `.br` or `.gz` at the end of its name, if it exists and the client accepts it.
   */
  readonly precompressed?: boolean
}

export class StaticFilesAttribute {
  readonly [servedFolders] = staticFolders
  /** The encoded path, as in requests, without a slash at its end. */
  readonly mount: string
  readonly folder: string
  readonly options: StaticFilesOptions

  constructor(path: string, folder: string, options: StaticFilesOptions = {}) {
    const { segments, placeholders } = parsePath(path, '@StaticFiles')
    if (placeholders.length > 0) {
      throw new TypeError(
        `"${path}" has a placeholder. The path of static files must not have one.`,
      )
    }
    if (options.immutable !== undefined && !(options.immutable instanceof RegExp)) {
      throw new TypeError(
        'The option immutable is not a regular expression, such as /^\\/assets\\//.',
      )
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
 * Serves the files of a folder if no route matches. The folder is relative to the folder of the application. All files
 * in it are public.
 */
export const StaticFiles = attribute(StaticFilesAttribute)
