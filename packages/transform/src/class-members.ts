import type { Class, ClassElement } from 'oxc-parser'

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
