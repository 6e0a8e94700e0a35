import type { Type } from '../described-type.ts'

/** A class of the platform. */
interface BuiltinClass {
  /** The name in descriptions, if it differs. */
  readonly name?: string
  /** True if Node's modules export it, too. */
  readonly isInNode?: true
  /** True if its values are a single string in JSON. */
  readonly isScalar?: true
  /** True if descriptions include the first type argument. */
  readonly hasItem?: true
}

/** The platform classes that types may use, except `Map` and `Set`, by their names in source code. */
const builtins: Readonly<Record<string, BuiltinClass>> = {
  Date: { isScalar: true },
  File: { isInNode: true },
  Request: {},
  Response: {},
  AbortSignal: {},
  ReadableStream: { isInNode: true, hasItem: true },
  AsyncIterable: { hasItem: true },
  AsyncIterableIterator: { name: 'AsyncIterable', hasItem: true },
  AsyncIterator: { name: 'AsyncIterable', hasItem: true },
  AsyncGenerator: { name: 'AsyncIterable', hasItem: true },
  Uint8Array: {},
  Buffer: { name: 'Uint8Array', isInNode: true },
  URL: { isInNode: true, isScalar: true },
  'Temporal.Instant': { isScalar: true },
  'Temporal.PlainDate': { isScalar: true },
  'Temporal.PlainTime': { isScalar: true },
  'Temporal.PlainDateTime': { isScalar: true },
  'Temporal.Duration': { isScalar: true },
}

/** Describes a global class of the platform; undefined for other names. */
export function globalBuiltin(name: string, [item]: readonly Type[]): Type | undefined {
  const found = find(name)
  if (!found) return undefined
  const typeArguments = found.hasItem && item && [item]
  return { kind: 'builtin', name: found.name ?? name, ...(typeArguments && { typeArguments }) }
}

/** Describes a class of the platform that a Node module exports; undefined for other names. */
export function nodeBuiltin(name: string): Type | undefined {
  return find(name)?.isInNode && globalBuiltin(name, [])
}

/** True if values of a platform class are a single string in JSON. */
export function isScalarBuiltin(name: string): boolean {
  return find(name)?.isScalar === true
}

function find(name: string): BuiltinClass | undefined {
  return Object.hasOwn(builtins, name) ? builtins[name] : undefined
}
