import { attempt, attemptEach } from '../../reflection/attempt.ts'
import { reflect, type MethodReflection } from '../../reflection/reflect.ts'
import type { Class } from '../../reflection/type-info.ts'
import { isRouteAttribute } from '../routing/attributes.ts'
import { nameOf } from './chain-plan.ts'
import { InvalidMiddleware } from '../error-handling/errors.ts'
import { isSetting, surroundable, UseAttribute, WithoutAttribute } from './middleware.ts'

/** Throws `InvalidMiddleware` where middleware or a setting stands on something that is never called. */
export function refuseMisplaced(type: Class): void {
  const { name, at, attributes, methods, isAbstract } = reflect(type)
  const placeOf = (method: MethodReflection) => ({ name: `${name}.${method.name}`, at: method.at })
  attemptEach(methods, placeOf, (method) => {
    const found = method.attributes.find(isAround)
    if (!found || isCalled(method)) return
    const owner = `${name}.${method.name}`
    throw misplaced(owner, method.at, found, 'a method that is no route and no tool')
  })
  const found = attributes.find(isAround)
  if (!found || isAbstract || methods.some(isCalled)) return
  attempt({ name, at }, () => {
    throw misplaced(name, at, found, 'a class without routes and tools')
  })
}

function isAround(use: object): boolean {
  return use instanceof UseAttribute || use instanceof WithoutAttribute || isSetting(use)
}

function isCalled({ attributes }: MethodReflection): boolean {
  return attributes.some((use) => isRouteAttribute(use) || surroundable in use)
}

function misplaced(owner: string, at: string, use: object, place: string): InvalidMiddleware {
  const name = nameOf(use.constructor as Class)
  return new InvalidMiddleware(
    owner,
    at,
    `@${name} stands on ${place}, so it would do nothing. Remove it, or mark the class @Application() where it is for all.`,
  )
}
