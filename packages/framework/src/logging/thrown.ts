import { inspect, types } from 'node:util'
import type { Logger } from './logger.ts'

/**
 * An error of anything that was thrown. It is the thrown error itself where that can be looked at; else one that tells
 * as much as could be read, for anything can be thrown, and what has getters or is a proxy may throw when it is read.
 */
export function toError(thrown: unknown): Error {
  hideCommands(thrown)
  return lookAt(thrown, asReadable) ?? retell(thrown)
}

/**
 * Keeps the arguments of Redis commands, such as the data of sessions, out of what prints an error and its causes: clients
 * attach the command to their errors. They can still be read by name. Never throws.
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

/** `command: { name, args }` of ioredis, or `command` and `args` next to each other. */
function isOfCommand(name: string, value: unknown, error: object): boolean {
  if (name === 'args') return Array.isArray(value) && Object.hasOwn(error, 'command')
  return name === 'command' && Array.isArray((value as { readonly args?: unknown } | null)?.args)
}

/** What `look` makes of a thrown value; undefined where the value cannot be looked at. */
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

/** The message of an error. If it is empty: the messages of the errors in it, or its code and name. */
export function messageOf(error: Error): string {
  const message = lookAt(error, () => (error.message.trim() === '' ? undefined : error.message))
  return (
    message ??
    lookAt(error, () => innerMessages(error) ?? nameOf(error)) ??
    'an error that cannot be read'
  )
}

function innerMessages(error: Error): string | undefined {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return undefined
  return error.errors.map((inner) => messageOf(toError(inner))).join('; ')
}

function nameOf({ name, code }: Error & { readonly code?: unknown }): string {
  return typeof code === 'string' ? `${code} (${name})` : `${name} without a message`
}

/** Logs what was thrown. A log that fails does not take the work with it. */
export function logThrown(
  logger: () => Logger,
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

/** A thrown value as text for people, with the stack of an error. */
export function describe(thrown: unknown): string {
  hideCommands(thrown)
  const text = lookAt(thrown, inspect)
  if (text?.trim()) return text
  return toError(thrown).stack || 'What was thrown says nothing about itself.'
}

/** Undefined where an error has a getter of its own, which may throw when read again: such an error is replaced. */
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

/** A proxy is asked nothing, because it may answer anything. */
function isError(thrown: unknown): thrown is Error {
  return !types.isProxy(thrown) && thrown instanceof Error
}

function retell(thrown: unknown): Error {
  const message = lookAt(thrown, textOf) ?? 'What was thrown cannot be read.'
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
