import { defaultBinding } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import type { Reply } from '../message/reply.ts'

/** A path of the admin port. Where several processes serve, it tells of all of them. */
export interface AdminEndpoint {
  /** What this process knows, as data that can be sent to another process as JSON. */
  collect(container: Container): unknown
  /** What is answered, of what each process has told. */
  answer(collected: readonly unknown[]): Reply | Promise<Reply>
  /** What stays of processes that have ended, such as what they have counted, in the form in which each has told it. */
  remains?(ended: readonly unknown[]): unknown
}

/** What packages answer on the admin port, by path. */
export class AdminEndpoints {
  static readonly [defaultBinding] = (): AdminEndpoints => new AdminEndpoints()

  readonly byPath: ReadonlyMap<string, AdminEndpoint>

  constructor(byPath: ReadonlyMap<string, AdminEndpoint> = new Map()) {
    this.byPath = byPath
  }
}
