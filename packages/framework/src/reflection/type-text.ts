import type { TypeInfo } from './type-info.ts'

/** Formats a type as in the source, for error messages and usage texts. */
export function typeText(type: TypeInfo): string {
  return type.nullable ? `${typeTextWithoutNull(type)} | null` : typeTextWithoutNull(type)
}

export function typeTextWithoutNull(type: TypeInfo): string {
  switch (type.kind) {
    case 'class':
    case 'builtin':
      return type.name + listOf(type.typeArguments ?? [])
    case 'array':
      return `${inside(type.items)}[]`
    case 'tuple':
      return tupleText(type)
    case 'record':
      return `Record<${type.keys ? typeText(type.keys) : 'string'}, ${typeText(type.values)}>`
    case 'enum':
      return type.name ?? type.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'template':
      return `\`${type.parts.map(partText).join('')}\``
    case 'object':
      return type.name ?? `{ ${type.properties.map(({ name }) => name).join(', ')} }`
    case 'union':
      return type.name ?? type.members.map(typeText).join(' | ')
    case 'recursive':
    case 'typeParameter':
      return type.name
    case 'schema':
      return type.name ?? type.text
    case 'unreadable':
      return type.text
    default:
      return type.kind
  }
}

export type UnreadableType = Extract<TypeInfo, { kind: 'unreadable' }>

/** Formats why a type cannot be read, and the remedy. */
export function unreadableText({ text, at, reason, remedy }: UnreadableType): string {
  return `cannot read the type "${text}" at ${at}: ${reason} ${remedy}`
}

function listOf(types: readonly TypeInfo[]): string {
  return types.length === 0 ? '' : `<${types.map(typeText).join(', ')}>`
}

function inside(type: TypeInfo): string {
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
  return `[${[...texts, ...(rest ? [`...${inside(rest)}[]`] : [])].join(', ')}]`
}
