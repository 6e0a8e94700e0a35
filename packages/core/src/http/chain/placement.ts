import { attempt, attemptEach } from '../../base/reflection/attempt.ts'
import { reflect } from '../../base/reflection/reflect.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { isRouteAttribute } from '../routing/decorators.ts'
import { BodyLimitAttribute } from './body-limit.ts'
import { affectsMiddleware, nameOf, stageOf } from './chain-plan.ts'
import { InvalidMiddleware } from '../error-handling/errors.ts'
import {
  isOuterStage,
  isSetting,
  acceptsMiddleware,
  UseAttribute,
  type MiddlewareClass,
} from './middleware.ts'
import { ThrowsAttribute } from './throws.ts'

/**
 * Throws `InvalidMiddleware` if middleware, a `Setting` or `@Throws` is on a class or method on
 * which it has no effect.
 */
export function refuseMisplaced(type: Class): void {
  const { name, at, attributes, methods, isAbstract } = reflect(type)
  const placeOf = (method: MethodReflection) => ({ name: `${name}.${method.name}`, at: method.at })
  attemptEach(methods, placeOf, (method) => {
    const use = method.attributes.find(affectsMiddleware)
    const owner = `${name}.${method.name}`
    if (use && !isCalled(method)) {
      throw misplaced(owner, method.at, use, 'a method that is not a route or tool')
    }
    const httpOnly = method.attributes.find(isHttpOnly)
    if (httpOnly && !isRoute(method)) {
      throw misplaced(owner, method.at, httpOnly, 'a method that is not a route')
    }
  })
  if (isAbstract) return
  attempt({ name, at }, () => {
    const use = attributes.find(affectsMiddleware)
    if (use && !methods.some(isCalled)) {
      throw misplaced(name, at, use, 'a class without routes and tools', forClasses)
    }
    const httpOnly = attributes.find(isHttpOnly)
    if (httpOnly && !methods.some(isRoute))
      throw misplaced(name, at, httpOnly, 'a class without routes', forClasses)
  })
}

/** True if a decorator only affects HTTP requests, so it has no effect on calls of agents. */
function isHttpOnly(use: object): boolean {
  if (use instanceof ThrowsAttribute || use instanceof BodyLimitAttribute) return true
  const types = middlewareOf(use)
  return types.length > 0 && types.every((type) => isOuterStage(stageOf(type)))
}

function middlewareOf(use: object): readonly MiddlewareClass[] {
  if (use instanceof UseAttribute) return use.classes
  return isSetting(use) && !use.isOff ? [use.middleware() ?? []].flat() : []
}

function isCalled(method: MethodReflection): boolean {
  return isRoute(method) || method.attributes.some((use) => acceptsMiddleware in use)
}

function isRoute({ attributes }: MethodReflection): boolean {
  return attributes.some(isRouteAttribute)
}

const forClasses =
  ', mark the class abstract for its subclasses, or @Application() for all requests'

function misplaced(
  owner: string,
  at: string,
  use: object,
  declaration: string,
  alternatives = '',
): InvalidMiddleware {
  const name = nameOf(use.constructor as Class)
  return new InvalidMiddleware(
    owner,
    at,
    `@${name} is on ${declaration}. Remove it${alternatives}.`,
  )
}
