import type { Class, ClassElement } from 'oxc-parser'

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
