import type { Type } from '../described-type.ts'
import type { Refuse } from './unreadable.ts'
import { utilityType } from './utility-types.ts'

/** A type whose name the module neither declares nor imports. */
export function globalType(name: string, args: readonly Type[], refuse: Refuse): Type {
  const builtin = builtins.get(name)
  if (builtin !== undefined) return builtinType(builtin, args)
  const utility = utilityType(name, args, refuse)
  if (utility) return utility
  const [reason, remedy] = refused.get(name) ?? [
    `"${name}" is neither declared nor imported in the module, nor is it a global type that data can have`,
    'import it, or write another type',
  ]
  return refuse(reason, remedy)
}

/** A type of a package that is more than a class. */
export function packageType(specifier: string, name: string): Type | undefined {
  if (specifier === 'fw' && name === 'int') return { kind: 'int' }
  if (specifier === 'fw' && name === 'float') return { kind: 'number' }
  const builtin = specifier.startsWith('node:') ? nodeBuiltins.get(name) : undefined
  return builtin === undefined ? undefined : builtinType(builtin, [])
}

function builtinType(name: string, args: readonly Type[]): Type {
  const [item] = args
  const hasItem = name === 'AsyncIterable' || name === 'ReadableStream'
  return { kind: 'builtin', name, ...(hasItem && item && { typeArguments: [item] }) }
}

const builtins = new Map([
  ['Date', 'Date'],
  ['File', 'File'],
  ['Request', 'Request'],
  ['Response', 'Response'],
  ['AbortSignal', 'AbortSignal'],
  ['ReadableStream', 'ReadableStream'],
  ['AsyncIterable', 'AsyncIterable'],
  ['AsyncIterableIterator', 'AsyncIterable'],
  ['AsyncIterator', 'AsyncIterable'],
  ['AsyncGenerator', 'AsyncIterable'],
  ['Uint8Array', 'Uint8Array'],
  ['Buffer', 'Uint8Array'],
])

/** Globals that Node also exports from its modules. */
const nodeBuiltins = new Map([
  ['Buffer', 'Uint8Array'],
  ['File', 'File'],
  ['ReadableStream', 'ReadableStream'],
])

const scalar = (written: string) =>
  [`"${written}" is the wrapper object`, `write ${written.toLowerCase()}`] as const
const collection = (remedy: string) => ['the collection has no form in JSON', remedy] as const
const bytes = ['it has no form in JSON', 'write Uint8Array, or File for an upload'] as const
const checker = ['it needs the type checker', 'write the type that results'] as const

const refused = new Map<string, readonly [reason: string, remedy: string]>([
  ['String', scalar('String')],
  ['Number', scalar('Number')],
  ['Boolean', scalar('Boolean')],
  ['BigInt', scalar('BigInt')],
  ['Object', ['"Object" is nearly every value', 'write object, or the properties']],
  ['Symbol', ['a symbol has no form in data', 'write string']],
  ['Function', ['a function has no form in data', 'declare a class with a method for it']],
  ['Map', collection('write Record<string, T>')],
  ['ReadonlyMap', collection('write Record<string, T>')],
  ['WeakMap', collection('write Record<string, T>')],
  ['Set', collection('write T[]')],
  ['ReadonlySet', collection('write T[]')],
  ['WeakSet', collection('write T[]')],
  ['Iterable', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Iterator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['IterableIterator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Generator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Blob', bytes],
  ['ArrayBuffer', bytes],
  ['DataView', bytes],
  ['URL', ['it has no form in JSON', 'write string, with @Url()']],
  ['RegExp', ['it has no form in JSON', 'write string']],
  ['Error', ['it has no form in JSON', 'write string, or an object with a message']],
  ['FormData', ['it has no form in JSON', 'declare a class for the fields of the form']],
  ['URLSearchParams', ['it has no form in JSON', 'declare a class for the parameters']],
  ['Headers', ['it has no form in JSON', 'write Request, which has the headers']],
  ['ReturnType', checker],
  ['Parameters', checker],
  ['ConstructorParameters', checker],
  ['InstanceType', ['it needs the type checker', 'write the name of the class']],
  ['ThisType', checker],
  ['Uppercase', checker],
  ['Lowercase', checker],
  ['Capitalize', checker],
  ['Uncapitalize', checker],
  ['NoInfer', checker],
])
