/** Thrown for an invalid @Schedule when the application boots. */
export class InvalidSchedule extends Error {
  override readonly name = 'InvalidSchedule'
  /** The method or class with the decorator. */
  readonly owner: string

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
    this.owner = owner
  }
}

/** Thrown if two schedules have the same name, when the application boots. */
export class DuplicateSchedule extends Error {
  override readonly name = 'DuplicateSchedule'
  /** The name of both schedules. */
  readonly schedule: string

  constructor(schedule: string, first: string, second: string) {
    super(
      `${second}: the schedule "${schedule}" already exists, at ${first}. ` +
        'Runs are stored under the name. Give each a different one: @Schedule(…, { name: … }).',
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

/**
 * The run took longer than its timeout: the reason of the aborted signal, and the error of the run.
 */
export class RunTimedOut extends Error {
  override readonly name = 'RunTimedOut'

  constructor(timeout: string) {
    super(`The run took longer than its timeout of ${timeout}.`)
  }
}

/** Another scheduler may have taken the run over: the reason of the aborted signal. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('The lease of the run was not renewed in time, so another scheduler may run its tick.')
  }
}
