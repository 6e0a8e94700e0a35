import { defaultBinding } from '../container/binding.ts'

/**
 * Provides the current time. Rate limits and sessions use the clock in the container, so tests can register another
 * one.
 */
export class Clock {
  static readonly [defaultBinding] = (): Clock => new Clock()

  /** Returns the milliseconds since the epoch. */
  now(): number {
    return Date.now()
  }
}
