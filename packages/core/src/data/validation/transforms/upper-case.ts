import { attribute } from '../../../base/reflection/attribute.ts'
import type { Transform } from '../transform.ts'

class UpperCaseTransform implements Transform {
  readonly appliesTo = ['string'] as const
  readonly method = 'toUpperCase'

  transform(value: unknown): string {
    return (value as string).toUpperCase()
  }
}

/** Converts a string to upper case, by the rules of Unicode and independent of the language. */
export const UpperCase = attribute(UpperCaseTransform)
