import { defaultBinding } from '../container/binding.ts'

/** The current time. Limits and sessions use the clock of the container, so tests can register another one. */
export class Clock {
  static readonly [defaultBinding] = (): Clock => new Clock()

  /** Returns the milliseconds since the epoch. */
  now(): number {
    return Date.now()
  }
}
