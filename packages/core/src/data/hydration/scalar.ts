import type { ValidationErrors } from '../validation/validation-errors.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { toPublishable } from '../validation/constraints/regex.ts'
import { castBoolean } from '../validation/plans/boolean.ts'
import { integerPlan } from '../validation/plans/integer.ts'
import { castNumber } from '../validation/plans/number.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type { JsonType, ValuePlan } from '../validation/value-plan.ts'

type Wire = 'string' | 'number' | 'integer' | 'boolean'

/** The conversion of the instances of a class to and from a single JSON value. */
export type ScalarOptions<T> = {
  /** The message for a value that does not fit `wire` or `pattern`: `must be a decimal number.` */
  readonly message?: string
} & (
  | (Conversion<T, string> & { readonly wire: 'string'; readonly pattern?: RegExp })
  | (Conversion<T, number> & { readonly wire: 'number' | 'integer' })
  | (Conversion<T, boolean> & { readonly wire: 'boolean' })
  | (Conversion<T, unknown> & { readonly wire?: undefined; readonly jsonSchema: JsonSchema })
)

interface Conversion<T, W> {
  /** Converts a JSON value. Throws an `Error` if it is invalid. The client receives the message of the error. */
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
 * 'string', from, to })`. Discovery imports the modules that export a scalar. Throws a `TypeError` if the class already
 * has a different conversion.
 */
export function scalar<T>(target: Class<T>, options: ScalarOptions<T>): Scalar<T> {
  const text = textOf(options)
  const known = scalars.get(target)
  // An equal definition is allowed, because tests may import a module twice.
  if (known && known.text !== text) {
    throw new TypeError(
      `scalar(${target.name}, …): ${target.name} is defined as two different scalars. Remove one of them.`,
    )
  }
  const created = create(target, options as unknown as UntypedOptions) as Scalar<T>
  scalars.set(target, { scalar: created as Scalar, text })
  return created
}

/** Returns the scalar conversion of a class, if any. */
export function scalarOf(target: Class | undefined): Scalar | undefined {
  return target && scalars.get(target)?.scalar
}

/** Returns the JSON type of a scalar class; undefined for other classes, and for scalars with several JSON types. */
export function wireOf(target: Class | undefined): Wire | undefined {
  return scalarOf(target)?.wire
}

/** True if the values of a type are objects with declared properties. */
export function isStructured(type: TypeInfo): boolean {
  return type.kind === 'object' || (type.kind === 'class' && !scalarOf(type.class))
}

interface UntypedOptions {
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

function create(target: Class, options: UntypedOptions): Scalar {
  const { wire, pattern, jsonSchema } = options
  const format = wire && wireFormats[wire]
  const regex = pattern && toPublishable(pattern, 'scalar')
  const message = options.message ?? (format ? `must be ${format.description}.` : 'is not valid.')
  const matches = (value: unknown) =>
    format ? format.test(value) && (!regex || regex.test(value as string)) : true
  const read = (value: unknown, errors: ValidationErrors, key: string) => {
    try {
      return options.from(value)
    } catch (error) {
      errors.push(key, error instanceof Error ? error.message : message)
      return value
    }
  }
  const plan: ValuePlan = {
    jsonTypes: format ? [format.type] : allJsonTypes,
    valueTypes: ['scalar'],
    message,
    test: (code, value) =>
      `${value} !== undefined && ${value} !== null && ` +
      `(${value} instanceof ${code.bind(target)} || ${code.bind(matches)}(${value}))`,
    accept: (code, value, key) =>
      `if (!(${value} instanceof ${code.bind(target)})) ` +
      `${value} = ${code.bind(read)}(${value}, errors, ${code.ownKey(key)});`,
    cast: format?.cast ?? ((value) => value),
    schema: () => jsonSchema ?? { type: wire, ...(regex && { pattern: regex.source }) },
  }
  return { class: target, wire, plan, to: (value) => options.to(value) }
}

const allJsonTypes: readonly JsonType[] = ['string', 'number', 'boolean', 'object', 'array']

interface WireFormat {
  readonly description: string
  readonly type: JsonType
  test(value: unknown): boolean
  cast(value: unknown): unknown
}

const wireFormats: Readonly<Record<Wire, WireFormat>> = {
  string: {
    description: 'a string',
    type: 'string',
    test: (value) => typeof value === 'string',
    cast: (value) => value,
  },
  number: {
    description: 'a number',
    type: 'number',
    test: (value) => Number.isFinite(value),
    cast: castNumber,
  },
  integer: {
    description: 'an integer',
    type: 'number',
    test: (value) => Number.isSafeInteger(value),
    cast: (value) => integerPlan.cast(value),
  },
  boolean: {
    description: 'a boolean',
    type: 'boolean',
    test: (value) => typeof value === 'boolean',
    cast: castBoolean,
  },
}
