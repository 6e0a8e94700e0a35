import type { ParameterResolver } from '../binding/parameter-resolver.ts'
import type { Route } from '../http/routing/route.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import type { Annotations } from '../schema/annotate.ts'
import type { Slot } from '../validation/slot.ts'

/** A parameter of a method with where it comes from and what its declaration says. */
export interface DescribedSlot extends Slot, Annotations {
  readonly kind: ParameterResolver['kind']
  readonly name: string
  /** The name that requests know it by. */
  readonly source: string
  readonly type: TypeInfo
}

/** The parameters of a route's method that are filled from the request. */
export function describedSlots({ arguments: { resolvers }, declaration }: Route): DescribedSlot[] {
  // There is one source for each parameter, in their order.
  return declaration.method.parameters.flatMap(({ name, type, doc, default: given }, index) => {
    const { kind, slot, name: source } = resolvers[index] as ParameterResolver
    return slot ? [{ ...slot, kind, name, source, type, doc, default: given }] : []
  })
}
