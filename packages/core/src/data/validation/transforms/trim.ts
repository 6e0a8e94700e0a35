import { attribute } from '../../../base/reflection/attribute.ts'
import type { Transform } from '../transform.ts'

class TrimTransform implements Transform {
  readonly appliesTo = ['string'] as const
  readonly method = 'trim'

  transform(value: unknown): string {
    return (value as string).trim()
  }
}

/** Removes white space from both ends. */
export const Trim = attribute(TrimTransform)
