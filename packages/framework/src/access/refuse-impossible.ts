import type { Token } from '../container/binding.ts'
import { localPrincipal, Principal } from './principal.ts'
import type { Scheme } from './scheme.ts'

const plainPrincipal = new Principal({ id: 'anybody' })

/** Throws a `TypeError` if a parameter takes a class of principal that no scheme creates: every call would be a 403. */
export function refuseImpossible(
  taken: readonly { readonly name: string; readonly type: Token }[],
  schemes: ReadonlyMap<string, Scheme<never>>,
): void {
  if (schemes.size === 0 || ![...schemes.values()].every((each) => each.givesPrincipals)) return
  const impossible = taken.find(
    ({ type }) => !(plainPrincipal instanceof type) && !(localPrincipal instanceof type),
  )
  if (!impossible) return
  const { name, type } = impossible
  throw new TypeError(
    `${name} takes a ${type.name}, and every caller of ${[...schemes.keys()].join(', ')} is a Principal. ` +
      `Give the scheme the option principal, a function (claims, verified) that returns the ${type.name}, or take a Principal.`,
  )
}
