import { reflect, type Class, type TypeInfo } from '@fw/core'
import {
  ConnectionAttribute,
  declaredAttributes,
  isNameable,
  placeOf,
  typeText,
  type DeclaredAttribute,
} from '@fw/core/internals'

/** Throws `MisplacedConnection` if a class has a `@Connection` that is not on a parameter of type `Database`. */
export function refuseMisplacedConnection(type: Class): void {
  for (const use of declaredAttributes(type)) {
    if (use.type !== ConnectionAttribute) continue
    const declared = parameterType(type, use)
    if (declared && isNameable(declared)) continue
    const { name, at } = placeOf(type, use.member, use.position)
    throw new MisplacedConnection(name, at, declared && typeText(declared))
  }
}

/** Returns the type of the decorated parameter; undefined if something else is decorated. */
function parameterType(
  owner: Class,
  { member, position }: DeclaredAttribute,
): TypeInfo | undefined {
  if (position === undefined) return undefined
  const { parameters, methods } = reflect(owner)
  const method = methods.find(({ name }) => name === member)
  return (member === undefined ? parameters : method?.parameters)?.[position]?.type
}

/** Thrown if a `@Connection` is not on a parameter of type `Database`. */
export class MisplacedConnection extends Error {
  override readonly name = 'MisplacedConnection'

  /** `type` is the type of the parameter; undefined if something else is decorated. */
  constructor(owner: string, at: string, type: string | undefined) {
    const target = type === undefined ? 'not on a parameter' : `on a parameter of type ${type}`
    super(
      `${owner} (${at}): @Connection is ${target}. Put it on a constructor parameter of type Database of @fw/query.`,
    )
  }
}
