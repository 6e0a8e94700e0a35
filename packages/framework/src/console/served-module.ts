import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { importModule } from '../discovery/import-module.ts'
import { NothingToServe } from './errors.ts'
import { serveParameters } from './commands/serve.ts'
import { readArguments } from './read-arguments.ts'

/** The module that the words after `serve` name; undefined where they name none, or are wrong. */
export function findServedModule(words: readonly string[]): string | undefined {
  try {
    const [module] = readArguments(
      { parameters: serveParameters },
      words,
      () => new AbortController().signal,
    )
    return module as string | undefined
  } catch {
    return undefined
  }
}

/** The default export of the module at `path`, which answers requests. Throws `NothingToServe`. */
export async function importHandler(path: string, folder: string): Promise<Handler> {
  const file = resolve(folder, path)
  if (!existsSync(file)) throw new NothingToServe(path, 'does not exist')
  const { default: handler } = await importModule(file)
  if (!isHandler(handler)) {
    throw new NothingToServe(path, 'has no default export with a method fetch')
  }
  return handler
}

interface Handler {
  fetch(request: Request): Response | Promise<Response>
}

function isHandler(value: unknown): value is Handler {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && typeof (value as Partial<Handler>).fetch === 'function'
}
