import { Clock } from 'fw'

/** Stands still until a test sets it. */
export class SetClock extends Clock {
  time = Date.now()

  override now(): number {
    return this.time
  }
}
