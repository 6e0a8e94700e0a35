import { hostileFraming } from './hostile-framing.ts'
import { hostilePath } from './hostile-path.ts'
import { pick, type Random } from './random.ts'

/** One response as received. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/** Hostile bytes on a connection, for the application of `attacked-site.ts`. */
export interface HostileRequest {
  /** The defect of the request. */
  readonly kind: string
  /** Written one after the other, with a pause between two. */
  readonly pieces: readonly Buffer[]
  /**
   * The allowed statuses of each response, in turn. Fewer responses are valid only if the
   * connection ends.
   */
  readonly statuses: readonly (readonly number[])[]
  /** Returns the problem with a response of one of those statuses. */
  readonly faultOf?: (answer: Answer, index: number) => string | undefined
  /** The next action of the client: request `/alive` (default), close its half, or disconnect. */
  readonly next?: 'ask' | 'close' | 'leave'
  /** True if all of it is valid HTTP, so that a connection may carry many. */
  readonly isFramed?: boolean
}

/** A hostile request of any kind. */
export function hostileHttp(random: Random): HostileRequest {
  return pick(random, [hostileFraming, hostileFraming, hostilePath])(random)
}
