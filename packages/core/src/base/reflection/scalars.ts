/** An integer in the safe range, ±(2^53 − 1). */
export type int = number

/** Any finite number; the same as `number`. */
export type float = number
