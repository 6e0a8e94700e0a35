// Written by fw client. Do not edit: its next run overwrites this file

// A check is a function of a value, its path and the list of issues. A type has a message for other values; the
// application's message with the same code replaces it.

/** Creates a Standard Schema from a check. `words` are the messages by code. */
export const standard = (check, words = {}) => ({
  '~standard': {
    version: 1,
    vendor: 'fw',
    validate: (value) => {
      const issues = []
      check(value, [], issues)
      if (issues.length === 0) return { value }
      return {
        issues: issues.map(({ code, message, path }) => ({
          message: words[code] ?? message,
          path,
        })),
      }
    },
  },
})

/**
 * Checks a value. `flags`: 1 may be absent, 2 may be null, 4 no rule runs after any failure. `changes` are methods of
 * strings that run before the rules.
 */
export const slot =
  (type, flags = 0, rules = [], changes = []) =>
  (value, path, issues) => {
    const fail = (message, code) => void issues.push({ message, path, code })
    if (value === undefined) return flags & 1 ? undefined : fail('is required.', 'required')
    if (value === null) return flags & 2 ? undefined : fail('must not be null.', 'not-null')
    if (!type.fits(value)) return fail(type.message, type.code)
    const start = flags & 4 ? 0 : issues.length
    type.inside?.(value, path, issues)
    if (issues.length > start) return undefined
    const changed =
      typeof value === 'string' ? changes.reduce((text, name) => text[name](), value) : value
    for (const [text, keywords] of rules) if (!holds(keywords, changed)) fail(text)
    return undefined
  }

/** Types with keywords of JSON Schema, and classes of the platform. */
export const value = (message, keywords, ...classes) => ({
  message,
  fits: (given) => classes.includes(classOf(given)) || holds(keywords, given),
})

function classOf(value) {
  if (value instanceof Date && Number.isNaN(value.getTime())) return 'no date'
  return Object.prototype.toString.call(value).slice(8, -1)
}

const isObject = (value) => classOf(value) === 'Object'

const anObject = { message: 'must be an object.', code: 'type.object' }
const anArray = { message: 'must be an array.', code: 'type.array' }

export const object = (fields) => ({
  ...anObject,
  fits: isObject,
  inside: (value, path, issues) => {
    for (const [name, check] of Object.entries(fields)) check(value[name], [...path, name], issues)
  },
})

export const list = (item) => ({
  ...anArray,
  fits: Array.isArray,
  inside: (value, path, issues) =>
    [...value].forEach((each, index) => item(each, [...path, index], issues)),
})

export const set = (item) => ({
  ...list(item),
  fits: (value) => Array.isArray(value) || value instanceof Set,
  inside: (value, path, issues) => {
    if (new Set(value).size < (value.length ?? 0)) {
      issues.push({ message: 'must not repeat elements.', path, code: 'unique' })
    }
    list(item).inside(value, path, issues)
  },
})

export const tuple = (items, least, rest) => ({
  ...anArray,
  fits: Array.isArray,
  inside: (value, path, issues) => {
    const { length } = value
    const fail = (text, n, code) =>
      issues.push({ message: `must have ${text} ${n} elements.`, path, code: `${code} ${n}` })
    const isExact = !rest && least === items.length
    if (isExact && length !== least) return fail('exactly', least, 'exact-items')
    if (length < least) return fail('at least', least, 'min-items')
    if (!rest && length > items.length) return fail('at most', items.length, 'max-items')
    return value.forEach((each, index) => (items[index] ?? rest)(each, [...path, index], issues))
  },
})

/** A `Map`, or an object with arbitrary keys. */
export const record = (values, keys, hasNumbers) => ({
  ...anObject,
  fits: (value) => value instanceof Map || isObject(value),
  inside: (value, path, issues) => {
    for (const [name, each] of value instanceof Map ? value : Object.entries(value)) {
      const start = issues.length
      const at = [...path, name]
      keys?.(hasNumbers && String(Number(name)) === name ? Number(name) : name, at, issues)
      for (const issue of issues.slice(start)) {
        Object.assign(issue, { message: `the key ${issue.message}`, code: 'key' })
      }
      values(each, at, issues)
    }
  },
})

/** One of several types, distinguished by their values. */
export const either = (types, message) => ({
  get message() {
    if (message !== undefined) return message
    const names = types.map(({ message }) => message.replace(/^must be (.*)\.$/, '$1'))
    return `must be ${names.join(' or ')}.`
  },
  fits: (value) => types.some(({ fits }) => fits(value)),
  inside: (...given) => types.find(({ fits }) => fits(given[0])).inside?.(...given),
})

/** Objects, distinguished by the value of a property. */
export const tagged = (name, message, cases) => ({
  ...anObject,
  fits: isObject,
  inside: (value, path, issues) => {
    const [, type] = cases.find(([tags]) => tags.includes(value[name])) ?? []
    if (type) return type.inside(value, path, issues)
    const told =
      value[name] === undefined ? { message: 'is required.', code: 'required' } : { message }
    return issues.push({ ...told, path: [...path, name] })
  },
})

/** A recursive type. */
export const later = (type) => ({
  get message() {
    return type().message
  },
  get code() {
    return type().code
  },
  fits: (value) => type().fits(value),
  inside: (...given) => type().inside?.(...given),
})

function holds(keywords, value) {
  return Object.entries(keywords).every(([name, limit]) => tests[name](value, limit))
}

const isNumber = (value) => typeof value === 'number' || typeof value === 'bigint'
const sizeOf = (value) => (Array.isArray(value) ? value.length : value.size)

/** Like in JSON Schema, a keyword does not apply to values of other types. */
const tests = {
  type: (value, types) => [types].flat().some((type) => kinds[type](value)),
  const: (value, only) => value === only,
  enum: (value, values) => values.includes(value),
  pattern: (value, source) => typeof value !== 'string' || new RegExp(source, 'u').test(value),
  format: (value) => typeof value !== 'string' || isDay(value),
  minLength: (value, least) => typeof value !== 'string' || [...value].length >= least,
  maxLength: (value, most) => typeof value !== 'string' || [...value].length <= most,
  minimum: (value, least) => !isNumber(value) || value >= least,
  maximum: (value, most) => !isNumber(value) || value <= most,
  exclusiveMinimum: (value, least) => !isNumber(value) || value > least,
  exclusiveMaximum: (value, most) => !isNumber(value) || value < most,
  multipleOf: (value, factor) => !isNumber(value) || isMultiple(Number(value), factor),
  minItems: (value, least) => !(sizeOf(value) < least),
  maxItems: (value, most) => !(sizeOf(value) > most),
}

const kinds = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  array: Array.isArray,
  object: isObject,
}

/** True if the month of a date-time has that day. Years repeat after 400. */
function isDay(text) {
  const [year, month, day] = text.split('-')
  return Number.parseInt(day) <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** Compares decimal digits, so that 0.3 is a multiple of 0.1. */
function isMultiple(value, factor) {
  const parts = [value, factor].map((each) => {
    const [mantissa, exponent] = each.toExponential().split('e')
    const [whole, fraction = ''] = mantissa.split('.')
    return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
  })
  const least = Math.min(...parts.map(({ exponent }) => exponent))
  const [dividend, divisor] = parts.map(
    ({ digits, exponent }) => digits * 10n ** BigInt(exponent - least),
  )
  return dividend % divisor === 0n
}
