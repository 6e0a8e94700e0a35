import type { ParameterReflection } from '../reflection/class-reflection.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import type { Token } from './binding.ts'
import type { Problem } from './problem.ts'

/** The key of a method with which a decorator of a parameter chooses the token of its service. */
export const chooseToken: unique symbol = Symbol('fw.choose-token')

/** A decorator of a parameter that chooses the token of its service. */
interface TokenChoice {
  [chooseToken](type: TypeInfo): { readonly token: Token } | Problem
}

/** Returns the dependency that a decorator of a parameter has chosen; undefined without such a decorator. */
export function chosenDependency({
  type,
  attributes,
}: ParameterReflection): ReturnType<TokenChoice[typeof chooseToken]> | undefined {
  return attributes.find(isChoice)?.[chooseToken](type)
}

function isChoice(use: object): use is TokenChoice {
  return chooseToken in use
}
