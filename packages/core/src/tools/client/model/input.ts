import { describedSlots, type DescribedSlot } from '../../../features/openapi/described-slots.ts'
import { containsFile, requiresBody } from '../../../features/openapi/request-body.ts'
import type { Route } from '../../../http/routing/route.ts'
import type { Documentation, TypeInfo } from '../../../base/reflection/type-info.ts'
import { checkedFields, type CheckedField, type CheckedSlot } from './checked-slot.ts'
import { needsWriting } from '../types/conversions.ts'
import { describedClass, propertiesOf } from '../types/properties.ts'

/** The input of an operation. */
export interface ClientInput {
  readonly members: readonly InputMember[]
  readonly isOptional: boolean
  readonly send: BodyFormat | undefined
  /** The body that `schemas.js` validates. */
  readonly checkedBody: CheckedSlot | undefined
  readonly checkedQuery: readonly CheckedField[]
}

export interface InputMember {
  readonly name: string
  readonly type: TypeInfo
  readonly isRequired: boolean
  /** True if the name is an index signature. */
  readonly isIndex?: boolean
  readonly doc: Documentation
}

/** The format in which a body is sent. With `asWire`, it is converted and then sent as JSON. */
type BodyFormat =
  | { readonly kind: 'asJson' | 'asWire' }
  | {
      readonly kind: 'asForm'
      /** The fields that are sent as JSON. */
      readonly json: readonly string[]
      readonly files: readonly string[]
    }

/** Returns the input of the operation of a route. */
export function createInput(route: Route): ClientInput {
  const slots = describedSlots(route)
  const body = slots.find(({ kind }) => kind === 'body')
  const uploads = slots.filter(({ kind }) => kind === 'upload')
  const queries = slots.filter(({ kind }) => kind === 'query')
  const all = [
    ...route.placeholders.map((name) => placeholderMember(name, slots)),
    ...(body ? [bodyMember(body)] : []),
    ...uploads.map(uploadMember),
    ...queries.flatMap(queryMembers),
  ]
  // If a query field has the same name as an earlier member, the earlier one is used.
  const members = [...new Map(all.toReversed().map((each) => [each.name, each])).values()]
  return {
    members: members.toReversed(),
    isOptional: !members.some(({ isRequired }) => isRequired),
    send: bodyFormatOf(route, body, uploads),
    checkedBody: body && {
      location: 'body',
      type: body.type,
      attributes: attributesOf(route, body),
      mayBeAbsent: !requiresBody(body),
    },
    checkedQuery: queries
      .flatMap((slot) => checkedQuery(route, slot))
      .map((field) => (field.mayBeAbsent ? { ...field, type: orNull(field.type) } : field)),
  }
}

function checkedQuery(route: Route, slot: DescribedSlot): CheckedField[] {
  const { name, type } = slot
  if (takesWholeQuery(slot)) return checkedFields(type, name)
  return [{ name, location: name, type, attributes: attributesOf(route, slot), mayBeAbsent: true }]
}

function placeholderMember(name: string, slots: readonly DescribedSlot[]): InputMember {
  const slot = slots.find((each) => each.kind === 'path' && each.name === name)
  return { name, type: slot?.type ?? stringOrNumber, isRequired: true, doc: slot?.doc ?? {} }
}

const stringOrNumber: TypeInfo = {
  kind: 'union',
  members: [{ kind: 'string' }, { kind: 'number' }],
}

function bodyMember(slot: DescribedSlot): InputMember {
  const { type, doc } = slot
  return { name: 'body', type, isRequired: requiresBody(slot), doc }
}

function uploadMember({ name, type, doc, optional, nullable }: DescribedSlot): InputMember {
  const isRequired = !optional && !nullable
  return { name, type: isRequired ? type : orNull(type), isRequired, doc }
}

/** Returns the members for a query. Its values are optional unless a class or structural type requires them. */
function queryMembers(slot: DescribedSlot): InputMember[] {
  const { name, type, doc } = slot
  if (!takesWholeQuery(slot)) return [{ name, type: orNull(type), isRequired: false, doc }]
  if (type.kind !== 'object' && !(type.kind === 'class' && describedClass(type, 'request'))) {
    const values: TypeInfo = type.kind === 'record' ? orNull(type.values) : { kind: 'unknown' }
    return [{ name: '[name: string]', type: values, isRequired: false, isIndex: true, doc }]
  }
  return propertiesOf(type, 'request').map((property) =>
    property.isRequired ? property : { ...property, type: orNull(property.type) },
  )
}

/** True if a parameter receives the whole query. */
function takesWholeQuery({ plan: { jsonTypes } }: DescribedSlot): boolean {
  return jsonTypes.length === 1 && jsonTypes[0] === 'object'
}

function orNull(type: TypeInfo): TypeInfo {
  return { ...type, nullable: true }
}

function bodyFormatOf(
  route: Route,
  body: DescribedSlot | undefined,
  uploads: readonly DescribedSlot[],
): BodyFormat | undefined {
  if (uploads.length > 0 || (body && containsFile(body.type))) {
    const files = uploads.map(({ name }) => name)
    return { kind: 'asForm', json: jsonFields(route, body), files }
  }
  return body && { kind: needsWriting(body.type) ? 'asWire' : 'asJson' }
}

/** Returns the form fields that are sent as JSON. */
function jsonFields(route: Route, body: DescribedSlot | undefined): string[] {
  const type = body?.type
  if (type?.kind !== 'class' && type?.kind !== 'object') return []
  const withFiles = new Set(
    propertiesOf(type, 'request')
      .filter((property) => containsFile(property.type))
      .map(({ name }) => name),
  )
  return [...route.arguments.jsonFields].filter((name) => !withFiles.has(name)).toSorted()
}

function attributesOf({ declaration: { method } }: Route, { name }: DescribedSlot) {
  return method.parameters.find((parameter) => parameter.name === name)?.attributes ?? []
}
