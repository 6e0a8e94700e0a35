import type { Class, TypeInfo } from '../reflection/type-info.ts'
import type { Token } from './binding.ts'

/**
 * The key of a static field with the effect of `declareSupplied`. Its value is the advice on how to fix a missing
 * object, or undefined.
 */
export const supplied: unique symbol = Symbol('fw.supplied')

const suppliedClasses = new WeakSet<Token>()
const remedies = new WeakMap<Token, string>()
const families = new Map<Token, SuppliedFamily>()
/** The cached results of `familyRoot`. */
let familyRoots = new WeakMap<Token, { readonly root: Token | undefined }>()

/** A class and its subclasses, for which a request provides a single object. */
interface SuppliedFamily {
  /** The class that must be registered before requests can provide an object. */
  readonly source: Token
  /** Returns the object to use if there is no request, for example in a job. */
  readonly local: () => unknown
  /** A sentence for errors, about when in a request the object becomes available. */
  readonly availability: string
}

/**
 * Declares that objects of a class are provided by requests. Services that depend on one are request-scoped. `remedy`
 * is the advice in errors about a missing object.
 */
export function declareSupplied(token: Token, remedy?: string): void {
  suppliedClasses.add(token)
  if (remedy !== undefined) remedies.set(token, remedy)
}

/** Declares that requests provide a single object for a class and its subclasses. Otherwise like `declareSupplied`. */
export function declareSuppliedFamily(root: Token, remedy: string, family: SuppliedFamily): void {
  families.set(root, family)
  familyRoots = new WeakMap()
  declareSupplied(root, remedy)
}

/** Returns the class that must be registered before objects of a class exist; undefined if there is no such class. */
export function sourceOf(token: Token): Token | undefined {
  const root = familyRoot(token)
  return root && families.get(root)?.source
}

/**
 * Returns a sentence about when in a request the object of a class becomes available; undefined if the application's
 * middleware decides that.
 */
export function availabilityOf(token: Token): string | undefined {
  const root = familyRoot(token)
  return root && families.get(root)?.availability
}

/** Returns the advice for a missing object of a class; undefined if none is declared. */
export function remedyOf(token: Token): string | undefined {
  const declared = suppliedAs(token)
  return remedies.get(declared) ?? (declared as DeclaredSupplied)[supplied]
}

/** True if requests provide objects of a class. */
export function isSupplied(token: Token): boolean {
  return (
    suppliedClasses.has(token) || Object.hasOwn(token, supplied) || familyRoot(token) !== undefined
  )
}

type DeclaredSupplied = Token & { readonly [supplied]?: string | undefined }

/** Returns the class under which requests provide an object: the root of its family, or the class itself. */
export function suppliedAs(token: Token): Token {
  return familyRoot(token) ?? token
}

/** Returns the root of a class's family: the class itself or an ancestor; undefined if it has no family. */
export function familyRoot(token: Token): Token | undefined {
  let found = familyRoots.get(token)
  if (!found) familyRoots.set(token, (found = { root: findFamilyRoot(token) }))
  return found.root
}

function findFamilyRoot({ prototype }: Token): Token | undefined {
  for (const root of families.keys()) {
    if (prototype === root.prototype || prototype instanceof root) return root
  }
  return undefined
}

/** Returns the provided object if it is an instance of the class. */
export function findSupplied(
  supplied: ReadonlyMap<Token, unknown> | undefined,
  token: Token,
): unknown {
  if (!supplied) return undefined
  const family = familyRoot(token)
  if (!family) return supplied.get(token)
  const found = supplied.get(family)
  return found instanceof token ? found : undefined
}

/** Returns the object to use without a request; undefined if it is no instance of the class. */
export function findLocal(token: Token): unknown {
  const family = familyRoot(token)
  const found = family && families.get(family)?.local()
  return found instanceof token ? found : undefined
}

/**
 * Returns the class that requests provide for a declared type, which is a class or a union of classes in one family;
 * undefined for other types.
 */
export function suppliedToken(type: TypeInfo): Class | undefined {
  if (type.kind === 'class') {
    return typeof type.class === 'function' && isSupplied(type.class) ? type.class : undefined
  }
  if (type.kind !== 'union') return undefined
  const members = type.members.map((member) => (member.kind === 'class' ? member.class : undefined))
  const classes = members.filter((member) => typeof member === 'function')
  const [family] = classes.map(familyRoot)
  const isSameFamily = family && classes.every((member) => familyRoot(member) === family)
  return isSameFamily && classes.length === members.length ? unionToken(family, classes) : undefined
}

const unions = new Map<string, { readonly members: readonly Class[]; readonly token: Class }[]>()

/** Returns a class that is used only as a token. `instanceof` is true for an instance of any class in `members`. */
function unionToken(family: Class, members: readonly Class[]): Class {
  const name = members.map((member) => member.name).join(' | ')
  const known = unions.get(name) ?? []
  unions.set(name, known)
  const found = known.find((each) => each.members.every((member, at) => member === members[at]))
  if (found) return found.token
  const token: Class = class extends (family as new () => object) {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return members.some((member) => value instanceof member)
    }
  }
  Object.defineProperty(token, 'name', { value: name })
  known.push({ members, token })
  return token
}
