import type { TypeInfo } from '../reflection/type-info.ts'
import { typeText } from '../reflection/type-text.ts'
import type { Token } from './binding.ts'
import { suppliedToken } from './supplied.ts'
import { interfaceType, plainValue, unreadableType, type Problem } from './problem.ts'

/** Returns the token that a constructor parameter needs, or the reason why the container cannot supply it. */
export function toDependency(
  type: TypeInfo,
  parameter: string,
  owner: Token,
  isRegistered: (token: Token) => boolean,
): { readonly token: Token } | Problem {
  const supplied = suppliedToken(type)
  if (supplied) return { token: supplied }
  switch (type.kind) {
    case 'class':
      // A value of that name may be something other than a class.
      return typeof type.class === 'function' ? { token: type.class } : interfaceType(type.name)
    case 'object':
      return type.name ? interfaceType(type.name) : plainValue(typeText(type), parameter, owner)
    case 'builtin': {
      const token = Reflect.get(globalThis, type.name) as Token
      return type.name === 'Request' || isRegistered(token)
        ? { token }
        : plainValue(type.name, parameter, owner)
    }
    case 'unreadable':
      return unreadableType(type)
    default:
      return plainValue(typeText(type), parameter, owner)
  }
}
