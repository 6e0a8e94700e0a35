import type { Documentation, TypeInfo } from '../../../base/reflection/type-info.ts'
import { fold, type TypeCases } from '../../../base/reflection/type-tree.ts'

/** Joins the members of a union without duplicates. */
export function alternatives(members: readonly string[]): string {
  const all = [...new Set(members)]
  return all.includes('unknown') ? 'unknown' : all.join(' | ') || 'never'
}

/** Returns a JSON literal as a type. */
export function literalText(value: unknown): string {
  return value === null || typeof value !== 'object' ? JSON.stringify(value) : 'unknown'
}

const identifier = /^[A-Za-z_$][\w$]*$/u

export function propertyName(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name)
}

/** Returns a member of an object type. */
export function memberText(name: string, text: string, isRequired: boolean): string {
  return isRequired
    ? `${propertyName(name)}: ${text}`
    : `${propertyName(name)}?: ${alternatives([text, 'undefined'])}`
}

/** Adds parentheses around a union in a list or before a `?`. */
export function parenthesized(text: string): string {
  return /[|&?]| extends /u.test(text) ? `(${text})` : text
}

/** Returns a template literal type, which can also be the type of record keys. */
export function templateText(parts: readonly TypeInfo[]): string {
  return `\`${parts.map(partText).join('')}\``
}

function partText(part: TypeInfo): string {
  return fold(part, partTexts)
}

const partTexts: TypeCases<string> = {
  enum: ({ values }) =>
    values.length === 1
      ? escapeTemplate(String(values[0]))
      : `\${${values.map(literalText).join(' | ')}}`,
  template: ({ parts }) => parts.map(partText).join(''),
  union: ({ members }) => `\${${members.map((each) => `\`${partText(each)}\``).join(' | ')}}`,
  int: () => '${number}',
  other: ({ kind }) => `\${${kind}}`,
}

/** True if all values of the type of a key are numbers. */
export function isNumeric(type: TypeInfo): boolean {
  return fold<boolean>(type, {
    int: () => true,
    number: () => true,
    enum: ({ values }) => values.every((value) => typeof value === 'number'),
    other: () => false,
  })
}

/** Escapes a string for a template literal. */
export function escapeTemplate(text: string): string {
  return text.replaceAll(/[`\\]|\$\{/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
}

/** Returns a comment for a declaration; empty without documentation. */
export function docComment(doc: Documentation, indent = ''): string {
  const { deprecated } = doc
  const parts = [
    [doc.summary, doc.description].filter(Boolean).join('\n\n'),
    ...(deprecated ? [`@deprecated ${deprecated === true ? '' : deprecated}`.trimEnd()] : []),
  ].filter(Boolean)
  if (parts.length === 0) return ''
  const lines = parts
    .join('\n')
    .replaceAll('*/', String.raw`*\/`)
    .split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** The type of an input without members. */
export const noInput = 'Record<never, never>'

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
