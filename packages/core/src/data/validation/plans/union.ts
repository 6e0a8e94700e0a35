import { Message, required } from '../message.ts'
import type { Literal } from '../../../base/reflection/type-info.ts'
import { CodeWriter, lazily } from '../code-writer.ts'
import type { JsonSchema } from '../json-schema.ts'
import {
  valueTypesOf,
  type Slot,
  type ObjectPlan,
  type JsonType,
  type ValuePlan,
} from '../value-plan.ts'
import { isPlainObject } from '../plain-object.ts'

/** A member of a union of objects, with its values of the discriminator property. */
export interface Alternative {
  readonly plan: ValuePlan & { readonly object: ObjectPlan }
  readonly values: readonly Literal[]
}

/** Plans a union of objects that are distinguished by a literal field. */
export function discriminatedUnion(
  discriminator: string,
  alternatives: readonly Alternative[],
): ValuePlan {
  const all = alternatives.flatMap((alternative) => alternative.values)
  const choices = all.join(', ')
  const noMatch = new Message('in', `must be one of: ${choices}.`, { choices })
  const classes = alternatives.flatMap(({ plan }) => plan.object.class ?? [])
  return {
    jsonTypes: ['object'],
    message: 'must be an object.',
    test: (code, value) =>
      [
        `${code.bind(isPlainObject)}(${value})`,
        ...classes.map((target) => `${value} instanceof ${code.bind(target)}`),
      ].join(' || '),
    constructs: alternatives.some(({ plan }) => plan.constructs),
    accept: (code, value, key) =>
      writeChoice(code, discriminator, alternatives, value, key, noMatch),
    cast: (value) => castByDiscriminator(discriminator, alternatives, value),
    schema: (references) =>
      discriminatedKeywords(
        discriminator,
        alternatives.map(({ plan, values }) => ({ schema: plan.schema(references), values })),
      ),
  }
}

/** The literals that each required property of an object may have. */
export type LiteralProperties = ReadonlyMap<string, readonly Literal[]>

/**
 * Returns the property that distinguishes the objects of a union, with the literals of each; undefined if there is no
 * such property.
 */
export function findDiscriminator(
  objects: readonly LiteralProperties[],
): { name: string; values: readonly (readonly Literal[])[] } | undefined {
  for (const name of objects[0]?.keys() ?? []) {
    const values = objects.map((properties) => properties.get(name) ?? [])
    const all = values.flat()
    const isComplete = values.every((each) => each.length > 0)
    if (isComplete && new Set(all).size === all.length) return { name, values }
  }
  return undefined
}

/** Returns the schema of a union of objects. The discriminator is published if each object has a name. */
export function discriminatedKeywords(
  propertyName: string,
  members: readonly { readonly schema: JsonSchema; readonly values: readonly Literal[] }[],
): JsonSchema {
  const mapping = members.flatMap(({ schema, values }) =>
    values.map((value) => [String(value), schema['$ref']]),
  )
  const isComplete = members.every(({ schema }) => '$ref' in schema)
  return {
    oneOf: members.map(({ schema }) => schema),
    ...(isComplete && {
      discriminator: { propertyName, mapping: Object.fromEntries(mapping) },
    }),
  }
}

/** Plans a union whose members are distinguished by the JSON type of the value, such as `string | int`. */
export function plainUnion(members: readonly Slot['plan'][]): ValuePlan {
  const names = members.map((member) => member.message.replace(/^must be (.*)\.$/u, '$1'))
  return {
    jsonTypes: [...new Set(members.flatMap((member) => member.jsonTypes))] as JsonType[],
    valueTypes: members.flatMap(valueTypesOf),
    code: 'type.union',
    parameters: { types: names.join(' or ') },
    message: `must be ${names.join(' or ')}.`,
    test: (code, value) => members.map((member) => `(${member.test(code, value)})`).join(' || '),
    constructs: members.some((member) => member.constructs),
    accept: (code, value, key) =>
      members
        .map(
          (member) =>
            `if (${member.test(code, value)}) { ${member.accept?.(code, value, key) ?? ''} }`,
        )
        .join(' else '),
    cast: castToMember(members),
    schema: (references) => ({ anyOf: members.map((member) => member.schema(references)) }),
  }
}

/**
 * Returns a function that casts a string to the type of a union member. If a member accepts the string, it stays
 * unchanged. Otherwise the first member that accepts the cast value is used.
 */
function castToMember(members: readonly ValuePlan[]): ValuePlan['cast'] {
  const accepting = members.map((plan) => ({ plan, accepts: testOf(plan) }))
  const stringMembers = accepting.filter(({ plan }) => plan.jsonTypes.includes('string'))
  const others = accepting.filter(({ plan }) => !stringMembers.some((each) => each.plan === plan))
  return (value) => {
    if (stringMembers.some(({ accepts }) => accepts(value))) return value
    let first = value
    for (const { plan, accepts } of others) {
      const typed = plan.cast(value)
      if (typed === value) continue
      if (accepts(typed)) return typed
      if (first === value) first = typed
    }
    return first
  }
}

function testOf(plan: ValuePlan): (value: unknown) => boolean {
  return lazily((): ((value: unknown) => boolean) => {
    const code = new CodeWriter()
    return code.compile('value', `return ${plan.test(code, 'value')}`)
  })
}

function writeChoice(
  code: CodeWriter,
  discriminator: string,
  alternatives: readonly Alternative[],
  value: string,
  key: string,
  message: Message,
): string {
  const tag = code.variable()
  const name = JSON.stringify(discriminator)
  const cases = alternatives.map(({ plan, values }) => {
    const labels = values.map((literal) => `case ${JSON.stringify(literal)}:`).join(' ')
    return `${labels} { ${plan.accept?.(code, value, key) ?? ''} break; }`
  })
  const missing = code.fail(code.keyOf(key, name), required)
  const wrong = code.fail(code.keyOf(key, name), message)
  return [
    `const ${tag} = ${value}[${name}];`,
    `switch (${tag}) {`,
    ...cases,
    `default: if (${tag} === undefined) { ${missing} } else { ${wrong} } }`,
  ].join('\n')
}

function castByDiscriminator(
  discriminator: string,
  alternatives: readonly Alternative[],
  value: unknown,
): unknown {
  if (!isPlainObject(value)) return value
  const tag = String(value[discriminator])
  const chosen = alternatives.find(({ values }) =>
    values.some((literal) => String(literal) === tag),
  )
  return chosen ? chosen.plan.cast(value) : value
}
