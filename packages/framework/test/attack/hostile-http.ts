import { hostileFraming } from './hostile-framing.ts'
import { hostilePath } from './hostile-path.ts'
import { pick, type Random } from './random.ts'

/** One answer as it came. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/** What a client without manners sends on a connection, for the application of `attacked-site.ts`. */
export interface HostileRequest {
  /** What is wrong with it. */
  readonly kind: string
  /** Written one after the other, with a pause between two. */
  readonly pieces: readonly Buffer[]
  /** The statuses that each of its answers may have, in turn. Fewer answers are right only where the connection ends. */
  readonly statuses: readonly (readonly number[])[]
  /** Says what is wrong with an answer of one of those statuses. */
  readonly faultOf?: (answer: Answer, index: number) => string | undefined
  /** What the client does next: ask for `/alive`, close its half, or leave. By default it asks. */
  readonly next?: 'ask' | 'close' | 'leave'
  /** Whether all of it is valid HTTP, so that a connection may carry many. */
  readonly isFramed?: boolean
}

/** A hostile request of any kind. */
export function hostileHttp(random: Random): HostileRequest {
  return pick(random, [hostileFraming, hostileFraming, hostilePath])(random)
}
