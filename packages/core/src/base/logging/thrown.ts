import { inspect, types } from 'node:util'

/**
 * Converts any thrown value to an error: the value itself if it is an error that can be read, otherwise a new error
 * with the message and stack that could be read. Thrown values can have getters or be proxies, and reading them may
 * throw.
 */
export function toError(thrown: unknown): Error {
  hideCommands(thrown)
  return tryRead(thrown, asReadable) ?? describeUnreadable(thrown)
}

/**
 * Hides the arguments of Redis commands, such as session data, when an error and its causes are printed. Redis clients
 * attach the command to their errors. The command can still be read as a property. Never throws.
 */
export function hideCommands(thrown: unknown): void {
  tryRead(thrown, hideCommandsIn)
}

function hideCommandsIn(thrown: unknown, depth = 0): undefined {
  if (!isError(thrown) || depth > 10) return
  for (const name of Object.getOwnPropertyNames(thrown)) {
    const property = Object.getOwnPropertyDescriptor(thrown, name) as PropertyDescriptor
    const value: unknown = property.value
    if (isOfCommand(name, value, thrown)) {
      Object.defineProperty(thrown, name, { ...property, enumerable: false })
    } else {
      for (const each of Array.isArray(value) ? value : [value]) hideCommandsIn(each, depth + 1)
    }
  }
}

/** True for a property with arguments: `command: { name, args }`, or `args` of an error that also has a `command`. */
function isOfCommand(name: string, value: unknown, error: object): boolean {
  if (name === 'args') return Array.isArray(value) && Object.hasOwn(error, 'command')
  return name === 'command' && Array.isArray((value as { readonly args?: unknown } | null)?.args)
}

/** Calls `read` with a thrown value and returns the result; undefined if reading the value throws. */
export function tryRead<T>(
  thrown: unknown,
  read: (thrown: unknown) => T | undefined,
): T | undefined {
  try {
    return read(thrown)
  } catch {
    return undefined
  }
}

/**
 * Returns the message of an error. If the message is empty, returns the messages of the inner errors, or the code and
 * name of the error.
 */
export function messageOf(error: Error): string {
  const message = tryRead(error, () => (error.message.trim() === '' ? undefined : error.message))
  return (
    message ??
    tryRead(error, () => innerMessages(error) ?? nameOf(error)) ??
    'an error that cannot be read'
  )
}

/**
 * Returns a message that every store accepts: without NUL characters and lone surrogates. If it is longer than
 * `longest` UTF-16 code units, the rest is replaced with `…`.
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
  Record<'warn' | 'error', (message: string, fields: Readonly<Record<string, unknown>>) => void>
>

/** Logs a thrown value. If the logger throws, writes to the console instead. */
export function logThrown(
  logger: () => ProblemLog,
  level: 'warn' | 'error',
  message: string,
  { error: thrown, ...fields }: { readonly error: unknown } & Readonly<Record<string, unknown>>,
): void {
  const error = toError(thrown)
  try {
    logger()[level](message, { error, ...fields })
  } catch (failure) {
    console.error(`${message}\n${describe(error)}\nLogging failed: ${describe(failure)}`)
  }
}

/** Formats a thrown value for humans, with the stack if it is an error. */
export function describe(thrown: unknown): string {
  hideCommands(thrown)
  const text = tryRead(thrown, inspect)
  if (text?.trim()) return text
  return toError(thrown).stack || 'The thrown value has no message.'
}

/**
 * Returns an error that can be read safely; undefined for other values, and for errors whose name or message is a
 * getter, which may throw when it is read again.
 */
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
  const message = tryRead(thrown, textOf) ?? 'The thrown value cannot be read.'
  const error = new Error(message)
  error.stack = tryRead(thrown, stackOf) ?? `Error: ${message}`
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
