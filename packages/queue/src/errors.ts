/** Thrown if a class cannot be used as a job, when it is registered or first pushed. */
export class InvalidJob extends Error {
  override readonly name = 'InvalidJob'
  /** The name of the class. */
  readonly job: string

  constructor(job: string, at: string, problem: string) {
    super(`${job} (${at}): ${problem}`)
    this.job = job
  }
}

/** Thrown if two job classes have the same name, when the second is registered. */
export class DuplicateJob extends Error {
  override readonly name = 'DuplicateJob'
  /** The name of both classes. */
  readonly job: string

  constructor(job: string, first: string, second: string) {
    super(
      `${second}: the job ${job} already exists, at ${first}. ` +
        'A job is stored under the name of its class, or that of @JobOptions. Rename one of the two.',
    )
    this.job = job
  }
}

/** Thrown if the options of a push are invalid, or if a job holds data that cannot be stored. */
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

/**
 * Stored data does not match the class of the job. The job is kept as failed, without another
 * attempt.
 */
export class MalformedJob extends Error {
  override readonly name = 'MalformedJob'
}

/** No class of the application has the stored name of a job. Other workers may have the class. */
export class UnknownJob extends Error {
  override readonly name = 'UnknownJob'
  /** The stored name. */
  readonly job: string

  constructor(job: string) {
    super(`There is no class ${job} that implements Job.`)
    this.job = job
  }
}

/** Thrown by a job if another attempt would be useless. The job is kept as failed immediately. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

/**
 * The attempt took longer than its timeout: the reason of the aborted signal, and the error of the
 * attempt.
 */
export class JobTimedOut extends Error {
  override readonly name = 'JobTimedOut'

  constructor(timeout: string) {
    super(`The attempt took longer than its timeout of ${timeout}.`)
  }
}

/** The job was cancelled: the reason of the aborted signal. The job is neither retried nor kept. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled'

  constructor() {
    super('The job was cancelled.')
  }
}

/** Another worker may have taken the job over: the reason of the aborted signal. */
export class JobLeaseLost extends Error {
  override readonly name = 'JobLeaseLost'

  constructor() {
    super('The lease of the job was not renewed in time, so another worker may run it.')
  }
}

/** The worker died, or lost its lease, in the last of the allowed attempts. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied'

  constructor(attempts: number) {
    super(`Its worker died, or lost its lease, in the last of ${attempts} attempts.`)
  }
}

/** The table of the jobs lacks columns of this version, and could not be changed. */
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

/** Jobs are kept in memory, but the application runs in several processes. */
export class MemoryNotShared extends Error {
  override readonly name = 'MemoryNotShared'

  constructor(processes: number) {
    super(
      `QUEUE_CONNECTION is memory, which ${processes} processes do not share: only the process that pushes a job could run it. ` +
        'Set it to database or redis.',
    )
  }
}
