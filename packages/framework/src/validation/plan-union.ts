import type { TypeInfo } from '../reflection/type-info.ts'
import { UnusableType } from './errors.ts'
import type { ObjectPlan } from './object-plan.ts'
import { planValue, type Surroundings } from './plan-value.ts'
import { discriminatedUnion, plainUnion, type Alternative } from './plans/union.ts'
import type { ValuePlan } from './value-plan.ts'

/** Objects are told apart by a literal field, everything else by its JSON type. */
export function planUnion(members: readonly TypeInfo[], around: Surroundings): ValuePlan {
  const plans = members.map((member) => planValue(member, around))
  const objects = plans.filter(hasObject)
  const others = plans.filter((plan) => !hasObject(plan))
  const first = objects[0]
  if (objects.length > 1) others.push(discriminate(objects, around.place))
  else if (first) others.push(first)
  refuseOverlap(others, around.place)
  return others.length === 1 ? (others[0] as ValuePlan) : plainUnion(others)
}

type WithObject = ValuePlan & { readonly object: ObjectPlan }

function hasObject(plan: ValuePlan): plan is WithObject {
  return plan.object !== undefined
}

function discriminate(plans: readonly WithObject[], place: string): ValuePlan {
  const names = (plans[0] as WithObject).object.fields.map((field) => field.name)
  for (const name of names) {
    const alternatives = plans.flatMap((plan): Alternative[] => {
      const field = plan.object.fields.find((candidate) => candidate.name === name)
      if (!field?.plan.literals || field.optional || field.nullable) return []
      return [{ plan, values: field.plan.literals }]
    })
    const values = alternatives.flatMap((alternative) => alternative.values)
    const isDistinct = new Set(values).size === values.length
    if (alternatives.length === plans.length && isDistinct)
      return discriminatedUnion(name, alternatives)
  }
  throw new UnusableType(
    place,
    `nothing tells ${plans.map((plan) => plan.object.name || 'an object').join(' and ')} apart. ` +
      "Give each a field of the same name with a literal type of its own, such as kind: 'card' and kind: 'cash'.",
  )
}

function refuseOverlap(plans: readonly ValuePlan[], place: string): void {
  const seen = new Set<string>()
  for (const jsonType of plans.flatMap((plan) => plan.jsonTypes)) {
    if (seen.has(jsonType)) {
      throw new UnusableType(
        place,
        `two members of the union are both a JSON ${jsonType}, so nothing tells them apart. Declare one of them.`,
      )
    }
    seen.add(jsonType)
  }
}
