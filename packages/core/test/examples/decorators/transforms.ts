import {
  attribute,
  Email,
  LowerCase,
  MaxLength,
  type Transform,
  Trim,
  UpperCase,
} from '@fw/core'

class CentsTransform implements Transform {
  readonly appliesTo = ['number'] as const

  transform(value: unknown): number {
    return Math.round((value as number) * 100) / 100
  }
}
export const Cents = attribute(CentsTransform)

export class Offer {
  constructor(
    @Trim() @LowerCase() @Email() readonly email: string,
    @Trim() @MaxLength(80) readonly title: string,
    @UpperCase() readonly country: string,
    @Cents() readonly price: number,
  ) {}
}
