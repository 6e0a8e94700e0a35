/** A run of a schedule, as a method marked `@Schedule` may take it. */
export class ScheduledRun {
  /** The name of the schedule. */
  readonly name: string
  /** The time that the run is for, which may be in the past. */
  readonly tick: Date
  /** 1, or more if a process died or ended during the run of this tick. */
  readonly attempt: number
  /** The latest earlier tick whose run ended without an error. */
  readonly previous: Date | undefined

  constructor(name: string, tick: Date, attempt = 1, previous?: Date) {
    this.name = name
    this.tick = tick
    this.attempt = attempt
    this.previous = previous
  }
}
