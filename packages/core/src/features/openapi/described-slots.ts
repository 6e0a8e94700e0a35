import type { ParameterResolver } from '../../http/binding/parameter-resolver.ts'
import type { Route } from '../../http/routing/route.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import type { Annotations } from '../../data/schema/annotate.ts'
import type { Slot } from '../../data/validation/value-plan.ts'

/** A parameter of a method with its source and its declaration. */
export interface DescribedSlot extends Slot, Annotations {
  readonly kind: ParameterResolver['kind']
  readonly name: string
  /** The name in the request. */
  readonly source: string
  readonly type: TypeInfo
}

/** Returns the parameters of a route's method whose values come from the request. */
export function describedSlots({ arguments: { resolvers }, declaration }: Route): DescribedSlot[] {
  // Resolvers and parameters are in the same order.
  return declaration.method.parameters.flatMap(({ name, type, doc, default: given }, index) => {
    const { kind, slot, name: source } = resolvers[index] as ParameterResolver
    return slot ? [{ ...slot, kind, name, source, type, doc, default: given }] : []
  })
}
