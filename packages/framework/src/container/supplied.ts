import type { Class, TypeInfo } from '../reflection/type-info.ts'
import type { Token } from './binding.ts'

/** The key of a static field that says what `declareSupplied` says: the remedy, or undefined. */
export const supplied: unique symbol = Symbol('fw.supplied')

const suppliedClasses = new WeakSet<Token>()
const remedies = new WeakMap<Token, string>()
const families = new Map<Token, Family>()
/** What `familyOf` has found so far. */
let known = new WeakMap<Token, { readonly root: Token | undefined }>()

/** What is known of a class and all that extend it. */
interface Family {
  /** What has to be registered before requests can supply an object. */
  readonly source: Token
  /** Gives the object for work that the program does by itself, such as a job. */
  readonly local: () => unknown
  /** Says, for errors, from when on a request has the object. */
  readonly knownFrom: string
}

/**
 * Says that requests supply the objects of a class, each its own; what needs one exists once per request. `remedy` is
 * what to do where one is missing.
 */
export function declareSupplied(token: Token, remedy?: string): void {
  suppliedClasses.add(token)
  if (remedy !== undefined) remedies.set(token, remedy)
}

/** As `declareSupplied`, for a class and all that extend it: a request supplies one object, of one of these classes. */
export function declareSuppliedFamily(root: Token, remedy: string, family: Family): void {
  families.set(root, family)
  known = new WeakMap()
  declareSupplied(root, remedy)
}

/** What has to be registered before there are objects of a class; undefined where nothing has. */
export function sourceOf(token: Token): Token | undefined {
  const root = familyOf(token)
  return root && families.get(root)?.source
}

/** Says from when on a request has the object of a class; undefined if middleware of the application decides that. */
export function knownFrom(token: Token): string | undefined {
  const root = familyOf(token)
  return root && families.get(root)?.knownFrom
}

/** What to do where an object of a class is missing; undefined where nobody has said. */
export function remedyOf(token: Token): string | undefined {
  const declared = suppliedAs(token)
  return remedies.get(declared) ?? (declared as DeclaredSupplied)[supplied]
}

/** Whether requests supply objects of a class. */
export function isSupplied(token: Token): boolean {
  return (
    suppliedClasses.has(token) || Object.hasOwn(token, supplied) || familyOf(token) !== undefined
  )
}

type DeclaredSupplied = Token & { readonly [supplied]?: string | undefined }

/** The class that requests supply an object under: that of its family, or itself. */
export function suppliedAs(token: Token): Token {
  return familyOf(token) ?? token
}

/** The class that is declared as a family and that this one is, or extends. */
export function familyOf(token: Token): Token | undefined {
  let found = known.get(token)
  if (!found) known.set(token, (found = { root: findFamily(token) }))
  return found.root
}

function findFamily({ prototype }: Token): Token | undefined {
  for (const root of families.keys()) {
    if (prototype === root.prototype || prototype instanceof root) return root
  }
  return undefined
}

/** The object for a class, of what has been supplied; undefined for one of another class. */
export function findSupplied(
  supplied: ReadonlyMap<Token, unknown> | undefined,
  token: Token,
): unknown {
  if (!supplied) return undefined
  const family = familyOf(token)
  if (!family) return supplied.get(token)
  const found = supplied.get(family)
  return found instanceof token ? found : undefined
}

/** The object for a class where the program does something by itself; undefined for one of another class. */
export function findLocal(token: Token): unknown {
  const family = familyOf(token)
  const found = family && families.get(family)?.local()
  return found instanceof token ? found : undefined
}

/** What requests supply for a declared type: a class, or a union of classes of one family. */
export function suppliedToken(type: TypeInfo): Class | undefined {
  if (type.kind === 'class') {
    return typeof type.class === 'function' && isSupplied(type.class) ? type.class : undefined
  }
  if (type.kind !== 'union') return undefined
  const members = type.members.map((member) => (member.kind === 'class' ? member.class : undefined))
  const classes = members.filter((member) => typeof member === 'function')
  const [family] = classes.map(familyOf)
  const isOne = family && classes.every((member) => familyOf(member) === family)
  return isOne && classes.length === members.length ? eitherOf(family, classes) : undefined
}

const unions = new Map<string, { readonly members: readonly Class[]; readonly token: Class }[]>()

/** A class whose instances are those of several classes. Nobody builds it. */
function eitherOf(family: Class, members: readonly Class[]): Class {
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
