/** Thrown at boot if a `@Schedule` is invalid. */
export class InvalidSchedule extends Error {
  override readonly name = 'InvalidSchedule'
  /** The method or class with the decorator. */
  readonly owner: string

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
    this.owner = owner
  }
}

/** Thrown at boot if two schedules have the same name. */
export class DuplicateSchedule extends Error {
  override readonly name = 'DuplicateSchedule'
  /** The name of both schedules. */
  readonly schedule: string

  constructor(schedule: string, first: string, second: string) {
    super(
      `${second}: the schedule "${schedule}" already exists, at ${first}. ` +
        'Runs are stored by this name. Give each schedule a different name: @Schedule(…, { name: … }).',
    )
    this.schedule = schedule
  }
}

/** Thrown if the settings of a scheduler are invalid. */
export class InvalidScheduler extends Error {
  override readonly name = 'InvalidScheduler'

  constructor(setting: string, expected: string) {
    super(`Cannot start a scheduler: ${setting} must be ${expected}.`)
  }
}

/** The error of a run that exceeds its timeout. The signal of the run is aborted with this error. */
export class RunTimedOut extends Error {
  override readonly name = 'RunTimedOut'

  constructor(timeout: string) {
    super(`The run took longer than its timeout of ${timeout}.`)
  }
}

/** The reason with which the signal is aborted if another scheduler may have taken over the run. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('The lease of the run was not renewed in time, so another scheduler may run its tick.')
  }
}
