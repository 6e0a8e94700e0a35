import { attribute } from '../../../base/reflection/attribute.ts'
import type { Transform } from '../transform.ts'

class LowerCaseTransform implements Transform {
  readonly appliesTo = ['string'] as const
  readonly method = 'toLowerCase'

  transform(value: unknown): string {
    return (value as string).toLowerCase()
  }
}

/** Converts a string to lower case, by the rules of Unicode and independent of the language. */
export const LowerCase = attribute(LowerCaseTransform)
