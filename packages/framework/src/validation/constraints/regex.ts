import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

class RegexConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly #pattern: RegExp

  constructor(pattern: RegExp | string) {
    this.#pattern = toPublishable(pattern, '@Regex')
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

/** The expression that a published pattern is read as. Throws a `TypeError` where the two would differ. */
export function toPublishable(pattern: RegExp | string, owner: string): RegExp {
  const source = typeof pattern === 'string' ? pattern : pattern.source
  const flags = typeof pattern === 'string' ? '' : pattern.flags
  if (flags !== '' && flags !== 'u') {
    throw new TypeError(
      `${owner}(${String(pattern)}) has the flags "${flags}", which a published pattern cannot carry. ` +
        'Write them into the pattern, such as [a-z] to [A-Za-z] for "i".',
    )
  }
  return new RegExp(source, 'u')
}

/** Matches an ECMA-262 pattern, which runs with the `u` flag and is not anchored by itself. */
export const Regex = attribute(RegexConstraint)
