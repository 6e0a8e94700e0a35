import * as fc from 'fast-check'

/** A type that a parameter of the interface may declare. */
export type Type =
  | { readonly kind: 'scalar'; readonly text: keyof typeof scalars }
  | { readonly kind: 'nullable' | 'list' | 'record'; readonly of: Type }
  | { readonly kind: 'tuple'; readonly of: readonly Type[] }
  | { readonly kind: 'structure' | 'class'; readonly fields: readonly Field[] }
  | { readonly kind: 'union'; readonly members: readonly (readonly Field[])[] }

export interface Field {
  readonly name: string
  readonly type: Type
  readonly isOptional: boolean
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', '0', 'null', '[]', '{}', '__proto__', '\u0000', '1e999', '\ud800'),
)

/** Each scalar as it is written, with values that fit. */
const scalars = {
  string: texts,
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  int: fc.integer(),
  boolean: fc.boolean(),
  bigint: fc.bigInt().map(String),
  Date: fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
  "'small' | 'large'": fc.constantFrom('small', 'large'),
  unknown: fc.jsonValue({ maxDepth: 3 }),
} as const satisfies Record<string, fc.Arbitrary<unknown>>

const scalarNames = Object.keys(scalars) as (keyof typeof scalars)[]

const names = ['a', 'b', 'name', 'length', 'valueOf', 'toString', 'then', 'hasOwnProperty', '$']

export const types: fc.Arbitrary<Type> = fc.letrec<{ type: Type; fields: readonly Field[] }>(
  (tie) => ({
    type: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({ kind: fc.constant('scalar' as const), text: fc.constantFrom(...scalarNames) }),
      fc.record({ kind: fc.constant('nullable' as const), of: tie('type').filter(isNoNull) }),
      fc.record({ kind: fc.constantFrom('list' as const, 'record' as const), of: tie('type') }),
      fc.record({
        kind: fc.constant('tuple' as const),
        of: fc.array(tie('type'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constantFrom('structure' as const, 'class' as const),
        fields: tie('fields'),
      }),
      fc.record({
        kind: fc.constant('union' as const),
        members: fc.array(tie('fields'), { minLength: 2, maxLength: 3 }),
      }),
    ),
    fields: fc
      .uniqueArray(
        fc.record({
          name: fc.constantFrom(...names),
          type: tie('type'),
          isOptional: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4, selector: ({ name }) => name },
      )
      // Optional parameters come last in a constructor.
      .map((fields) => fields.toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional))),
  }),
).type

function isNoNull(type: Type): boolean {
  return type.kind !== 'nullable' && !(type.kind === 'scalar' && type.text === 'unknown')
}

/** Writes types as TypeScript, and the classes that they need. */
export class TypeWriter {
  readonly classes: string[] = []

  write(type: Type): string {
    switch (type.kind) {
      case 'scalar':
        return type.text
      case 'nullable':
        return `${this.write(type.of)} | null`
      case 'list':
        return `Array<${this.write(type.of)}>`
      case 'record':
        return `Record<string, ${this.write(type.of)}>`
      case 'tuple':
        return `[${type.of.map((entry) => this.write(entry)).join(', ')}]`
      case 'structure':
        return `{ ${this.#fields(type.fields).join('; ')} }`
      case 'class':
        return this.#class([], type.fields)
      case 'union':
        return type.members
          .map((fields, index) => this.#class([`kind: '${index}'`], fields))
          .join(' | ')
    }
  }

  #fields(fields: readonly Field[]): string[] {
    return fields.map(({ name, type, isOptional }) => {
      return `${name}${isOptional ? '?' : ''}: ${this.write(type)}`
    })
  }

  #class(first: readonly string[], fields: readonly Field[]): string {
    const parameters = [...first, ...this.#fields(fields)].map((text) => `readonly ${text}`)
    const name = `Class${this.classes.length}`
    this.classes.push(`class ${name} { constructor(${parameters.join(', ')}) {} }`)
    return name
  }
}

/** Values that fit a type, but for one in a while. */
export function valuesOf(type: Type): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(type) }, { weight: 1, arbitrary: strangers })
}

const strangers = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 0.5, '', [], {}, [null], [[[]]], { __proto__: null, a: 1 }),
  fc.jsonValue(),
)

function fitting(type: Type): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.text]
    case 'nullable':
      return fc.option(valuesOf(type.of))
    case 'list':
      return fc.array(valuesOf(type.of), { maxLength: 3 })
    case 'record':
      return fc.dictionary(texts, valuesOf(type.of), { maxKeys: 3 })
    case 'tuple':
      return fc.tuple(...type.of.map(valuesOf))
    case 'structure':
    case 'class':
      return objectsOf(type.fields)
    case 'union':
      return fc.oneof(
        ...type.members.map((fields, index) =>
          objectsOf(fields).map((object) => ({ kind: String(index), ...object })),
        ),
      )
  }
}

function objectsOf(fields: readonly Field[]): fc.Arbitrary<object> {
  const values = fields.map(({ name, type }) => [name, valuesOf(type)] as const)
  const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  const usual = fc.record(Object.fromEntries(values), { requiredKeys: required })
  const stray = fc.constantFrom('__proto__', 'constructor', 'prototype', 'more')
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    {
      weight: 1,
      arbitrary: fc
        .tuple(usual, stray, fc.jsonValue())
        .map(([object, name, value]) =>
          Object.fromEntries([...Object.entries(object), [name, value]]),
        ),
    },
  )
}
