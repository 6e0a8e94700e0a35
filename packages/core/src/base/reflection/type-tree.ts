import type { Class, TypeInfo } from './type-info.ts'

type Kind = TypeInfo['kind']

type AllCases<Result, Context> = {
  readonly [K in Kind]: (type: TypeInfo & { readonly kind: K }, context: Context) => Result
}

/** One function for each kind of type, or for some kinds, with `other` for the rest. */
export type TypeCases<Result, Context = void> =
  | AllCases<Result, Context>
  | (Partial<AllCases<Result, Context>> & {
      readonly other: (type: TypeInfo, context: Context) => Result
    })

/** Calls the function for the kind of a type. */
export function fold<Result>(type: TypeInfo, cases: TypeCases<Result>): Result
export function fold<Result, Context>(
  type: TypeInfo,
  cases: TypeCases<Result, Context>,
  context: Context,
): Result
export function fold(type: TypeInfo, cases: object, context?: unknown): unknown {
  type Case = (type: TypeInfo, context: unknown) => unknown
  const byKind = cases as Readonly<Partial<Record<Kind, Case>>> & { readonly other: Case }
  return (byKind[type.kind] ?? byKind.other)(type, context)
}

/** Returns the types inside a type: elements, properties, members and type arguments. */
export function childTypes(type: TypeInfo): readonly TypeInfo[] {
  return fold(type, children)
}

const children: TypeCases<readonly TypeInfo[]> = {
  array: ({ items }) => [items],
  tuple: ({ items, rest }) => (rest ? [...items, rest] : items),
  record: ({ keys, values }) => (keys ? [keys, values] : [values]),
  object: ({ properties }) => properties.map((property) => property.type),
  union: ({ members }) => members,
  class: ({ typeArguments = [] }) => typeArguments,
  builtin: ({ typeArguments = [] }) => typeArguments,
  other: () => [],
}

/**
 * Returns the class of a type, or the classes of a union's members; undefined if one is not a class. `other` handles
 * types of other kinds.
 */
export function classesOf(
  type: TypeInfo,
  other: (type: TypeInfo) => readonly Class[] | undefined = () => undefined,
): readonly Class[] | undefined {
  return fold<readonly Class[] | undefined>(type, {
    class: ({ class: target }) => target && [target],
    union: ({ members }) => {
      const classes = members.map((member) => classesOf(member, other))
      return classes.every((each) => each !== undefined) ? classes.flat() : undefined
    },
    other,
  })
}

const freeNamesByType = new WeakMap<TypeInfo, ReadonlySet<string>>()

/** True if the type contains no reference to an enclosing type, so it does not depend on its context. */
export function isClosed(type: TypeInfo): boolean {
  return freeNames(type).size === 0
}

/** True if the type contains a reference to itself or an enclosing type with that name. */
export function mentions(type: TypeInfo, name: string): boolean {
  return childTypes(type).some((child) => freeNames(child).has(name))
}

/** Returns the names of the enclosing types that a type refers to. */
function freeNames(type: TypeInfo): ReadonlySet<string> {
  let names = freeNamesByType.get(type)
  if (!names) freeNamesByType.set(type, (names = readFreeNames(type)))
  return names
}

function readFreeNames(type: TypeInfo): ReadonlySet<string> {
  if (type.kind === 'recursive') return new Set([type.name])
  const names = new Set(childTypes(type).flatMap((child) => [...freeNames(child)]))
  if ((type.kind === 'object' || type.kind === 'union') && type.name) names.delete(type.name)
  return names
}

/** Returns the type with `change` applied to each of its direct child types. */
export function mapType(type: TypeInfo, change: Change): TypeInfo {
  return fold(type, mapCases, change)
}

type Change = (child: TypeInfo) => TypeInfo

const mapCases: TypeCases<TypeInfo, Change> = {
  array: (type, change) => ({ ...type, items: change(type.items) }),
  tuple: (type, change) => ({
    ...type,
    items: type.items.map(change),
    ...(type.rest && { rest: change(type.rest) }),
  }),
  record: (type, change) => ({
    ...type,
    ...(type.keys && { keys: change(type.keys) }),
    values: change(type.values),
  }),
  object: (type, change) => ({
    ...type,
    properties: type.properties.map((each) => ({ ...each, type: change(each.type) })),
  }),
  union: (type, change) => ({ ...type, members: type.members.map(change) }),
  class: withArguments,
  builtin: withArguments,
  other: (type) => type,
}

function withArguments<T extends { readonly typeArguments?: readonly TypeInfo[] }>(
  type: T,
  change: Change,
): T {
  return type.typeArguments ? { ...type, typeArguments: type.typeArguments.map(change) } : type
}
