import { JobCancelled, JobLeaseLost } from '../errors.ts'
import { HeldJob } from '../held-job.ts'

export interface RenewedJob {
  readonly id: string
  readonly isCancelled: boolean
}

/** The jobs that a worker is running, with the end of their leases. Times are values of `performance.now()`. */
export class JobLeases {
  readonly #lease: number
  readonly #jobs = new Map<string, { readonly held: HeldJob; leaseUntil: number }>()

  /** `lease` is in milliseconds. */
  constructor(lease: number) {
    this.#lease = lease
  }

  get ids(): readonly string[] {
    return [...this.#jobs.keys()]
  }

  /** Adds a job whose lease was requested at `requestedAt`. */
  add(id: string, requestedAt: number): HeldJob {
    const held = new HeldJob()
    this.#jobs.set(id, { held, leaseUntil: requestedAt + this.#lease })
    return held
  }

  remove(id: string): void {
    this.#jobs.delete(id)
  }

  /** Aborts the jobs whose lease has ended. */
  expire(now: number): void {
    for (const { held, leaseUntil } of this.#jobs.values()) {
      if (leaseUntil <= now) held.abort(new JobLeaseLost())
    }
  }

  /**
   * Applies the result of a renewal that was requested at `requestedAt`: extends leases, and aborts jobs that are lost
   * or cancelled.
   */
  applyRenewal(ids: readonly string[], renewed: readonly RenewedJob[], requestedAt: number): void {
    const byId = new Map(renewed.map((each) => [each.id, each]))
    for (const id of ids) {
      const job = this.#jobs.get(id)
      const renewal = byId.get(id)
      if (!job) continue
      if (renewal) job.leaseUntil = requestedAt + this.#lease
      else job.held.abort(new JobLeaseLost())
      if (renewal?.isCancelled) job.held.abort(new JobCancelled())
    }
  }
}
