import type { ParameterReflection } from '../reflection/reflect.ts'
import { isConstraint, type Constraint } from './constraint.ts'
import { MisplacedConstraint } from './errors.ts'
import { ListOfAttribute } from './list-of.ts'
import { acceptsNull, planValue, type Surroundings } from './plan-value.ts'
import type { Slot } from './slot.ts'
import type { ValuePlan } from './value-plan.ts'

/** The place that a parameter declares: its type, its presence and its constraints. */
export function planField(parameter: ParameterReflection, around: Surroundings): Slot {
  const { attributes, type } = parameter
  const listOf = attributes.find((use) => use instanceof ListOfAttribute)
  const item = listOf?.item()
  const declared = item
    ? ({ kind: 'array', items: { kind: 'class', name: item.name, class: item } } as const)
    : type
  const plan = planValue(declared, around)
  const constraints = attributes.filter(isConstraint)
  for (const constraint of constraints) refuseMisplaced(constraint, plan, around.place)
  return {
    plan,
    nullable: acceptsNull(type),
    optional: parameter.optional === true || parameter.default !== undefined,
    constraints,
  }
}

function refuseMisplaced(constraint: Constraint, plan: ValuePlan, place: string): void {
  const { appliesTo } = constraint
  if (!appliesTo || appliesTo.some((type) => plan.jsonTypes.includes(type))) return
  const name = constraint.constructor.name.replace(/Constraint$/u, '')
  throw new MisplacedConstraint(
    place,
    `@${name} checks a ${appliesTo.join(' or ')}, but the type is ${plan.jsonTypes.join(' or ')}. ` +
      'Remove it, or put it on a parameter of that type.',
  )
}
