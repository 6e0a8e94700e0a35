/** A class cannot be used as a job. Raised when it is registered or first pushed. */
export class InvalidJob extends Error {
  override readonly name = 'InvalidJob'
  /** The name of the class. */
  readonly job: string

  constructor(job: string, at: string, problem: string) {
    super(`${job} (${at}): ${problem}`)
    this.job = job
  }
}

/** Two classes of jobs have the same name. Raised when the second is registered. */
export class DuplicateJob extends Error {
  override readonly name = 'DuplicateJob'
  /** The name of both. */
  readonly job: string

  constructor(job: string, first: string, second: string) {
    super(
      `${second}: there is a job ${job} already, at ${first}. ` +
        'A job is stored under the name of its class, or that of @JobOptions. Rename one of the two.',
    )
    this.job = job
  }
}

/** The options of a push are not valid, or a job holds data that cannot be stored. */
export class InvalidPush extends Error {
  override readonly name = 'InvalidPush'

  constructor(job: string, option: string, expected: string, cause?: unknown) {
    super(
      `Cannot push ${job}: ${option} must be ${expected}.`,
      cause === undefined ? {} : { cause },
    )
  }
}

/** The options of a worker are not valid. */
export class InvalidWorker extends Error {
  override readonly name = 'InvalidWorker'

  constructor(option: string, expected: string) {
    super(`Cannot start a worker: ${option} must be ${expected}.`)
  }
}

/** What was stored is not what its class takes. It is kept as failed at once. */
export class MalformedJob extends Error {
  override readonly name = 'MalformedJob'
}

/** No class of the application has the name that a job is stored under. Other workers may know it. */
export class UnknownJob extends Error {
  override readonly name = 'UnknownJob'
  /** What the job is stored under. */
  readonly job: string

  constructor(job: string) {
    super(`There is no class ${job} that implements Job.`)
    this.job = job
  }
}

/** A job throws it where another attempt is of no use: it is kept as failed at once. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

/** The reason of an aborted signal, and the error of the attempt: it took longer than it may. */
export class JobTimedOut extends Error {
  override readonly name = 'JobTimedOut'

  constructor(timeout: string) {
    super(`The attempt took longer than its timeout of ${timeout}.`)
  }
}

/** The reason of an aborted signal: somebody has cancelled the job. It is neither tried again nor kept. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled'

  constructor() {
    super('The job was cancelled.')
  }
}

/** The reason of an aborted signal: another worker may have taken the job over. */
export class JobLeaseLost extends Error {
  override readonly name = 'JobLeaseLost'

  constructor() {
    super('The lease of the job was not renewed in time, so another worker may run it.')
  }
}

/** Workers died while they ran the job, as often as it may be tried. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied'

  constructor(attempts: number) {
    super(`Its worker died, or lost its lease, in the last of ${attempts} attempts.`)
  }
}

/** A table of jobs lacks what this version needs, and could not be changed. */
export class TableOutdated extends Error {
  override readonly name = 'TableOutdated'
  /** What has to be run. */
  readonly statements: readonly string[]

  constructor(table: string, statements: readonly string[], cause: unknown) {
    super(
      `The table ${table} is of an older version, and could not be changed. ` +
        `Run what it lacks, with the rights for it: ${statements.join('; ')};`,
      { cause },
    )
    this.statements = statements
  }
}

/** Jobs are kept in memory, and several processes run the application. */
export class MemoryNotShared extends Error {
  override readonly name = 'MemoryNotShared'

  constructor(processes: number) {
    super(
      `QUEUE_CONNECTION is memory, which ${processes} processes do not share: a job would be known to the one that pushes it. ` +
        'Set it to database or redis.',
    )
  }
}
