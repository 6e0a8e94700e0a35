import type {
  ArrayExpression,
  BinaryExpression,
  Expression,
  ObjectExpression,
  TemplateLiteral,
  TSEnumMember,
} from 'oxc-parser'
import type { Literal } from '../described-type.ts'
import { keyName } from '../parse/class-members.ts'
import type { Declaration, Scope } from '../parse/scope.ts'
import {
  toTypeName,
  type NameResolver,
  type ResolvedDeclaration,
  type ResolvedName,
} from '../resolve/name-resolver.ts'

/** A value that is known from the source. */
export interface Constant {
  readonly value: unknown
}

export type EnumDeclaration = Extract<ResolvedDeclaration, { kind: 'enum' }>

/** Evaluates expressions that consist of literals, constants and enum members. */
export class ConstantEvaluator {
  readonly #names: NameResolver
  /** The constants and enums that are being evaluated. A constant that refers to itself has no value. */
  readonly #evaluating = new Set<Declaration>()

  constructor(names: NameResolver) {
    this.#names = names
  }

  /** Returns the value of an expression; undefined if it is not constant. `locals` are additional names. */
  evaluate(
    node: Expression,
    scope: Scope,
    locals?: ReadonlyMap<string, unknown>,
  ): Constant | undefined {
    const evaluateInner = (expression: Expression) => this.evaluate(expression, scope, locals)
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'bigint' || 'regex' in node ? undefined : { value: node.value }
      case 'TemplateLiteral':
        return template(node, evaluateInner)
      case 'UnaryExpression':
        return unary(node.operator, evaluateInner(node.argument))
      case 'BinaryExpression':
        return node.left.type === 'PrivateIdentifier'
          ? undefined
          : binary(node.operator, evaluateInner(node.left), evaluateInner(node.right))
      case 'ArrayExpression':
        return array(node, evaluateInner)
      case 'ObjectExpression':
        return object(node, evaluateInner)
      case 'Identifier':
        if (locals?.has(node.name)) return { value: locals.get(node.name) }
        return this.#evaluateName(node, scope)
      case 'MemberExpression':
        return this.#evaluateName(node, scope)
      default: {
        const wrapped = unwrap(node)
        return wrapped && evaluateInner(wrapped)
      }
    }
  }

  /** Returns the value of a constant whose type is exactly that value: a literal, or `as const`. */
  literalValueOf(declaration: ResolvedDeclaration): Constant | undefined {
    return declaration.kind === 'constant' && isLiteral(declaration.init)
      ? this.evaluate(declaration.init, declaration.scope)
      : undefined
  }

  /** Returns the member names of an enum, or the property names of a constant object. */
  keysOf(declaration: ResolvedDeclaration): string[] | undefined {
    if (declaration.kind === 'enum') return [...this.enumMembers(declaration).keys()]
    return declaration.kind === 'constant' ? objectKeys(declaration.init) : undefined
  }

  /** Like `literalValueOf`, for a member `a.b` of the constant. */
  literalMemberOf(declaration: ResolvedDeclaration, path: string): Constant | undefined {
    const whole = this.literalValueOf(declaration)
    return whole && path.split('.').reduce<Constant | undefined>(property, whole)
  }

  keysOfMember(declaration: ResolvedDeclaration, path: string): string[] | undefined {
    const value = this.literalMemberOf(declaration, path)?.value
    return typeof value === 'object' && value !== null ? Object.keys(value) : undefined
  }

  /** Returns the members of an enum whose values are known from the source. */
  enumMembers(declaration: EnumDeclaration): ReadonlyMap<string, Literal> {
    const values = new Map<string, Literal>()
    const { parts, scope } = declaration
    if (this.#evaluating.has(declaration)) return values
    this.#evaluating.add(declaration)
    for (const { body } of parts) {
      let next: number | undefined = 0
      for (const member of body.members) {
        const value = this.#memberValue(member, next, values, scope)
        if (value !== undefined) values.set(enumMemberName(member), value)
        next = typeof value === 'number' ? value + 1 : undefined
      }
    }
    this.#evaluating.delete(declaration)
    return values
  }

  #memberValue(
    { initializer }: TSEnumMember,
    next: number | undefined,
    earlier: ReadonlyMap<string, Literal>,
    scope: Scope,
  ): Literal | undefined {
    if (!initializer) return next
    const value = this.evaluate(initializer, scope, earlier)?.value
    return Number.isFinite(value) || typeof value === 'string' ? (value as Literal) : undefined
  }

  #evaluateName(node: Expression, scope: Scope): Constant | undefined {
    const name = toTypeName(node)
    const resolved = name && this.#names.resolve(name, 'values', scope)
    return resolved && this.#evaluateResolved(resolved)
  }

  #evaluateResolved(resolved: ResolvedName): Constant | undefined {
    if (resolved.kind === 'declaration') return this.#evaluateDeclaration(resolved.declaration)
    if (resolved.kind !== 'member') return undefined
    if (resolved.of.kind === 'enum') {
      const members = this.enumMembers(resolved.of)
      return members.has(resolved.name) ? { value: members.get(resolved.name) } : undefined
    }
    const of = this.#evaluateDeclaration(resolved.of)
    return of && resolved.name.split('.').reduce<Constant | undefined>(property, of)
  }

  #evaluateDeclaration(declaration: ResolvedDeclaration): Constant | undefined {
    if (declaration.kind !== 'constant' || this.#evaluating.has(declaration)) return undefined
    this.#evaluating.add(declaration)
    const constant = this.evaluate(declaration.init, declaration.scope)
    this.#evaluating.delete(declaration)
    return constant
  }
}

