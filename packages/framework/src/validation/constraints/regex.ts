import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

class RegexConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly #pattern: RegExp

  constructor(pattern: RegExp | string) {
    const source = typeof pattern === 'string' ? pattern : pattern.source
    const flags = typeof pattern === 'string' ? '' : pattern.flags
    if (flags !== '' && flags !== 'u') {
      throw new TypeError(
        `@Regex(${String(pattern)}) has the flags "${flags}", which a published pattern cannot carry. ` +
          'Write them into the pattern, such as [a-z] to [A-Za-z] for "i".',
      )
    }
    this.#pattern = new RegExp(source, 'u')
  }

  validate(value: unknown): string | null {
    return this.#pattern.test(value as string)
      ? null
      : `must match the pattern ${this.#pattern.source}.`
  }

  jsonSchema() {
    return { pattern: this.#pattern.source }
  }
}

/** Matches an ECMA-262 pattern, which runs with the `u` flag and is not anchored by itself. */
export const Regex = attribute(RegexConstraint)
