import type { TSEnumMember } from 'oxc-parser'
import { evaluate } from './constant.ts'
import type { Literal, Type } from './described-type.ts'
import type { Reading } from './reading.ts'
import type { Owned } from './resolve-name.ts'
import type { Scope } from './scope.ts'
import { unreadable } from './unreadable.ts'

export type EnumDeclaration = Extract<Owned, { kind: 'enum' }>

/** Reads an enum as the values of its members. */
export function readEnum(declaration: EnumDeclaration, reading: Reading): Type {
  const values = enumMembers(declaration, reading)
  for (const member of declaration.parts.flatMap(({ body }) => body.members)) {
    if (values.has(memberName(member))) continue
    return unreadable(
      member,
      declaration.scope,
      'the value of the enum member is computed when the program runs',
      'write a literal',
    )
  }
  return { kind: 'enum', name: declaration.node.id.name, values: [...new Set(values.values())] }
}

/** The members whose values stand in the source. */
export function enumMembers(
  declaration: EnumDeclaration,
  reading: Reading,
): ReadonlyMap<string, Literal> {
  const values = new Map<string, Literal>()
  const { parts, scope } = declaration
  if (reading.evaluating.has(declaration)) return values
  reading.evaluating.add(declaration)
  for (const { body } of parts) {
    let next: number | undefined = 0
    for (const member of body.members) {
      const value = readMember(member, next, values, scope, reading)
      if (value !== undefined) values.set(memberName(member), value)
      next = typeof value === 'number' ? value + 1 : undefined
    }
  }
  reading.evaluating.delete(declaration)
  return values
}

function readMember(
  { initializer }: TSEnumMember,
  next: number | undefined,
  earlier: ReadonlyMap<string, Literal>,
  scope: Scope,
  reading: Reading,
): Literal | undefined {
  if (!initializer) return next
  const value = evaluate(initializer, scope, reading, earlier)?.value
  return Number.isFinite(value) || typeof value === 'string' ? (value as Literal) : undefined
}

function memberName({ id }: TSEnumMember): string {
  if (id.type === 'Identifier') return id.name
  return id.type === 'Literal' ? id.value : (id.quasis[0]?.value.cooked ?? '')
}
