import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'

class RegexConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly #pattern: RegExp
  readonly message: string

  constructor(pattern: RegExp | string, options?: MessageOptions) {
    this.#pattern = toPublishable(pattern, '@Regex')
    const { source } = this.#pattern
    this.parameters = { pattern: source }
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, this.parameters, `must match the pattern ${source}.`)
  }

  validate(value: unknown): string | null {
    return this.#pattern.test(value as string) ? null : this.message
  }

  jsonSchema() {
    return { pattern: this.#pattern.source }
  }
}

/**
 * Returns the pattern as the regular expression that clients will create from the schema. Throws a `TypeError` if it
 * has flags other than `u`, and a `SyntaxError` if it is invalid with `u`.
 */
export function toPublishable(pattern: RegExp | string, owner: string): RegExp {
  const source = typeof pattern === 'string' ? pattern : pattern.source
  const flags = typeof pattern === 'string' ? '' : pattern.flags
  if (flags !== '' && flags !== 'u') {
    throw new TypeError(
      `${owner}(${String(pattern)}) has the flags "${flags}", which JSON Schema does not support. ` +
        'Change the pattern instead, such as [A-Za-z] for [a-z] with "i".',
    )
  }
  return new RegExp(source, 'u')
}

/** Requires a string that matches a regular expression. It runs with the `u` flag and is not anchored implicitly. */
export const Regex = attribute(RegexConstraint, '…')
