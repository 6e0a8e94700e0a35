import { statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { InvalidMiddleware } from '../../../http/error-handling/errors.ts'
import { servedFolders } from '../../../http/file-folders.ts'
import type { Router } from '../../../http/routing/router.ts'
import { FileBody } from '../../../http/message/file-body.ts'
import { isCloudflareWorker } from '../../../base/platform/cloudflare-worker.ts'
import { reflect } from '../../../base/reflection/reflect.ts'
import { StaticFolder, type DeclaredFolder } from './static-folder.ts'

/**
 * Returns the folders that an application serves, the longest path first. `root` is the folder of the application;
 * `warn` is called for folders and fallbacks that do not exist. Throws `InvalidMiddleware`.
 */
export function staticFolders(
  router: Router,
  root: string,
  warn: (message: string) => void,
): readonly StaticFolder[] {
  refuseMisplaced(router)
  if (!router.application) return []
  const { name, at, attributes } = router.application
  const folders = attributes.filter(isStaticFiles).map((use) => new StaticFolder(use, root))
  for (const [index, folder] of folders.entries()) {
    const problem = problemOf(folder, folders.slice(0, index), root)
    if (problem !== undefined) throw new InvalidMiddleware(name, at, problem)
    const missing = missingIn(folder)
    if (missing !== undefined) warn(missing)
  }
  return folders.toSorted((one, other) => other.path.length - one.path.length)
}

/** Throws `InvalidMiddleware` if the decorator is on a class other than the application class, or on a method. */
function refuseMisplaced({ classes, application }: Router): void {
  for (const type of classes) {
    const { name, at, attributes, methods } = reflect(type)
    const declarations = [
      ...(type === application?.class ? [] : [{ name, at, attributes }]),
      ...methods.map((method) => ({ ...method, name: `${name}.${method.name}` })),
    ]
    const declaration = declarations.find((each) => each.attributes.some(isStaticFiles))
    if (declaration) throw new InvalidMiddleware(declaration.name, declaration.at, misplaced)
  }
}

const misplaced =
  '@StaticFiles only works on the class that is marked @Application(). Move it there.'

function isStaticFiles(use: object): use is DeclaredFolder {
  return servedFolders in use
}

function problemOf(
  { path, folder }: StaticFolder,
  others: readonly StaticFolder[],
  root: string,
): string | undefined {
  if (isCloudflareWorker) {
    return (
      '@StaticFiles needs a file system, which a Cloudflare worker does not have. ' +
      'Serve the folder as static assets of the worker.'
    )
  }
  if (others.some((other) => other.path === path)) {
    return `@StaticFiles is used twice for "${path}". Give each folder a different path.`
  }
  if (!`${resolve(root)}${sep}`.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    return undefined
  return (
    `@StaticFiles would publish ${folder}, and with it the sources of the application. ` +
    'Name a folder that contains only public files.'
  )
}

/**
 * Returns a warning if the folder or the fallback does not exist. This is not an error, because a process that handles
 * no requests, such as a worker or a test, may not need them.
 */
function missingIn({ path, folder, options: { fallback } }: StaticFolder): string | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return `There is no folder ${folder}, so @StaticFiles serves nothing below "${path}".`
  }
  if (fallback === undefined || FileBody.in(folder, fallback)) return undefined
  return `There is no file "${fallback}" in ${folder}, so @StaticFiles has no fallback below "${path}".`
}
