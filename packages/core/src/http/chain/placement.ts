import { attempt, attemptEach } from '../../base/reflection/attempt.ts'
import { reflect } from '../../base/reflection/reflect.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { isRouteAttribute } from '../routing/decorators.ts'
import { BodyLimitAttribute } from './body-limit.ts'
import { isAround, nameOf, stageOf } from './chain-plan.ts'
import { InvalidMiddleware } from '../error-handling/errors.ts'
import {
  isOutside,
  isSetting,
  surroundable,
  UseAttribute,
  type MiddlewareClass,
} from './middleware.ts'
import { ThrowsAttribute } from './throws.ts'

/** Throws `InvalidMiddleware` if middleware or a setting is on a class or method that is never called by a request. */
export function refuseMisplaced(type: Class): void {
  const { name, at, attributes, methods, isAbstract } = reflect(type)
  const placeOf = (method: MethodReflection) => ({ name: `${name}.${method.name}`, at: method.at })
  attemptEach(methods, placeOf, (method) => {
    const found = method.attributes.find(isAround)
    const owner = `${name}.${method.name}`
    if (found && !isCalled(method)) {
      throw misplaced(owner, method.at, found, 'a method that is not a route or tool')
    }
    const inert = method.attributes.find(isOfRequests)
    if (inert && !isRoute(method)) {
      throw misplaced(owner, method.at, inert, 'a method that is not a route')
    }
  })
  if (isAbstract) return
  attempt({ name, at }, () => {
    const found = attributes.find(isAround)
    if (found && !methods.some(isCalled)) {
      throw misplaced(name, at, found, 'a class without routes and tools')
    }
    const inert = attributes.find(isOfRequests)
    if (inert && !methods.some(isRoute)) throw misplaced(name, at, inert, 'a class without routes')
  })
}

/** True if a decorator only affects HTTP requests, so it never runs for calls of agents. */
function isOfRequests(use: object): boolean {
  if (use instanceof ThrowsAttribute || use instanceof BodyLimitAttribute) return true
  const types = middlewareOf(use)
  return types.length > 0 && types.every((type) => isOutside(stageOf(type)))
}

function middlewareOf(use: object): readonly MiddlewareClass[] {
  if (use instanceof UseAttribute) return use.classes
  return isSetting(use) && !use.isOff ? [use.middleware() ?? []].flat() : []
}

function isCalled(method: MethodReflection): boolean {
  return isRoute(method) || method.attributes.some((use) => surroundable in use)
}

function isRoute({ attributes }: MethodReflection): boolean {
  return attributes.some(isRouteAttribute)
}

function misplaced(owner: string, at: string, use: object, place: string): InvalidMiddleware {
  const name = nameOf(use.constructor as Class)
  return new InvalidMiddleware(
    owner,
    at,
    `@${name} is on ${place}, so it has no effect. Remove it, or mark the class @Application() to apply it everywhere.`,
  )
}
