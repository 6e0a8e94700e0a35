/** Thrown if a class cannot be used as a job. Detected when it is registered or first pushed. */
export class InvalidJob extends Error {
  override readonly name = 'InvalidJob'
  /** The name of the class. */
  readonly job: string

  constructor(job: string, at: string, problem: string) {
    super(`${job} (${at}): ${problem}`)
    this.job = job
  }
}

/** Thrown if two job classes have the same name. Detected when the second is registered. */
export class DuplicateJob extends Error {
  override readonly name = 'DuplicateJob'
  /** The name of both classes. */
  readonly job: string

  constructor(job: string, first: string, second: string) {
    super(
      `${second}: the job ${job} already exists, at ${first}. ` +
        'A job is stored under the name of its class, or the name in @JobOptions. Rename one of the two.',
    )
    this.job = job
  }
}

/** Thrown if the options of a push are invalid, or if a job contains data that cannot be stored. */
export class InvalidPush extends Error {
  override readonly name = 'InvalidPush'

  constructor(job: string, option: string, expected: string, cause?: unknown) {
    super(
      `Cannot push ${job}: ${option} must be ${expected}.`,
      cause === undefined ? {} : { cause },
    )
  }
}

/** Thrown if the options of a worker are invalid. */
export class InvalidWorker extends Error {
  override readonly name = 'InvalidWorker'

  constructor(option: string, expected: string) {
    super(`Cannot start a worker: ${option} must be ${expected}.`)
  }
}

/** Thrown if stored data does not match the job class. The job is kept as failed, without another attempt. */
export class MalformedJob extends Error {
  override readonly name = 'MalformedJob'
}

/** Thrown if the application has no class with the stored name of a job. Other workers may have the class. */
export class UnknownJob extends Error {
  override readonly name = 'UnknownJob'
  /** The name under which the job is stored. */
  readonly job: string

  constructor(job: string) {
    super(
      `There is no class ${job} that implements Job. If it was renamed, set formerly in @JobOptions of the new class.`,
    )
    this.job = job
  }
}

/** Thrown by a job to prevent further attempts. The job is then kept as failed. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

/** The error of an attempt that exceeds its timeout. The signal of the attempt is aborted with this error. */
export class JobTimedOut extends Error {
  override readonly name = 'JobTimedOut'

  constructor(timeout: string) {
    super(`The attempt took longer than its timeout of ${timeout}.`)
  }
}

/** The reason with which the signal is aborted if the job is cancelled. The job is neither retried nor kept. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled'

  constructor() {
    super('The job was cancelled.')
  }
}

/** The reason with which the signal is aborted if another worker may have taken over the job. */
export class JobLeaseLost extends Error {
  override readonly name = 'JobLeaseLost'

  constructor() {
    super('The lease of the job was not renewed in time, so another worker may run it.')
  }
}

/** The error of a job whose worker died, or lost its lease, during the last attempt. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied'

  constructor(attempts: number) {
    super(`The worker of the job died, or lost its lease, in the last of ${attempts} attempts.`)
  }
}

/** Thrown if the jobs table lacks columns of this version and could not be changed. */
export class TableOutdated extends Error {
  override readonly name = 'TableOutdated'
  /** The SQL to run. */
  readonly statements: readonly string[]

  constructor(table: string, statements: readonly string[], cause: unknown) {
    super(
      `The table ${table} was created by an older version, and could not be upgraded. ` +
        `Run this SQL as a user who may change the table: ${statements.join('; ')};`,
      { cause },
    )
    this.statements = statements
  }
}

/** Thrown if jobs are stored in memory, but the application runs in several processes. */
export class MemoryNotShared extends Error {
  override readonly name = 'MemoryNotShared'

  constructor(processes: number) {
    super(
      `Jobs are kept in memory, which ${processes} processes do not share: only the process that pushes a job could run it. ` +
        'Set QUEUE_CONNECTION to database or redis.',
    )
  }
}
