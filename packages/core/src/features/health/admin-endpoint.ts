import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { defaultBinding } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import type { Reply } from '../../http/message/reply.ts'

/** An endpoint on the admin port. If there are several processes, it combines their data. */
export interface AdminEndpoint {
  /** Collects the data of this process. It must be JSON, because it may be sent to another process. */
  collect(container: Container): unknown
  /** Returns the response for the data of all processes. */
  reply(collected: readonly unknown[]): MaybePromise<Reply>
  /**
   * Combines data of ended processes, such as counters, into one value with the structure that
   * `collect` returns.
   */
  remains?(ended: readonly unknown[]): unknown
}

/** The admin endpoints of packages, by path. */
export class AdminEndpoints {
  static readonly [defaultBinding] = (): AdminEndpoints => new AdminEndpoints()

  readonly byPath: ReadonlyMap<string, AdminEndpoint>

  constructor(byPath: ReadonlyMap<string, AdminEndpoint> = new Map()) {
    this.byPath = byPath
  }
}
