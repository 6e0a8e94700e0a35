import { servedFolders } from '../../../http/file-folders.ts'
import { parsePath } from '../../../http/routing/path-template.ts'
import { attribute } from '../../../base/reflection/attribute.ts'
import type { DeclaredFolder, StaticFilesOptions } from './static-folder.ts'
import { staticFolders } from './static-folders.ts'

class StaticFilesAttribute implements DeclaredFolder {
  readonly [servedFolders] = staticFolders
  readonly mount: string
  readonly folder: string
  readonly options: StaticFilesOptions

  constructor(path: string, folder: string, options: StaticFilesOptions = {}) {
    const { segments, placeholders } = parsePath(path, '@StaticFiles')
    if (placeholders.length > 0) {
      throw new TypeError(`"${path}" has a placeholder. Use a fixed path for static files.`)
    }
    if (options.immutable !== undefined && !(options.immutable instanceof RegExp)) {
      throw new TypeError(
        'The option immutable must be a regular expression, such as /^\\/assets\\//.',
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
 * Serves the files of a folder if no route matches. `folder` is relative to the folder of the application. All files in
 * it are public, except those with a name or folder that begins with a dot, other than `.well-known`.
 */
export const StaticFiles = attribute(StaticFilesAttribute, '…')
