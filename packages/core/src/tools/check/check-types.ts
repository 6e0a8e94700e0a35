import { attempt } from '../../base/reflection/attempt.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import { isDescribed, reflect } from '../../base/reflection/reflect.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import type { UnreadableType } from '../../base/reflection/type-text.ts'
import { childTypes } from '../../base/reflection/type-tree.ts'
import { classesWithin } from '../../data/validation/classes-within.ts'
import { unreadableType } from '../../data/validation/refuse-unreadable.ts'
import { HiddenAttribute } from '../../features/openapi/decorators.ts'
import { planArguments, suppliedClass } from '../../http/binding/argument-plan.ts'
import { isRouteAttribute } from '../../http/routing/decorators.ts'
import { parsePath } from '../../http/routing/path-template.ts'

/**
 * Records each type that could not be read in the parameters and the return type of a published method, and in the
 * classes that they refer to. Finds these types even if the method or one of these classes has other errors.
 */
export function checkTypes(reflection: ClassReflection, method: MethodReflection): void {
  const owner = `${reflection.name}.${method.name}`
  const published = method.parameters.filter((parameter) => !suppliedClass(parameter))
  for (const { name, type } of published) {
    check(type, name === '' ? owner : `${owner}, parameter "${name}"`, owner)
  }
  const { returns } = method
  if (returns) check(returns, `${owner}, return type`, owner)
  const uses = [...reflection.attributes, ...method.attributes]
  const isHidden = uses.some((use) => use instanceof HiddenAttribute)
  const types = [...published.map(({ type }) => type), ...(returns && !isHidden ? [returns] : [])]
  for (const each of classesWithin(types)) if (isDescribed(each)) checkFields(each)
}

/** Records the errors of a route's parameters if its path is invalid, because the route is then not planned further. */
export function checkUnderInvalidPath({ name }: ClassReflection, method: MethodReflection): void {
  const owner = `${name}.${method.name}`
  for (const use of method.attributes.filter(isRouteAttribute)) {
    attempt({ name: owner, at: method.at }, () => {
      const path = use.path()
      const placeholders = Array.from(path.matchAll(/\{([\w$]+)\}/gu), ([, inside = '']) => inside)
      if (!isValid(path, owner)) planArguments(owner, method, path, placeholders)
    })
  }
}

function isValid(path: string, owner: string): boolean {
  try {
    parsePath(path, owner)
    return true
  } catch {
    return false
  }
}

function checkFields(target: Class): void {
  const reflection = reflect(target)
  for (const { name, type, at } of reflection.parameters) {
    check(type, `${reflection.name}.${name} (${at})`, reflection.name)
  }
  // The type of a property that a parameter sets has already been checked.
  const names = new Set(reflection.parameters.map(({ name }) => name))
  const hasState = reflection.parameters.some(({ property }) => property)
  for (const { name, unfilled, unreadable = [] } of reflection.unfilled) {
    if (names.has(name) || (hasState && unfilled !== true)) continue
    for (const type of unreadable) check(type, `${reflection.name}.${name}`, reflection.name)
  }
}

function check(type: TypeInfo, location: string, owner: string): void {
  for (const each of unreadableIn(type)) {
    attempt({ name: owner, at: '' }, () => {
      throw unreadableType(each, location)
    })
  }
}

function unreadableIn(type: TypeInfo, seen = new Set<TypeInfo>()): UnreadableType[] {
  if (seen.has(type)) return []
  seen.add(type)
  if (type.kind === 'unreadable') return [type]
  return [...childTypes(type)].flatMap((child) => unreadableIn(child, seen))
}
