import { bindingsOf, bindTypeParameters } from './bind-type-parameters.ts'
import type { ClassReflection } from './class-reflection.ts'
import type { ClassDescription, TypeInfo } from './type-info.ts'

type InheritedMembers = Pick<
  ClassReflection,
  'implements' | 'parameters' | 'methods' | 'getters' | 'unfilled'
>

/**
 * Returns the inherited members of a class. The type parameters of its parent are replaced by the type arguments after
 * `extends`.
 */
export function inherit(parent: ClassReflection, child: ClassDescription): InheritedMembers {
  if (parent.typeParameters.length === 0) return parent
  const bindings = new Map(bindingsOf(parent, child.parentArguments ?? []))
  for (const name of parent.typeParameters) {
    if (!bindings.has(name)) bindings.set(name, missingArgument(name, parent, child))
  }
  const bind = <T extends { readonly type: TypeInfo }>(each: T): T => ({
    ...each,
    type: bindTypeParameters(each.type, bindings),
  })
  return {
    implements: parent.implements,
    unfilled: parent.unfilled,
    parameters: parent.parameters.map(bind),
    methods: parent.methods.map((method) => ({
      ...method,
      parameters: method.parameters.map(bind),
      returns: method.returns && bindTypeParameters(method.returns, bindings),
    })),
    getters: parent.getters.map((getter) => ({
      ...getter,
      type: getter.type && bindTypeParameters(getter.type, bindings),
    })),
  }
}

function missingArgument(
  text: string,
  parent: ClassReflection,
  { name, file, at }: ClassDescription,
): TypeInfo {
  return {
    kind: 'unreadable',
    text,
    at: `${file}:${at}`,
    reason: `${name} extends ${parent.name} without a type argument for "${text}".`,
    remedy: `Write it: ${name} extends ${parent.name}<…>.`,
  }
}
