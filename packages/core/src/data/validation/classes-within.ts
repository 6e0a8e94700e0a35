import { isDescribed, reflect } from '../../base/reflection/reflect.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { childTypes } from '../../base/reflection/type-tree.ts'
import { ListOfAttribute } from './list-of.ts'

const reachable = new WeakMap<Class, ReadonlySet<Class>>()

/** Returns the classes that types refer to, directly or through the fields of other classes. */
export function classesWithin(types: readonly TypeInfo[]): ReadonlySet<Class> {
  const named = [...classesIn(types)]
  if (named.length === 0) return noClasses
  return new Set(named.flatMap((each) => [each, ...reachableFrom(each)]))
}

const noClasses: ReadonlySet<Class> = new Set()

/** Returns the classes that the fields of a class refer to, directly or through other classes. */
export function reachableFrom(target: Class): ReadonlySet<Class> {
  let found = reachable.get(target)
  if (!found) {
    const classes = new Set<Class>()
    collect(target, classes)
    reachable.set(target, (found = classes.size > 0 ? classes : noClasses))
  }
  return found
}

function collect(target: Class, into: Set<Class>): void {
  if (!isDescribed(target)) return
  const direct = reflect(target).parameters.flatMap((parameter) => [
    ...classesIn([parameter.type]),
    ...parameter.attributes.flatMap((use) => (use instanceof ListOfAttribute ? [use.item()] : [])),
  ])
  for (const next of direct) {
    if (into.has(next)) continue
    into.add(next)
    collect(next, into)
  }
}

function classesIn(types: readonly TypeInfo[]): Set<Class> {
  const seen = new Set(types)
  const classes = new Set<Class>()
  // Iterating over a Set includes elements that are added during the iteration.
  for (const type of seen) {
    if (type.kind === 'class' && type.class) classes.add(type.class)
    for (const child of childTypes(type)) seen.add(child)
  }
  return classes
}
