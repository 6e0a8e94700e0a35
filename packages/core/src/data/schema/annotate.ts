import type { Documentation } from '../../base/reflection/type-info.ts'
import type { Constraint } from '../validation/constraint.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type { Slot, SchemaReferences } from '../validation/value-plan.ts'
import { findDifference } from './find-difference.ts'
import { formatExample } from './format-example.ts'

/** The doc comment and the default value of a declaration. */
export interface Annotations {
  readonly doc: Documentation
  readonly default?: { readonly value?: unknown } | undefined
}

/** Adds the doc comment and examples to a schema, and the default if it is a literal that is valid for the schema. */
export function annotate(
  schema: JsonSchema,
  {
    doc,
    default: defaultValue,
    constraints = [],
    transforms,
  }: Annotations & Partial<Pick<Slot, 'constraints' | 'transforms'>>,
  references: SchemaReferences,
): JsonSchema {
  const { deprecated } = doc
  const description = [describe(doc), transforms && schema['description']]
    .filter(Boolean)
    .join('\n\n')
  const examples = examplesOf(doc, schema, references)
  const hasDefault =
    defaultValue !== undefined &&
    'value' in defaultValue &&
    fits(defaultValue.value, schema, references) &&
    constraints.every((constraint) => isAccepted(constraint, defaultValue.value))
  if (!description && !deprecated && !hasDefault && examples.length === 0) return schema
  return {
    ...schema,
    ...(description && { description }),
    ...(deprecated && { deprecated: true }),
    ...(hasDefault && { default: defaultValue.value }),
    ...(examples.length > 0 && { examples }),
  }
}

function fits(value: unknown, schema: JsonSchema, references: SchemaReferences): boolean {
  return !findDifference(value, schema, (reference) => references.resolve(reference))
}

/**
 * True if a constraint accepts the value. The keywords of custom constraints are unknown, so the constraint itself is
 * called.
 */
function isAccepted(constraint: Constraint, value: unknown): boolean {
  const applies = constraint.appliesTo?.some((type) => type === typeof value) ?? value !== null
  return !applies || constraint.validate(value) === null
}

function examplesOf(
  { examples = [] }: Documentation,
  schema: JsonSchema,
  references: SchemaReferences,
): unknown[] {
  if (examples.length > 0) return readExamples(examples, schema, references)
  const example = formatExample(schema)
  return example === undefined ? [] : [example]
}

/** Returns the whole doc comment as paragraphs. */
export function describe({ summary, description, deprecated }: Documentation): string {
  if (!summary && !description && !deprecated) return ''
  const note = typeof deprecated === 'string' ? `Deprecated: ${deprecated}` : undefined
  return [summary, description, note].filter(Boolean).join('\n\n')
}

/**
 * Returns the values of `@example` tags, as JSON or as plain strings, depending on the schema. Invalid ones are left
 * out.
 */
export function readExamples(
  texts: readonly string[],
  schema: JsonSchema,
  references: SchemaReferences,
): unknown[] {
  return texts.flatMap((each) => {
    const text = each.trim()
    const json = parse(text)
    const isText = [schema['type']].flat().includes('string') && !/^(?:".*"|null)$/su.test(text)
    const candidates = isText ? [text, ...json] : [...json, text]
    return candidates.filter((value) => fits(value, schema, references)).slice(0, 1)
  })
}

function parse(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
