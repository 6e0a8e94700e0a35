import { inspect, types } from 'node:util'

/**
 * Converts any thrown value to an error: the value itself if it is an error that can be read, otherwise a new error
 * with everything that could be read. Thrown values can have getters or be proxies, and reading them may throw.
 */
export function toError(thrown: unknown): Error {
  hideCommands(thrown)
  return lookAt(thrown, asReadable) ?? describeUnreadable(thrown)
}

/**
 * Hides the arguments of Redis commands, such as session data, when an error and its causes are printed. Redis clients
 * attach the command to their errors. It can still be read as a property. Never throws.
 */
export function hideCommands(thrown: unknown): void {
  lookAt(thrown, hideFrom)
}

function hideFrom(thrown: unknown, depth = 0): undefined {
  if (!isError(thrown) || depth > 10) return
  for (const name of Object.getOwnPropertyNames(thrown)) {
    const property = Object.getOwnPropertyDescriptor(thrown, name) as PropertyDescriptor
    const value: unknown = property.value
    if (isOfCommand(name, value, thrown)) {
      Object.defineProperty(thrown, name, { ...property, enumerable: false })
    } else {
      for (const each of Array.isArray(value) ? value : [value]) hideFrom(each, depth + 1)
    }
  }
}

/** True for `command: { name, args }` of ioredis, or separate `command` and `args`. */
function isOfCommand(name: string, value: unknown, error: object): boolean {
  if (name === 'args') return Array.isArray(value) && Object.hasOwn(error, 'command')
  return name === 'command' && Array.isArray((value as { readonly args?: unknown } | null)?.args)
}

/** Calls `look` with a thrown value and returns the result; undefined if reading the value throws. */
export function lookAt<T>(
  thrown: unknown,
  look: (thrown: unknown) => T | undefined,
): T | undefined {
  try {
    return look(thrown)
  } catch {
    return undefined
  }
}

/** Returns the message of an error. If it is empty, returns the messages of its inner errors, or its code and name. */
export function messageOf(error: Error): string {
  const message = lookAt(error, () => (error.message.trim() === '' ? undefined : error.message))
  return (
    message ??
    lookAt(error, () => innerMessages(error) ?? nameOf(error)) ??
    'an error that cannot be read'
  )
}

/**
 * Returns a message that every store accepts: without NUL characters and lone surrogates, and truncated to `longest`
 * UTF-16 code units.
 */
export function storable(message: string, longest: number): string {
  const text = message.replaceAll('\0', '\ufffd').toWellFormed()
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}

function innerMessages(error: Error): string | undefined {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return undefined
  return error.errors.map((inner) => messageOf(toError(inner))).join('; ')
}

function nameOf({ name, code }: Error & { readonly code?: unknown }): string {
  return typeof code === 'string' ? `${code} (${name})` : `${name} without a message`
}

/** The methods of `Logger` for warnings and errors. */
type ProblemLog = Readonly<
  Record<'warn' | 'error', (message: string, facts: Readonly<Record<string, unknown>>) => void>
>

/** Logs a thrown value. If the logger throws, writes to the console instead. */
export function logThrown(
  logger: () => ProblemLog,
  level: 'warn' | 'error',
  message: string,
  { error: thrown, ...facts }: { readonly error: unknown } & Readonly<Record<string, unknown>>,
): void {
  const error = toError(thrown)
  try {
    logger()[level](message, { error, ...facts })
  } catch (failure) {
    console.error(`${message}\n${describe(error)}\nIt was not logged: ${describe(failure)}`)
  }
}

/** Formats a thrown value for humans, with the stack if it is an error. */
export function describe(thrown: unknown): string {
  hideCommands(thrown)
  const text = lookAt(thrown, inspect)
  if (text?.trim()) return text
  return toError(thrown).stack || 'The thrown value has no message.'
}

/** Returns an error if it can be read safely; undefined if it has getters, which may throw when they are read again. */
function asReadable(thrown: unknown): Error | undefined {
  if (!isError(thrown) || hasGetter(thrown, 'name') || hasGetter(thrown, 'message')) {
    return undefined
  }
  const { name, message, stack = '' } = thrown
  return [name, message, stack].every((text) => typeof text === 'string') ? thrown : undefined
}

function hasGetter(error: Error, key: string): boolean {
  return Object.getOwnPropertyDescriptor(error, key)?.get !== undefined
}

/** True for an error, but not for a proxy, which may return anything. */
function isError(thrown: unknown): thrown is Error {
  return !types.isProxy(thrown) && thrown instanceof Error
}

function describeUnreadable(thrown: unknown): Error {
  const message = lookAt(thrown, textOf) ?? 'The thrown value cannot be read.'
  const error = new Error(message)
  error.stack = lookAt(thrown, stackOf) ?? `Error: ${message}`
  return error
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  const message = isError(thrown) ? (thrown.message as unknown) : undefined
  return typeof message === 'string' ? message : inspect(thrown)
}

function stackOf(thrown: unknown): string | undefined {
  const stack = isError(thrown) ? (thrown.stack as unknown) : undefined
  return typeof stack === 'string' ? stack : undefined
}
