import { parseDuration } from './units.ts'

/** A format of configuration values. */
export interface ValueFormat<T> {
  /** The expected format, for error messages. */
  readonly expected: string
  readonly emptyMeansMissing: boolean
  /** Parses a string; returns undefined if it is invalid. */
  readonly parse: (text: string) => T | undefined
}

export const string: ValueFormat<string> = {
  expected: 'a string',
  emptyMeansMissing: false,
  parse: (value) => value,
}

export const int: ValueFormat<number> = {
  expected: 'a whole number such as 8080',
  emptyMeansMissing: true,
  parse: (value) => parseNumber(value, /^[+-]?\d+$/, Number.isSafeInteger),
}

export const float: ValueFormat<number> = {
  expected: 'a number such as 0.25',
  emptyMeansMissing: true,
  parse: (value) =>
    parseNumber(value, /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i, Number.isFinite),
}

export const bool: ValueFormat<boolean> = {
  expected: 'true, false, 1 or 0',
  emptyMeansMissing: true,
  parse: (value) => ({ true: true, '1': true, false: false, '0': false })[value],
}

export const duration: ValueFormat<number> = {
  expected: 'a duration such as 250ms, 30s or 5m',
  emptyMeansMissing: true,
  parse: (value) => {
    try {
      return parseDuration(value)
    } catch {
      return undefined
    }
  },
}

export const list: ValueFormat<string[]> = {
  expected: 'strings separated by commas',
  emptyMeansMissing: false,
  parse: (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
}

export function oneOf(choices: readonly string[]): ValueFormat<string> {
  return {
    expected: `one of ${choices.join(', ')}`,
    emptyMeansMissing: true,
    parse: (value) => (choices.includes(value) ? value : undefined),
  }
}

function parseNumber(
  value: string,
  pattern: RegExp,
  isAllowed: (value: number) => boolean,
): number | undefined {
  const number = pattern.test(value) ? Number(value) : Number.NaN
  return isAllowed(number) ? number : undefined
}
