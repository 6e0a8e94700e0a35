import { scalar } from '@fw/core'

export class Decimal {
  constructor(readonly digits: string) {
    if (digits.length > 20) {
      throw new RangeError('must have at most 20 digits.')
    }
  }
}

export const decimal = scalar(Decimal, {
  wire: 'string',
  pattern: /^-?\d+(\.\d+)?$/,
  message: 'must be a decimal number.',
  from: (text) => new Decimal(text),
  to: ({ digits }) => digits,
})
