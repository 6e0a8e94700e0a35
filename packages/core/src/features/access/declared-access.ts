import type { Container } from '../../base/container/container.ts'
import { attemptEach } from '../../base/reflection/attempt.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { levelsOf, type Level } from '../../http/chain/chain-plan.ts'
import { acceptsMiddleware } from '../../http/chain/middleware.ts'
import { ApplicationAttribute, isRouteAttribute } from '../../http/routing/decorators.ts'
import { callable, isAboutAccess, isRequirement, PublicAttribute } from './decorators.ts'
import type { Authentication } from './authentication.ts'
import { InvalidAccess } from './errors.ts'
import { isPrincipalClass } from './policy.ts'

interface DeclaredRequirements {
  readonly requirements: readonly object[]
  /** True if a decorator declares the access rule. */
  readonly declares: boolean
}

/** Returns the requirements that the decorators of a method and its class declare, unless `@Public()` removes them. */
export function declaredAccess(
  owner: ClassReflection,
  method: MethodReflection,
): DeclaredRequirements {
  if (!method.attributes.some(isAboutAccess) && !owner.attributes.some(isAboutAccess))
    return undeclared
  const levels = levelsOf(owner, method)
  for (const level of levels) refuseContradiction(level)
  const own = levels.at(-1) as Level
  const ofMethod = own.attributes.filter(isRequirement)
  if (own.attributes.some(isPublic)) return { requirements: [], declares: true }
  const ofClasses = levels.slice(0, -1)
  const inherited = ofClasses.flatMap(({ attributes }) => attributes.filter(isRequirement))
  const requirements = [...inherited, ...ofMethod]
  const nearest = ofClasses.find(({ name, at }) => name === owner.name && at === owner.at)
  const isOpened = nearest?.attributes.some(isPublic) === true
  if (isOpened && inherited.length > 0) {
    const ancestor = ofClasses.find(({ attributes }) => attributes.some(isRequirement)) as Level
    throw new InvalidAccess(
      owner.name,
      owner.at,
      `@Public() has no effect, because ${owner.name} inherits ${decoratorName(ancestor.attributes.find(isRequirement))} from ${ancestor.name}. Put @Public() on the methods for anonymous callers.`,
    )
  }
  return { requirements, declares: isOpened || requirements.length > 0 }
}

const undeclared: DeclaredRequirements = { requirements: [], declares: false }

function isPublic(use: object): boolean {
  return use instanceof PublicAttribute
}

function refuseContradiction({ name, at, attributes }: Level): void {
  const requirement = attributes.find(isRequirement)
  if (!requirement || !attributes.some(isPublic)) return
  throw new InvalidAccess(
    name,
    at,
    `@Public() and ${decoratorName(requirement)} are on the same declaration. Keep one of them.`,
  )
}

/** Returns the name of a decorator as written in code, such as `@Roles`. */
export function decoratorName(use: object | undefined): string {
  return `@${use?.constructor.name.replace(/Attribute$/u, '')}`
}

/** Throws `InvalidAccess` if the default is `explicit` and an operation has no access decorator. */
export function refuseUndeclared(
  operations: readonly { readonly class: ClassReflection; readonly method: MethodReflection }[],
  authentication: Authentication,
): void {
  if (authentication.default !== 'explicit') return
  const open = operations.filter((each) => !declaredAccess(each.class, each.method).declares)
  const [first] = open
  if (!first) return
  const names = open.map((each) => `${each.class.name}.${each.method.name}`)
  throw new InvalidAccess(
    names.join(', '),
    first.method.at,
    'no decorator declares who may call, and the "default" of Authentication is "explicit". Add @Authenticated(), @Public() or a requirement to the method or its class.',
  )
}

/**
 * Throws `InvalidAccess` if an access decorator has nothing to protect or is on the application, or if a method without
 * an access decorator overrides a method with a requirement.
 */
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
        `${decoratorName(found)} is on a method that is not a route, tool, resource or command, so it has no effect. Remove it.`,
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
      `${decoratorName(found)} cannot be on the application. Set the "default" of Authentication for methods without a decorator, and put requirements on classes and methods.`,
    )
  }
  if (isAbstract || methods.some(isCalled)) return
  throw new InvalidAccess(
    name,
    at,
    `${decoratorName(found)} is on a class without routes, tools, resources and commands, so it has no effect. Remove it.`,
  )
}

/** Throws `InvalidAccess` if the constructor of a listener requires a caller: events are dispatched without one. */
export function refuseCallersOfListener(type: Class, container: Container): void {
  const caller = container.required(type).find(isPrincipalClass)
  if (!caller) return
  const { name, at } = reflect(type)
  throw new InvalidAccess(
    name,
    at,
    `its constructor takes ${caller.name}, but listeners have no caller. Put the data into the event.`,
  )
}

/** Throws `InvalidAccess` if a method without an access decorator overrides a method with a requirement. */
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
      `it overrides ${name}.${method.name}, which requires ${decoratorName(guard)}, but declares no access itself. Repeat the requirement, or add @Public().`,
    )
  }
}

function parentOf(type: Class): Class | undefined {
  const parent = Object.getPrototypeOf(type) as Class
  return parent === Function.prototype ? undefined : parent
}

function isCalled({ attributes }: MethodReflection): boolean {
  return attributes.some(
    (use) => isRouteAttribute(use) || acceptsMiddleware in use || callable in use,
  )
}