export function enumMemberName({ id }: TSEnumMember): string {
  if (id.type === 'Identifier') return id.name
  return id.type === 'Literal' ? id.value : (id.quasis[0]?.value.cooked ?? '')
}

/** Returns the expression inside `… as const`, `… satisfies T`, `Object.freeze(…)` and the like. */
function unwrap(node: Expression): Expression | undefined {
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

function objectKeys(node: Expression): string[] | undefined {
  if (node.type !== 'ObjectExpression') {
    const inner = unwrap(node)
    return inner && objectKeys(inner)
  }
  const keys = node.properties.map((property) =>
    property.type === 'Property' && !property.computed ? keyName(property.key) : undefined,
  )
  const known = keys.filter((key) => key !== undefined)
  return known.length === keys.length ? known : undefined
}

function isLiteral(node: Expression): boolean {
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') return true
  if (node.type === 'TSAsExpression' && node.typeAnnotation.type === 'TSTypeReference') {
    const { typeName } = node.typeAnnotation
    if (typeName.type === 'Identifier' && typeName.name === 'const') return true
  }
  const inner = unwrap(node)
  return inner !== undefined && isLiteral(inner)
}

function property(of: Constant | undefined, name: string): Constant | undefined {
  const owner = of?.value
  return typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name)
    ? { value: (owner as Record<string, unknown>)[name] }
    : undefined
}

type Evaluate = (node: Expression) => Constant | undefined

function template(
  { quasis, expressions }: TemplateLiteral,
  evaluate: Evaluate,
): Constant | undefined {
  const values = allOrNone(expressions.map(evaluate))
  return (
    values && {
      value: quasis
        .map(({ value }, i) => value.cooked + String(i < values.length ? values[i] : ''))
        .join(''),
    }
  )
}

function array(node: ArrayExpression, evaluate: Evaluate): Constant | undefined {
  const values: unknown[] = []
  for (const element of node.elements) {
    const value = element && evaluate(element.type === 'SpreadElement' ? element.argument : element)
    if (!value) return undefined
    if (element.type !== 'SpreadElement') values.push(value.value)
    else if (Array.isArray(value.value)) values.push(...(value.value as unknown[]))
    else return undefined
  }
  return { value: values }
}

function object(node: ObjectExpression, evaluate: Evaluate): Constant | undefined {
  const entries: [string, unknown][] = []
  for (const property of node.properties) {
    const isSpread = property.type === 'SpreadElement'
    const value = evaluate(isSpread ? property.argument : property.value)
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

function allOrNone(values: readonly (Constant | undefined)[]): unknown[] | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? known.map(({ value }) => value) : undefined
}
