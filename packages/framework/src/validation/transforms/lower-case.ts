import { attribute } from '../../reflection/attribute.ts'
import type { Transform } from '../transform.ts'

class LowerCaseTransform implements Transform {
  readonly appliesTo = ['string'] as const
  readonly method = 'toLowerCase'

  transform(value: unknown): string {
    return (value as string).toLowerCase()
  }
}

/** Writes text in lower case, by Unicode and no language. */
export const LowerCase = attribute(LowerCaseTransform)
