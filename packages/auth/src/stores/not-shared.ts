import { workerRole } from '@fw/core'

/** Thrown if several processes serve requests, but a store keeps its data in the memory of one process. */
export class StoreNotShared extends Error {
  override readonly name = 'StoreNotShared'

  constructor(store: string, consequence: string, remedy: string, servers: number) {
    super(
      `${store} uses the memory of one process, but ${servers} processes serve requests: ${consequence}. ${remedy}`,
    )
  }
}

/** Throws `StoreNotShared` if several processes serve requests. */
export function requireSingleProcess(store: string, consequence: string, remedy: string): void {
  if (!workerRole || workerRole.servers < 2) return
  throw new StoreNotShared(store, consequence, remedy, workerRole.servers)
}
