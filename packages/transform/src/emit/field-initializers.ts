import type { Class, ClassElement, PropertyDefinition } from 'oxc-parser'
import { constructorOf, keyName } from '../parse/class-members.ts'
import type { Insertion } from './lower.ts'

/**
 * Allows field initializers to use parameter properties, as in the output of TypeScript, which assigns fields in the
 * constructor. JavaScript initializes fields before the constructor body runs, so an initializer that uses `this` is
 * moved to a private method, which the constructor calls.
 */
export function deferFieldInitializers(node: Class, text: string): Insertion[] {
  const constructor = constructorOf(node)
  if (!constructor?.value.params.some(({ type }) => type === 'TSParameterProperty')) return []
  const statements = constructor.value.body?.body ?? []
  const start = node.superClass
    ? statements.find(isSuperCall)?.end
    : (constructor.value.body?.start ?? 0) + 1
  if (start === undefined) return []
  const fields = node.body.body.filter(isEarlyField)
  const calls = fields.map((_, index) => `this.${methodName(index)}();`).join('')
  return fields.length === 0
    ? []
    : [
        { offset: start, text: `;${calls}` },
        ...fields.flatMap((field, index) => deferred(field, index, text)),
      ]
}

function methodName(index: number): string {
  return `#__fw_field${index}`
}

function isSuperCall(statement: { type: string; expression?: unknown }): boolean {
  const call = statement.expression as { type: string; callee?: { type: string } } | undefined
  return call?.type === 'CallExpression' && call.callee?.type === 'Super'
}

/** True for a field whose initializer uses `this` immediately. */
function isEarlyField(member: ClassElement): member is PropertyDefinition {
  return (
    member.type === 'PropertyDefinition' &&
    !member.static &&
    !member.computed &&
    !(member.optional || member.definite) &&
    usesThis(member.value)
  )
}

function usesThis(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(usesThis)
  if (typeof node !== 'object' || node === null) return false
  const { type } = node as { type?: string }
  if (type === 'ThisExpression' || type === 'Super') return true
  return !/Function|^Class/.test(type ?? '') && Object.values(node).some(usesThis)
}

/** Changes `field = value` to `field;#method(){this.field = value}`. */
function deferred(
  { key, typeAnnotation, end }: PropertyDefinition,
  index: number,
  text: string,
): Insertion[] {
  const name = keyName(key)
  const target =
    key.type === 'Identifier' || name === undefined
      ? `.${text.slice(key.start, key.end)}`
      : `[${JSON.stringify(name)}]`
  return [
    {
      offset: typeAnnotation?.end ?? key.end,
      text: `;${methodName(index)}(){this${target}`,
    },
    { offset: end, text: '}' },
  ]
}
