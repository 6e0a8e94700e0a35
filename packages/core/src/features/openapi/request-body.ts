import { mayBeEmpty } from '../../http/binding/parameter-resolver.ts'
import type { Route } from '../../http/routing/route.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { childTypes } from '../../base/reflection/type-tree.ts'
import { describe } from '../../data/schema/annotate.ts'
import { fieldSchema, objectKeywords } from '../../data/schema/object-schema.ts'
import type { Content, Encoding, MediaType, RequestBody } from '../../data/schema/operation.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
import type { Field, Slot, SchemaReferences } from '../../data/validation/value-plan.ts'
import { slotSchema } from '../../data/validation/schema/slot-schema.ts'
import type { DescribedSlot } from './described-slots.ts'
import { describeExamples } from './examples.ts'
import { isNested } from './parameters.ts'

/** Returns the request body of a route in all its media types; undefined if the route reads no body. */
export function describeRequestBody(
  route: Route,
  slots: readonly DescribedSlot[],
  references: SchemaReferences,
): RequestBody | undefined {
  if (!route.arguments.readsBody) return undefined
  const body = slots.find(({ kind }) => kind === 'body')
  const uploads = slots.filter(({ kind }) => kind === 'upload')
  const description = body && describe(body.doc)
  const schema = bodySchema(body, uploads, references)
  const { doc } = route.declaration.method
  const media: MediaType = { schema, ...describeExamples(doc, schema, references) }
  return {
    ...(description && { description }),
    ...((requiresBody(body) || uploads.some(isRequiredFile)) && { required: true }),
    content: contentOf(media, body, uploads.length > 0),
  }
}

function bodySchema(
  body: DescribedSlot | undefined,
  uploads: readonly DescribedSlot[],
  references: SchemaReferences,
): JsonSchema {
  const files = objectKeywords(
    uploads.map((upload) => ({
      name: upload.name,
      schema: fieldSchema({ ...upload, nullable: false }, references),
      isRequired: isRequiredFile(upload),
    })),
  )
  if (!body) return files
  const schema = slotSchema(body, references)
  return uploads.length > 0 ? { allOf: [schema, files] } : schema
}

/** True if a file is required. If null is accepted, a missing file becomes null. */
function isRequiredFile({ optional, nullable }: Slot): boolean {
  return !optional && !nullable
}

/** True if a route requires a body: the parameter is required, and it is not an object that may be empty. */
export function requiresBody(body: DescribedSlot | undefined): boolean {
  if (!body || mayBeEmpty(body)) return false
  const { object, jsonTypes } = body.plan
  return object ? object.fields.some((field) => !field.optional) : !jsonTypes.includes('object')
}

function contentOf(
  media: MediaType,
  body: DescribedSlot | undefined,
  hasUploads: boolean,
): Content {
  const { fields = [] } = body?.plan.object ?? {}
  if (hasUploads || (body && containsFile(body.type))) {
    return { 'multipart/form-data': withEncoding(media, fields.filter(hasJsonParts), jsonEncoding) }
  }
  if (!body?.plan.jsonTypes.includes('object')) return { 'application/json': media }
  const nested = fields.filter(({ plan }) => isNested(plan))
  return {
    'application/json': media,
    'application/x-www-form-urlencoded': withEncoding(media, nested, deepObjectEncoding),
  }
}

/** The encoding for `customer[name]`. */
const deepObjectEncoding: Encoding = { style: 'deepObject', explode: true }

const jsonEncoding: Encoding = { contentType: 'application/json' }

/** True if a field is sent as JSON parts: an object, or a list of objects. */
function hasJsonParts({ plan }: Field): boolean {
  return (plan.elements ?? [plan]).every(isNested)
}

function withEncoding(media: MediaType, fields: readonly Field[], encoding: Encoding): MediaType {
  if (fields.length === 0) return media
  return { ...media, encoding: Object.fromEntries(fields.map(({ name }) => [name, encoding])) }
}

/** True if a value of the type may contain an uploaded file. */
export function containsFile(type: TypeInfo, seen: Set<Class> = new Set()): boolean {
  if (type.kind === 'builtin' && type.name === 'File') return true
  if (childTypes(type).some((child) => containsFile(child, seen))) return true
  const target = type.kind === 'class' ? type.class : undefined
  if (!target || seen.has(target) || !isReflectable(target)) return false
  seen.add(target)
  return reflect(target).parameters.some((parameter) => containsFile(parameter.type, seen))
}
