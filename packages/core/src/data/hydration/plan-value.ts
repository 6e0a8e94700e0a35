import { attemptAll } from '../../base/reflection/attempt.ts'
import {
  undocumented,
  type Class,
  type NamedType,
  type TypeInfo,
} from '../../base/reflection/type-info.ts'
import { fold, isClosed, mentions, type TypeCases } from '../../base/reflection/type-tree.ts'
import { UnusableType } from '../validation/errors.ts'
import { compileObject } from '../validation/compile-object.ts'
import { ObjectPlan, type Slot, type ValuePlan } from '../validation/value-plan.ts'
import { planBuiltin } from './plan-builtin.ts'
import { ClassPlans } from './plan-class.ts'
import { planSchema } from './plan-schema.ts'
import { planSlot, type DeclaredField } from './plan-slot.ts'
import { bigintPlan } from '../validation/plans/bigint.ts'
import { booleanPlan } from '../validation/plans/boolean.ts'
import { enumeration } from '../validation/plans/enumeration.ts'
import { integerPlan } from '../validation/plans/integer.ts'
import { planKeys } from '../validation/plans/keys.ts'
import { list } from '../validation/plans/list.ts'
import { numberPlan } from '../validation/plans/number.ts'
import { object, recursiveObject } from '../validation/plans/object.ts'
import { record } from '../validation/plans/record.ts'
import { RecursivePlan } from '../validation/plans/recursive.ts'
import { stringPlan } from '../validation/plans/string.ts'
import { template } from '../validation/plans/template.ts'
import { tuple } from '../validation/plans/tuple.ts'
import { unknownPlan } from '../validation/plans/unknown.ts'
import { planUnion } from './plan-union.ts'
import { ownerOf, unreadableType } from '../validation/refuse-unreadable.ts'

const classes = new ClassPlans((declared, location, chain) =>
  planFieldIn(declared, contextOf(location, chain)),
)

/** Returns the plan of a DTO class and caches it. Throws if a constructor parameter cannot be set from data. */
export function planOf(target: Class): ObjectPlan {
  return classes.planOf(target)
}

/**
 * Plans a parameter or property from its type, whether it is required, and its constraints. `location` is for error
 * messages.
 */
export function planField(declared: DeclaredField, location: string): Slot {
  return planFieldIn(declared, contextOf(location))
}

/** Plans how values of a declared type are checked, cast and described. */
export function planValue(type: TypeInfo, location: string): ValuePlan {
  return planValueIn(type, contextOf(location))
}

/** The context of a type: its location for errors, and the enclosing types. */
interface PlanContext {
  /** The class and parameter, for error messages. */
  readonly location: string
  /** The enclosing classes that are being planned. */
  readonly chain: readonly ObjectPlan[]
  readonly structures: ReadonlyMap<string, ValuePlan>
  /** The plans of structural types that do not refer to an enclosing type. */
  readonly structuresByType: Map<TypeInfo, ObjectPlan>
}

/** Creates the context of a type whose only enclosing types are the classes in `chain`. */
function contextOf(location: string, chain: readonly ObjectPlan[] = []): PlanContext {
  return { location, chain, structures: noEnclosing, structuresByType: new Map() }
}

const noEnclosing: ReadonlyMap<string, ValuePlan> = new Map()

function planFieldIn(declared: DeclaredField, context: PlanContext): Slot {
  return planSlot(declared, context.location, (type) => planValueIn(type, context))
}

function planValueIn(type: TypeInfo, context: PlanContext): ValuePlan {
  return fold(type, plans, context)
}

const plans: TypeCases<ValuePlan, PlanContext> = {
  string: () => stringPlan,
  number: () => numberPlan,
  int: () => integerPlan,
  bigint: () => bigintPlan,
  boolean: () => booleanPlan,
  unknown: () => unknownPlan,
  enum: (type) => published(type, enumeration(type.values)),
  array: ({ items }, context) => list(elementPlanner(context)(items)),
  tuple: ({ items, least = items.length, rest }, context) => {
    const elementOf = elementPlanner(context)
    return tuple({ items: items.map(elementOf), least, rest: rest && elementOf(rest) })
  },
  record: ({ keys, values }, context) => {
    const elementOf = elementPlanner(context)
    return record(planKeys(keys, elementOf), elementOf(values))
  },
  template: ({ parts }) => template(parts),
  object: (type, context) => object(planStructure(type, context)),
  recursive: ({ name }, { structures }) => structures.get(name) as ValuePlan,
  class: (type, { location, chain }) => classes.planType(type, location, chain),
  union: planUnionIn,
  schema: (type, { location }) => planSchema(type, location),
  builtin: (type, context) => planBuiltin(type, context.location, elementPlanner(context)),
  typeParameter: refuseUnreadable,
  unreadable: refuseUnreadable,
  null: refuseEmpty,
  void: refuseEmpty,
}

function elementPlanner(context: PlanContext): (type: TypeInfo) => Slot {
  return (type) => planFieldIn({ type, attributes: [] }, context)
}

function refuseUnreadable(
  type: Parameters<typeof unreadableType>[0],
  { location }: PlanContext,
): never {
  throw unreadableType(type, location)
}

function refuseEmpty({ kind }: TypeInfo, { location }: PlanContext): never {
  throw new UnusableType(location, `the type "${kind}" is not for data. Use another type.`)
}

function planUnionIn(type: Extract<TypeInfo, { kind: 'union' }>, context: PlanContext): ValuePlan {
  const { name, members } = type
  if (name === undefined || !mentions(type, name)) {
    return published(type, planMembers(members, context))
  }
  const plan = new RecursivePlan(type)
  const structures = new Map(context.structures).set(name, plan)
  plan.fill(planMembers(members, { ...context, structures }))
  return plan
}

function planMembers(members: readonly TypeInfo[], context: PlanContext): ValuePlan {
  const plans = members.map((member) => planValueIn(member, context))
  return planUnion(plans, context.location)
}

/** Returns the plan of a type. If the type is exported, its schema is published under its name. */
function published(type: NamedType, plan: ValuePlan): ValuePlan {
  if (type.at === undefined) return plan
  const schema: ValuePlan['schema'] = (references) =>
    references.referenceToType(type, () => plan.schema(references))
  return { ...plan, schema }
}

type StructureType = Extract<TypeInfo, { kind: 'object' }>

function planStructure(type: StructureType, context: PlanContext): ObjectPlan {
  const known = context.structuresByType.get(type)
  if (known) return known
  const plan = createStructure(type, context)
  if (isClosed(type)) context.structuresByType.set(type, plan)
  return plan
}

function createStructure(type: StructureType, context: PlanContext): ObjectPlan {
  const plan = new ObjectPlan(type.name ?? '', undefined, {}, [], type)
  const structures = type.name
    ? new Map(context.structures).set(type.name, recursiveObject(plan))
    : context.structures
  const fields = attemptAll(
    type.properties,
    () => ownerOf(context.location),
    (property) => ({
      ...planFieldIn(
        { ...property, attributes: [] },
        { ...context, structures, location: `${context.location}.${property.name}` },
      ),
      name: property.name,
      isProperty: true,
      default: property.default,
      doc: property.doc ?? undocumented,
    }),
  )
  plan.fill(fields, compileObject)
  return plan
}
