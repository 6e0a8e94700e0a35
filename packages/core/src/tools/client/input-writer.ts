import { describedSlots, type DescribedSlot } from '../../features/openapi/described-slots.ts'
import { holdsFile, refusesNothing } from '../../features/openapi/request-body.ts'
import type { Route } from '../../http/routing/route.ts'
import type { Documentation, TypeInfo } from '../../base/reflection/type-info.ts'
import { needsWriting } from './conversions.ts'
import { describedClass, propertiesOf } from './properties.ts'
import { alternatives, docComment, propertyName } from './type-syntax.ts'
import type { TypeWriter } from './type-writer.ts'

/** The written input of an operation. */
export interface WrittenInput {
  /** The members of its interface. */
  readonly members: string
  readonly isEmpty: boolean
  readonly isOptional: boolean
  /** Options of the operation, such as `send: runtime.asJson`. */
  readonly parts: readonly string[]
}

interface Member {
  readonly name: string
  readonly text: string
  readonly isRequired: boolean
  readonly doc: Documentation
}

export function writeInput(route: Route, types: TypeWriter): WrittenInput {
  const slots = describedSlots(route)
  const all = [
    ...route.placeholders.map((name) => placeholderMember(name, slots, types)),
    ...slots.filter(({ kind }) => kind === 'body').map((slot) => bodyMember(slot, types)),
    ...slots.filter(({ kind }) => kind === 'upload').map((slot) => uploadMember(slot, types)),
    ...slots.filter(({ kind }) => kind === 'query').flatMap((slot) => queryMembers(slot, types)),
  ]
  // If a query field has the same name as an earlier member, the earlier one is sent.
  const members = [...new Map(all.toReversed().map((each) => [each.name, each])).values()]
  return {
    members: members.toReversed().map(memberText).join(''),
    isEmpty: members.length === 0,
    isOptional: !members.some(({ isRequired }) => isRequired),
    parts: sendParts(route, slots),
  }
}

function memberText({ name, text, isRequired, doc }: Member): string {
  const isIndex = name.startsWith('[')
  const key = isIndex ? name : propertyName(name)
  const value = isRequired || isIndex ? `${key}: ${text}` : `${key}?: ${text}`
  return `${docComment(doc, '  ')}  readonly ${value}\n`
}

function placeholderMember(
  name: string,
  slots: readonly DescribedSlot[],
  types: TypeWriter,
): Member {
  const slot = slots.find((each) => each.kind === 'path' && each.name === name)
  const text = slot ? types.write(slot.type, 'request') : 'string | number'
  return { name, text, isRequired: true, doc: slot?.doc ?? {} }
}

/** Returns the members of a query. Its values are optional unless a class or structure requires them. */
function queryMembers(slot: DescribedSlot, types: TypeWriter): Member[] {
  const { name, type, doc } = slot
  const write = (each: TypeInfo, isRequired: boolean) => {
    return isRequired ? types.write(each, 'request') : orAbsent(each, types)
  }
  if (!takesAll(slot)) return [{ name, text: write(type, false), isRequired: false, doc }]
  if (type.kind !== 'object' && !(type.kind === 'class' && describedClass(type, 'request'))) {
    const values = type.kind === 'record' ? write(type.values, false) : 'unknown'
    return [{ name: '[name: string]', text: values, isRequired: false, doc }]
  }
  return propertiesOf(type, 'request').map((property) => ({
    ...property,
    text: write(property.type, property.isRequired),
  }))
}

/** True if a parameter is the whole query. */
export function takesAll({ plan: { jsonTypes } }: DescribedSlot): boolean {
  return jsonTypes.length === 1 && jsonTypes[0] === 'object'
}

function uploadMember(
  { name, type, doc, optional, nullable }: DescribedSlot,
  types: TypeWriter,
): Member {
  const isRequired = !optional && !nullable
  const text = isRequired ? types.write(type, 'request') : orAbsent(type, types)
  return { name, text, isRequired, doc }
}

function orAbsent(type: TypeInfo, types: TypeWriter): string {
  return `${types.write({ ...type, nullable: true }, 'request')} | undefined`
}

function bodyMember(slot: DescribedSlot, types: TypeWriter): Member {
  const isRequired = refusesNothing(slot)
  const text = types.write(slot.type, 'request')
  return {
    name: 'body',
    text: isRequired ? text : alternatives([text, 'undefined']),
    isRequired,
    doc: slot.doc,
  }
}

function sendParts(route: Route, slots: readonly DescribedSlot[]): string[] {
  const body = slots.find(({ kind }) => kind === 'body')
  const uploads = slots.filter(({ kind }) => kind === 'upload').map(({ name }) => name)
  if (uploads.length > 0 || (body && holdsFile(body.type))) {
    const json = jsonFields(route, body)
    const files = uploads.length > 0 ? [`files: ${JSON.stringify(uploads)}`] : []
    return [`send: runtime.asForm(${JSON.stringify(json)}, ${JSON.stringify(uploads)})`, ...files]
  }
  if (!body) return []
  return [`send: runtime.${needsWriting(body.type) ? 'asWire' : 'asJson'}`]
}

/** Returns the form fields that are sent as JSON. */
function jsonFields(route: Route, body: DescribedSlot | undefined): string[] {
  const type = body?.type
  if (type?.kind !== 'class' && type?.kind !== 'object') return []
  const withFiles = new Set(
    propertiesOf(type, 'request')
      .filter((property) => holdsFile(property.type))
      .map(({ name }) => name),
  )
  return [...route.arguments.jsonFields].filter((name) => !withFiles.has(name)).toSorted()
}
