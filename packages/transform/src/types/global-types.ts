import {
  shape,
  unfilled,
  withoutName,
  withoutUndefined,
  type Literal,
  type Property,
  type Type,
} from '../described-type.ts'
import { globalBuiltin, nodeBuiltin } from './builtins.ts'
import { arrayOf, propertiesOf, recordOf } from './type-algebra.ts'
import type { Refuse } from './unreadable.ts'

/** Describes a type whose name is neither declared nor imported in the module. */
export function globalType(
  name: string,
  args: readonly Type[],
  refuse: Refuse,
  /** Returns the advice for a name that is not a global type. */
  remedy: () => string,
): Type {
  const known = globalBuiltin(name, args) ?? utilityType(name, args, refuse)
  if (known) return known
  const [reason, advice] = unsupported.get(name) ?? [
    `"${name}" is neither declared nor imported in the module, and is not a supported global type`,
    remedy(),
  ]
  return refuse(reason, advice)
}

/** Describes an imported type that needs special treatment, such as `int` of `@fw/core`; undefined for other types. */
export function packageType(specifier: string, name: string): Type | undefined {
  if (specifier === '@fw/core' && name === 'int') return { kind: 'int' }
  if (specifier === '@fw/core' && name === 'float') return { kind: 'number' }
  return specifier.startsWith('node:') ? nodeBuiltin(name) : undefined
}

const scalar = (written: string) =>
  [`"${written}" is the wrapper object`, `write ${written.toLowerCase()}`] as const
const collection = (remedy: string) =>
  ['the collection has no JSON representation', remedy] as const
const bytes = ['it has no JSON representation', 'write Uint8Array, or File for an upload'] as const
const zonedReason = [
  'it has no standard JSON representation',
  'write Temporal.Instant, and send the time zone as a string',
] as const
const needsChecker = [
  'resolving it needs the type checker, which fw does not run',
  'write the resulting type',
] as const

const unsupported = new Map<string, readonly [reason: string, remedy: string]>([
  ['String', scalar('String')],
  ['Number', scalar('Number')],
  ['Boolean', scalar('Boolean')],
  ['BigInt', scalar('BigInt')],
  ['Object', ['"Object" allows nearly every value', 'write object, or the properties']],
  ['Symbol', ['a symbol has no JSON representation', 'write string']],
  ['Function', ['a function has no JSON representation', 'declare a class with a method for it']],
  ['WeakMap', collection('write Map<string, T>')],
  ['WeakSet', collection('write Set<string>')],
  ['Iterable', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Iterator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['IterableIterator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Generator', collection('write T[], or AsyncIterable<T> for a stream')],
  ['Blob', bytes],
  ['ArrayBuffer', bytes],
  ['DataView', bytes],
  ['RegExp', ['it has no JSON representation', 'write string']],
  ['Error', ['it has no JSON representation', 'write string, or an object with a message']],
  ['FormData', ['it has no JSON representation', 'declare a class for the fields of the form']],
  ['URLSearchParams', ['it has no JSON representation', 'declare a class for the parameters']],
  ['Headers', ['it has no JSON representation', 'write Request, which has the headers']],
  ['Temporal.ZonedDateTime', zonedReason],
  ['ReturnType', needsChecker],
  ['Parameters', needsChecker],
  ['ConstructorParameters', needsChecker],
  [
    'InstanceType',
    ['resolving it needs the type checker, which fw does not run', 'write the name of the class'],
  ],
  ['ThisType', needsChecker],
  ['Uppercase', needsChecker],
  ['Lowercase', needsChecker],
  ['Capitalize', needsChecker],
  ['Uncapitalize', needsChecker],
  ['NoInfer', needsChecker],
])

/** Applies a utility type of the standard library. Returns undefined for unknown names. */
function utilityType(name: string, args: readonly Type[], refuse: Refuse): Type | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  const unreadable = args.find(({ kind }) => kind === 'unreadable')
  return rule && (unreadable ?? rule(args[0] ?? { kind: 'unknown' }, args[1], refuse))
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

/** True if values of the type can be property names. */
function isKey({ kind, nullable, undefinable }: Type): boolean {
  const isNamed = ['string', 'int', 'number', 'enum', 'template', 'unknown'].includes(kind)
  return isNamed && !nullable && !undefinable
}

function refuseKeys(refuse: Refuse): Type {
  return refuse('keys must be strings or numbers', 'write string for the keys')
}

function setOf(item: Type, _: Type | undefined, refuse: Refuse): Type {
  const members = item.kind === 'union' ? item.members : [item]
  return members.every(isElement) && !item.undefinable
    ? { kind: 'builtin', name: 'Set', typeArguments: [item] }
    : refuse('the elements of a Set must be strings, numbers, booleans or literals', 'write T[]')
}

/** True if, among values of the type, a `Set` and `uniqueItems` of JSON Schema find the same duplicates. */
function isElement({ kind }: Type): boolean {
  return ['string', 'int', 'number', 'boolean', 'enum', 'template'].includes(kind)
}

type PropertyRule = 'Partial' | 'Required' | 'Pick' | 'Omit'

/** Returns a function that derives an object type from another. A second type argument lists keys. */
function ofProperties(
  rule: PropertyRule,
  change: (properties: readonly Property[], keys: ReadonlySet<string>) => readonly Property[],
): Rule {
  return (type, keys, refuse) => {
    if (keys && keys.kind !== 'enum') {
      const remedy = 'write the keys as a union of literals'
      return refuse('its keys are not in the source code', remedy)
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
        ? `the properties of the class ${type.name} are not in the source code of the application`
        : 'only object types have properties',
      'declare a class or an interface with the resulting properties',
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
      const excluded = new Set(other.values)
      return { ...withoutName(type), values: type.values.filter((value) => keep(value, excluded)) }
    }
    return refuse('Exclude and Extract need unions of literals', 'write the resulting type')
  }
}
