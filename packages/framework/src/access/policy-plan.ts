import type { Class } from '../reflection/type-info.ts'
import { reflect } from '../reflection/reflect.ts'
import { suppliedToken } from '../container/supplied.ts'
import type { Principal } from './principal.ts'

/** Whether a caller is of the class that a policy's method takes; what cannot be read takes nobody. */
export function isOfPolicy(policy: Class, method: string, principal: Principal): boolean {
  const found = reflect(policy).methods.find(({ name }) => name === method)
  const type = found?.parameters[0]?.type
  const token = type && suppliedToken(type)
  return token !== undefined && principal instanceof token
}
