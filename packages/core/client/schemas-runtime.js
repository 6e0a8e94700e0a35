// Written by fw client. Do not edit: its next run overwrites this file

// A check is a function of a value, its path and the list of issues. A type has a message for values that do not match
// it, and may have a code. If the application has a message for that code, it replaces the message of the type.

/** Creates a Standard Schema from a check. `messages` are the messages by code. */
export const standard = (check, messages = {}) => ({
  '~standard': {
    version: 1,
    vendor: 'fw',
    validate: (value) => {
      const issues = []
      check(value, [], issues)
      if (issues.length === 0) return { value }
      return {
        issues: issues.map(({ code, message, path }) => ({
          message: messages[code] ?? message,
          path,
        })),
      }
    },
  },
})

/**
 * Creates a check. `flags` is a sum: 1 if the value may be absent, 2 if it may be null, 4 if the rules are skipped
 * after any earlier issue, not only after an issue inside the value. `changes` are string methods that run before the
 * rules.
 */
export const slot =
  (type, flags = 0, rules = [], changes = []) =>
  (value, path, issues) => {
    const fail = (message, code) => void issues.push({ message, path, code })
    if (value === undefined) return flags & 1 ? undefined : fail('is required.', 'required')
    if (value === null) return flags & 2 ? undefined : fail('must not be null.', 'not-null')
    if (!type.matches(value)) return fail(type.message, type.code)
    const start = flags & 4 ? 0 : issues.length
    type.checkInner?.(value, path, issues)
    if (issues.length > start) return undefined
    const changed =
      typeof value === 'string' ? changes.reduce((text, name) => text[name](), value) : value
    for (const [text, keywords] of rules) if (!satisfies(keywords, changed)) fail(text)
    return undefined
  }

/** A type that matches values with these JSON Schema keywords, and instances of these platform classes. */
export const value = (message, keywords, ...classes) => ({
  message,
  matches: (input) => classes.includes(classOf(input)) || satisfies(keywords, input),
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
  matches: isObject,
  checkInner: (value, path, issues) => {
    for (const [name, check] of Object.entries(fields)) check(value[name], [...path, name], issues)
  },
})

export const list = (item) => ({
  ...anArray,
  matches: Array.isArray,
  checkInner: (value, path, issues) =>
    [...value].forEach((each, index) => item(each, [...path, index], issues)),
})

export const set = (item) => ({
  ...list(item),
  matches: (value) => Array.isArray(value) || value instanceof Set,
  checkInner: (value, path, issues) => {
    if (new Set(value).size < (value.length ?? 0)) {
      issues.push({ message: 'must not repeat elements.', path, code: 'unique' })
    }
    list(item).checkInner(value, path, issues)
  },
})

export const tuple = (items, minItems, rest) => ({
  ...anArray,
  matches: Array.isArray,
  checkInner: (value, path, issues) => {
    const { length } = value
    const fail = (text, n, code) =>
      issues.push({ message: `must have ${text} ${n} elements.`, path, code: `${code} ${n}` })
    const isExact = !rest && minItems === items.length
    if (isExact && length !== minItems) return fail('exactly', minItems, 'exact-items')
    if (length < minItems) return fail('at least', minItems, 'min-items')
    if (!rest && length > items.length) return fail('at most', items.length, 'max-items')
    return value.forEach((each, index) => (items[index] ?? rest)(each, [...path, index], issues))
  },
})

/** A `Map`, or an object with arbitrary keys. */
export const record = (values, keys, hasNumbers) => ({
  ...anObject,
  matches: (value) => value instanceof Map || isObject(value),
  checkInner: (value, path, issues) => {
    for (const [name, each] of value instanceof Map ? value : Object.entries(value)) {
      const start = issues.length
      const itemPath = [...path, name]
      keys?.(hasNumbers && String(Number(name)) === name ? Number(name) : name, itemPath, issues)
      for (const issue of issues.slice(start)) {
        Object.assign(issue, { message: `the key ${issue.message}`, code: 'key' })
      }
      values(each, itemPath, issues)
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
  matches: (value) => types.some(({ matches }) => matches(value)),
  checkInner: (...args) => types.find(({ matches }) => matches(args[0])).checkInner?.(...args),
})

/** Objects, distinguished by the value of a property. */
export const tagged = (name, message, cases) => ({
  ...anObject,
  matches: isObject,
  checkInner: (value, path, issues) => {
    const [, type] = cases.find(([tags]) => tags.includes(value[name])) ?? []
    if (type) return type.checkInner(value, path, issues)
    const issue =
      value[name] === undefined ? { message: 'is required.', code: 'required' } : { message }
    return issues.push({ ...issue, path: [...path, name] })
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
  matches: (value) => type().matches(value),
  checkInner: (...args) => type().checkInner?.(...args),
})

function satisfies(keywords, value) {
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
  minLength: (value, min) => typeof value !== 'string' || [...value].length >= min,
  maxLength: (value, max) => typeof value !== 'string' || [...value].length <= max,
  minimum: (value, min) => !isNumber(value) || value >= min,
  maximum: (value, max) => !isNumber(value) || value <= max,
  exclusiveMinimum: (value, min) => !isNumber(value) || value > min,
  exclusiveMaximum: (value, max) => !isNumber(value) || value < max,
  multipleOf: (value, factor) => !isNumber(value) || isMultiple(Number(value), factor),
  minItems: (value, min) => !(sizeOf(value) < min),
  maxItems: (value, max) => !(sizeOf(value) > max),
}

const kinds = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  array: Array.isArray,
  object: isObject,
}

/** True if the day of a date-time exists in its month. The calendar repeats every 400 years. */
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
  const minExponent = Math.min(...parts.map(({ exponent }) => exponent))
  const [dividend, divisor] = parts.map(
    ({ digits, exponent }) => digits * 10n ** BigInt(exponent - minExponent),
  )
  return dividend % divisor === 0n
}
