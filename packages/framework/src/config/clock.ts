import { defaultBinding } from '../container/binding.ts'

/** What time it is. Register another one in the container, and limits and sessions use it. */
export class Clock {
  static readonly [defaultBinding] = (): Clock => new Clock()

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now()
  }
}
