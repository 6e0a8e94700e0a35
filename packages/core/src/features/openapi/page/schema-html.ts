import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import { escapeHtml } from './page-shell.ts'

/** Returns the type of a schema, followed by its description, its other keywords and its parts. */
export function schemaHtml(schema: unknown): string {
  return `<span class="type">${typeHtml(schema)}</span>${detailsHtml(schema)}`
}

/** Returns a parameter, header or property as an item of a list. */
export function valueHtml(name: string, schema: unknown, notes: readonly string[] = []): string {
  const marks = notes.map((note) => ` <em>${escapeHtml(note)}</em>`).join('')
  return `<li><code class="name">${escapeHtml(name)}</code>${marks} ${schemaHtml(schema)}</li>`
}

/** Returns a list; an empty string if it has no items. */
export function listHtml(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`
}

/** Returns keywords with their values as JSON. */
export function keywordsHtml(keywords: Readonly<Record<string, unknown>>): string {
  return Object.entries(keywords)
    .map(([name, value]) => ` <code class="keyword">${escapeHtml(name)}: ${toJson(value)}</code>`)
    .join('')
}

/** Returns the paragraphs of a description; an empty string without a description. */
export function paragraphsHtml(description: unknown): string {
  if (typeof description !== 'string') return ''
  return description
    .split(/\n\s*\n/u)
    .map((paragraph) => `<p class="text">${escapeHtml(paragraph)}</p>`)
    .join('')
}

/** Returns the id of the element that shows a component of the document. */
export function anchorOf(kind: 'schemas' | 'responses', name: string): string {
  return escapeHtml(`${kind}-${encodeURIComponent(name.toWellFormed())}`)
}

/** Returns a reference as a link to the element that shows its component. */
export function referenceHtml(reference: string, label?: string): string {
  const [, kind, name] = /^#\/components\/(schemas|responses)\/(.+)$/su.exec(reference) ?? []
  const text = escapeHtml(label ?? name ?? reference)
  if (name === undefined) return text
  return `<a href="#${anchorOf(kind as 'schemas' | 'responses', name)}">${text}</a>`
}

/** Formats a value as JSON; on several lines if `indent` is set. */
export function toJson(value: unknown, indent?: number): string {
  return escapeHtml(JSON.stringify(value, undefined, indent) ?? '')
}

/** Describes the type in a few words, such as `list of Order or null`. */
function typeHtml(schema: unknown): string {
  if (schema === false) return 'nothing'
  return (isObject(schema) && knownType(schema)) || 'any value'
}

/** Describes the type; an empty string if the schema has no type. */
function knownType(schema: JsonSchema): string {
  const { $ref: reference, type, enum: values, anyOf, oneOf, allOf } = schema
  if (typeof reference === 'string') return referenceHtml(reference)
  if ('const' in schema) return valueOf(schema['const'])
  if (Array.isArray(values)) return values.map(valueOf).join(' or ')
  if (type !== undefined)
    return [type]
      .flat()
      .map((name) => namedType(String(name), schema))
      .join(' or ')
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)]
  if (alternatives.length > 0) return alternatives.map(typeHtml).join(' or ')
  return listOf(allOf).map(typeHtml).join(' and ')
}

function valueOf(value: unknown): string {
  return `<code>${toJson(value)}</code>`
}

function namedType(name: string, { items, additionalProperties }: JsonSchema): string {
  if (name === 'array' && isObject(items)) return `list of ${innerType(items)}`
  if (name !== 'object' || !isObject(additionalProperties)) return escapeHtml(name)
  return `map of ${innerType(additionalProperties)}`
}

function innerType(schema: JsonSchema): string {
  const type = typeHtml(schema)
  return / (?:or|and) /u.test(type) ? `(${type})` : type
}

/** Keywords that are already shown as the type or the parts of a schema. */
const shown = new Set([
  'discriminator',
  '$ref',
  'type',
  'const',
  'enum',
  'description',
  'properties',
  'required',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
])

function detailsHtml(schema: unknown): string {
  if (!isObject(schema)) return ''
  const others = Object.entries(schema).filter(([name, value]) => {
    // A format is more readable than its pattern, which has hundreds of characters.
    if (name === 'pattern') return schema['format'] === undefined
    return !shown.has(name) && !(name === 'additionalProperties' && isObject(value))
  })
  const keywords = keywordsHtml(Object.fromEntries(others))
  return keywords + paragraphsHtml(schema['description']) + listHtml(partsOf(schema))
}

/** Returns the properties, and any other parts that the type description does not show. */
function partsOf(schema: JsonSchema): string[] {
  const { items, prefixItems, additionalProperties, anyOf, oneOf, allOf } = schema
  const elements = listOf(prefixItems).map(
    (each, index) => `<li>${index}: ${schemaHtml(each)}</li>`,
  )
  return [
    ...propertiesOf(schema),
    ...elements,
    ...partOf('each element', items),
    ...partOf('each value', additionalProperties),
    ...[anyOf, oneOf].flatMap(listOf).flatMap((each) => partOf('or', each, true)),
    ...listOf(allOf).flatMap((each) => partOf('and', each, true)),
  ]
}

function propertiesOf({ properties, required }: JsonSchema): string[] {
  const declared = isObject(properties) ? Object.entries(properties) : []
  const names = new Set(listOf(required).map(String))
  const known = declared.map(([name, schema]) =>
    valueHtml(name, schema, names.delete(name) ? ['required'] : []),
  )
  return [...known, ...Array.from(names, (name) => valueHtml(name, {}, ['required']))]
}

function partOf(label: string, schema: unknown, withType = false): string[] {
  const details = detailsHtml(schema)
  if (!isObject(schema) || !details) return []
  return [`<li>${label} ${withType ? knownType(schema) : ''}${details}</li>`]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
