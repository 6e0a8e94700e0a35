import type { TypeInfo } from './type-info.ts'
import { fold, type TypeCases } from './type-tree.ts'

/** Formats a type as in the source, for error messages and command help. */
export function typeText(type: TypeInfo): string {
  return type.nullable ? `${typeTextWithoutNull(type)} | null` : typeTextWithoutNull(type)
}

export function typeTextWithoutNull(type: TypeInfo): string {
  return fold(type, texts)
}

const nameOf = ({ name }: { readonly name: string }) => name
const withArguments = ({ name, typeArguments = [] }: ClassLike) =>
  name + typeArgumentsText(typeArguments)

const texts: TypeCases<string> = {
  class: withArguments,
  builtin: withArguments,
  array: ({ items }) => `${parenthesized(items)}[]`,
  tuple: tupleText,
  record: ({ keys, values }) => `Record<${keys ? typeText(keys) : 'string'}, ${typeText(values)}>`,
  enum: ({ name, values }) => name ?? values.map((value) => JSON.stringify(value)).join(' | '),
  template: ({ parts }) => `\`${parts.map(partText).join('')}\``,
  object: ({ name, properties }) => name ?? `{ ${properties.map(nameOf).join(', ')} }`,
  union: ({ name, members }) => name ?? members.map(typeText).join(' | '),
  recursive: nameOf,
  typeParameter: nameOf,
  schema: ({ name, text }) => name ?? text,
  unreadable: ({ text }) => text,
  other: ({ kind }) => kind,
}

interface ClassLike {
  readonly name: string
  readonly typeArguments?: readonly TypeInfo[]
}

export type UnreadableType = Extract<TypeInfo, { kind: 'unreadable' }>

/** Formats the reason why a type cannot be read, and how to fix it. */
export function unreadableText({ text, at, reason, remedy }: UnreadableType): string {
  return `cannot read the type "${text}" at ${at}: ${reason} ${remedy}`
}

function typeArgumentsText(types: readonly TypeInfo[]): string {
  return types.length === 0 ? '' : `<${types.map(typeText).join(', ')}>`
}

function parenthesized(type: TypeInfo): string {
  const text = typeText(type)
  return text.includes(' | ') ? `(${text})` : text
}

function partText(part: TypeInfo): string {
  const isText = part.kind === 'enum' && part.values.length === 1
  return isText ? String(part.values[0]) : `\${${typeText(part)}}`
}

function tupleText({
  items,
  least = items.length,
  rest,
}: Extract<TypeInfo, { kind: 'tuple' }>): string {
  const texts = items.map((item, index) =>
    index < least ? typeText(item) : `(${typeText(item)})?`,
  )
  return `[${[...texts, ...(rest ? [`...${parenthesized(rest)}[]`] : [])].join(', ')}]`
}
