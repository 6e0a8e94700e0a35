import { UnusableType } from '../validation/errors.ts'
import type { ObjectPlan, ValuePlan } from '../validation/value-plan.ts'
import {
  discriminatedUnion,
  findDiscriminator,
  plainUnion,
  type LiteralProperties,
} from '../validation/plans/union.ts'

/** Plans a union. Objects are distinguished by a literal field, other members by their JSON type. */
export function planUnion(plans: readonly ValuePlan[], location: string): ValuePlan {
  const objects = plans.filter(hasObject)
  const others = plans
    .filter((plan) => !hasObject(plan))
    .toSorted((a, b) => Number(a.reportsOwnErrors ?? false) - Number(b.reportsOwnErrors ?? false))
  const first = objects[0]
  if (objects.length > 1) others.push(discriminate(objects, location))
  else if (first) others.push(first)
  refuseOverlap(others, location)
  return others.length === 1 ? (others[0] as ValuePlan) : plainUnion(others)
}

type WithObject = ValuePlan & { readonly object: ObjectPlan }

function hasObject(plan: ValuePlan): plan is WithObject {
  return plan.object !== undefined
}

function discriminate(plans: readonly WithObject[], location: string): ValuePlan {
  const found = findDiscriminator(plans.map(literalFields))
  if (found) {
    const { name, values } = found
    return discriminatedUnion(
      name,
      plans.map((plan, index) => ({ plan, values: values[index] ?? [] })),
    )
  }
  throw new UnusableType(
    location,
    `${plans.map((plan) => plan.object.name || 'an object').join(' and ')} cannot be distinguished. ` +
      "Give each a field of the same name with a different literal type, such as kind: 'card' and kind: 'cash'.",
  )
}

function literalFields({ object }: WithObject): LiteralProperties {
  return new Map(
    object.fields.flatMap(({ name, plan: { literals }, optional, nullable }) =>
      literals && !optional && !nullable ? [[name, literals]] : [],
    ),
  )
}

function refuseOverlap(plans: readonly ValuePlan[], location: string): void {
  const seen = new Set<string>()
  for (const jsonType of plans.flatMap((plan) => plan.jsonTypes)) {
    if (seen.has(jsonType)) {
      throw new UnusableType(
        location,
        `two members of the union are both a JSON ${jsonType}, so they cannot be distinguished. Keep one of them.`,
      )
    }
    seen.add(jsonType)
  }
}
