import type { Class, ClassElement, Decorator } from 'oxc-parser'
import { lookup, type Scope } from './scope.ts'

export type Method = Extract<
  ClassElement,
  { type: 'MethodDefinition' | 'TSAbstractMethodDefinition' }
>

/** True if a member is a method, accessor or constructor with a body: neither abstract nor an overload. */
export function isMethod(member: ClassElement): member is Method {
  return member.type === 'MethodDefinition' && !!member.value.body
}

/** Returns the constructor that a class declares, if any. */
export function constructorOf({ body }: Class): Method | undefined {
  return body.body.filter(isMethod).find(({ kind }) => kind === 'constructor')
}

/** True if a class, one of its members or one of their parameters has a decorator. */
export function hasDecorators(node: Class): boolean {
  return node.decorators.length > 0 || node.body.body.some(isDecorated)
}

/** True if a member or one of its parameters has a decorator. */
export function isDecorated(member: ClassElement): boolean {
  const parameters = member.type === 'MethodDefinition' ? member.value.params : []
  return [member, ...parameters].some((node) => decoratorsOf(node).length > 0)
}

/** A decorator, with the name of its member and the index of its parameter. */
export interface UsedDecorator {
  readonly node: Decorator
  readonly member?: string
  readonly parameter?: number
}

/** Returns the decorators of a class, its members and their parameters, in source order. */
export function decoratorsIn({ decorators, body }: Class): UsedDecorator[] {
  return [
    ...decorators.map((node) => ({ node })),
    ...body.body.flatMap((member) => decoratorsOfMember(member)),
  ]
}

function decoratorsOfMember(node: ClassElement): UsedDecorator[] {
  const name =
    'key' in node && !('computed' in node && node.computed) ? keyName(node.key) : undefined
  const isConstructor = node.type === 'MethodDefinition' && node.kind === 'constructor'
  const member = name === undefined || isConstructor ? {} : { member: name }
  const parameters = node.type === 'MethodDefinition' ? node.value.params : []
  return [
    ...decoratorsOf(node).map((decorator) => ({ node: decorator, ...member })),
    ...parameters.flatMap((parameter, index) =>
      decoratorsOf(parameter).map((decorator) => ({
        node: decorator,
        ...member,
        parameter: index,
      })),
    ),
  ]
}

function decoratorsOf(node: object): readonly Decorator[] {
  return 'decorators' in node ? (node.decorators as readonly Decorator[]) : []
}

/** Returns the names of the interfaces that a class implements, as exported by their modules. */
export function implementedNames(node: Class, scope: Scope): string[] {
  return (node.implements ?? []).flatMap(({ expression }) => {
    if (expression.type === 'MemberExpression') {
      return expression.property.type === 'Identifier' ? [expression.property.name] : []
    }
    if (expression.type !== 'Identifier') return []
    return [exportedName(expression.name, 'types', scope)]
  })
}

/** Returns the name under which an import is exported; for other names, the name itself. */
export function exportedName(name: string, kind: 'types' | 'values', scope: Scope): string {
  const declared = lookup(name, kind, scope)
  const isNamed = declared?.kind === 'import' && declared.name !== 'default'
  return isNamed ? declared.name : name
}

/**
 * Returns the name of a property or method; undefined if it is private or an expression. If the key is computed, an
 * identifier is not the name: callers check this.
 */
export function keyName(key: Key): string | undefined {
  if (key.type === 'Identifier' && typeof key.name === 'string') return key.name
  const isText = typeof key.value === 'string' || typeof key.value === 'number'
  return key.type === 'Literal' && isText ? String(key.value) : undefined
}

interface Key {
  readonly type: string
  readonly name?: unknown
  readonly value?: unknown
}
