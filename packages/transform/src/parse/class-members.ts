import type { Class, ClassElement } from 'oxc-parser'
import { lookup, type Scope } from './scope.ts'

export type Method = Extract<
  ClassElement,
  { type: 'MethodDefinition' | 'TSAbstractMethodDefinition' }
>

/** Whether a member is a method with a body: not abstract, and no overload. */
export function isMethod(member: ClassElement): member is Method {
  return member.type === 'MethodDefinition' && !!member.value.body
}

/** The constructor that a class declares itself. */
export function constructorOf({ body }: Class): Method | undefined {
  return body.body.filter(isMethod).find(({ kind }) => kind === 'constructor')
}

/** Whether a class, one of its members or one of their parameters carries a decorator. */
export function hasDecorators(node: Class): boolean {
  return node.decorators.length > 0 || node.body.body.some(isDecorated)
}

/** Whether a member or one of its parameters carries a decorator. */
export function isDecorated(member: ClassElement): boolean {
  const parameters = member.type === 'MethodDefinition' ? member.value.params : []
  return carriesDecorator(member) || parameters.some(carriesDecorator)
}

function carriesDecorator(node: object): boolean {
  return 'decorators' in node && (node.decorators as readonly unknown[]).length > 0
}

/** The interfaces that a class implements, by the names that their modules export them under. */
export function implementedNames(node: Class, scope: Scope): string[] {
  return (node.implements ?? []).flatMap(({ expression }) => {
    if (expression.type === 'MemberExpression') {
      return expression.property.type === 'Identifier' ? [expression.property.name] : []
    }
    if (expression.type !== 'Identifier') return []
    return [exportedName(expression.name, 'types', scope)]
  })
}

/** A name as the module exports it that it is imported from. */
export function exportedName(name: string, kind: 'types' | 'values', scope: Scope): string {
  const declared = lookup(name, kind, scope)
  const isNamed = declared?.kind === 'import' && declared.name !== 'default'
  return isNamed ? declared.name : name
}

/** The name of a property or method; undefined for a private or computed one. */
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
