import {
  shape,
  unfilled,
  withoutName,
  withoutUndefined,
  type Literal,
  type Property,
  type Type,
} from '../described-type.ts'
import { arrayOf, propertiesOf, recordOf } from './type-algebra.ts'
import type { Refuse } from './unreadable.ts'

/** Describes a type whose name the module neither declares nor imports. */
export function globalType(name: string, args: readonly Type[], refuse: Refuse): Type {
  const builtin = builtins.get(name)
  if (builtin !== undefined) return builtinType(builtin, args)
  if (temporals.has(name)) return { kind: 'builtin', name }
  const utility = utilityType(name, args, refuse)
  if (utility) return utility
  const [reason, remedy] = refused.get(name) ?? [
    `"${name}" is neither declared nor imported in the module, nor is it a global type that data can have`,
    'import it, or write another type',
  ]
  return refuse(reason, remedy)
}

/** Describes a type of a package that is not just a class, or returns undefined. */
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
  ['URL', 'URL'],
])

const temporals = new Set([
  'Temporal.Instant',
  'Temporal.PlainDate',
  'Temporal.PlainTime',
  'Temporal.PlainDateTime',
  'Temporal.Duration',
])

/** Globals that Node also exports from its modules. */
const nodeBuiltins = new Map([
  ['Buffer', 'Uint8Array'],
  ['File', 'File'],
  ['ReadableStream', 'ReadableStream'],
  ['URL', 'URL'],
])

const scalar = (written: string) =>
  [`"${written}" is the wrapper object`, `write ${written.toLowerCase()}`] as const
const collection = (remedy: string) => ['the collection has no form in JSON', remedy] as const
const bytes = ['it has no form in JSON', 'write Uint8Array, or File for an upload'] as const
const zoned = [
  'no form of it in JSON is read alike everywhere',
  'write Temporal.Instant and the zone as text',
] as const
const checker = ['it needs the type checker', 'write the type that results'] as const

