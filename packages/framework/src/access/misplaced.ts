import { ApplicationAttribute, isRouteAttribute } from '../http/routing/attributes.ts'
import { surroundable } from '../http/chain/middleware.ts'
import type { Container } from '../container/container.ts'
import { attemptEach } from '../reflection/attempt.ts'
import { isReflectable, reflect, type MethodReflection } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { callable, isAboutAccess, isRequirement } from './attributes.ts'
import { nameOfUse } from './access-planner.ts'
import { InvalidAccess } from './errors.ts'
import { isPrincipalClass } from './policy-plan.ts'

/** Throws `InvalidAccess` if an access decorator guards nothing, or if an override does not repeat one. */
export function refuseMisplacedAccess(type: Class): void {
  const { name, at, attributes, methods, isAbstract } = reflect(type)
  const placeOf = (method: MethodReflection) => ({ name: `${name}.${method.name}`, at: method.at })
  const parent = parentOf(type)
  attemptEach(methods, placeOf, (method) => {
    const found = method.attributes.find(isAboutAccess)
    if (found && !isCalled(method)) {
      throw new InvalidAccess(
        `${name}.${method.name}`,
        method.at,
        `${nameOfUse(found)} is on a method that is not a route, tool, resource or command, so it has no effect. Remove it.`,
      )
    }
    if (!found && parent && isCalled(method)) refuseSilentOverride(type, method, parent)
  })
  const found = attributes.find(isAboutAccess)
  if (!found) return
  if (attributes.some((use) => use instanceof ApplicationAttribute)) {
    throw new InvalidAccess(
      name,
      at,
      `${nameOfUse(found)} is on the application. Set the "default" of Authentication for methods without a decorator, and put requirements on classes and methods.`,
    )
  }
  if (isAbstract || methods.some(isCalled)) return
  throw new InvalidAccess(
    name,
    at,
    `${nameOfUse(found)} is on a class without routes, tools, resources and commands, so it has no effect. Remove it.`,
  )
}

/** Throws `InvalidAccess` if the constructor of a listener injects a caller: events are dispatched without one. */
export function refuseCallersOfListener(type: Class, container: Container): void {
  const caller = container.required(type).find(isPrincipalClass)
  if (!caller) return
  const { name, at } = reflect(type)
  throw new InvalidAccess(
    name,
    at,
    `its constructor takes a ${caller.name}, but listeners have no caller. Put the data into the event.`,
  )
}

/** Called for a method without an access decorator. */
function refuseSilentOverride(type: Class, method: MethodReflection, parent: Class): void {
  if (!Object.hasOwn(type.prototype, method.name)) return
  for (
    let above: Class | undefined = parent;
    above && isReflectable(above);
    above = parentOf(above)
  ) {
    const { name, methods } = reflect(above)
    const overridden = methods.find((each) => each.name === method.name)
    const guard = overridden?.attributes.find(isRequirement)
    if (!guard) continue
    throw new InvalidAccess(
      `${reflect(type).name}.${method.name}`,
      method.at,
      `it overrides ${name}.${method.name}, which requires ${nameOfUse(guard)}, but declares no access itself. Repeat the requirement, or add @Public().`,
    )
  }
}

function parentOf(type: Class): Class | undefined {
  const parent = Object.getPrototypeOf(type) as Class
  return parent === Function.prototype ? undefined : parent
}

function isCalled({ attributes }: MethodReflection): boolean {
  return attributes.some((use) => isRouteAttribute(use) || surroundable in use || callable in use)
}
