import type { ParameterReflection } from '../reflection/class-reflection.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import type { Token } from './binding.ts'
import type { Problem } from './problem.ts'

/** The key of the method by which a parameter decorator chooses the token of a service. */
export const chooseToken: unique symbol = Symbol('fw.choose-token')

/** A parameter decorator that chooses the token of a service. */
interface TokenChoice {
  [chooseToken](type: TypeInfo): { readonly token: Token } | Problem
}

/** Returns the dependency that a parameter decorator chooses; undefined without such a decorator. */
export function chosenDependency({
  type,
  attributes,
}: ParameterReflection): ReturnType<TokenChoice[typeof chooseToken]> | undefined {
  return attributes.find(isChoice)?.[chooseToken](type)
}

function isChoice(use: object): use is TokenChoice {
  return chooseToken in use
}
