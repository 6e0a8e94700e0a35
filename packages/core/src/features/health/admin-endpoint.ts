import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { defaultBinding } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import type { Reply } from '../../http/message/reply.ts'

/** A path of the admin port. With several processes, it combines the data of all of them. */
export interface AdminEndpoint {
  /** Collects the data of this process. It must be JSON, to be sent to another process. */
  collect(container: Container): unknown
  /** Returns the response for the data of all processes. */
  reply(collected: readonly unknown[]): MaybePromise<Reply>
  /** Combines the data of ended processes, such as counters, in the same form. */
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
