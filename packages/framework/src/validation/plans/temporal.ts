import type { Builtin, TemporalName } from '../../reflection/type-info.ts'
import type { ValuePlan } from '../value-plan.ts'

/** Plans a type of `Temporal`, which is an RFC 3339 string in JSON. */
export function temporal(name: TemporalName): ValuePlan {
  const { what, format, pattern } = forms[name]
  const source = `^${pattern}$`
  const regex = new RegExp(source, 'u')
  const type = typeNamed(name)
  const isText = (value: unknown) => typeof value === 'string' && regex.test(value)
  // Temporal accepts some letters only in upper case.
  const read = (text: string) => type.from(text.toUpperCase())
  return {
    jsonTypes: ['string'],
    valueTypes: ['temporal'],
    code: codes[name],
    message: `must be ${what}.`,
    test: (code, value) =>
      `${code.bind(isText)}(${value}) || ${value} instanceof ${code.bind(type)}`,
    accept: (code, value) =>
      `if (typeof ${value} === 'string') ${value} = ${code.bind(read)}(${value});`,
    cast: (value) => value,
    schema: () => ({ type: 'string', ...(format && { format }), pattern: source }),
  }
}

const codes: Readonly<Record<TemporalName, string>> = {
  'Temporal.Instant': 'type.instant',
  'Temporal.PlainDate': 'type.plain-date',
  'Temporal.PlainTime': 'type.plain-time',
  'Temporal.PlainDateTime': 'type.plain-date-time',
  'Temporal.Duration': 'type.duration',
}

/** Returns a type of `Temporal`, which older platforms and their compilers lack. */
function typeNamed(name: TemporalName): TemporalType {
  const types = Reflect.get(globalThis, 'Temporal' as string) as Record<string, TemporalType>
  return types[name.slice('Temporal.'.length)] as TemporalType
}

export function isTemporal(name: Builtin): name is TemporalName {
  return name in forms
}

type TemporalType = (new () => object) & { from(text: string): unknown }

const commonYear = String.raw`\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))`
const leapDay = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29`
const day = `(?:${commonYear}|${leapDay})`
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?`
const offset = String.raw`(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`

/**
 * Follows the grammar of RFC 3339, in which each unit precedes the next smaller one. Numbers with more than 9 digits would
 * overflow.
 */
const number = String.raw`\d{1,9}`
const clock = `T(?:${number}H(?:${number}M(?:${number}S)?)?|${number}M(?:${number}S)?|${number}S)`
const days = `(?:${number}Y(?:${number}M(?:${number}D)?)?|${number}M(?:${number}D)?|${number}D)`

interface Form {
  readonly what: string
  readonly format?: string
  readonly pattern: string
}

const forms: Readonly<Record<TemporalName, Form>> = {
  'Temporal.Instant': {
    what: 'a date-time',
    format: 'date-time',
    pattern: `${day}[Tt]${time}${offset}`,
  },
  'Temporal.PlainDate': { what: 'a date', format: 'date', pattern: day },
  'Temporal.PlainTime': { what: 'a time without an offset', pattern: time },
  'Temporal.PlainDateTime': {
    what: 'a date-time without an offset',
    pattern: `${day}[Tt]${time}`,
  },
  'Temporal.Duration': {
    what: 'a duration',
    format: 'duration',
    pattern: `P(?:${days}(?:${clock})?|${clock}|${number}W)`,
  },
}
