/** A whole number of the safe range, ±(2^53 − 1). */
export type int = number

/** Any finite number; says the same as `number`. */
export type float = number
