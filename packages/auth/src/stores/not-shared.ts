import { workerRole } from 'fw'

/** Thrown if several processes serve requests, but each would only remember its own data. */
export class StoreNotShared extends Error {
  override readonly name = 'StoreNotShared'

  constructor(store: string, consequence: string, remedy: string, servers: number) {
    super(
      `${store} is the memory of one process, and ${servers} serve requests: ${consequence}. ${remedy}`,
    )
  }
}

/** Throws `StoreNotShared` if several processes serve requests. */
export function refuseSeveral(store: string, consequence: string, remedy: string): void {
  if (!workerRole || workerRole.servers < 2) return
  throw new StoreNotShared(store, consequence, remedy, workerRole.servers)
}
