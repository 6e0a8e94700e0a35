/** An integer of the safe range, ±(2^53 − 1). */
export type int = number

/** Any finite number; equivalent to `number`. */
export type float = number
