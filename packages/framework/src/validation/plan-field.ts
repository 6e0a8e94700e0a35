import { attributesOfType, type ParameterReflection } from '../reflection/reflect.ts'
import { isConstraint, type Constraint } from './constraint.ts'
import { MisplacedConstraint } from './errors.ts'
import { withEach } from './each.ts'
import { ListOfAttribute } from './list-of.ts'
import { acceptsNull, planValue, type PlanContext } from './plan-value.ts'
import { bigintPlan } from './plans/bigint.ts'
import { booleanPlan } from './plans/boolean.ts'
import { list } from './plans/list.ts'
import { numberPlan } from './plans/number.ts'
import { stringPlan } from './plans/string.ts'
import { unknownPlan } from './plans/unknown.ts'
import type { Slot } from './slot.ts'
import { valueTypesOf, type ValuePlan } from './value-plan.ts'

type Declared = Pick<ParameterReflection, 'type' | 'attributes' | 'optional' | 'default'>

/** What a parameter or property declares: its type, its presence and its constraints. */
export function planField(declared: Declared, context: PlanContext): Slot {
  const { type } = declared
  const attributes = [...declared.attributes, ...attributesOfType(type)]
  const listOf = attributes.find((use) => use instanceof ListOfAttribute)
  const item = listOf?.item()
  const planned = item
    ? ({ kind: 'array', items: { kind: 'class', name: item.name, class: item } } as const)
    : type
  const constraints = attributes.filter(isConstraint)
  const each = withEach(planned, attributes, context.location)
  const plan = narrow(planValue(each, context), constraints)
  for (const constraint of constraints) refuseMisplaced(constraint, plan, context.location)
  return {
    plan,
    nullable: acceptsNull(type),
    optional:
      declared.optional === true || declared.default !== undefined || plan.acceptsAbsence === true,
    constraints,
  }
}

/** A constraint that is about one type says what a value of type unknown must be. */
function narrow(plan: ValuePlan, constraints: readonly Constraint[]): ValuePlan {
  const first = constraints.find(({ appliesTo }) => appliesTo)?.appliesTo?.[0]
  if (plan !== unknownPlan || first === undefined) return plan
  return {
    string: stringPlan,
    number: numberPlan,
    bigint: bigintPlan,
    boolean: booleanPlan,
    array: list({ plan: unknownPlan, nullable: true, optional: false, constraints: [] }),
  }[first]
}

function refuseMisplaced(constraint: Constraint, plan: ValuePlan, location: string): void {
  const { appliesTo } = constraint
  const types = valueTypesOf(plan)
  if (!appliesTo || appliesTo.some((type) => types.includes(type))) return
  const name = constraint.constructor.name.replace(/Constraint$/u, '')
  throw new MisplacedConstraint(
    location,
    `@${name} checks a ${appliesTo.join(' or ')}, but the type is ${types.join(' or ')}. ` +
      'Remove it, or put it on a parameter of that type.',
  )
}
