import type { ParameterReflection } from '../reflection/class-reflection.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import type { Token } from './binding.ts'
import type { Problem } from './problem.ts'

/** The key of the method with which a parameter decorator selects the token to inject. */
export const chooseToken: unique symbol = Symbol('fw.choose-token')

/** A parameter decorator that selects the token to inject. */
interface TokenChoice {
  [chooseToken](type: TypeInfo): { readonly token: Token } | Problem
}

/** Returns the dependency that a parameter decorator selects; undefined if there is no such decorator. */
export function chosenDependency({
  type,
  attributes,
}: ParameterReflection): ReturnType<TokenChoice[typeof chooseToken]> | undefined {
  return attributes.find(isChoice)?.[chooseToken](type)
}

function isChoice(use: object): use is TokenChoice {
  return chooseToken in use
}
