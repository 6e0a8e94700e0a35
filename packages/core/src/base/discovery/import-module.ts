import { pathToFileURL } from 'node:url'
import { readBundle } from '../platform/bundle.ts'
import { LoaderMissing } from './errors.ts'

/** Imports a module of the application. Throws `LoaderMissing` if Node cannot read its syntax. */
export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  const load = readBundle()?.imports[file]
  if (load) return load()
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } catch (error) {
    throw isUnreadableToNode(error) ? new LoaderMissing(file, error) : error
  }
}

/** True if Node cannot read the syntax: it strips types, but does not support decorators or parameter properties. */
function isUnreadableToNode(error: unknown): boolean {
  if (!(error instanceof SyntaxError)) return false
  const { code } = error as { code?: string }
  return (
    code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' || error.message === 'Invalid or unexpected token'
  )
}
