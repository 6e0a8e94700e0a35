import type { Source } from '../binding/sources/source.ts'
import type { Route } from '../http/route.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import type { Annotations } from '../schema/annotate.ts'
import type { Slot } from '../validation/slot.ts'

/** A parameter of a method with what its declaration says. */
export interface DescribedSlot extends Slot, Annotations {
  readonly name: string
  readonly type: TypeInfo
}

/** The parameters of a route's method that come from one kind of source. */
export function describedSlots(route: Route, wanted: Source['kind']): DescribedSlot[] {
  const { parameters } = route.declaration.method
  return route.arguments.sources.flatMap(({ kind, name, slot }) => {
    const declared = parameters.find((parameter) => parameter.name === name)
    if (kind !== wanted || !slot || !declared) return []
    return [{ ...slot, name, type: declared.type, doc: declared.doc, default: declared.default }]
  })
}
