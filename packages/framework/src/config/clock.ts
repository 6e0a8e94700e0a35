import { defaultBinding } from '../container/binding.ts'

/** What time it is. Put another one into the container, and limits and sessions go by that. */
export class Clock {
  static readonly [defaultBinding] = (): Clock => new Clock()

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now()
  }
}
