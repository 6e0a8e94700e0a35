/** Information about the current run. A method marked with `@Schedule` may declare it as a parameter. */
export class ScheduledRun {
  /** The name of the schedule. */
  readonly name: string
  /** The scheduled time of the run, which may be in the past. */
  readonly tick: Date
  /** The number of the attempt. It is more than 1 if an earlier process died or stopped while running this tick. */
  readonly attempt: number
  /** The latest tick whose run had been successful when this run was started. */
  readonly previous: Date | undefined

  constructor(name: string, tick: Date, attempt = 1, previous?: Date) {
    this.name = name
    this.tick = tick
    this.attempt = attempt
    this.previous = previous
  }
}
