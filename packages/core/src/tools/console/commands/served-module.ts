import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { importModule } from '../../../base/discovery/import-module.ts'
import { NothingToServe } from '../nothing-to-run.ts'
import type { WorkersOptions } from '../../../features/workers/workers-plan.ts'
import { serveParameters, workersParameters } from './serve.ts'
import { readArguments } from '../read-arguments.ts'

/** Returns the module in the arguments of `serve`; undefined if no module is named, or if the arguments are invalid. */
export function findServedModule(argv: readonly string[]): string | undefined {
  if (argv.every((argument) => argument.startsWith('-'))) return undefined
  return readServeArguments(argv)?.[0] as string | undefined
}

/**
 * Returns the options about processes in the arguments of `serve`; undefined if no such option is set, or if the
 * arguments are invalid.
 */
export function findWorkersOptions(argv: readonly string[]): WorkersOptions | undefined {
  if (!argv.some((argument) => /^--(?:workers|with|max-memory)(?:=|$)/.test(argument)))
    return undefined
  const values = readServeArguments(argv)
  if (!values) return undefined
  const [module, host, port, , , workers, others, maxMemory] = values
  const address = Object.entries({ host, port })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--${name}=${String(value)}`)
  return {
    workers: workers as string | undefined,
    with: others as string[] | undefined,
    maxMemory: maxMemory as number | undefined,
    serveArguments: ['serve', ...address, ...(module === undefined ? [] : [module as string])],
  }
}

/** True if the arguments of `serve` include `--migrate`; false if they are invalid. */
export function asksToMigrate(argv: readonly string[]): boolean {
  if (!argv.some((argument) => argument.startsWith('--migrate'))) return false
  return readServeArguments(argv)?.[3] === true
}

function readServeArguments(argv: readonly string[]): readonly unknown[] | undefined {
  const parameters = [...serveParameters, ...workersParameters]
  try {
    return readArguments({ parameters }, argv, () => new AbortController().signal)
  } catch {
    return undefined
  }
}

/** Returns the default export of the module at `path`, which handles requests. Throws `NothingToServe`. */
export async function importHandler(path: string, folder: string): Promise<Handler> {
  const file = resolve(folder, path)
  if (!existsSync(file)) throw new NothingToServe(path, 'does not exist. Check the path.')
  const { default: handler } = await importModule(file)
  if (!isHandler(handler)) {
    throw new NothingToServe(
      path,
      'has no default export with a method fetch. Write: export default { fetch(request: Request): Response { … } }',
    )
  }
  return handler
}

interface Handler {
  fetch(request: Request): MaybePromise<Response>
}

function isHandler(value: unknown): value is Handler {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && typeof (value as Partial<Handler>).fetch === 'function'
}
