import { defaultBinding } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import type { Reply } from '../message/reply.ts'

/** A path of the admin port. With several processes, it combines the data of all of them. */
export interface AdminEndpoint {
  /** Collects the data of this process. It must be JSON, to be sent to another process. */
  collect(container: Container): unknown
  /** Returns the response for the data of all processes. */
  answer(collected: readonly unknown[]): Reply | Promise<Reply>
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
