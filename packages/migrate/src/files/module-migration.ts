import { InvalidMigration } from '../errors.ts'

type MigrationFunction = (tx: object) => unknown

/** The exports of a migration in TypeScript. */
export interface ModuleScript {
  readonly up: MigrationFunction
  readonly down: MigrationFunction | undefined
  readonly transaction: boolean
  readonly lockTimeout: undefined
}

/** Imports a migration. `file` is its name in errors. Throws `InvalidMigration`. */
export async function loadModule(url: string, file: string): Promise<ModuleScript> {
  const {
    up,
    down,
    transaction = true,
  } = (await import(/* @vite-ignore */ url)) as {
    readonly [name: string]: unknown
  }
  const refuse = (problem: string): never => {
    throw new InvalidMigration(file, problem)
  }
  if (!isFunction(up)) {
    return refuse(
      'it does not export a function up. Write: export async function up(tx: Transaction) { … }',
    )
  }
  if (down !== undefined && !isFunction(down)) return refuse('its down is not a function.')
  if (typeof transaction !== 'boolean') return refuse('its transaction is neither true nor false.')
  return { up, down, transaction, lockTimeout: undefined }
}

function isFunction(value: unknown): value is MigrationFunction {
  return typeof value === 'function'
}
