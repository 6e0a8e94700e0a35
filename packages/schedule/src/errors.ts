/** An @Schedule cannot be followed. Raised when the application boots. */
export class InvalidSchedule extends Error {
  override readonly name = 'InvalidSchedule'
  /** The method or class that it stands on. */
  readonly owner: string

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
    this.owner = owner
  }
}

/** Two schedules have the same name. Raised when the application boots. */
export class DuplicateSchedule extends Error {
  override readonly name = 'DuplicateSchedule'
  /** The name of both. */
  readonly schedule: string

  constructor(schedule: string, first: string, second: string) {
    super(
      `${second}: there is a schedule "${schedule}" already, at ${first}. ` +
        'Runs are stored under the name. Give each its own: @Schedule(…, { name: … }).',
    )
    this.schedule = schedule
  }
}

/** The settings of a scheduler cannot be followed. */
export class InvalidScheduler extends Error {
  override readonly name = 'InvalidScheduler'

  constructor(setting: string, expected: string) {
    super(`Cannot start a scheduler: ${setting} must be ${expected}.`)
  }
}

/** The reason of an aborted signal, and the error of the run: it took longer than it may. */
export class RunTimedOut extends Error {
  override readonly name = 'RunTimedOut'

  constructor(timeout: string) {
    super(`The run took longer than its timeout of ${timeout}.`)
  }
}

/** The reason of an aborted signal: another scheduler may have taken the run over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('The lease of the run was not renewed in time, so another scheduler may run its tick.')
  }
}
