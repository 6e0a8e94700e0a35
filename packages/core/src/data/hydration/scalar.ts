import type { Findings } from '../validation/findings.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { toPublishable } from '../validation/constraints/regex.ts'
import { castBoolean } from '../validation/plans/boolean.ts'
import { integerPlan } from '../validation/plans/integer.ts'
import { castNumber } from '../validation/plans/number.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type { JsonType, ValuePlan } from '../validation/value-plan.ts'

type Wire = 'string' | 'number' | 'integer' | 'boolean'

/** Defines how instances of a class are converted to and from a single JSON value. */
export type ScalarOptions<T> = {
  /** The message for a value in a different format: `must be a decimal number.` */
  readonly message?: string
} & (
  | (Conversion<T, string> & { readonly wire: 'string'; readonly pattern?: RegExp })
  | (Conversion<T, number> & { readonly wire: 'number' | 'integer' })
  | (Conversion<T, boolean> & { readonly wire: 'boolean' })
  | (Conversion<T, unknown> & { readonly wire?: undefined; readonly jsonSchema: JsonSchema })
)

interface Conversion<T, W> {
  /** Throws an `Error` if the value is invalid. Its message is sent to the client. */
  readonly from: (wire: W) => T
  readonly to: (value: T) => W
}

/** A class whose instances are a single JSON value. */
export interface Scalar<T = unknown> {
  readonly class: Class<T>
  /** The JSON type; undefined if there are several. */
  readonly wire: Wire | undefined
  readonly plan: ValuePlan
  to(value: T): unknown
}

const scalars = new WeakMap<Class, { readonly scalar: Scalar; readonly text: string }>()

/**
 * Defines how instances of a class are converted to and from JSON: `export const decimal = scalar(Decimal, { wire:
 * 'string', from, to })`. Discovery imports the modules that export one. Throws a `TypeError` if the class already has
 * a different conversion.
 */
export function scalar<T>(target: Class<T>, options: ScalarOptions<T>): Scalar<T> {
  const text = textOf(options)
  const known = scalars.get(target)
  // Tests may import a module twice.
  if (known && known.text !== text) {
    throw new TypeError(
      `scalar(${target.name}, …): ${target.name} is defined as two different scalars. Remove one of them.`,
    )
  }
  const made = create(target, options as unknown as GivenOptions) as Scalar<T>
  scalars.set(target, { scalar: made as Scalar, text })
  return made
}

/** Returns the scalar conversion of a class, if any. */
export function scalarOf(target: Class | undefined): Scalar | undefined {
  return target && scalars.get(target)?.scalar
}

/** Returns the JSON type of a scalar class; undefined if there are several. */
export function wireOf(target: Class | undefined): Wire | undefined {
  return scalarOf(target)?.wire
}

/** True if the values of a type are objects with declared properties. */
export function isStructured(type: TypeInfo): boolean {
  return type.kind === 'object' || (type.kind === 'class' && !scalarOf(type.class))
}

interface GivenOptions {
  readonly message?: string
  readonly wire?: Wire
  readonly pattern?: RegExp
  readonly jsonSchema?: JsonSchema
  from(wire: unknown): unknown
  to(value: unknown): unknown
}

function textOf(options: object): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join()
}

function create(target: Class, options: GivenOptions): Scalar {
  const { wire, pattern, jsonSchema } = options
  const form = wire && forms[wire]
  const regex = pattern && toPublishable(pattern, 'scalar')
  const message = options.message ?? (form ? `must be ${form.what}.` : 'is not valid.')
  const fits = (value: unknown) =>
    form ? form.test(value) && (!regex || regex.test(value as string)) : true
  const read = (value: unknown, errors: Findings, key: string) => {
    try {
      return options.from(value)
    } catch (error) {
      errors.push(key, error instanceof Error ? error.message : message)
      return value
    }
  }
  const plan: ValuePlan = {
    jsonTypes: form ? [form.type] : all,
    valueTypes: ['scalar'],
    message,
    test: (code, value) =>
      `${value} !== undefined && ${value} !== null && ` +
      `(${value} instanceof ${code.bind(target)} || ${code.bind(fits)}(${value}))`,
    accept: (code, value, key) =>
      `if (!(${value} instanceof ${code.bind(target)})) ` +
      `${value} = ${code.bind(read)}(${value}, errors, ${code.ownKey(key)});`,
    cast: form?.cast ?? ((value) => value),
    schema: () => jsonSchema ?? { type: wire, ...(regex && { pattern: regex.source }) },
  }
  return { class: target, wire, plan, to: (value) => options.to(value) }
}

const all: readonly JsonType[] = ['string', 'number', 'boolean', 'object', 'array']

interface Form {
  readonly what: string
  readonly type: JsonType
  test(value: unknown): boolean
  cast(value: unknown): unknown
}

const forms: Readonly<Record<Wire, Form>> = {
  string: {
    what: 'a string',
    type: 'string',
    test: (value) => typeof value === 'string',
    cast: (value) => value,
  },
  number: {
    what: 'a number',
    type: 'number',
    test: (value) => Number.isFinite(value),
    cast: castNumber,
  },
  integer: {
    what: 'an integer',
    type: 'number',
    test: (value) => Number.isSafeInteger(value),
    cast: (value) => integerPlan.cast(value),
  },
  boolean: {
    what: 'a boolean',
    type: 'boolean',
    test: (value) => typeof value === 'boolean',
    cast: castBoolean,
  },
}
