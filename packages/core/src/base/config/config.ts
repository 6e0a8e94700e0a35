import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { defaultBinding } from '../container/binding.ts'
import { rootFolder } from '../platform/root-folder.ts'
import { ConfigValueInvalid, ConfigValueMissing } from './errors.ts'
import {
  bool,
  duration,
  float,
  int,
  list,
  oneOf,
  string,
  type ValueFormat,
} from './value-formats.ts'
import { parseDuration } from './units.ts'

/** The strings of a configuration source, by key. */
export type ConfigValues = Readonly<Record<string, string | undefined>>

/**
 * Typed access to configuration. If a key is missing, methods return the default, or throw `ConfigValueMissing` if
 * there is no default. An empty value counts as missing, except for `string` and `list`. An invalid value throws
 * `ConfigValueInvalid`. Errors never contain values. By default, the container provides the configuration of the
 * working directory.
 */
export class Config {
  static readonly [defaultBinding] = (): Config => Config.load()

  readonly #sources: ReadonlyMap<string, ConfigValues>

  /** `sources` maps the names that errors show to configuration sources. The first source with a key wins. */
  constructor(sources: ReadonlyMap<string, ConfigValues>) {
    this.#sources = sources
  }

  /** Reads the environment variables, which take precedence, and `.env` in the application's folder. */
  static load(root: string | URL = process.cwd()): Config {
    const file = join(rootFolder(root), '.env')
    const values = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
    return new Config(
      new Map([
        ['the environment', { ...process.env }],
        [existsSync(file) ? file : describeMissingFile(file), values],
      ]),
    )
  }

  /** Creates a configuration from values, for tests and programs without `.env`. */
  static of(values: ConfigValues): Config {
    return new Config(new Map([['the given values', values]]))
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined
  }

  /** Returns the names of all keys that are set. */
  keys(): string[] {
    return [...new Set([...this.#sources.values()].flatMap((values) => Object.keys(values)))]
  }

  /** Returns the string unchanged, even if it is empty. */
  string(key: string): string
  string<D>(key: string, fallback: D): string | D
  string(key: string, ...fallback: [unknown?]): unknown {
    return this.#read(key, string, fallback)
  }

  /** Reads an integer: digits with an optional sign, at most `Number.MAX_SAFE_INTEGER` away from 0. */
  int(key: string): number
  int<D>(key: string, fallback: D): number | D
  int(key: string, ...fallback: [unknown?]): unknown {
    return this.#read(key, int, fallback)
  }

  /** Reads a decimal number, with an optional exponent. */
  float(key: string): number
  float<D>(key: string, fallback: D): number | D
  float(key: string, ...fallback: [unknown?]): unknown {
    return this.#read(key, float, fallback)
  }

  /** Reads `true`, `false`, `1` or `0`. */
  bool(key: string): boolean
  bool<D>(key: string, fallback: D): boolean | D
  bool(key: string, ...fallback: [unknown?]): unknown {
    return this.#read(key, bool, fallback)
  }

  /**
   * Reads a duration such as `250ms`, `30s` or `5m`. Returns milliseconds. The fallback may also be such a string; an
   * invalid one throws a `TypeError`.
   */
  duration(key: string): number
  duration(key: string, fallback: string): number
  duration<D>(key: string, fallback: D): number | D
  duration(key: string, ...fallback: [unknown?]): unknown {
    const [value] = fallback
    return this.#read(key, duration, typeof value === 'string' ? [parseDuration(value)] : fallback)
  }

  /** Reads a comma-separated list. Trims the items and drops empty ones, so an empty value is an empty list. */
  list(key: string): string[]
  list<D>(key: string, fallback: D): string[] | D
  list(key: string, ...fallback: [unknown?]): unknown {
    return this.#read(key, list, fallback)
  }

  /** Reads one of the allowed strings in `choices`. */
  oneOf<T extends string>(key: string, choices: readonly T[]): T
  oneOf<T extends string, D>(key: string, choices: readonly T[], fallback: D): T | D
  oneOf(key: string, choices: readonly string[], ...fallback: [unknown?]): unknown {
    return this.#read(key, oneOf(choices), fallback)
  }

  #read<T>(key: string, format: ValueFormat<T>, fallback: readonly [unknown?]): unknown {
    const found = this.#find(key)
    if (found === undefined || (found.text === '' && format.emptyMeansMissing)) {
      if (fallback.length > 0) return fallback[0]
      throw new ConfigValueMissing(key, format.expected, [...this.#sources.keys()])
    }
    const value = format.parse(found.text)
    if (value === undefined) throw new ConfigValueInvalid(key, format.expected, found.source)
    return value
  }

  #find(key: string): { text: string; source: string } | undefined {
    for (const [source, values] of this.#sources) {
      const text = Object.hasOwn(values, key) ? values[key] : undefined
      if (text !== undefined) return { text, source }
    }
    return undefined
  }
}

/** Describes a missing `.env` file, for errors. */
function describeMissingFile(file: string): string {
  const remedy = existsSync(`${file}.example`) ? ': copy .env.example' : ''
  return `${file} (not there${remedy})`
}
