import { attribute } from '../../reflection/attribute.ts'
import type { Transform } from '../transform.ts'

class UpperCaseTransform implements Transform {
  readonly appliesTo = ['string'] as const
  readonly method = 'toUpperCase'

  transform(value: unknown): string {
    return (value as string).toUpperCase()
  }
}

/** Writes text in upper case, by Unicode and no language. */
export const UpperCase = attribute(UpperCaseTransform)
