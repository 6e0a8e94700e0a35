import type { TypeInfo } from '../reflection/type-info.ts'
import { typeText } from '../reflection/type-text.ts'
import { fold } from '../reflection/type-tree.ts'
import type { Token } from './binding.ts'
import { suppliedToken } from './supplied.ts'
import { interfaceType, primitiveType, unreadableType, type Problem } from './problem.ts'

/** Returns the token that a constructor parameter needs, or the reason why the container cannot supply it. */
export function toDependency(
  type: TypeInfo,
  parameter: string,
  owner: Token,
  isRegistered: (token: Token) => boolean,
): { readonly token: Token } | Problem {
  const supplied = suppliedToken(type)
  if (supplied) return { token: supplied }
  const primitive = () => primitiveType(typeText(type), parameter, owner)
  return fold<{ readonly token: Token } | Problem>(type, {
    // An imported name may be an interface, or a value that is not a class.
    class: ({ name, class: token }) =>
      typeof token === 'function' ? { token } : interfaceType(name),
    object: ({ name }) => (name ? interfaceType(name) : primitive()),
    builtin: ({ name }) => {
      const token = Reflect.get(globalThis, name) as Token
      const isKnown = name === 'Request' || isRegistered(token)
      return isKnown ? { token } : primitiveType(name, parameter, owner)
    },
    unreadable: unreadableType,
    other: primitive,
  })
}
