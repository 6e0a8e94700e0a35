import { dirname, relative } from 'node:path'

/** The innermost folder that holds all of them; a folder holds itself. */
export function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    let holder = common
    while (relative(holder, folder).startsWith('..')) holder = dirname(holder)
    return holder
  })
}
