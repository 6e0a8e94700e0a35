import { attemptAll } from '../reflection/attempt.ts'
import type { Class, NamedType, TypeInfo } from '../reflection/type-info.ts'
import { isClosed, mentions } from '../reflection/type-tree.ts'
import { UnusableType } from './errors.ts'
import { ObjectPlan } from './object-plan.ts'
import { planBuiltin, planKeys } from './plan-builtin.ts'
import { planClass } from './plan-class.ts'
import { planSchema } from './plan-schema.ts'
import { planField } from './plan-field.ts'
import { bigintPlan } from './plans/bigint.ts'
import { booleanPlan } from './plans/boolean.ts'
import { enumeration } from './plans/enumeration.ts'
import { integerPlan } from './plans/integer.ts'
import { list } from './plans/list.ts'
import { numberPlan } from './plans/number.ts'
import { object, repeated } from './plans/object.ts'
import { record } from './plans/record.ts'
import { RecursivePlan } from './plans/recursive.ts'
import { stringPlan } from './plans/string.ts'
import { template } from './plans/template.ts'
import { tuple } from './plans/tuple.ts'
import { unknownPlan } from './plans/unknown.ts'
import { planUnion } from './plan-union.ts'
import { ownerOf, unreadableType } from './refuse-unreadable.ts'
import type { Slot } from './slot.ts'
import type { ValuePlan } from './value-plan.ts'

/** The context of a type: its location for errors, and the types around it. */
export interface PlanContext {
  /** Class and parameter, for error messages. */
  readonly location: string
  /** The classes around this type that are being hydrated. */
  readonly chain: readonly Class[]
  readonly structures: ReadonlyMap<string, ValuePlan>
  /** The plans of structures that do not refer to a type around them. */
  readonly known: Map<TypeInfo, ObjectPlan>
}

/** Creates the context of a type that only the classes of `chain` enclose. */
export function planContext(location: string, chain: readonly Class[] = []): PlanContext {
  return { location, chain, structures: noStructures, known: new Map() }
}

const noStructures: ReadonlyMap<string, ValuePlan> = new Map()

/** Plans how values of a declared type are checked, cast and described. */
export function planValue(type: TypeInfo, context: PlanContext): ValuePlan {
  switch (type.kind) {
    case 'string':
      return stringPlan
    case 'number':
      return numberPlan
    case 'int':
      return integerPlan
    case 'bigint':
      return bigintPlan
    case 'boolean':
      return booleanPlan
    case 'unknown':
      return unknownPlan
    case 'enum':
      return published(type, enumeration(type.values))
    case 'array':
      return list(planElement(type.items, context))
    case 'tuple':
      return tuple({
        items: type.items.map((item) => planElement(item, context)),
        least: type.least ?? type.items.length,
        rest: type.rest && planElement(type.rest, context),
      })
    case 'record':
      return record(planKeys(type.keys, context), planElement(type.values, context))
    case 'template':
      return template(type.parts)
    case 'object':
      return object(planStructure(type, context))
    case 'recursive':
      return context.structures.get(type.name) as ValuePlan
    case 'class':
      return planClass(type, context)
    case 'union':
      return planNamedUnion(type, context)
    case 'schema':
      return planSchema(type, context.location)
    case 'builtin':
      return planBuiltin(type, context)
    case 'typeParameter':
    case 'unreadable':
      throw unreadableType(type, context.location)
    case 'null':
    case 'void':
      throw new UnusableType(
        context.location,
        `the type "${type.kind}" leaves nothing to fill. Name a type that has values.`,
      )
  }
}

function planNamedUnion(
  type: Extract<TypeInfo, { kind: 'union' }>,
  context: PlanContext,
): ValuePlan {
  const { name, members } = type
  if (name === undefined || !mentions(type, name)) {
    return published(type, planUnion(members, context))
  }
  const plan = new RecursivePlan(type)
  const structures = new Map(context.structures).set(name, plan)
  plan.fill(planUnion(members, { ...context, structures }))
  return plan
}

/** Returns the plan of a type that is published under its name if it has one. */
function published(type: NamedType, plan: ValuePlan): ValuePlan {
  if (type.at === undefined) return plan
  const schema: ValuePlan['schema'] = (references) =>
    references.referenceToType(type, () => plan.schema(references))
  return { ...plan, schema }
}

/** Plans an element of a list, a tuple, a record or another collection. */
export function planElement(type: TypeInfo, context: PlanContext): Slot {
  return planField({ type, attributes: [] }, context)
}

export function acceptsNull(type: TypeInfo): boolean {
  return type.nullable === true || type.kind === 'unknown'
}

type StructureType = Extract<TypeInfo, { kind: 'object' }>

function planStructure(type: StructureType, context: PlanContext): ObjectPlan {
  const known = context.known.get(type)
  if (known) return known
  const plan = createStructure(type, context)
  if (isClosed(type)) context.known.set(type, plan)
  return plan
}

function createStructure(type: StructureType, context: PlanContext): ObjectPlan {
  const plan = new ObjectPlan(type.name ?? '', undefined, {}, [], type)
  const structures = type.name
    ? new Map(context.structures).set(type.name, repeated(plan))
    : context.structures
  const fields = attemptAll(
    type.properties,
    () => ownerOf(context.location),
    (property) => ({
      ...planField(
        { ...property, attributes: [] },
        { ...context, structures, location: `${context.location}.${property.name}` },
      ),
      name: property.name,
      isProperty: true,
      default: property.default,
      doc: property.doc ?? {},
    }),
  )
  plan.fill(fields)
  return plan
}
