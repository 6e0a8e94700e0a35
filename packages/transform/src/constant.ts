import type { ArrayExpression, BinaryExpression, Expression, ObjectExpression } from 'oxc-parser'
import { enumMembers } from './enum-type.ts'
import { keyName } from './key-name.ts'
import type { Reading } from './reading.ts'
import { resolveName, type Resolved } from './resolve-name.ts'
import type { Scope } from './scope.ts'
import { toTypeName } from './type-name.ts'

/** A value that stands in the source. */
export interface Constant {
  readonly value: unknown
}

/** The value of an expression of literals, constants and enum members; undefined for any other. */
export function evaluate(
  node: Expression,
  scope: Scope,
  reading: Reading,
  names?: ReadonlyMap<string, unknown>,
): Constant | undefined {
  const inner = (expression: Expression) => evaluate(expression, scope, reading, names)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'bigint' || 'regex' in node ? undefined : { value: node.value }
    case 'TemplateLiteral': {
      const values = all(node.expressions.map(inner))
      return (
        values && {
          value: node.quasis
            .map(({ value }, i) => value.cooked + String(i < values.length ? values[i] : ''))
            .join(''),
        }
      )
    }
    case 'UnaryExpression':
      return unary(node.operator, inner(node.argument))
    case 'BinaryExpression':
      return node.left.type === 'PrivateIdentifier'
        ? undefined
        : binary(node.operator, inner(node.left), inner(node.right))
    case 'ArrayExpression':
      return array(node, inner)
    case 'ObjectExpression':
      return object(node, inner)
    case 'Identifier':
      if (names?.has(node.name)) return { value: names.get(node.name) }
      return named(node, scope, reading)
    case 'MemberExpression':
      return named(node, scope, reading)
    default: {
      const wrapped = unwrap(node)
      return wrapped && inner(wrapped)
    }
  }
}

/** What stands in `… as const`, `… satisfies T`, `Object.freeze(…)` and the like. */
export function unwrap(node: Expression): Expression | undefined {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return node.expression
    case 'CallExpression': {
      const [argument] = node.arguments
      const { callee } = node
      const isFreeze =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'Object' &&
        keyName(callee.property) === 'freeze'
      return isFreeze && argument && argument.type !== 'SpreadElement' ? argument : undefined
    }
    default:
      return undefined
  }
}

function named(node: Expression, scope: Scope, reading: Reading): Constant | undefined {
  const name = toTypeName(node)
  const resolved = name && resolveName(name, 'values', scope, reading)
  return resolved && constantOf(resolved, reading)
}

function constantOf(resolved: Resolved, reading: Reading): Constant | undefined {
  if (resolved.kind === 'declaration') {
    const { declaration } = resolved
    if (declaration.kind !== 'constant' || reading.evaluating.has(declaration)) return undefined
    reading.evaluating.add(declaration)
    const constant = evaluate(declaration.init, declaration.scope, reading)
    reading.evaluating.delete(declaration)
    return constant
  }
  if (resolved.kind !== 'member') return undefined
  if (resolved.of.kind === 'enum') {
    const members = enumMembers(resolved.of, reading)
    return members.has(resolved.name) ? { value: members.get(resolved.name) } : undefined
  }
  const of = constantOf({ kind: 'declaration', declaration: resolved.of, typeOnly: false }, reading)
  return of && resolved.name.split('.').reduce<Constant | undefined>(property, of)
}

function property(of: Constant | undefined, name: string): Constant | undefined {
  const owner = of?.value
  return typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name)
    ? { value: (owner as Record<string, unknown>)[name] }
    : undefined
}

type Inner = (node: Expression) => Constant | undefined

function array(node: ArrayExpression, inner: Inner): Constant | undefined {
  const values: unknown[] = []
  for (const element of node.elements) {
    const value = element && inner(element.type === 'SpreadElement' ? element.argument : element)
    if (!value) return undefined
    if (element.type !== 'SpreadElement') values.push(value.value)
    else if (Array.isArray(value.value)) values.push(...(value.value as unknown[]))
    else return undefined
  }
  return { value: values }
}

function object(node: ObjectExpression, inner: Inner): Constant | undefined {
  const entries: [string, unknown][] = []
  for (const property of node.properties) {
    const isSpread = property.type === 'SpreadElement'
    const value = inner(isSpread ? property.argument : property.value)
    if (!value) return undefined
    const name = isSpread || property.computed ? undefined : keyName(property.key)
    if (isSpread && typeof value.value === 'object')
      entries.push(...Object.entries(value.value ?? {}))
    else if (name === undefined) return undefined
    else entries.push([name, value.value])
  }
  return { value: Object.fromEntries(entries) }
}

function unary(operator: string, argument: Constant | undefined): Constant | undefined {
  if (!argument) return undefined
  const { value } = argument
  if (operator === '!') return { value: !value }
  if (typeof value !== 'number') return undefined
  if (operator === '-') return { value: -value }
  if (operator === '~') return { value: ~value }
  return operator === '+' ? { value } : undefined
}

function binary(
  operator: BinaryExpression['operator'],
  left: Constant | undefined,
  right: Constant | undefined,
): Constant | undefined {
  const a = left?.value
  const b = right?.value
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) {
    return left && right && { value: `${String(a)}${String(b)}` }
  }
  const compute = arithmetic[operator]
  return compute && typeof a === 'number' && typeof b === 'number'
    ? { value: compute(a, b) }
    : undefined
}

const arithmetic: Partial<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
}

function all(values: readonly (Constant | undefined)[]): unknown[] | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? known.map(({ value }) => value) : undefined
}
