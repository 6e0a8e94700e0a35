import type { JsonSchema } from '../json-schema.ts'

/** Adds a pattern to a schema with numeric limits. The pattern matches the digit strings within the limits. */
export function withDigitRange(keywords: JsonSchema): JsonSchema {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = keywords
  const patterns = [
    typeof minimum === 'number' ? above(BigInt(Math.ceil(minimum)) - 1n) : [],
    typeof exclusiveMinimum === 'number' ? above(BigInt(Math.floor(exclusiveMinimum))) : [],
    typeof maximum === 'number' ? below(BigInt(Math.floor(maximum)) + 1n) : [],
    typeof exclusiveMaximum === 'number' ? below(BigInt(Math.ceil(exclusiveMaximum))) : [],
  ].flatMap((alternatives) =>
    alternatives.length > 0 ? [{ pattern: `^(?:${alternatives.join('|')})$` }] : [],
  )
  return patterns.length > 1 ? { ...keywords, allOf: patterns } : { ...keywords, ...patterns[0] }
}

/** Returns patterns for the digit strings of integers above a limit, with an optional minus and leading zeros. */
function above(limit: bigint): string[] {
  return limit >= 0n ? greater(limit) : ['\\d+', ...less(-limit).map(negative)]
}

function below(limit: bigint): string[] {
  return limit > 0n ? ['-\\d+', ...less(limit)] : greater(-limit).map(negative)
}

function negative(pattern: string): string {
  return `-${pattern}`
}

function greater(limit: bigint): string[] {
  const digits = String(limit)
  const ofSameLength = [...digits].flatMap((digit, index) =>
    digit === '9' ? [] : [sameLength(digits, index, Number(digit) + 1, 9)],
  )
  return [`0*[1-9]${any(digits.length)}\\d*`, ...ofSameLength]
}

/** Returns patterns for digit strings below a limit of at least 1. */
function less(limit: bigint): string[] {
  const digits = String(limit)
  const shorter = digits.length > 1 ? [`0*[1-9]\\d{0,${digits.length - 2}}`] : []
  const ofSameLength = [...digits].flatMap((digit, index) => {
    const lowest = index === 0 ? 1 : 0
    return Number(digit) > lowest ? [sameLength(digits, index, lowest, Number(digit) - 1)] : []
  })
  return ['0+', ...shorter, ...ofSameLength]
}

/** Returns a pattern: the limit's digits before `index`, a digit from a range at `index`, then any digits. */
function sameLength(digits: string, index: number, lowest: number, highest: number): string {
  return `0*${digits.slice(0, index)}[${lowest}-${highest}]${any(digits.length - index - 1)}`
}

function any(count: number): string {
  return count > 1 ? `\\d{${count}}` : '\\d'.repeat(count)
}