const refused = new Map<string, readonly [reason: string, remedy: string]>([
  ['String', scalar('String')],
  ['Number', scalar('Number')],
  ['Boolean', scalar('Boolean')],
  ['BigInt', scalar('BigInt')],
  ['Object', ['"Object" is nearly every value', 'write object, or the properties']],
  ['Symbol', ['a symbol has no form in data', 'write string']],
  ['Function', ['a function has no form in data', 'declare a class with a method for it']],
  ['WeakMap', collection('write Map<string, T>')],
  ['WeakSet', collection('write Set<string>')],
  ['Iterable', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Iterator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['IterableIterator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Generator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Blob', bytes],
  ['ArrayBuffer', bytes],
  ['DataView', bytes],
  ['RegExp', ['it has no form in JSON', 'write string']],
  ['Error', ['it has no form in JSON', 'write string, or an object with a message']],
  ['FormData', ['it has no form in JSON', 'declare a class for the fields of the form']],
  ['URLSearchParams', ['it has no form in JSON', 'declare a class for the parameters']],
  ['Headers', ['it has no form in JSON', 'write Request, which has the headers']],
  ['Temporal.ZonedDateTime', zoned],
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

/**
 * Applies a generic type of the standard library. Returns undefined if there is no rule for the
 * name.
 */
function utilityType(name: string, args: readonly Type[], refuse: Refuse): Type | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  const broken = args.find(({ kind }) => kind === 'unreadable')
  return rule && (broken ?? rule(args[0] ?? { kind: 'unknown' }, args[1], refuse))
}

type Rule = (first: Type, second: Type | undefined, refuse: Refuse) => Type

const rules: Record<string, Rule> = {
  Array: (item, _, refuse) => arrayOf(item, refuse),
  ReadonlyArray: (item, _, refuse) => arrayOf(item, refuse),
  Promise: (value) => value,
  PromiseLike: (value) => value,
  Awaited: (value) => value,
  NonNullable: (type) => ({ ...type, nullable: undefined, undefinable: undefined }),
  Readonly: (type) => type,
  Partial: ofProperties('Partial', (properties) =>
    properties
      .filter((property) => !property[unfilled])
      .map((property) => ({ ...property, optional: true, default: undefined })),
  ),
  Required: ofProperties('Required', (properties) =>
    properties.map((property) => ({ ...property, optional: undefined })),
  ),
  Pick: ofProperties('Pick', (properties, keys) => properties.filter(({ name }) => keys.has(name))),
  Omit: ofProperties('Omit', (properties, keys) =>
    properties.filter(({ name }) => !keys.has(name)),
  ),
  Exclude: ofLiterals((value, values) => !values.has(value)),
  Extract: ofLiterals((value, values) => values.has(value)),
  Record: recordOfKeys,
  Map: mapOf,
  ReadonlyMap: mapOf,
  Set: setOf,
  ReadonlySet: setOf,
}

export function recordOfKeys(keys: Type, values: Type | undefined, refuse: Refuse): Type {
  const type = values ?? { kind: 'unknown' }
  if (keys.kind === 'string' && !keys.constrainedBy) return recordOf(type)
  if (keys.kind === 'enum') {
    const { undefinable, ...present } = type
    const optional = undefinable && { optional: true as const }
    const properties = keys.values.map((key) => ({ name: String(key), type: present, ...optional }))
    return { kind: 'object', properties }
  }
  return isKey(keys) ? { ...recordOf(type), keys } : refuseKeys(refuse)
}

function mapOf(keys: Type, values: Type | undefined, refuse: Refuse): Type {
  if (!isKey(keys)) return refuseKeys(refuse)
  const { type } = withoutUndefined(values ?? { kind: 'unknown' })
  return { kind: 'builtin', name: 'Map', typeArguments: [keys, type] }
}

/** True if values of the type can be the names of properties. */
function isKey({ kind, nullable, undefinable }: Type): boolean {
  const isNamed = ['string', 'int', 'number', 'enum', 'template', 'unknown'].includes(kind)
  return isNamed && !nullable && !undefinable
}

function refuseKeys(refuse: Refuse): Type {
  return refuse('the keys of data are texts and numbers', 'write string for the keys')
}

function setOf(item: Type, _: Type | undefined, refuse: Refuse): Type {
  const members = item.kind === 'union' ? item.members : [item]
  return members.every(isElement) && !item.undefinable
    ? { kind: 'builtin', name: 'Set', typeArguments: [item] }
    : refuse('a set holds texts, numbers, booleans and literals', 'write T[]')
}

/** True if equal values of the type are equal in a `Set`, and in JSON. */
function isElement({ kind }: Type): boolean {
  return ['string', 'int', 'number', 'boolean', 'enum', 'template'].includes(kind)
}

type PropertyRule = 'Partial' | 'Required' | 'Pick' | 'Omit'

/**
 * Returns a rule that derives an object type from another one. A second type argument lists keys.
 */
function ofProperties(
  rule: PropertyRule,
  change: (properties: readonly Property[], keys: ReadonlySet<string>) => readonly Property[],
): Rule {
  return (type, keys, refuse) => {
    if (keys && keys.kind !== 'enum') {
      const remedy = 'write the keys as a union of literals'
      return refuse('its keys do not stand in the source', remedy)
    }
    const names = new Set(keys?.values.map(String))
    if (type.kind === 'object') {
      return { ...withoutName(type), properties: change(propertiesOf(type), names) }
    }
    const object = type.kind === 'class' ? objectOfClass(rule, type, names) : undefined
    if (object) {
      if (object.kind !== 'object') return object
      const alone = (rule === 'Pick' || rule === 'Omit') && { alone: true as const }
      return { ...object, properties: change(object.properties, names), ...alone }
    }
    return refuse(
      type.kind === 'class'
        ? `the properties of the class ${type.name} do not stand in the source of the application`
        : 'only an object type has properties to choose from',
      'declare a class or an interface with the properties that remain',
    )
  }
}

function objectOfClass(
  rule: PropertyRule,
  type: Extract<Type, { kind: 'class' }>,
  keys: ReadonlySet<string>,
): Type | undefined {
  const found = type[shape]
  if (!found) return undefined
  const list = [...keys].map((key) => `"${key}"`).join(' | ')
  return found.toObject(
    `${rule}<${type.name}${list && `, ${list}`}>`,
    (name) => keys.has(name) === (rule === 'Pick'),
  )
}

function ofLiterals(keep: (value: Literal, values: ReadonlySet<Literal>) => boolean): Rule {
  return (type, other, refuse) => {
    if (type.kind === 'enum' && other?.kind === 'enum') {
      const others = new Set(other.values)
      return { ...withoutName(type), values: type.values.filter((value) => keep(value, others)) }
    }
    return refuse('only unions of literals can be filtered', 'write the type that remains')
  }
}
