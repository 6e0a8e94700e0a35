/** One run of a schedule: what a method marked `@Schedule` may take. */
export class ScheduledRun {
  /** That of the schedule. */
  readonly name: string
  /** The time that it runs for, which may be a while ago. */
  readonly tick: Date
  /** 1; more where a process died or ended during the run of this tick. */
  readonly attempt: number
  /** The latest tick before whose run ended without an error. */
  readonly previous: Date | undefined

  constructor(name: string, tick: Date, attempt = 1, previous?: Date) {
    this.name = name
    this.tick = tick
    this.attempt = attempt
    this.previous = previous
  }
}
