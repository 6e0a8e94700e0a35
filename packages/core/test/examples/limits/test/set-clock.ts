import { Clock } from '@fw/core'

/** A clock that stops until a test sets it. */
export class SetClock extends Clock {
  time = Date.now()

  override now(): number {
    return this.time
  }
}
