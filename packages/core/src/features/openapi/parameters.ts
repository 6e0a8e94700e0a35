import { isList } from '../../http/binding/parameter-resolver.ts'
import type { Route } from '../../http/routing/route.ts'
import { annotate, describe, type Annotations } from '../../data/schema/annotate.ts'
import type { Parameter } from '../../data/schema/operation.ts'
import { stringPlan } from '../../data/validation/plans/string.ts'
import { slotSchema, type PublishedSlot } from '../../data/validation/schema/slot-schema.ts'
import type { SchemaReferences, ValuePlan } from '../../data/validation/value-plan.ts'
import type { DescribedSlot } from './described-slots.ts'

const anyText: PublishedSlot & Annotations = {
  plan: stringPlan,
  nullable: false,
  constraints: [],
  doc: {},
}

/**
 * Returns the path, query, header and cookie parameters of a route. `names` are the documented names of the
 * placeholders.
 */
export function describeParameters(
  { placeholders }: Route,
  slots: readonly DescribedSlot[],
  names: readonly string[],
  references: SchemaReferences,
): Parameter[] {
  const path = placeholders.map((placeholder, index): Parameter => {
    const matches = ({ kind, name }: DescribedSlot) => kind === 'path' && name === placeholder
    const slot = slots.find(matches) ?? anyText
    const name = names[index] ?? placeholder
    return { name, in: 'path', required: true, ...describeText(slot, references) }
  })
  const query = slots.filter(({ kind }) => kind === 'query')
  const texts = slots.flatMap((slot) =>
    slot.kind === 'header' || slot.kind === 'cookie'
      ? describeTextParameter(slot.kind, slot, references)
      : [],
  )
  return [...path, ...query.flatMap((slot) => describeQuery(slot, references)), ...texts]
}

/** The headers that OpenAPI describes elsewhere and ignores as parameters. */
const reservedHeaders = new Set(['accept', 'content-type', 'authorization'])

function describeTextParameter(
  location: 'header' | 'cookie',
  slot: DescribedSlot,
  references: SchemaReferences,
): Parameter[] {
  const { source: name, plan } = slot
  if (location === 'header' && reservedHeaders.has(name)) return []
  const isSplit = location === 'cookie' && isList(plan)
  const style = isSplit && ({ style: 'form', explode: false } as const)
  return [{ name, in: location, ...style, ...describeText(slot, references) }]
}

function describeQuery(slot: DescribedSlot, references: SchemaReferences): Parameter[] {
  const { name, plan } = slot
  const takesWholeQuery = plan.jsonTypes.length === 1 && plan.jsonTypes[0] === 'object'
  if (!takesWholeQuery) return [{ name, in: 'query', ...describeText(slot, references) }]
  if (!plan.object) {
    return [{ name, in: 'query', style: 'form', explode: true, ...describeText(slot, references) }]
  }
  return plan.object.fields.map((field) => ({
    name: field.name,
    in: 'query',
    ...(!field.optional && { required: true }),
    ...(isNested(field.plan) && { style: 'deepObject', explode: true }),
    ...describeText(field, references),
  }))
}

/** True if a value is written as `name[part]` in a query string or form. */
export function isNested(plan: ValuePlan): boolean {
  return plan.jsonTypes.every((type) => type === 'object') && !plan.valueTypes
}

/**
 * Describes a parameter that is sent as a string. Its schema excludes null, because no string is
 * read as null, not even an empty one.
 */
function describeText(slot: PublishedSlot & Annotations, references: SchemaReferences) {
  const { doc } = slot
  const description = describe(doc)
  const { deprecated, examples = [] } = doc
  return {
    ...(description && { description }),
    ...(deprecated && ({ deprecated: true } as const)),
    schema: annotate(
      slotSchema({ ...slot, nullable: false }, references),
      { ...slot, doc: { examples } },
      references,
    ),
  }
}
