import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'

class MultipleOfConstraint implements Constraint {
  readonly appliesTo = ['number'] as const
  readonly #factor: number
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly message: string

  constructor(factor: number, options?: MessageOptions) {
    if (!(factor > 0 && Number.isFinite(factor))) {
      throw new TypeError(`@MultipleOf(${factor}) is invalid. Use a number above 0.`)
    }
    this.#factor = factor
    this.parameters = { n: factor }
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, this.parameters, `must be a multiple of ${factor}.`)
  }

  validate(value: unknown): string | null {
    return isMultiple(value as number, this.#factor) ? null : this.message
  }

  jsonSchema() {
    return { multipleOf: this.#factor }
  }
}

/** Compares decimal digits, so that 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(factor)) return value % factor === 0
  const dividend = decimalOf(value)
  const divisor = decimalOf(factor)
  const exponent = Math.min(dividend.exponent, divisor.exponent)
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent)
  return scaled(dividend) % scaled(divisor) === 0n
}

interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent] = value.toExponential().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** Requires a multiple of `factor`, which must be positive. Compares decimal digits, so that 0.3 is a multiple of 0.1. */
export const MultipleOf = attribute(MultipleOfConstraint, '…')
