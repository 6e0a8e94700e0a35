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
  /** The name of both classes. */
  readonly job: string

  constructor(job: string, first: string, second: string) {
    super(
      `${second}: there is a job ${job} already, at ${first}. ` +
        'A job is stored under the name of its class. Rename one of the two.',
    )
    this.job = job
  }
}

/** The options of a push are not valid. */
export class InvalidPush extends Error {
  override readonly name = 'InvalidPush'

  constructor(job: string, option: string, expected: string) {
    super(`Cannot push ${job}: ${option} must be ${expected}.`)
  }
}

/** The options of a worker are not valid. */
export class InvalidWorker extends Error {
  override readonly name = 'InvalidWorker'

  constructor(option: string, expected: string) {
    super(`Cannot start a worker: ${option} must be ${expected}.`)
  }
}

/** What was stored is not a job that this application knows. It is kept as failed at once. */
export class MalformedJob extends Error {
  override readonly name = 'MalformedJob'
}

/** Workers died while they ran the job, as often as it may be tried. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied'

  constructor(attempts: number) {
    super(`Its worker died, or lost its lease, in the last of ${attempts} attempts.`)
  }
}

/** Redis could not be reached for a push or a question. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable'

  constructor(address: string, cause: unknown) {
    super(`Redis does not answer at ${address}. Start it, or correct REDIS_HOST and REDIS_PORT.`, {
      cause,
    })
  }
}
