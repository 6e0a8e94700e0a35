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
import { isHidden } from './shown-form.ts'
import { isTransform, type Transform } from './transform.ts'
import { valueTypesOf, type ValuePlan } from './value-plan.ts'

type Declared = Pick<ParameterReflection, 'type' | 'attributes' | 'optional' | 'default'>

/** Plans a parameter or property from its type, its presence and its constraints. */
export function planField(declared: Declared, context: PlanContext): Slot {
  const { type } = declared
  const ofType = attributesOfType(type)
  const attributes = ofType.length > 0 ? [...declared.attributes, ...ofType] : declared.attributes
  if (attributes.length === 0) return slotFor(declared, planValue(type, context), [])
  const listOf = attributes.find((use) => use instanceof ListOfAttribute)
  const item = listOf?.item()
  const planned = item
    ? ({ kind: 'array', items: { kind: 'class', name: item.name, class: item } } as const)
    : type
  const constraints = attributes.filter(isConstraint)
  const transforms = attributes.filter(isTransform)
  const rules = [...transforms, ...constraints]
  const each = withEach(planned, attributes, context.location)
  const plan = narrow(planValue(each, context), rules)
  for (const rule of rules) refuseMisplaced(rule, plan, context.location)
  for (const transform of transforms) refuseWaiting(transform, context.location)
  return {
    ...slotFor(declared, plan, constraints),
    ...(transforms.length > 0 && { transforms }),
    ...(isHidden(attributes) && { isHidden: true as const }),
  }
}

function slotFor(
  { type, optional, default: given }: Declared,
  plan: ValuePlan,
  constraints: readonly Constraint[],
): Slot {
  return {
    plan,
    nullable: acceptsNull(type),
    optional: optional === true || given !== undefined || plan.acceptsAbsence === true,
    constraints,
  }
}

type Rule = Constraint | Transform

/** Narrows a value of type unknown to the type that its first constraint applies to. */
function narrow(plan: ValuePlan, rules: readonly Rule[]): ValuePlan {
  const first = rules.find(({ appliesTo }) => appliesTo)?.appliesTo?.[0]
  if (plan !== unknownPlan || first === undefined) return plan
  return {
    string: stringPlan,
    number: numberPlan,
    bigint: bigintPlan,
    boolean: booleanPlan,
    array: list({ plan: unknownPlan, nullable: true, optional: false, constraints: [] }),
  }[first]
}

function refuseMisplaced(rule: Rule, plan: ValuePlan, location: string): void {
  const { appliesTo } = rule
  const types = valueTypesOf(plan)
  if (!appliesTo || appliesTo.some((type) => types.includes(type))) return
  const name = nameOf(rule)
  const kinds = appliesTo.join(' or ')
  const declared = types.join(' or ')
  throw new MisplacedConstraint(
    location,
    isTransform(rule)
      ? `@${name} changes a ${kinds}, but the type is ${declared}. Remove it, or put it on a parameter of that type.`
      : `@${name} checks a ${kinds}, but the type is ${declared}. Remove it, or put it on a parameter of that type.`,
  )
}

function refuseWaiting(transform: Transform, location: string): void {
  if (transform.transform.constructor.name !== 'AsyncFunction') return
  throw new MisplacedConstraint(
    location,
    `the transform of @${nameOf(transform)} is async, and a value cannot wait. Wait in the method that takes it.`,
  )
}

function nameOf(rule: Rule): string {
  return rule.constructor.name.replace(/(?:Constraint|Transform)$/u, '')
}
