import type { Type } from '../described-type.ts'
import type { Refuse } from './unreadable.ts'

/** The maximum number of strings to list for a template literal type. A type with more is published as a pattern. */
const maxStrings = 500

/** Returns the type of a template literal: an enum if its strings can be listed. */
export function templateOf(texts: readonly string[], spans: readonly Type[], refuse: Refuse): Type {
  const parts: Type[] = [textPart(texts[0] ?? '')]
  for (const [index, span] of spans.entries()) {
    const alternatives = partOf(span, refuse)
    if (alternatives.kind === 'unreadable') return alternatives
    parts.push(alternatives, textPart(texts[index + 1] ?? ''))
  }
  const joined = joinParts(parts)
  const [only] = joined
  const isWhole = only?.kind === 'enum' || only?.kind === 'string'
  return only && joined.length === 1 && isWhole ? only : { kind: 'template', parts: joined }
}

/** Returns the union of template literal types and strings. */
export function anyTemplate(templates: readonly Type[], texts: readonly string[]): Type {
  const members = texts.length > 0 ? [...templates, enumOf(texts)] : templates
  const [only] = members
  return only && members.length === 1
    ? only
    : { kind: 'template', parts: [{ kind: 'union', members }] }
}

function textPart(text: string): Type {
  return enumOf([text])
}

function enumOf(texts: readonly string[]): Type & { readonly kind: 'enum' } {
  return { kind: 'enum', values: texts }
}

/** Returns the type of a placeholder in a template literal. It is never null, because null becomes a string there. */
function partOf(span: Type, refuse: Refuse): Type {
  const { nullable, undefinable, constrainedBy: _, ...type } = span
  const members = type.kind === 'union' ? type.members : [type]
  const known = members.map((member) => memberOf(member, refuse))
  const unreadable = known.find(({ kind }) => kind === 'unreadable')
  if (unreadable) return unreadable
  const absent = [...(nullable ? ['null'] : []), ...(undefinable ? ['undefined'] : [])]
  const texts = known.flatMap((each) => (each.kind === 'enum' ? each.values.map(String) : []))
  const literals = [...new Set([...texts, ...absent])]
  const open = known.filter(({ kind }) => kind !== 'enum' && kind !== 'void')
  if (open.some(({ kind }) => kind === 'string')) return { kind: 'string' }
  const parts = literals.length > 0 ? [...open, enumOf(literals)] : open
  const [only] = parts
  return only && parts.length === 1 ? only : { kind: 'union', members: parts }
}

function memberOf(type: Type, refuse: Refuse): Type {
  switch (type.kind) {
    case 'boolean':
      return enumOf(['true', 'false'])
    case 'null':
      return enumOf(['null'])
    case 'enum':
    case 'string':
    case 'number':
    case 'int':
    case 'bigint':
    case 'template':
    case 'void':
    case 'unreadable':
      return type
    default:
      return refuse(
        'a template type can only contain strings, numbers and booleans',
        'write string in its place',
      )
  }
}

/** Joins adjacent parts if both are lists of strings, or if both are any string. */
function joinParts(parts: readonly Type[]): Type[] {
  const joined: Type[] = []
  for (const part of parts.flatMap((each) => (each.kind === 'template' ? each.parts : [each]))) {
    if (part.kind === 'enum' && part.values.join('') === '') continue
    const last = joined.at(-1)
    if (last?.kind === 'string' && part.kind === 'string') continue
    if (last?.kind === 'enum' && part.kind === 'enum') {
      const products = last.values.length * part.values.length
      if (products <= maxStrings) {
        const texts = last.values.flatMap((a) => part.values.map((b) => `${a}${b}`))
        joined[joined.length - 1] = enumOf([...new Set(texts)])
        continue
      }
    }
    joined.push(part)
  }
  return joined.length > 0 ? joined : [textPart('')]
}
