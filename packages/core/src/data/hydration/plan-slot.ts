import { exactList } from '../../base/platform/exact-list.ts'
import { attributesOfType } from '../../base/reflection/reflect.ts'
import type { ParameterReflection } from '../../base/reflection/class-reflection.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { isConstraint, type Constraint } from '../validation/constraint.ts'
import { MisplacedConstraint } from '../validation/errors.ts'
import { withEach } from './each.ts'
import { ListOfAttribute } from '../validation/list-of.ts'
import { bigintPlan } from '../validation/plans/bigint.ts'
import { booleanPlan } from '../validation/plans/boolean.ts'
import { list } from '../validation/plans/list.ts'
import { numberPlan } from '../validation/plans/number.ts'
import { stringPlan } from '../validation/plans/string.ts'
import { unknownPlan } from '../validation/plans/unknown.ts'
import { valueTypesOf, type Slot, type ValuePlan } from '../validation/value-plan.ts'
import { isHidden } from '../validation/json-shape.ts'
import { isTransform, type Transform } from '../validation/transform.ts'

/** The declaration of a parameter or property. */
export type DeclaredField = Pick<
  ParameterReflection,
  'type' | 'attributes' | 'optional' | 'default'
>

/**
 * Plans a parameter or property from its type, whether it is required, and its constraints. `planType` plans the type.
 */
export function planSlot(
  declared: DeclaredField,
  location: string,
  planType: (type: TypeInfo) => ValuePlan,
): Slot {
  const { type } = declared
  const ofType = attributesOfType(type)
  const attributes = ofType.length > 0 ? [...declared.attributes, ...ofType] : declared.attributes
  const constraints = exactList(attributes.filter(isConstraint))
  if (attributes.length === 0) return slotFor(declared, planType(type), constraints)
  const listOf = attributes.find((use) => use instanceof ListOfAttribute)
  const item = listOf?.item()
  const planned = item
    ? ({ kind: 'array', items: { kind: 'class', name: item.name, class: item } } as const)
    : type
  const transforms = attributes.filter(isTransform)
  const rules = [...transforms, ...constraints]
  const each = withEach(planned, attributes, location)
  const plan = narrow(planType(each), rules)
  for (const rule of rules) refuseMisplaced(rule, plan, location)
  for (const transform of transforms) refuseAsync(transform, location)
  return {
    ...slotFor(declared, plan, constraints),
    ...(transforms.length > 0 && { transforms }),
    ...(isHidden(attributes) && { isHidden: true as const }),
  }
}

function slotFor(
  { type, optional, default: defaultValue }: DeclaredField,
  plan: ValuePlan,
  constraints: readonly Constraint[],
): Slot {
  return {
    plan,
    nullable: acceptsNull(type),
    optional: optional === true || defaultValue !== undefined || plan.acceptsUndefined === true,
    constraints,
  }
}

/** True if null is a value of the type. */
export function acceptsNull(type: TypeInfo): boolean {
  return type.nullable === true || type.kind === 'unknown'
}

type Rule = Constraint | Transform

/** Returns the plan; for the type `unknown`, the plan of the type that the first transform or constraint applies to. */
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
    `@${name} is for values of type ${kinds}, but the type is ${declared}. Remove it, or change the type.`,
  )
}

function refuseAsync(transform: Transform, location: string): void {
  if (transform.transform.constructor.name !== 'AsyncFunction') return
  throw new MisplacedConstraint(
    location,
    `the transform of @${nameOf(transform)} is async, which is not supported. Move the await to the method that uses the value.`,
  )
}

function nameOf(rule: Rule): string {
  return rule.constructor.name.replace(/(?:Constraint|Transform)$/u, '')
}
