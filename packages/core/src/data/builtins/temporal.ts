import type { TemporalName } from '../../base/reflection/type-info.ts'
import { UnusableType } from '../validation/errors.ts'
import type { ValuePlan } from '../validation/value-plan.ts'
import type { BuiltinType } from './builtin-type.ts'

/** A type of `Temporal`, which is an RFC 3339 string in JSON. */
function temporal(name: string, format: TemporalFormat): BuiltinType {
  return {
    jsonType: 'string',
    plan: ({ location }) => {
      if (!('Temporal' in globalThis)) throw new UnusableType(location, noTemporal)
      return planOf(name, format)
    },
    client: {
      type: `runtime.TemporalValue<'${name}'>`,
      decoder: () => `runtime.temporal('${name}')`,
    },
  }
}

const noTemporal =
  'this platform has no Temporal. Run Node 26, or load a polyfill before the application boots.'

function planOf(name: string, { description, code, format, pattern }: TemporalFormat): ValuePlan {
  const source = `^${pattern}$`
  const regex = new RegExp(source, 'u')
  const type = temporalType(name)
  const isText = (value: unknown) => typeof value === 'string' && regex.test(value)
  // Temporal accepts some letters only in upper case.
  const read = (text: string) => type.from(text.toUpperCase())
  return {
    jsonTypes: ['string'],
    valueTypes: ['temporal'],
    code,
    message: `must be ${description}.`,
    test: (code, value) =>
      `${code.bind(isText)}(${value}) || ${value} instanceof ${code.bind(type)}`,
    accept: (code, value) =>
      `if (typeof ${value} === 'string') ${value} = ${code.bind(read)}(${value});`,
    cast: (value) => value,
    schema: () => ({ type: 'string', ...(format && { format }), pattern: source }),
  }
}

/** Returns a class of `Temporal`, which older platforms and compilers do not have. */
function temporalType(name: string): TemporalType {
  const types = Reflect.get(globalThis, 'Temporal' as string) as Record<string, TemporalType>
  return types[name] as TemporalType
}

type TemporalType = (new () => object) & { from(text: string): unknown }

const commonYear = String.raw`\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))`
const leapDay = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29`
const day = `(?:${commonYear}|${leapDay})`
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?`
const offset = String.raw`(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`

/**
 * The parts of a duration in RFC 3339, in which larger units come before smaller ones. Numbers with more than 9 digits
 * would overflow.
 */
const number = String.raw`\d{1,9}`
const clock = `T(?:${number}H(?:${number}M(?:${number}S)?)?|${number}M(?:${number}S)?|${number}S)`
const days = `(?:${number}Y(?:${number}M(?:${number}D)?)?|${number}M(?:${number}D)?|${number}D)`

interface TemporalFormat {
  readonly description: string
  /** The code of the validation message. */
  readonly code: string
  readonly format?: string
  readonly pattern: string
}

export const temporals: Readonly<Record<TemporalName, BuiltinType>> = {
  'Temporal.Instant': temporal('Instant', {
    description: 'a date-time',
    code: 'type.instant',
    format: 'date-time',
    pattern: `${day}[Tt]${time}${offset}`,
  }),
  'Temporal.PlainDate': temporal('PlainDate', {
    description: 'a date',
    code: 'type.plain-date',
    format: 'date',
    pattern: day,
  }),
  'Temporal.PlainTime': temporal('PlainTime', {
    description: 'a time without an offset',
    code: 'type.plain-time',
    pattern: time,
  }),
  'Temporal.PlainDateTime': temporal('PlainDateTime', {
    description: 'a date-time without an offset',
    code: 'type.plain-date-time',
    pattern: `${day}[Tt]${time}`,
  }),
  'Temporal.Duration': temporal('Duration', {
    description: 'a duration',
    code: 'type.duration',
    format: 'duration',
    pattern: `P(?:${days}(?:${clock})?|${clock}|${number}W)`,
  }),
}
