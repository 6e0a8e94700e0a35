import { JobCancelled, JobLeaseLost } from '../errors.ts'
import { HeldJob } from '../held-job.ts'

export interface RenewedJob {
  readonly id: string
  readonly isCancelled: boolean
}

/** The jobs that a worker is running, with the end of their leases. Times are those of `performance.now()`. */
export class HeldJobs {
  readonly #lease: number
  readonly #jobs = new Map<string, { readonly held: HeldJob; leaseUntil: number }>()

  /** `lease` is in milliseconds. */
  constructor(lease: number) {
    this.#lease = lease
  }

  get ids(): readonly string[] {
    return [...this.#jobs.keys()]
  }

  /** Adds a job whose lease was requested at `since`. */
  start(id: string, since: number): HeldJob {
    const held = new HeldJob()
    this.#jobs.set(id, { held, leaseUntil: since + this.#lease })
    return held
  }

  end(id: string): void {
    this.#jobs.delete(id)
  }

  /** Aborts the jobs whose lease has ended. */
  expire(now: number): void {
    for (const { held, leaseUntil } of this.#jobs.values()) {
      if (leaseUntil <= now) held.abort(new JobLeaseLost())
    }
  }

  /**
   * Applies the result of a renewal that was requested at `since`: extends leases, and aborts jobs that are lost or
   * cancelled.
   */
  settle(asked: readonly string[], renewed: readonly RenewedJob[], since: number): void {
    const byId = new Map(renewed.map((each) => [each.id, each]))
    for (const id of asked) {
      const job = this.#jobs.get(id)
      const found = byId.get(id)
      if (!job) continue
      if (found) job.leaseUntil = since + this.#lease
      else job.held.abort(new JobLeaseLost())
      if (found?.isCancelled) job.held.abort(new JobCancelled())
    }
  }
}
